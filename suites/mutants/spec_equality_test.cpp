// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_equality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "framework/expression/nodes.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {
namespace {

constexpr const char* without_initial_page = "npu_quant_matmul";  ///< no page of 7.1.0-initial is its own

/// Returns the proof for a rule that begins with 7.1.0, where it begins with `release`.
std::string proof_with_a_rule_since(const std::string& release) {
  const Spec& spec = spec_under_test();
  Spec changed = spec;
  changed.operators = {*find_operator(spec, without_initial_page)};
  auto& rules = changed.operators.front().rules;
  const auto dated = std::ranges::find_if(
      rules, [&](const Rule& rule) { return rule.applies.since == find_release(spec, "7.1.0").value(); });
  if (dated == rules.end()) return "no rule begins with 7.1.0";
  dated->applies.since = find_release(spec, release).value();
  SpecMutant mutant;
  mutant.in = FactClass::date;
  mutant.file = std::string("ops/") + without_initial_page + ".yaml";
  return proof_of_equality(spec, changed, mutant);
}

TEST(ProofOfEquality, IsThereWhereNoPageLiesBetweenTheDates) {
  EXPECT_EQ(proof_with_a_rule_since("7.1.0-initial"), "the same facts hold at every target");
}

TEST(ProofOfEquality, IsNotThereWhereAPageLiesBetween) {
  EXPECT_EQ(proof_with_a_rule_since("7.2.0"), "");
  EXPECT_EQ(proof_with_a_rule_since("6.0.0"), "");
}

/// Returns the proof for a rule, of which `change` is made.
template <class Change>
std::string proof_with(FactClass in, const Change& change, const std::string& op = without_initial_page) {
  const Spec& spec = spec_under_test();
  Spec changed = spec;
  changed.operators = {*find_operator(spec, op)};
  change(changed.operators.front());
  SpecMutant mutant;
  mutant.in = in;
  mutant.file = "ops/" + op + ".yaml";
  return proof_of_equality(spec, changed, mutant);
}

void drop_first_rule(OpSpec& op) { op.rules.erase(op.rules.begin()); }

/// A symbol stands for a number where the call has too few axes for it: the shape of its tensor refuses such a call.
void add_nothing_to_k(OpSpec& op) {
  const auto k = std::ranges::find(op.symbols, "k", &Symbol::name);
  k->value = make_node(ExprKind::add, Type::integer, {k->value, make_integer(0, k->at)}, k->at);
}

void add_one_to_k(OpSpec& op) {
  const auto k = std::ranges::find(op.symbols, "k", &Symbol::name);
  k->value = make_node(ExprKind::add, Type::integer, {k->value, make_integer(1, k->at)}, k->at);
}

TEST(ProofOfEquality, IsThereWhereTheSolverFindsNoCallThatDiffers) {
  EXPECT_EQ(proof_with(FactClass::symbol, add_nothing_to_k), "the solver finds no call that differs");
}

TEST(ProofOfEquality, IsNotThereWhereACallDiffers) {
  EXPECT_EQ(proof_with(FactClass::symbol, add_one_to_k), "");
  EXPECT_EQ(proof_with(FactClass::rule, drop_first_rule), "");
}

/// A rule that every call keeps asks besides for what no call has: it is undefined, and no call is legal.
void ask_for_nothing(OpSpec& op) {
  const auto rule = std::ranges::find(op.rules, "x1.rank", &Rule::id);
  const ExpressionPtr zero = make_integer(0, rule->at);
  const ExpressionPtr undefined = make_node(
      ExprKind::equal, Type::boolean,
      {make_node(ExprKind::modulo, Type::integer, {make_integer(1, rule->at), zero}, rule->at), zero}, rule->at);
  rule->require = make_node(ExprKind::logical_and, Type::boolean, {rule->require, undefined}, rule->at);
}

TEST(ProofOfEquality, IsNotThereWhereARuleBecomesUndefined) {
  EXPECT_EQ(proof_with(FactClass::rule, ask_for_nothing), "");
}

/// A formula that speaks of fewer calls.
TEST(ProofOfEquality, IsNotThereWhereAFormulaSpeaksOfOtherCalls) {
  EXPECT_EQ(proof_with(FactClass::symbol,
                       [](OpSpec& op) {
                         const auto one = std::ranges::find_if(
                             op.formulas, [](const ResultFormula& formula) { return formula.when != nullptr; });
                         ASSERT_NE(one, op.formulas.end());
                         one->when = make_node(ExprKind::logical_not, Type::boolean, {one->when}, one->at);
                       }),
            "");
}

/// Counts an axis below `limit` from the end, where the page counts those below zero.
auto count_from_end_below(std::int64_t limit) {
  return [limit](OpSpec& op) {
    const auto a = std::ranges::find(op.symbols, "a", &Symbol::name);
    Expression choice = *a->value;
    Expression below = *choice.children.front();
    below.children.back() = make_integer(limit, a->at);
    choice.children.front() = std::make_shared<const Expression>(below);
    a->value = std::make_shared<const Expression>(choice);
  };
}

/// Axis 0 is refused, whatever the rules on values make of it. Axis 1 is not.
TEST(ProofOfEquality, IsThereWhereRulesOnValuesDifferInRefusedCallsAlone) {
  EXPECT_EQ(proof_with(FactClass::symbol, count_from_end_below(1), "npu_quant_scatter_"),
            "the solver finds no call that differs");
  EXPECT_EQ(proof_with(FactClass::symbol, count_from_end_below(2), "npu_quant_scatter_"), "");
}

auto write_models_as(const std::string& formula) {
  return [formula](OpSpec& op) {
    for (ImplementationDefined& one : op.implementation_defined) {
      for (Variant& variant : one.variants) {
        if (variant.formula == "out = clip(out, -65504, 65504)") variant.formula = formula;
      }
    }
  };
}

TEST(ProofOfEquality, IsThereWhereTwoNumbersAreOneFloat16) {
  EXPECT_EQ(proof_with(FactClass::variant, write_models_as("out = clip(out, -65504, 65505)")),
            "both numbers are one float16");
  EXPECT_EQ(proof_with(FactClass::variant, [](OpSpec&) {}), "") << "no number is another";
  for (const char* const formula : {"out = clip(out, -65504, 65472)", "out = clip(out, -65504, 65536)", "out = out"})
    EXPECT_EQ(proof_with(FactClass::variant, write_models_as(formula)), "") << formula;
}

TEST(ProofOfEquality, IsNotOfTexts) {
  EXPECT_EQ(proof_with(FactClass::text, [](OpSpec& /*op*/) {}), "");
}

}  // namespace
}  // namespace npu_cts::mutants
