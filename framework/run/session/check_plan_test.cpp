// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/check_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/run/session/honest_run_testing.h"

namespace npu_cts::run {
namespace {

using testing_honest::digest;
using testing_honest::honest_run;
using testing_honest::remove_case;

/// Returns the run's cases as its own process planned them.
Chosen planned_cases() { return choose(expand::plan_targets(testing_session::spec_of_same(), {}), {}); }

TEST(CheckPlan, HoldsASmokeRunAgainstItsOwnPlanAndCountsItAsAPart) {
  const Spec spec = testing_session::spec_of_same();
  const auto counts = count_cases(spec, Tier::smoke);
  record::Journal journal = honest_run();
  journal.info.tier = Tier::smoke;
  EXPECT_FALSE(check_plan({.spec = spec, .digest = digest}, journal, "run.jsonl", counts))
      << "it has more than smoke plans";
  journal.planned.clear();
  journal.results.clear();
  expand::PlanOptions smoke;
  smoke.tier = Tier::smoke;
  for (const Case& planned : expand::plan(spec, smoke).cases) journal.planned.push_back(record::planned_of(planned));
  const auto scope = check_plan({.spec = spec, .digest = digest}, journal, "run.jsonl", counts);
  ASSERT_TRUE(scope);
  EXPECT_EQ(scope->covered, journal.planned.size());
  EXPECT_EQ(scope->by_default, planned_cases().cases.size());
  EXPECT_FALSE(record::is_whole(*scope));
}

Result<record::CoveredScope> check_run(const DigestedSpec& spec, const record::Journal& journal, const Chosen& chosen,
                                       const PlanCounts& counts) {
  auto check = PlanCheck::of_run(spec, journal, "run.jsonl", chosen.cases, counts);
  if (!check) return check.diagnostics();
  check->take(journal.planned);
  return check->conclude();
}

TEST(CheckRun, SaysTheScopeThatCheckPlanSays) {
  const Spec spec = testing_session::spec_of_same();
  const DigestedSpec digested{.spec = spec, .digest = digest};
  const auto counts = count_cases(spec, Tier::fast);
  const Chosen chosen = planned_cases();
  auto scope = check_run(digested, honest_run(), chosen, counts);
  const auto planned_again = check_plan(digested, honest_run(), "run.jsonl", counts);
  ASSERT_TRUE(scope);
  ASSERT_TRUE(planned_again);
  scope->choices = planned_again->choices;  // a run does not count them
  EXPECT_EQ(*scope, *planned_again);
}

TEST(CheckRun, RefusesAJournalThatLacksACaseOfTheRun) {
  const Spec spec = testing_session::spec_of_same();
  record::Journal journal = honest_run();
  remove_case(journal, 0);
  const Chosen chosen = planned_cases();
  const auto scope = check_run({.spec = spec, .digest = digest}, journal, chosen, {});
  ASSERT_FALSE(scope);
  EXPECT_THAT(scope.diagnostics().front().what, testing::HasSubstr("the journal lacks 1 case of its plan"));
}

TEST(CheckRun, RefusesAJournalOfAnotherSpec) {
  const Spec spec = testing_session::spec_of_same();
  const Chosen chosen = planned_cases();
  EXPECT_FALSE(check_run({.spec = spec, .digest = "another"}, honest_run(), chosen, {}));
}

}  // namespace
}  // namespace npu_cts::run
