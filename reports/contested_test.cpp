// SPDX-License-Identifier: Apache-2.0
#include "reports/contested.h"
#include "reports/report.h"

#include <utility>

#include <gtest/gtest.h>

#include "framework/base/names_testing.h"

namespace npu_cts::reports {
namespace {

record::Journal journal_with(OutcomeKind outcome, Status status) {
  record::Journal journal;
  CaseResult result;
  result.id = "any";
  result.status = status;
  result.outcome = outcome;
  journal.results.push_back(std::move(result));
  return journal;
}

Status read_as(ContestedPolicy policy, OutcomeKind outcome, Status status = Status::contested) {
  return with_contested(journal_with(outcome, status), policy).results.front().status;
}

TEST(WithContested, KeepsTheStatusWhereItIsReported) {
  EXPECT_EQ(read_as(ContestedPolicy::report, OutcomeKind::completed), Status::contested);
  EXPECT_EQ(read_as(ContestedPolicy::report, OutcomeKind::refused), Status::contested);
}

TEST(WithContested, JudgesByTheDocumentsWhereItFails) {
  EXPECT_EQ(read_as(ContestedPolicy::fail, OutcomeKind::completed), Status::fail);
  EXPECT_EQ(read_as(ContestedPolicy::fail, OutcomeKind::refused), Status::pass);
}

TEST(WithContested, TakesEitherAnswerWhereItPasses) {
  EXPECT_EQ(read_as(ContestedPolicy::pass, OutcomeKind::completed), Status::pass);
  EXPECT_EQ(read_as(ContestedPolicy::pass, OutcomeKind::unsupported), Status::pass);
}

TEST(WithContested, TouchesNoOtherCase) {
  EXPECT_EQ(read_as(ContestedPolicy::pass, OutcomeKind::completed, Status::fail), Status::fail);
  EXPECT_EQ(read_as(ContestedPolicy::fail, OutcomeKind::completed, Status::weak), Status::weak);
}

TEST(WithContested, AttributesAnAcceptedCall) {
  const record::Journal journal =
      with_contested(journal_with(OutcomeKind::completed, Status::contested), ContestedPolicy::fail);
  ASSERT_TRUE(journal.results.front().attribution);
  EXPECT_EQ(journal.results.front().attribution->fault, Fault::accepted_invalid);
}

TEST(ContestedPolicy, HasItsNamesInTheOrderOfItsValues) {
  EXPECT_EQ(names_as_words<ContestedPolicy>(), enumerators_of<ContestedPolicy>());
}

TEST(Conclusion, HasItsNamesInTheOrderOfItsValues) {
  EXPECT_EQ(names_as_words<Conclusion>(), enumerators_of<Conclusion>());
}

}  // namespace
}  // namespace npu_cts::reports
