// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/expression.h"
#include "framework/model/op_spec.h"

namespace npu_cts {

/// Builders of trees, for expressions that are derived and not parsed.

ExpressionPtr make_node(ExprKind kind, Type type, std::vector<ExpressionPtr> children, const Location& at);
ExpressionPtr make_integer(std::int64_t value, const Location& at);
ExpressionPtr make_boolean(std::int64_t value, const Location& at);
ExpressionPtr make_dtype(DType dtype, const Location& at);
ExpressionPtr make_word(std::string_view word, const Location& at);

/// Returns a parameter, symbol or variable.
ExpressionPtr make_name(ExprKind kind, Type type, std::string_view name, const Location& at);

/// Returns `value in {members …}`.
ExpressionPtr make_membership(ExpressionPtr value, std::vector<ExpressionPtr> members, const Location& at);

/// Returns `tree` with `instead` wherever it has `part`.
ExpressionPtr replaced(const ExpressionPtr& tree, const ExpressionPtr& part, const ExpressionPtr& instead);

/// Returns the type of an argument of `kind`.
Type type_of(ParameterKind kind);

/// Returns the type of the members of `set`, an expression of type set.
Type member_type(const Expression& set);

/// Returns the value of `node` where it is a number, or minus one.
std::optional<std::int64_t> number_of(const Expression& node);

/// Returns whether the two trees say the same: all but their places.
bool same_tree(const Expression& a, const Expression& b);

/// As above; two expressions that are not there are the same.
bool same_tree(const ExpressionPtr& a, const ExpressionPtr& b);

}  // namespace npu_cts
