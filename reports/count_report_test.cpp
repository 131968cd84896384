// SPDX-License-Identifier: Apache-2.0
// What a certificate says of a run is what its report says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "framework/record/sorted_cases.h"
#include "reports/count_report.h"
#include "reports/sample.h"

namespace npu_cts::reports {
namespace {

Report counted(record::Journal journal) {
  record::sort_by_id(journal.planned);
  record::sort_by_id(journal.results);
  const Spec spec = sample::spec();
  const std::optional<expect::Expectations> no_list;
  ReportCounter counter(spec, no_list, "");
  record::for_each_case(
      journal, [&](const record::PlannedCase& planned, const CaseResult* result) { counter.take(planned, result); });
  return counter.close(journal, sample::whole);
}

record::Journal passing() {
  record::Journal journal = sample::journal();
  for (CaseResult& result : journal.results) result.status = Status::pass;
  return journal;
}

TEST(ReportCounter, GivesTheSumsOfTheReport) {
  for (const record::Journal& journal : {sample::journal(), passing()}) {
    const Report report = build_report(sample::spec(), journal, sample::whole);
    const Report counts = counted(journal);
    EXPECT_EQ(counts.tally, report.tally);
    EXPECT_EQ(counts.claim, report.claim);
    EXPECT_EQ(counts.conclusion, report.conclusion);
    ASSERT_EQ(counts.operators.size(), report.operators.size());
    EXPECT_EQ(counts.operators[0].tally, report.operators[0].tally);
    EXPECT_EQ(counts.operators[0].conclusion, report.operators[0].conclusion);
  }
}

/// PlanCheck refuses such a run. The counter sees its cases before.
TEST(ReportCounter, LosesNoCaseOfAnOperatorThatTheSpecDoesNotHave) {
  record::Journal journal = sample::journal();
  for (record::PlannedCase& planned : journal.planned) planned.op = "nowhere";
  const Report counts = counted(journal);
  EXPECT_EQ(counts.tally, counted(sample::journal()).tally);
  EXPECT_EQ(counts.conclusion, Conclusion::fails);
}

}  // namespace
}  // namespace npu_cts::reports
