// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/mutant_oversights.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace npu_cts::mutants {
namespace {

StoredValue* value_in(Request& request, std::string_view key) {
  const auto it = request.arguments.find(std::string(key));
  return it == request.arguments.end() ? nullptr : &it->second;
}

StoredTensor* tensor_in(Request& request, std::string_view key) {
  StoredValue* const value = value_in(request, key);
  return value == nullptr ? nullptr : std::get_if<StoredTensor>(value);
}

}  // namespace

Shape* shape_in(Request& request, std::string_view key) {
  StoredTensor* const tensor = tensor_in(request, key);
  return tensor == nullptr ? nullptr : &tensor->type.shape;
}

void flatten(Request& request, std::string_view key) {
  Shape* const shape = shape_in(request, key);
  if (shape != nullptr) *shape = {numel(*shape)};
}

void forgive_size(Request& request, std::string_view key, std::int64_t wants, std::int64_t off) {
  Shape* const shape = shape_in(request, key);
  if (shape != nullptr && *shape == Shape{wants + off}) *shape = {wants};
}

void forgive_entry(Request& request, std::string_view key, std::size_t place, std::int64_t low, std::int64_t high) {
  StoredValue* const value = value_in(request, key);
  if (value == nullptr) return;
  if (const auto* const both = std::get_if<std::int64_t>(value)) *value = std::vector<std::int64_t>{*both, *both};
  auto* const entries = std::get_if<std::vector<std::int64_t>>(value);
  if (entries != nullptr && entries->size() == 2) (*entries)[place] = std::clamp((*entries)[place], low, high);
}

void drop_axis_of_one(Request& request, std::string_view key, std::size_t rank, std::size_t axis) {
  Shape* const shape = shape_in(request, key);
  if (shape != nullptr && shape->size() == rank && (*shape)[axis] == 1)
    shape->erase(shape->begin() + static_cast<std::ptrdiff_t>(axis));
}

void forgive_layout(Request& request, std::string_view key, Layout layout) {
  StoredTensor* const tensor = tensor_in(request, key);
  if (tensor != nullptr && tensor->type.layout == layout) tensor->type.layout = Layout::contiguous;
}

std::vector<std::int64_t>* list_in(Request& request, std::string_view key) {
  StoredValue* const value = value_in(request, key);
  return value == nullptr ? nullptr : std::get_if<std::vector<std::int64_t>>(value);
}

std::int64_t* integer_in(Request& request, std::string_view key) {
  StoredValue* const value = value_in(request, key);
  return value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
}

}  // namespace npu_cts::mutants
