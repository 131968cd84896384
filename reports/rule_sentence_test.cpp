// SPDX-License-Identifier: Apache-2.0
// Every sentence that a rule's expressions become is read back to them: the pages say neither more nor less than the
// spec.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "framework/reader/read_spec.h"
#include "reports/matrix_constraints.h"
#include "reports/rule_sentence_testing.h"
#include "reports/spec_testing.h"

namespace npu_cts::reports {
namespace {

using sentences::notation_of;
using sentences::Readings;
using sentences::SentenceReader;

class RuleSentence : public testing::TestWithParam<Language> {};

TEST_P(RuleSentence, ReadsBackToItsRule) {
  for (const OpSpec& op : spec_under_test().operators) {
    for (const Rule& rule : op.rules) {
      const std::string require = notation_of(*rule.require);
      const std::string want = rule.when ? fmt::format("when {}: {}", notation_of(*rule.when), require) : require;
      const std::string sentence = rule_sentence(rule, GetParam());
      const Readings readings = SentenceReader(op, GetParam()).rule(sentences::with_ascii_brackets(sentence));
      EXPECT_TRUE(readings.contains({Type::boolean, want})) << op.name << " " << rule.id << ": " << sentence << "\n"
                                                            << want;
      for (const auto& [type, reading] : readings)
        EXPECT_EQ(type == Type::boolean ? reading : want, want) << op.name << " " << rule.id << ": " << sentence;
    }
  }
}

/// Returns the conditions that a page prints beside formulas, behaviours and shapes.
std::vector<ExpressionPtr> conditions_of(const OpSpec& op) {
  std::vector<ExpressionPtr> conditions;
  for (const ResultFormula& one : op.formulas) conditions.push_back(one.when);
  for (const ImplementationDefined& one : op.implementation_defined) conditions.push_back(one.when);
  for (const Parameter& parameter : op.parameters) {
    for (const ShapeAlternative& one : parameter.shapes) conditions.push_back(one.when);
  }
  std::erase(conditions, nullptr);
  return conditions;
}

TEST_P(RuleSentence, ReadsBackToItsCondition) {
  std::size_t read = 0;
  for (const OpSpec& op : spec_under_test().operators) {
    for (const ExpressionPtr& condition : conditions_of(op)) {
      const std::string sentence = to_sentence(*condition, GetParam());
      const std::string want = notation_of(*condition);
      const Readings readings = SentenceReader(op, GetParam()).rule(sentences::with_ascii_brackets(sentence));
      EXPECT_TRUE(readings.contains({Type::boolean, want})) << op.name << ": " << sentence << "\n" << want;
      for (const auto& [type, reading] : readings)
        EXPECT_EQ(type == Type::boolean ? reading : want, want) << op.name << ": " << sentence;
      ++read;
    }
  }
  EXPECT_GT(read, 0U);
}

TEST(SentenceReader, ReadsArithmeticInTheIndexOfAnElement) {
  const OpSpec& op = *find_operator(spec_under_test(), "npu_trans_quant_param");
  const Readings readings = SentenceReader(op, Language::en).read("element [i minus 1] of scale");
  EXPECT_TRUE(readings.contains({Type::integer, "at(scale,-(i,1))"}));
}

INSTANTIATE_TEST_SUITE_P(Languages, RuleSentence, testing::Values(Language::en, Language::zh),
                         [](const auto& row) { return row.param == Language::en ? "English" : "Chinese"; });

}  // namespace
}  // namespace npu_cts::reports
