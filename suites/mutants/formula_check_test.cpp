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
    for (const FormulaFinding& found : check_formulas(spec, op, different_targets(op)))
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

}  // namespace
}  // namespace npu_cts::mutants
