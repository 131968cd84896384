// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/alike_call.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/model/storage.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::run {
namespace {

/// Whether the storage holds the elements, in whatever order, and nothing else.
bool is_dense(const StoredTensor& stored) {
  return std::ssize(stored.storage) == numel(stored.type.shape) * bytes_of(stored.type.dtype);
}

/// Returns `tensor` with its storage turned round, but for both ends.
std::optional<Tensor> turned_inside(const Tensor& tensor) {
  constexpr std::ptrdiff_t kept = 16;  // bytes: what is kept of each end. Caches look at as many
  StoredTensor stored = store(tensor);
  if (!is_dense(stored)) return std::nullopt;
  const std::ptrdiff_t size = bytes_of(tensor.type.dtype);
  auto low = stored.storage.begin();
  for (std::ptrdiff_t from = kept, to = std::ssize(stored.storage) - kept - size; from < to; from += size, to -= size)
    std::swap_ranges(low + from, low + from + size, low + to);
  return load(stored);
}

/// Returns what the bytes of `tensor` are in the other one of two layouts: a matrix, and its transposed view.
std::optional<Tensor> in_other_layout(const Tensor& tensor) {
  if (tensor.type.layout == Layout::strided || tensor.type.shape.size() < 2) return std::nullopt;
  StoredTensor stored = store(tensor);
  Tensor other = tensor;
  other.type.layout = tensor.type.layout == Layout::contiguous ? Layout::transposed : Layout::contiguous;
  StoredTensor placed = store(other);
  if (!is_dense(stored) || placed.storage.size() != stored.storage.size()) return std::nullopt;
  placed.storage = std::move(stored.storage);
  return load(placed);
}

/// Returns `tensor` with two neighbours swapped in the middle of its storage, whose bytes differ. None of them begins
/// at a sixteenth byte, as far as elements are that small: caches look at those.
std::optional<Tensor> with_neighbours_swapped(const Tensor& tensor) {
  StoredTensor stored = store(tensor);
  if (!is_dense(stored)) return std::nullopt;
  const std::ptrdiff_t size = bytes_of(tensor.type.dtype);
  const auto bytes = stored.storage.begin();
  for (std::ptrdiff_t at = std::ssize(stored.storage) / 32 * 16 + size; at + 2 * size <= std::ssize(stored.storage);
       at += 16) {
    if (std::equal(bytes + at, bytes + at + size, bytes + at + size)) continue;
    std::swap_ranges(bytes + at, bytes + at + size, bytes + at + size);
    return load(stored);
  }
  return std::nullopt;
}

/// Returns `call` with two neighbours swapped in one of its tensors, the one that `choice` begins at where it can be.
std::optional<AlikeCall> with_one_changed(const BoundSpec& bound, const Call& call, std::uint64_t choice) {
  const std::size_t count = call.arguments.size();
  for (std::size_t i = 0; i < count; ++i) {
    AlikeCall other{.call = call, .words = ""};
    const auto argument = std::next(other.call.arguments.begin(), static_cast<std::ptrdiff_t>((choice + i) % count));
    auto* const tensor = std::get_if<Tensor>(&argument->second);
    auto changed = tensor == nullptr || tensor->values.empty() ? std::nullopt : with_neighbours_swapped(*tensor);
    if (!changed || changed->values == tensor->values) continue;
    *tensor = *std::move(changed);
    other.words = fmt::format("with two values of '{}' swapped", argument->first);
    if (is_legal(bound, other.call)) return other;
  }
  return std::nullopt;
}

/// Returns `call` with each tensor as `change` gives it, where that is another one and the call stays legal.
std::optional<Call> with_tensors(const BoundSpec& bound, Call call, std::optional<Tensor> (*change)(const Tensor&)) {
  bool is_other = false;
  for (auto& [key, value] : call.arguments) {
    auto* const tensor = std::get_if<Tensor>(&value);
    auto changed = tensor == nullptr || tensor->values.empty() ? std::nullopt : change(*tensor);
    if (!changed || changed->values == tensor->values) continue;
    std::swap(*tensor, *changed);
    if (is_legal(bound, call)) {
      is_other = true;
    } else {
      std::swap(*tensor, *changed);
    }
  }
  return is_other ? std::optional(std::move(call)) : std::nullopt;
}

}  // namespace

std::optional<AlikeCall> alike_call(const BoundSpec& bound, const Call& call, std::uint64_t choice) {
  constexpr std::uint64_t kinds = 3;
  if (choice % kinds == 2) return with_one_changed(bound, call, choice / kinds);
  if (choice % kinds == 1) {
    if (auto other = with_tensors(bound, call, in_other_layout))
      return AlikeCall{
          .call = *std::move(other), .words = "with the same bytes in another layout", .is_typed_otherwise = true};
  }
  if (auto other = with_tensors(bound, call, turned_inside))
    return AlikeCall{.call = *std::move(other), .words = "with its values inside in another order"};
  return std::nullopt;
}

}  // namespace npu_cts::run
