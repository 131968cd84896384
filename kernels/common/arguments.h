// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/request.h"
#include "kernels/common/releases.h"

namespace npu_cts::kernels {

using MaybeRefusal = std::optional<Refusal>;

/// What an argument check may look at.
struct CheckedCall {
  const Target& target;
  Release release;
  const Request& request;
};

/// One step of an operator's argument check; the steps stand in a table in the order of judgement.
using Check = MaybeRefusal (*)(const CheckedCall& call);

/// A tensor parameter as a page describes it for the call's product and release.
struct TensorRule {
  std::string_view key;
  std::vector<DType> dtypes;
  std::vector<Format> formats;
};

/// Returns the first refusal of `checks`, in their order; an unknown release is refused before them.
MaybeRefusal first_refusal(const Target& target, const Request& request, std::span<const Check> checks);

/// Returns a refusal of `parameter` for `reason`.
Refusal refuse(std::string_view parameter, std::string reason);

/// Returns the tensor given for `key`, or null where it is absent, none or no tensor.
const StoredTensor* find_tensor(const Request& request, std::string_view key);

/// Returns whether `key` is there and not none.
bool is_given(const Request& request, std::string_view key);

/// Returns the value of type T given for `key`, if it is one.
template <class T>
std::optional<T> find_value(const Request& request, std::string_view key) {
  const auto argument = request.arguments.find(key);
  if (argument == request.arguments.end()) return std::nullopt;
  const T* value = std::get_if<T>(&argument->second);
  return value == nullptr ? std::nullopt : std::optional<T>(*value);
}

/// Refuses an argument whose key is not among `keys`.
MaybeRefusal refuse_unknown(const CheckedCall& call, std::span<const std::string_view> keys);

/// Refuses an absent or none argument of `keys`.
MaybeRefusal refuse_missing(const CheckedCall& call, std::span<const std::string_view> keys);

/// Refuses a given argument of `keys` that is no integer.
MaybeRefusal refuse_no_integer(const CheckedCall& call, std::span<const std::string_view> keys);

/// Refuses a given argument that is no tensor, has another dtype or format, or lies outside of its own storage.
MaybeRefusal refuse_tensor(const CheckedCall& call, const TensorRule& rule);

/// Returns whether a tensor given for one of `keys` is not contiguous.
bool has_gaps(const Request& request, std::span<const std::string_view> keys);

/// Returns whether every element of `tensor` lies in its storage. A storage without bytes is a type without values.
bool is_sound(const StoredTensor& tensor);

/// Returns "int8 or int32".
std::string to_words(std::span<const DType> dtypes);

}  // namespace npu_cts::kernels
