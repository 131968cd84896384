// SPDX-License-Identifier: Apache-2.0
// Argument checks of QuantConv2d that overlook one way of being wrong where several choices of a call meet.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/QuantConv2d/mutants_meeting.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::QuantConv2d {
namespace {

bool is_pointwise(const Request& request) { return pair_or(request, "kernel_size", 0) == Pair{1, 1}; }

bool has_padding(const Request& request) { return pair_or(request, "padding", 0) != Pair{0, 0}; }

bool has_words(const Request& request) { return holds(request, "scale", DType::int64); }

void forgive_stride_of_points(Request& request) {
  if (is_pointwise(request)) forgive_entry(request, "stride", 1, 1, 63);
}

void forgive_no_dilation(Request& request) {
  if (!is_pointwise(request)) return;
  const Pair dilation = pair_or(request, "dilation", 1);
  for (const std::size_t place : {0U, 1U}) {
    if (dilation[place] == 0) forgive_entry(request, "dilation", place, 1, 255);
  }
}

void forgive_padding_of_strides(Request& request) {
  if (pair_or(request, "stride", 1) != Pair{1, 1}) forgive_entry(request, "padding", 1, 0, 255);
}

void forgive_one_word(Request& request) {
  if (has_words(request) && gives(request, "bias_values"))
    forgive_size(request, "scale", out_channels(request), 1 - out_channels(request));
}

void forgive_swapped_kernels(Request& request) {
  Shape* const weight = shape_in(request, "weight");
  const Pair size = pair_or(request, "kernel_size", 0);
  if (weight == nullptr || weight->size() != 4 || !has_padding(request)) return;
  if ((*weight)[2] == size[1] && (*weight)[3] == size[0]) std::swap((*weight)[2], (*weight)[3]);
}

void forgive_in_channels(Request& request) {
  std::int64_t* const channels = integer_in(request, "in_channels");
  const Shape* const image = shape_in(request, "quant_conv2d_input");
  const Shape* const weight = shape_in(request, "weight");
  if (channels == nullptr || image == nullptr || weight == nullptr || !is_pointwise(request)) return;
  if (image->size() == 4 && weight->size() == 4 && (*image)[1] == (*weight)[1]) *channels = (*image)[1];
}

void forgive_missing_bias(Request& request) {
  if (!gives(request, "bias") && !gives(request, "bias_values") && has_words(request))
    request.arguments.insert_or_assign("bias", false);
}

void forgive_wide_results(Request& request) {
  const auto it = request.arguments.find("output_dtype");
  if (it == request.arguments.end() || gives(request, "bias_values") || has_words(request)) return;
  if (asks_for(request, "output_dtype", DType::float32)) it->second = DType::float16;
}

void forgive_bias_of_tiles(Request& request) {
  const std::int64_t kernels = out_channels(request);
  if (kernels % 16 != 0 && has_padding(request))
    forgive_size(request, "bias_values", kernels, (kernels + 15) / 16 * 16 - kernels);
}

constexpr std::array oversight_rows{
    Oversight{"StrideWidthOfPoints", "takes any stride along the width where kernels are one pixel large",
              &forgive_stride_of_points},
    Oversight{"DilationZeroOfPoints", "takes a dilation of 0 where kernels are one pixel large", &forgive_no_dilation},
    Oversight{"PaddingWidthOfStrides", "takes any padding along the width where there is a stride",
              &forgive_padding_of_strides},
    Oversight{"WordOneWithBias", "takes one int64 scale for all channels where there is a bias", &forgive_one_word},
    Oversight{"KernelsSwappedWithPadding", "takes kernels as width by height where there is padding",
              &forgive_swapped_kernels},
    Oversight{"InChannelsOfPoints", "ignores in_channels where kernels are one pixel large", &forgive_in_channels},
    Oversight{"BiasMissingWithWords", "takes no bias where the flag is not given and scale is int64",
              &forgive_missing_bias},
    Oversight{"Float32WithoutBias", "takes float32 as output_dtype where scale is float32 and there is no bias",
              &forgive_wide_results},
    Oversight{"BiasOfFullTilesWithPadding", "takes a bias that fills the last tile of 16 where there is padding",
              &forgive_bias_of_tiles},
};

}  // namespace

std::span<const Oversight> meeting_oversights() { return oversight_rows; }

}  // namespace npu_cts::mutants::QuantConv2d
