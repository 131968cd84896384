// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/arguments.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/find.h"

namespace npu_cts::kernels {
namespace {

bool fits(const StoredTensor& tensor, std::int64_t capacity) {
  std::int64_t first = tensor.offset;
  std::int64_t last = tensor.offset;
  for (std::size_t axis = 0; axis < tensor.strides.size(); ++axis) {
    std::int64_t reach = 0;
    if (__builtin_mul_overflow(tensor.type.shape[axis] - 1, tensor.strides[axis], &reach)) return false;
    std::int64_t& end = reach < 0 ? first : last;
    if (__builtin_add_overflow(end, reach, &end)) return false;
  }
  return first >= 0 && last < capacity;
}

}  // namespace

bool has_gaps(const Request& request, std::span<const std::string_view> keys) {
  return std::ranges::any_of(keys, [&](std::string_view key) {
    const StoredTensor* const tensor = find_tensor(request, key);
    return tensor != nullptr && tensor->type.layout != Layout::contiguous;
  });
}

bool is_sound(const StoredTensor& tensor) {
  if (std::ranges::any_of(tensor.type.shape, [](std::int64_t size) { return size < 0; })) return false;
  if (tensor.storage.empty() || contains(tensor.type.shape, 0)) return true;
  if (tensor.type.format == Format::blocked) return true;  // its blocks are measured where they are read
  if (tensor.strides.size() != tensor.type.shape.size()) return false;
  return fits(tensor, static_cast<std::int64_t>(tensor.storage.size()) / bytes_of(tensor.type.dtype));
}

Refusal refuse(std::string_view parameter, std::string reason) {
  return {.parameter = std::string(parameter), .reason = std::move(reason)};
}

MaybeRefusal first_refusal(const Target& target, const Request& request, std::span<const Check> checks) {
  const auto release = find_named<Release>(target.release);
  if (!release) return refuse("", fmt::format("no release is called '{}'", target.release));
  const CheckedCall call{target, *release, request};
  for (const Check check : checks) {
    if (auto refusal = check(call)) return refusal;
  }
  return std::nullopt;
}

const StoredTensor* find_tensor(const Request& request, std::string_view key) {
  const auto argument = request.arguments.find(key);
  return argument == request.arguments.end() ? nullptr : std::get_if<StoredTensor>(&argument->second);
}

bool is_given(const Request& request, std::string_view key) {
  const auto argument = request.arguments.find(key);
  return argument != request.arguments.end() && !std::holds_alternative<None>(argument->second);
}

MaybeRefusal refuse_unknown(const CheckedCall& call, std::span<const std::string_view> keys) {
  for (const auto& [key, value] : call.request.arguments) {
    if (contains(keys, key)) continue;
    return refuse(key, fmt::format("{} {} takes no '{}'", call.request.op, name_of(call.release), key));
  }
  return std::nullopt;
}

MaybeRefusal refuse_missing(const CheckedCall& call, std::span<const std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (!is_given(call.request, key)) return refuse(key, "is required");
  }
  return std::nullopt;
}

MaybeRefusal refuse_no_integer(const CheckedCall& call, std::span<const std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (is_given(call.request, key) && !find_value<std::int64_t>(call.request, key)) {
      return refuse(key, "is no integer");
    }
  }
  return std::nullopt;
}

MaybeRefusal refuse_tensor(const CheckedCall& call, const TensorRule& rule) {
  if (!is_given(call.request, rule.key)) return std::nullopt;
  const StoredTensor* tensor = find_tensor(call.request, rule.key);
  if (tensor == nullptr) return refuse(rule.key, "is no tensor");
  if (!contains(rule.dtypes, tensor->type.dtype)) {
    return refuse(rule.key, fmt::format("is {}, not {}", name_of(tensor->type.dtype), to_words(rule.dtypes)));
  }
  if (!contains(rule.formats, tensor->type.format)) {
    return refuse(rule.key, fmt::format("has format {}", name_of(tensor->type.format)));
  }
  if (!is_sound(*tensor)) return refuse(rule.key, "lies outside of its storage");
  return std::nullopt;
}

std::string to_words(std::span<const DType> dtypes) {
  std::string words;
  for (const DType dtype : dtypes) words += fmt::format("{}{}", words.empty() ? "" : " or ", name_of(dtype));
  return words;
}

}  // namespace npu_cts::kernels
