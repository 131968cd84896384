// SPDX-License-Identifier: Apache-2.0
// Faults of single paths of npu_quant_matmul, as real kernels have them: what is forgotten where sizes, layouts and
// optional parameters meet, and what a tiling loses where a size fits it or just does not.
#include "kernels/npu_quant_matmul/mutants_paths.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "framework/model/storage.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::npu_quant_matmul {

namespace {

using Call = PathCall;

bool has(const Call& call, std::string_view key) { return find_tensor(call.request, key) != nullptr; }

const TensorType& type(const Call& call, std::string_view key) { return find_tensor(call.request, key)->type; }

std::size_t rank(const Call& call, std::string_view key) { return type(call, key).shape.size(); }

/// Returns whether results are the sums themselves.
bool gives_sums(const Call& call) {
  const auto it = call.request.arguments.find("output_dtype");
  return it != call.request.arguments.end() && it->second == decltype(it->second){DType::int32};
}

bool has_axes(const Call& call, std::size_t left, std::size_t right) {
  return rank(call, "x1") == left && rank(call, "x2") == right;
}

/// Returns whether each operand lacks a batch axis that the other has.
bool both_broadcast(const Call& call) {
  const auto matrices = [&](std::string_view key) {
    const Shape& shape = type(call, key).shape;
    return numel({shape.begin(), shape.end() - 2});
  };
  return matrices("x1") < call.batches && matrices("x2") < call.batches;
}

/// Returns how many blocks of 64 by 64 the matrix of a result takes.
std::int64_t blocks_of_64(const Call& call) { return (call.m + 63) / 64 * ((call.n + 63) / 64); }

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
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return c.n > 256 && c.n % 8 == 5; }},
                   "LongTailOf5Columns",
                   "loses the last column of a tail of five behind 256"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Call& c) { return c.m > 256 && c.m % 8 == 3; }},
                   "LongTailOf3Rows",
                   "loses the last row of a tail of three behind 256"},
    FaultRow<Path>{{Fault::float_bias_before_scale, [](const Call& c) { return c.m % 2 == 0; }},
                   "BiasOrderOfEvenRows",
                   "adds a floating bias before scaling where rows are even in number"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Call& c) { return blocks_of_64(c) > 24; }},
                   "MoreBlocksThanCores",
                   "loses the last row where a result has more than 24 blocks of 64 by 64"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return c.m > 128 && c.k > 512; }},
                   "SplitSumsOfManyRows",
                   "loses the last product of more than 512 where there are more than 128 rows"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return c.k > 1024 && c.n > 64; }},
                   "SplitSumsOfManyColumns",
                   "loses the last product of more than 1024 where there are more than 64 columns"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return c.n == 12; }},
                   "OneTileOf12Columns",
                   "loses the last column where columns are one tile of 12"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return c.n == 64; }},
                   "OneTileOf64Columns",
                   "loses the last column where columns are one tile of 64"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return fills(c.n, 128); }},
                   "FullTileOf128Columns",
                   "loses the last column where columns fill tiles of 128"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return is_one_over(c.n, 128); }},
                   "OneColumnOver128",
                   "loses a single column behind tiles of 128"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return is_one_over(c.n, 256); }},
                   "OneColumnOver256",
                   "loses a single column behind tiles of 256"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Call& c) { return is_one_under(c.m, 16); }},
                   "OneRowUnder16",
                   "loses the last row where one is missing to tiles of 16"},
    FaultRow<Path>{{Fault::skips_last_row, [](const Call& c) { return is_one_over(c.m, 128); }},
                   "OneRowOver128",
                   "loses a single row behind tiles of 128"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return c.k % 4 == 3; }},
                   "ThreeOverGroupsOfFour",
                   "loses the last product where three are over groups of four"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return is_one_under(c.k, 64); }},
                   "OneProductUnder64",
                   "loses the last product where one is missing to tiles of 64"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return is_one_over(c.k, 256); }},
                   "OneProductOver256",
                   "loses a single product behind tiles of 256"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return is_one_over(c.k, 512); }},
                   "OneProductOver512",
                   "loses a single product behind tiles of 512"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return is_blocked(c) && is_one_over(c.k, 16); }},
                   "OneProductOverBlocks",
                   "loses a single product behind the rows of blocks of x2"},
    FaultRow<Path>{
        {Fault::skips_last_column, [](const Call& c) { return is_one_under(c.m, 16) && is_one_under(c.n, 32); }},
        "CornerOfOneMissing",
        "loses the last column where a row and a column are missing to tiles of 16 and 32"},
    FaultRow<Path>{{Fault::skips_last_column, [](const Call& c) { return is_packed(c) && c.n == 8; }},
                   "OneWordOfColumns",
                   "loses the last column where columns of int4 are one word"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return is_packed(c) && c.k == 8; }},
                   "OneWordOfProducts",
                   "loses the last product where products of int4 are one word"},
    // what sizes that are equal or one are taken for
    FaultRow<Path>{{Fault::pertoken_by_column, [](const Call& c) { return c.m == c.n; }},
                   "PertokenOfSquareResult",
                   "counts pertoken_scale by column where results are square"},
    FaultRow<Path>{{Fault::scale_by_row, [](const Call& c) { return c.m == c.n; }},
                   "ScaleOfSquareResult",
                   "counts scales by row where results are square"},
    FaultRow<Path>{{Fault::transposed_x1_ignored, [](const Call& c) { return c.m == c.k; }},
                   "TransposedSquareX1",
                   "tells a transposed x1 by its sizes: reads a square one as if contiguous"},
    FaultRow<Path>{{Fault::bias_left_out, [](const Call& c) { return c.n == 1 && c.m > 1; }},
                   "BiasOfOneColumn",
                   "ignores the bias of a single column"},
    FaultRow<Path>{{Fault::bias_left_out, [](const Call& c) { return c.n == 1 && c.m == 1; }},
                   "BiasOfOneResult",
                   "ignores the bias where one row meets one column"},
    FaultRow<Path>{{Fault::bias_left_out, [](const Call& c) { return c.k == 1 && c.m > 1 && c.n > 1; }},
                   "BiasOfOuterProduct",
                   "ignores the bias where there is a single product"},
    FaultRow<Path>{{Fault::offset_ignored, [](const Call& c) { return c.n == 1; }},
                   "OffsetOfOneColumn",
                   "ignores the offset of a single column"},
    FaultRow<Path>{{Fault::offset_of_first, [](const Call& c) { return c.n > 128; }},
                   "OffsetsOfManyColumns",
                   "uses one offset for more than 128 columns"},
    FaultRow<Path>{{Fault::pertoken_of_first, [](const Call& c) { return is_one_over(c.m, 64); }},
                   "PertokenOfOneRowOver64",
                   "uses one pertoken_scale where a single row is behind tiles of 64"},
    // what batches lose
    FaultRow<Path>{{Fault::x2_of_batch_0, [](const Call& c) { return has_axes(c, 2, 5); }},
                   "MatrixByThreeBatchAxes",
                   "uses the first matrix of x2 where it has three batch axes and x1 none"},
    FaultRow<Path>{
        {Fault::x1_of_batch_0, [](const Call& c) { return has_axes(c, 5, 2) && type(c, "x1").shape[1] == 1; }},
        "ThreeBatchAxesOneOfThemOne",
        "uses the first matrix of x1 where the second of its three batch axes is one and x2 has none"},
    FaultRow<Path>{{Fault::x2_of_batch_0, [](const Call& c) { return has_axes(c, 3, 5); }},
                   "OneBatchAxisByThree",
                   "uses the first matrix of x2 where it has three batch axes and x1 one"},
    FaultRow<Path>{{Fault::x1_of_batch_0, [](const Call& c) { return has_axes(c, 4, 3); }},
                   "TwoBatchAxesByOne",
                   "uses the first matrix of x1 where it has two batch axes and x2 one"},
    FaultRow<Path>{{Fault::x1_of_batch_0, [](const Call& c) { return rank(c, "x1") == 6; }},
                   "FourBatchAxes",
                   "uses the first matrix of an x1 of six axes"},
    FaultRow<Path>{{Fault::batches_counted_round, both_broadcast},
                   "BothBroadcast",
                   "broadcasts inner batch axes like outer ones where each operand lacks an axis of the other"},
    FaultRow<Path>{{Fault::bias_of_batch_0,
                    [](const Call& c) { return rank(c, "x1") == 2 && is_blocked(c) && has_bias_of_batches(c); }},
                   "BatchBiasOfMatrixByBlocks",
                   "uses the first batch's bias where x1 has no batches and x2 in blocks has"},
    FaultRow<Path>{{Fault::bias_of_batch_0, [](const Call& c) { return has_bias_of_batches(c) && c.n > 64; }},
                   "BatchBiasOfManyColumns",
                   "uses the first batch's bias where there are more than 64 columns"},
    FaultRow<Path>{{Fault::skips_last_k, [](const Call& c) { return c.batches >= 8 && c.m == 1 && c.k >= 512; }},
                   "BatchedTokens",
                   "loses the last of 512 products or more of eight batches or more of one row"},
    FaultRow<Path>{{Fault::x2_of_batch_0, [](const Call& c) { return is_one_over(c.batches, 8); }},
                   "OneBatchOver8",
                   "uses the first matrix of x2 where a single batch is behind tiles of 8"},
    FaultRow<Path>{{Fault::x1_of_batch_0, [](const Call& c) { return c.batches > 1 && c.batches == c.m; }},
                   "AsManyBatchesAsRows",
                   "uses the first matrix of x1 where there are as many batches as rows"},
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

bool is_packed(const PathCall& call) { return holds(call.request, "x1", DType::int32); }

bool is_blocked(const PathCall& call) { return is_formed(call.request, "x2", Format::blocked); }

bool has_bias_of_batches(const PathCall& call) { return axes_of(call.request, "bias") == 3; }

std::span<const FaultRow<Path>> paths() { return rows; }

PathCall path_call_of(const Target& target, const Request& request) {
  return {sizes_of(find_tensor(request, "x1")->type, find_tensor(request, "x2")->type), target, request};
}

}  // namespace npu_cts::mutants::npu_quant_matmul
