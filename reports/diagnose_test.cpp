// SPDX-License-Identifier: Apache-2.0
#include "reports/diagnose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::reports {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

CaseResult right(std::string id) {
  CaseResult result;
  result.id = std::move(id);
  return result;
}

CaseResult wrong(std::string id, std::vector<std::string> like) {
  CaseResult result = right(std::move(id));
  result.status = Status::fail;
  result.mismatch = Mismatch{.output = "out", .index = {0}, .got = "1", .want = "2"};
  result.matching_mutants = std::move(like);
  return result;
}

std::vector<Suspicion> diagnosis_of(const std::vector<CaseResult>& results) {
  Diagnosis diagnosis;
  for (const CaseResult& result : results) diagnosis.add({}, result);
  return diagnosis.suspicions();
}

TEST(Diagnose, SuspectsNothingWhereAllValuesAreRight) {
  EXPECT_THAT(diagnosis_of({right("a"), right("b")}), IsEmpty());
}

TEST(Diagnose, PutsACaseUnderTheMistakeThatExplainsMost) {
  const auto found = diagnosis_of({wrong("a", {"sums in int16", "drops k"}), wrong("b", {"drops k"}),
                                   wrong("c", {"sums in int16"}), wrong("d", {"sums in int16"})});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].wrong, "sums in int16");
  EXPECT_EQ(found[0].cases, 3U);
  EXPECT_EQ(found[0].first, "a");
  EXPECT_EQ(found[1].wrong, "drops k");
  EXPECT_EQ(found[1].cases, 1U);
}

TEST(Diagnose, PutsWhatNothingExplainsLast) {
  const auto found = diagnosis_of({wrong("a", {}), wrong("b", {}), wrong("c", {"rounds"})});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[1].wrong, "");
  EXPECT_EQ(found[1].cases, 2U);
}

FailureKind kind_of(Verdict expected, OutcomeKind outcome) {
  CaseResult result = right("a");
  result.outcome = outcome;
  result.status = Status::fail;
  record::PlannedCase planned;
  planned.expected = expected;
  return reports::kind_of(planned, result);
}

TEST(Diagnose, TellsInWhatWayACaseFailed) {
  EXPECT_EQ(reports::kind_of({}, wrong("a", {})), FailureKind::values);
  EXPECT_EQ(kind_of(Verdict::accept, OutcomeKind::refused), FailureKind::refused);
  EXPECT_EQ(kind_of(Verdict::accept, OutcomeKind::unsupported), FailureKind::refused);
  EXPECT_EQ(kind_of(Verdict::reject, OutcomeKind::completed), FailureKind::accepted);
  EXPECT_EQ(kind_of(Verdict::reject, OutcomeKind::refused), FailureKind::other) << "with the wrong code";
  EXPECT_EQ(kind_of(Verdict::accept, OutcomeKind::crashed), FailureKind::other);
}

TEST(Diagnose, CountsTheFailuresOfEachKind) {
  Diagnosis diagnosis;
  CaseResult refused = right("b");
  refused.outcome = OutcomeKind::refused;
  refused.status = Status::fail;
  for (const CaseResult& one : {wrong("a", {}), refused, refused, right("c")}) diagnosis.add({}, one);
  const auto kinds = diagnosis.kinds();
  ASSERT_THAT(kinds, SizeIs(2));
  EXPECT_EQ(kinds[0].cases, 1U);
  EXPECT_EQ(kinds[1].kind, FailureKind::refused);
  EXPECT_EQ(kinds[1].cases, 2U);
}

}  // namespace
}  // namespace npu_cts::reports
