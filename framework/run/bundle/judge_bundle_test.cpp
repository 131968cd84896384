// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/judge_bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/run/session/session_testing.h"

namespace npu_cts::run {
namespace {

using testing::SizeIs;
using testing_session::legal_case;
using testing_session::spec_of_same;

Case expecting(const std::string& product, Verdict verdict) {
  Case planned = legal_case(product);
  planned.expected = verdict;
  return planned;
}

Submission submission_with(std::vector<CaseRecord> records) {
  Submission submission;
  submission.said.driver = "toy";
  submission.said.driver_version = "7";
  submission.said.cases = std::move(records);
  return submission;
}

CaseRecord record_of(const Case& planned, OutcomeKind kind) {
  CaseRecord record;
  record.id = planned.id;
  record.kind = kind;
  return record;
}

TEST(JudgeSubmission, GivesEachCaseTheVerdictOnItsOwnRecord) {
  const Spec spec = spec_of_same();
  const std::vector<Case> cases{expecting("alpha", Verdict::reject), expecting("beta", Verdict::reject)};
  const auto journal = judge_submission(
      spec, cases,
      submission_with({record_of(cases[0], OutcomeKind::refused), record_of(cases[1], OutcomeKind::completed)}), {});
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->info.driver, "toy");
  EXPECT_EQ(journal->info.driver_version, "7");
  EXPECT_TRUE(journal->finished);
  ASSERT_THAT(journal->results, SizeIs(2));
  EXPECT_EQ(journal->results[0].status, Status::pass);
  EXPECT_EQ(journal->results[1].status, Status::fail);
}

TEST(JudgeSubmission, LeavesACaseWithoutARecordNotRunAndSkipsAnOpenOne) {
  const Spec spec = spec_of_same();
  const std::vector<Case> cases{expecting("alpha", Verdict::reject), expecting("beta", Verdict::open)};
  const auto journal = judge_submission(spec, cases, submission_with({}), {});
  ASSERT_TRUE(journal);
  EXPECT_THAT(journal->planned, SizeIs(2));
  ASSERT_THAT(journal->results, SizeIs(1));
  EXPECT_EQ(journal->results[0].id, cases[1].id);
  EXPECT_EQ(journal->results[0].status, Status::skip);
}

TEST(CasesOf, AreThoseThatTheBundleCovers) {
  const auto cases = cases_of(spec_of_same(), {.query = "", .filters = {.products = {"beta"}, .modes = {"eager"}}});
  ASSERT_TRUE(cases);
  ASSERT_FALSE(cases->empty());
  for (const Case& planned : *cases) EXPECT_EQ(planned.call.target.product, "beta");
}

TEST(CasesOf, AreNoneOfAProductThatTheSpecDoesNotKnow) {
  EXPECT_FALSE(cases_of(spec_of_same(), {.query = "", .filters = {.products = {"gamma"}}}));
}

}  // namespace
}  // namespace npu_cts::run
