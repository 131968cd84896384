// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/parse_expression.h"

#include <fmt/format.h>

#include "framework/expression/parser.h"

namespace npu_cts {

Result<ExpressionPtr> parse_expression(std::string_view text, const Location& at, const Scope& scope) {
  auto tokens = read_tokens(text, at);
  if (!tokens) return tokens.diagnostics();
  return Parser(*tokens, at, scope).run();
}

Result<ExpressionPtr> parse_expression(std::string_view text, const Location& at, const Scope& scope, Type type) {
  auto tree = parse_expression(text, at, scope);
  if (!tree) return tree;
  if (auto excess = find_excess(**tree)) return *std::move(excess);
  if (Parser::fits((*tree)->type, type)) return tree;
  return error_at(Kind::expression_type, (*tree)->at, fmt::format("expression is {}", describe((*tree)->type)),
                  fmt::format("{} is asked for here", describe(type)),
                  fmt::format("write an expression whose value is {}", describe(type)));
}

}  // namespace npu_cts
