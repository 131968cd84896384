// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "framework/rule/slot_call.h"

namespace npu_cts {

/// The value of an expression; monostate where it is not defined (an absent tensor's rank, an axis outside the rank,
/// a division by zero, data that the call does not carry, more work than `max_work`, a set). A list is a Shape.
using Computed = std::variant<std::monostate, bool, std::int64_t, DType, std::string, Shape>;

/// Most nodes that one evaluation visits; what needs more is not defined. A symbol is one evaluation of its own.
inline constexpr std::int64_t max_work = 10'000'000;

/// Returns the value of `node` in `call`. Always terminates; integer overflow is "not defined".
/// `and`, `or`, `all`, `any` and `if` are decided by the parts that are defined where those suffice.
Computed evaluate(const BoundNode& node, const SlotCall& call);

/// As above, for an expression of the operator. Binds it first, unless it is a bound of a fill: those are bound.
Computed evaluate(const Expression& expression, const SlotCall& call);

/// Returns the truth of `node`, a boolean one; nothing where it is not defined. Allocates nothing.
std::optional<bool> decide(const BoundNode& node, const SlotCall& call);

/// Returns the value of `node`, an integer; nothing where it is not defined. Allocates nothing.
std::optional<std::int64_t> number_of(const BoundNode& node, const SlotCall& call);

/// Returns the value of `node`, a shape; nothing where it is not defined.
std::optional<Shape> shape_of(const BoundNode& node, const SlotCall& call);

}  // namespace npu_cts
