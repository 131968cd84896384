// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/model/op_spec.h"

namespace npu_cts {

/// The names an expression may use besides the language's own (dtypes, layouts, formats, functions).
struct Scope {
  std::map<std::string, ParameterKind, std::less<>> parameters = {};
  std::map<std::string, Type, std::less<>> symbols = {};
  std::set<std::string, std::less<>> later = {};  ///< symbols defined below, which nothing here may use
};

/// Returns the tree of `text`, typed; `at` is the place of its first character.
/// Errors: expression_syntax, unknown_name (with the nearest known word), expression_type.
Result<ExpressionPtr> parse_expression(std::string_view text, const Location& at, const Scope& scope);

/// As above, and the value must be of `type`.
Result<ExpressionPtr> parse_expression(std::string_view text, const Location& at, const Scope& scope, Type type);

}  // namespace npu_cts
