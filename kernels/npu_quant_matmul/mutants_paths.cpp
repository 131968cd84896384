// SPDX-License-Identifier: Apache-2.0
// Faults of single paths of npu_quant_matmul, as real kernels have them: what is forgotten where sizes, layouts and
// optional parameters meet, and what a tiling loses where a size fits it or just does not.
#include "kernels/npu_quant_matmul/mutants_paths.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "framework/model/storage.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::npu_quant_matmul {

namespace {

using Call = PathCall;

bool has(const Call& call, std::string_view key) { return find_tensor(call.request, key) != nullptr; }

const TensorType& type(const Call& call, std::string_view key) { return find_tensor(call.request, key)->type; }

std::size_t rank(const Call& call, std::string_view key) { return type(call, key).shape.size(); }

bool is_blocked(const Call& call) { return type(call, "x2").format == Format::blocked; }

/// Returns whether results are the sums themselves.
bool gives_sums(const Call& call) {
  const auto it = call.request.arguments.find("output_dtype");
  return it != call.request.arguments.end() && it->second == decltype(it->second){DType::int32};
}

bool has_bias_of_batches(const Call& call) { return has(call, "bias") && rank(call, "bias") == 3; }

bool fills(std::int64_t size, std::int64_t tile) { return size > tile && size % tile == 0; }

bool is_one_under(std::int64_t size, std::int64_t tile) { return size % tile == tile - 1; }

/// Returns whether both operands are stored as they come.
bool is_plain(const Call& call) {
  return lies(call.request, "x1", Layout::contiguous) && lies(call.request, "x2", Layout::contiguous) &&
         !is_blocked(call);
}

/// Returns whether x2 has more than 2^21 elements, as the layers of language models have: blocks of 32 that 16 bits do
/// not count.
bool is_large(const Call& call) { return call.n * call.k > std::int64_t{32} << 16; }

constexpr std::array rows{
    // what a path forgets
    FaultRow<Path>{{Fault::bias_left_out,
                    [](const Call& c) { return lies(c.request, "x1", Layout::transposed) && is_blocked(c); }},
                   "BiasOfTransposedByBlocks",
                   "ignores the bias where x1 is transposed and x2 in blocks"},
    FaultRow<Path>{{Fault::pertoken_ignored,
                    [](const Call& c) {
                      return lies(c.request, "x1", Layout::transposed) && lies(c.request, "x2", Layout::transposed) &&
                             has(c, "bias");
                    }},
                   "PertokenOfBothTransposed",
                   "ignores pertoken_scale where both operands are transposed and there is a bias"},
    FaultRow<Path>{
        {Fault::offset_ignored,
         [](const Call& c) { return lies(c.request, "x2", Layout::transposed) && is_blocked(c) && has(c, "bias"); }},
        "OffsetOfTransposedBlocks",
        "ignores the offset where x2 is transposed in blocks and there is a bias"},
    FaultRow<Path>{{Fault::scale_of_first,
                    [](const Call& c) {
                      return lies(c.request, "x1", Layout::strided) && lies(c.request, "x2", Layout::transposed) &&
                             !has(c, "bias");
                    }},
                   "ScaleOfStridedByTransposed",
                   "uses one scale where x1 is strided, x2 transposed and there is no bias"},
    FaultRow<Path>{{Fault::float16_truncated, [](const Call& c) { return c.target.product == "atlas_inference"; }},
                   "Float16TruncatedOnOneProduct",
                   "cuts results to float16 on Atlas inference products"},
    FaultRow<Path>{
        {Fault::default_is_float16, [](const Call& c) { return has_bias_of_batches(c) && is_plain(c); }},
        "DefaultOfBatchBias",
        "gives float16 where no output_dtype is given, the bias has batches and nothing is stored otherwise"},
    FaultRow<Path>{{Fault::x1_of_batch_0, [](const Call& c) { return rank(c, "x1") == 5 && rank(c, "x2") == 2; }},
                   "ThreeBatchAxesByMatrix",
                   "uses the first matrix of x1 where it has three batch axes and x2 none"},
    // what a tiling loses
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return fills(c.n, 32); }},
                   "FullTileOf32Columns",
                   "loses the last column where columns fill tiles of 32"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Call& c) { return fills(c.m, 16); }},
                   "FullTileOf16Rows",
                   "loses the last row where rows fill tiles of 16"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return fills(c.k, 32); }},
                   "FullTileOf32Products",
                   "loses the last product where products fill tiles of 32"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return is_one_over(c.n, 32); }},
                   "OneColumnOver32",
                   "loses a single column behind tiles of 32"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return is_one_under(c.n, 32); }},
                   "OneColumnUnder32",
                   "loses the last column where one is missing to tiles of 32"},
    FaultRow<Path>{{Fault::transposed_x2_ignored, [](const Call& c) { return c.n == c.k; }},
                   "TransposedSquareX2",
                   "tells a transposed x2 by its sizes: reads a square one as if contiguous"},
    FaultRow<Path>{
        {Fault::skips_last_column, [](const Call& c) { return is_one_over(c.m, 16) && is_one_over(c.n, 32); }},
        "CornerOfOne",
        "loses the last column where a single row and a single column are over tiles of 16 and 32"},
    // what weights of language models need
    FaultRow<Path>{
        {Fault::product_in_bfloat16, [](const Call& c) { return c.m == 1 && is_large(c) && has(c, "pertoken_scale"); }},
        "TokenWithScaleInBfloat16",
        "keeps scaled sums in bfloat16 where one token with its scale meets more than 2^21 weights"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return c.m == 1 && is_large(c) && gives_sums(c); }},
                   "TokenSplitsSums",
                   "loses the last product where one token meets more than 2^21 weights and sums are wanted"},
    FaultRow<Path>{{Fault::scale_modulo_1024, [](const Call& c) { return is_large(c) && is_blocked(c); }},
                   "ScalesOfLargeBlocks",
                   "begins with the first scale again at column 1024 of more than 2^21 weights in blocks"},
};

}  // namespace

std::span<const FaultRow<Path>> paths() { return rows; }

PathCall path_call_of(const Target& target, const Request& request) {
  return {sizes_of(find_tensor(request, "x1")->type, find_tensor(request, "x2")->type), target, request};
}

}  // namespace npu_cts::mutants::npu_quant_matmul
