// SPDX-License-Identifier: Apache-2.0
// What the pages leave open: written from them, as the argument check is.
#include <array>

#include "kernels/common/arguments.h"
#include "kernels/npu_trans_quant_param/check.h"

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

/// What the pages before 7.2.0 do not say of one tensor: 6.0.rc1 speaks of an empty scale alone.
bool is_silent_on_empties(Release release, std::string_view key) {
  return release < Release::v7_2_0 && !(release == Release::v6_0_rc1 && key == "scale");
}

/// Which ranks go together is said of equal ones.
void add_pairs(Release release, const Shape& scale, const Shape& offset, std::vector<std::string_view>& open) {
  if (scale.size() == 2 && offset.size() == 1 && release >= Release::v7_2_0) open.emplace_back("row-with-vector");
  if (scale.size() == 1 && offset.size() == 2) open.emplace_back("vector-with-row");
  const bool are_vectors = scale.size() == 1 && offset.size() == 1;
  if (release != Release::v6_0_rc1 || !are_vectors || scale[0] == 0 || offset[0] == 0) return;
  const bool has_one = scale[0] == 1 || offset[0] == 1;
  if (has_one && scale[0] != offset[0]) open.emplace_back("result-length");
}

}  // namespace

std::vector<std::string_view> left_open(const Target& target, const Request& request) {
  const Release release = *find_named<Release>(target.release);
  std::vector<std::string_view> open;
  for (const std::string_view key : tensors) {
    const StoredTensor* const tensor = find_tensor(request, key);
    if (tensor == nullptr) continue;
    if (numel(tensor->type.shape) == 0 && is_silent_on_empties(release, key)) open.emplace_back("empty");
  }
  if (release < Release::v7_2_0 && has_gaps(request, tensors)) open.emplace_back("non-contiguous");
  const StoredTensor* const scale = find_tensor(request, "scale");
  const StoredTensor* const offset = find_tensor(request, "offset");
  if (scale != nullptr && offset != nullptr) add_pairs(release, scale->type.shape, offset->type.shape, open);
  return open;
}

}  // namespace npu_cts::kernels::npu_trans_quant_param
