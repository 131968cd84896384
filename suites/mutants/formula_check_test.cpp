// SPDX-License-Identifier: Apache-2.0
// Each formula, and each numeric model of a variant, gives the results of the oracle, and its condition says where.

#include <gmock/gmock.h>

#include "suites/mutants/formula_check.h"
#include "suites/mutants/formula_value.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {
namespace {

TEST(Formulas, GiveTheResultsOfTheOracleWhereTheyHold) {
  const Spec& spec = spec_under_test();
  for (const OpSpec& op : spec.operators) {
    for (const FormulaFinding& found : check_formulas(spec, op, different_targets(op, same_results_key)))
      ADD_FAILURE() << found.at.file << ":" << found.at.line << ": " << found.fact << ": " << found.says;
  }
}

TEST(FormulaValue, BindsAsPythonDoes) {
  const FormulaNames none = [](std::string_view /*name*/) { return std::optional<FormulaValue>(); };
  const auto number = [&](std::string_view text) { return value_of_formula(text, none, {})->elements.front().low; };
  EXPECT_EQ(number("1 + 2 * 3"), 7);
  EXPECT_EQ(number("(1 + 2) * 3 - -1"), 10);
  EXPECT_EQ(number("(5 & 0x6) | (1 << 3)"), 12);
  EXPECT_EQ(number("clip(300, -128, 127)"), 127);
  EXPECT_EQ(number("int8(300)"), 44);
  EXPECT_FALSE(value_of_formula("sum(1)", none, {}));
  EXPECT_FALSE(value_of_formula("unknown + 1", none, {}));
}

/// Returns a matrix of whole numbers; an operand of '@' where its products along an axis are summed.
FormulaValue matrix(Shape shape, const std::vector<double>& numbers, std::optional<std::size_t> summed_axis = {}) {
  FormulaValue value{.shape = std::move(shape)};
  for (const double number : numbers) value.elements.push_back({number, number});
  value.summed_axis = summed_axis;
  return value;
}

/// Three products in two groups: two of the first, one of the last.
TEST(FormulaValue, SumsOverGroups) {
  const FormulaNames names = [](std::string_view name) -> std::optional<FormulaValue> {
    if (name == "a") return matrix({1, 3}, {1, 2, 3}, 1);
    if (name == "b") return matrix({3, 1}, {10, 20, 30}, 0);
    if (name == "s") return matrix({2, 1}, {2, 5});
    return std::nullopt;
  };
  const auto number = [&](std::string_view text) { return value_of_formula(text, names, {})->elements.front().low; };
  EXPECT_EQ(number("a @ b"), 140);
  EXPECT_EQ(number("sum(a @ b * s)"), 2 * 50 + 5 * 90);
  EXPECT_EQ(number("sum(a @ (b - s))"), 1 * 8 + 2 * 18 + 3 * 25);
  EXPECT_EQ(number("sum(a @ b + s) * 2"), 2 * (140 + 7));
}

}  // namespace
}  // namespace npu_cts::mutants
