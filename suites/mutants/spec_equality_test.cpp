// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_equality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

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

TEST(ProofOfEquality, IsOfDatesAndProductsAlone) {
  const Spec& spec = spec_under_test();
  SpecMutant mutant;
  mutant.in = FactClass::rule;
  mutant.file = std::string("ops/") + without_initial_page + ".yaml";
  Spec same = spec;
  same.operators = {*find_operator(spec, without_initial_page)};
  EXPECT_EQ(proof_of_equality(spec, same, mutant), "");
}

}  // namespace
}  // namespace npu_cts::mutants
