// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "framework/model/case.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::expand {

/// What elements without a fill are drawn from, both ends inside.
struct PlainRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// Returns the plain range of `dtype`: truth values, whole numbers of int8 (an unsigned dtype has their low bits),
/// small reals.
PlainRange plain_range(DType dtype);

/// Returns the case that makes the call of `example` on `target`.
Case example_case(const OpSpec& op, const Example& example, const Target& target);

/// Returns how `key` is filled in `planned`: by its example, its data set, the data set "default", or null (plainly).
const Fill* find_fill(const OpSpec& op, const Case& planned, const std::string& key);

/// The same by the data set `data_set` alone, or the data set "default".
const Fill* find_fill(const OpSpec& op, std::string_view data_set, const std::string& key);

/// How the tensor of a key is filled: null where plainly.
using FillOf = std::function<const Fill*(const std::string& key)>;

/// Returns `call`, one at the target of `bound`, with values in every tensor. The bytes depend on `name`, the fills and
/// the spec alone.
Call fill(const BoundSpec& bound, const Call& call, std::string_view name, const FillOf& fill_of);

/// Returns the call of `planned`, a case at the target of `bound`, with values in every tensor: the data set's fills,
/// those of the data set "default" where it has none, and else the plain range of the dtype. The bytes depend on the
/// case's id, the spec and `challenge` alone.
///
/// Fills (by argument, one value an element, row-major):
///   uniform [low, high]  integers of expressions over the call, both ends inside
///   reals [low, high]    rounded to the tensor's dtype
///   cycle [a, b, …]      numbers in turn, rounded to the dtype
///   bits ["0x…", …]      bit patterns in turn
///   distinct [low, high] integers without repeats while the range lasts
///   columns [f, g, …]    one fill for each entry of the last axis in turn; a vector takes the last of them
Call fill(const BoundSpec& bound, const Case& planned, std::string_view challenge = {});

/// As above, with values in the tensors of `keys` alone.
Call fill_some(const BoundSpec& bound, const Case& planned, std::string_view challenge,
               const std::set<std::string>& keys);

}  // namespace npu_cts::expand
