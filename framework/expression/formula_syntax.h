// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace npu_cts {

/// Where a formula stops making sense, and why.
struct FormulaFault {
  std::size_t at = 0;  ///< byte of the formula; its length where the formula ends too early
  std::string what;
  friend bool operator==(const FormulaFault&, const FormulaFault&) = default;
};

/// Returns the first fault of `formula`, NAME = EXPRESSION; nothing where it has none. An expression is operands with
/// signs between them: @ * / + - & | <<. An operand is a name, a number, a call of a function with as many arguments as
/// it takes, or an expression in brackets; '-' may stand before it. Whether a name means something is not asked.
std::optional<FormulaFault> find_formula_fault(std::string_view formula);

}  // namespace npu_cts
