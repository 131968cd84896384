// SPDX-License-Identifier: Apache-2.0
// Argument checks of npu_quant_matmul that overlook one way of being wrong where several choices of a call meet.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/npu_quant_matmul/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

TensorType& type_in(Request& request, std::string_view key) {
  return std::get<StoredTensor>(request.arguments.find(key)->second).type;
}

bool is_transposed(const Request& request, std::string_view key) { return is_laid(request, key, Layout::transposed); }

bool has_output(const Request& request, DType dtype) { return asks_for(request, "output_dtype", dtype); }

void forgive_scales_of_tokens(Request& request) {
  if (gives(request, "pertoken_scale") && has_output(request, DType::bfloat16))
    forgive_size(request, "scale", columns(request), -1);
}

void forgive_offsets_of_words(Request& request) {
  if (holds(request, "scale", DType::int64) && is_transposed(request, "x2"))
    forgive_size(request, "offset", columns(request), 1);
}

void forgive_strided_words(Request& request) {
  if (holds(request, "x2", DType::int32) && gives(request, "bias")) forgive_layout(request, "x2", Layout::strided);
}

void forgive_one_token(Request& request) {
  const std::int64_t rows = rows_of(request);
  if (axes_of(request, "x1") > 2 && axes_of(request, "x2") == 2)
    forgive_size(request, "pertoken_scale", rows, 1 - rows);
}

void forgive_bias_of_one_batch(Request& request) {
  if (axes_of(request, "x1") != 3 || axes_of(request, "x2") != 2 || axes_of(request, "bias") != 3) return;
  std::int64_t& batch = shape_in(request, "bias")->front();
  if (batch == 1) batch = shape_in(request, "x1")->front();
}

void forgive_group_of_int4(Request& request) {
  auto* const sizes = list_in(request, "group_sizes");
  if (sizes != nullptr && sizes->size() == 3 && holds(request, "x1", DType::int32))
    sizes->back() = std::max<std::int64_t>(sizes->back(), 0);
}

void forgive_narrow_scales(Request& request) {
  const bool is_met = has_output(request, DType::float16) && gives(request, "pertoken_scale") &&
                      !gives(request, "bias") && holds(request, "scale", DType::bfloat16);
  if (is_met) type_in(request, "scale").dtype = DType::float32;
}

void forgive_narrow_bias(Request& request) {
  const bool is_met =
      has_output(request, DType::int32) && is_transposed(request, "x1") && holds(request, "bias", DType::bfloat16);
  if (is_met) type_in(request, "bias").dtype = DType::int32;
}

void forgive_k_of_both_transposed(Request& request) {
  if (!is_transposed(request, "x1") || !is_transposed(request, "x2")) return;
  const std::int64_t k = size_of(request, "x1", 1);
  if (size_of(request, "x2", 2) != k + 1) return;
  Shape& shape = *shape_in(request, "x2");
  shape[shape.size() - 2] = k;
}

void forgive_offset_of_tokens(Request& request) {
  if (gives(request, "pertoken_scale") && gives(request, "bias") && gives(request, "offset"))
    request.arguments.find("offset")->second = None{};
}

constexpr std::array oversight_rows{
    Oversight{"ScaleShortOfTokens", "takes one scale too few for bfloat16 results with pertoken_scale",
              &forgive_scales_of_tokens},
    Oversight{"OffsetLongBesideWords", "takes one offset too many where scale is int64 and x2 transposed",
              &forgive_offsets_of_words},
    Oversight{"PackedStridedX2WithBias", "takes a strided packed x2 where there is a bias", &forgive_strided_words},
    Oversight{"PertokenOneOfBatches", "takes one pertoken_scale for all rows where x1 has batches and x2 is one matrix",
              &forgive_one_token},
    Oversight{"BatchBiasOfOne", "takes a bias of one batch where x1 has three axes and x2 is one matrix",
              &forgive_bias_of_one_batch},
    Oversight{"GroupSizeKOfInt4", "takes a negative third group size where operands are int4", &forgive_group_of_int4},
    Oversight{"ScaleNarrowOfFloat16",
              "takes bfloat16 scales for float16 results with pertoken_scale where there is no bias",
              &forgive_narrow_scales},
    Oversight{"BiasNarrowOfInt32", "takes a bfloat16 bias for int32 results where x1 is transposed",
              &forgive_narrow_bias},
    Oversight{"KLongOfBothTransposed", "takes an x2 with one row too many where both operands are transposed",
              &forgive_k_of_both_transposed},
    Oversight{"OffsetBesideTokensAndBias", "takes an offset where pertoken_scale and bias are given",
              &forgive_offset_of_tokens},
};

}  // namespace

std::span<const Oversight> meeting_oversights() { return oversight_rows; }

}  // namespace npu_cts::mutants::npu_quant_matmul
