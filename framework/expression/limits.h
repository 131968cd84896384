// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "framework/base/diagnostic.h"
#include "framework/model/expression.h"

namespace npu_cts {

/// How many values the quantifiers of an expression may visit together; a range that the call bounds counts as 1000.
inline constexpr std::int64_t most_visits = 1'000'000;

/// Returns why no call gives `tree` a value in bounded time: a division by zero or an overflow among its numbers, or
/// quantifiers that visit more than `most_visits` values. Nothing where the text does not show it.
std::optional<Diagnostic> find_excess(const Expression& tree);

}  // namespace npu_cts
