// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/check_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/run/session/honest_run_testing.h"

namespace npu_cts::run {
namespace {

using testing_honest::digest;
using testing_honest::honest_run;

/// Returns the run's cases as its own process planned them.
Chosen planned_cases() { return choose(expand::plan_targets(testing_session::spec_of_same(), {}), {}); }

TEST(CheckPlan, HoldsASmokeRunAgainstItsOwnPlanAndCountsItAsAPart) {
  const Spec spec = testing_session::spec_of_same();
  record::Journal journal = honest_run();
  journal.info.filters.tier = Tier::smoke;
  EXPECT_FALSE(check_plan({.spec = spec, .digest = digest}, journal, "run.jsonl")) << "it has more than smoke plans";
  journal.planned.clear();
  journal.results.clear();
  expand::PlanOptions smoke;
  smoke.filters.tier = Tier::smoke;
  for (const Case& planned : expand::plan(spec, smoke).cases) journal.planned.push_back(record::planned_of(planned));
  const auto scope = check_plan({.spec = spec, .digest = digest}, journal, "run.jsonl");
  ASSERT_TRUE(scope);
  EXPECT_EQ(scope->covered, journal.planned.size());
  EXPECT_EQ(scope->by_default, planned_cases().cases.size());
  EXPECT_FALSE(record::is_whole(*scope));
}

TEST(CheckPlan, RefusesAPinnedVariantThatTheSpecDoesNotHave) {
  const Spec spec = testing_session::spec_of_same();
  record::Journal journal = honest_run();
  journal.info.numerics = {"rounding=upward"};
  const auto scope = check_plan({.spec = spec, .digest = digest}, journal, "run.jsonl");
  ASSERT_FALSE(scope);
  EXPECT_THAT(scope.diagnostics().front().what, testing::HasSubstr("rounding=upward"));
}

TEST(ScopeOfRun, IsTheOneThatCheckPlanSays) {
  const Spec spec = testing_session::spec_of_same();
  const DigestedSpec digested{.spec = spec, .digest = digest};
  const auto counts = count_cases(spec, Tier::fast);
  const Chosen chosen = planned_cases();
  auto scope = scope_of_run(digested, honest_run(), "run.jsonl", chosen.cases, counts);
  const auto planned_again = check_plan(digested, honest_run(), "run.jsonl");
  ASSERT_TRUE(scope);
  ASSERT_TRUE(planned_again);
  scope->choices = planned_again->choices;  // a run does not count them
  EXPECT_EQ(*scope, *planned_again);
}

TEST(ScopeOfRun, OfARunThatSelectsCasesIsNotWholeByForgedCounts) {
  const Spec spec = testing_session::spec_of_same();
  const DigestedSpec digested{.spec = spec, .digest = digest};
  const PlanCounts counts = count_cases(spec, Tier::fast);
  Chosen one_case = planned_cases();
  one_case.cases.resize(1);
  record::Journal head = honest_run();
  head.info.query = "same/*/one";
  const auto scope = scope_of_run(digested, head, "run.jsonl", one_case.cases, {.by_default = 1, .all = 1});
  ASSERT_TRUE(scope);
  EXPECT_FALSE(record::is_whole(*scope));
  EXPECT_EQ(scope->by_default, counts.by_default);
  EXPECT_EQ(scope->all, counts.all);
  head.info.query = "";
  head.info.filters.tier = Tier::smoke;
  const auto smoke = scope_of_run(digested, head, "run.jsonl", one_case.cases, {.by_default = 1, .all = 1});
  ASSERT_TRUE(smoke);
  EXPECT_FALSE(record::is_whole(*smoke)) << "a part of what is planned by default";
}

TEST(ScopeOfRun, IsNoneWhereThePartsHadAnotherSpec) {
  const Spec spec = testing_session::spec_of_same();
  const Chosen chosen = planned_cases();
  EXPECT_FALSE(scope_of_run({.spec = spec, .digest = "another"}, honest_run(), "run.jsonl", chosen.cases, {}));
}

}  // namespace
}  // namespace npu_cts::run
