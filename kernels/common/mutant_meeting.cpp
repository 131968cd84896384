// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/mutant_meeting.h"

#include <variant>

#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants {

bool gives(const Request& request, std::string_view key) {
  const auto it = request.arguments.find(key);
  return it != request.arguments.end() && !std::holds_alternative<None>(it->second);
}

bool asks_for(const Request& request, std::string_view key, DType dtype) {
  const auto it = request.arguments.find(key);
  const auto* const asked = it == request.arguments.end() ? nullptr : std::get_if<DType>(&it->second);
  return asked != nullptr && *asked == dtype;
}

bool holds(const Request& request, std::string_view key, DType dtype) {
  const StoredTensor* const tensor = find_tensor(request, key);
  return tensor != nullptr && tensor->type.dtype == dtype;
}

bool is_laid(const Request& request, std::string_view key, Layout layout) {
  return find_tensor(request, key) != nullptr && lies(request, key, layout);
}

bool is_formed(const Request& request, std::string_view key, Format format) {
  const StoredTensor* const tensor = find_tensor(request, key);
  return tensor != nullptr && tensor->type.format == format;
}

bool begins_inside(const Request& request, std::string_view key) {
  const StoredTensor* const tensor = find_tensor(request, key);
  return tensor != nullptr && tensor->type.storage_offset > 0;
}

std::size_t axes_of(const Request& request, std::string_view key) {
  const StoredTensor* const tensor = find_tensor(request, key);
  return tensor == nullptr ? 0 : tensor->type.shape.size();
}

std::int64_t elements_of(const Request& request, std::string_view key) {
  const StoredTensor* const tensor = find_tensor(request, key);
  return tensor == nullptr ? 0 : numel(tensor->type.shape);
}

bool is_in_graph(const Target& target) { return target.mode != "eager"; }

bool is_shared_unevenly(std::int64_t size) { return size > 1 && size % 2 == 1; }

}  // namespace npu_cts::mutants
