// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/rule_claims.h"

#include "framework/expression/nodes.h"
#include "framework/search/conditions.h"

namespace npu_cts::mutants {
namespace {

bool same(const ExpressionPtr& a, const ExpressionPtr& b) {
  return (!a && !b) || (a && b && (a == b || same_tree(*a, *b)));
}

}  // namespace

bool same_claims(const BoundRule& a, const BoundRule& b) { return same(a.require, b.require) && same(a.when, b.when); }

std::vector<ExpressionPtr> broken_claims(const BoundRule& rule) {
  std::vector<ExpressionPtr> claims;
  if (rule.when) claims.push_back(rule.when);
  claims.push_back(negation_of(rule.require));
  return claims;
}

ExpressionPtr kept_claim(const BoundRule& rule) {
  if (!rule.when) return rule.require;
  return make_node(ExprKind::logical_or, Type::boolean, {negation_of(rule.when), rule.require}, rule.at);
}

}  // namespace npu_cts::mutants
