// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/rerun.h"
#include "reports/report.h"
#include "reports/sample.h"
#include "reports/words.h"

namespace npu_cts::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const Fact& find_fact(const std::vector<Fact>& facts, std::string_view id) {
  const auto it = std::ranges::find(facts, id, &Fact::id);
  if (it == facts.end()) ADD_FAILURE() << "no fact " << id;
  return it == facts.end() ? facts.front() : *it;
}

std::size_t sum_of(const Tally& tally) {
  std::size_t sum = tally.not_run;
  for (const std::size_t count : tally.ended) sum += count;
  return sum;
}

TEST(BuildReport, CountsEveryPlannedCaseOnce) {
  const Report report = sample::report();
  EXPECT_EQ(report.tally.planned, 10U);
  EXPECT_EQ(sum_of(report.tally), 10U);
  EXPECT_EQ(report.tally.not_run, 1U);
  ASSERT_THAT(report.operators, SizeIs(1));
  EXPECT_EQ(sum_of(report.product_tallies[0]) + sum_of(report.operators[0].product_tallies[1]), 10U);
  EXPECT_EQ(failures(report.tally), 2U);
}

TEST(BuildReport, PutsACaseUnderEveryFactItIsThereFor) {
  const OpReport op = sample::report().operators[0];
  const Fact& row = find_fact(op.rows, "T1.a");
  EXPECT_EQ(row.evidence[0].tally.planned, 3U);
  EXPECT_EQ(row.evidence[0].tally.count(Status::pass), 3U);
  EXPECT_THAT(row.evidence[1].failing, ElementsAre("frobnicate/atlas_a3/26.1.0/eager/data/T1.a/ties"));
  EXPECT_EQ(find_fact(op.data_sets, "ties").evidence[1].tally.planned, 1U);
  EXPECT_EQ(find_fact(op.rules, "x.rank").evidence[1].tally.count(Status::crash), 1U);
  EXPECT_EQ(find_fact(op.families, "rows").evidence[0].tally.planned, 2U);
}

TEST(BuildReport, ShowsFactsThatNoCaseIsThereFor) {
  const OpReport op = sample::report().operators[0];
  EXPECT_EQ(find_fact(op.rows, "T1.b").evidence[0].tally.planned, 0U);
  EXPECT_EQ(find_fact(op.rules, "axis.inside").evidence[0].tally.planned, 0U);
}

TEST(BuildReport, LosesNoGroundThatTheSpecDoesNotName) {
  const OpReport op = sample::report().operators[0];
  ASSERT_THAT(op.others, SizeIs(1));
  EXPECT_EQ(op.others[0].id, "example-one");
}

TEST(BuildReport, CitesTheStatementWithItsDocumentsAndPlace) {
  const OpReport op = sample::report().operators[0];
  const Fact& rule = find_fact(op.rules, "x.rank");
  ASSERT_THAT(rule.cite, SizeIs(2));
  EXPECT_THAT(rule.cite[0].documents, ElementsAre("f-old", "f-new"));
  EXPECT_EQ(rule.cite[0].place, "constraints, item 2");
  EXPECT_THAT(rule.cite[1].documents, IsEmpty());  // a citation that dangles is shown, not hidden
}

TEST(BuildReport, ListsTheCombinationsOfAnOperatorWithoutRows) {
  Spec spec = sample::spec();
  spec.operators[0].rows.clear();
  const OpReport op = build_report(spec, sample::journal(), sample::whole).operators[0];
  ASSERT_THAT(op.rows, SizeIs(2));
  EXPECT_EQ(op.rows[0].id, "scale=float32,x=int8");
  EXPECT_THAT(op.row_columns, IsEmpty());
  EXPECT_EQ(op.rows[0].evidence[0].tally.planned, 1U);
  EXPECT_EQ(op.rows[0].documented[0].state, SupportState::yes);
}

TEST(BuildReport, HoldsDocumentedSupportAgainstTheCases) {
  const OpReport op = sample::report().operators[0];
  ASSERT_THAT(op.support, SizeIs(9));
  EXPECT_EQ(op.support[0].release, "26.1.0");
  EXPECT_EQ(op.support[0].documented[0].state, SupportState::yes);
  EXPECT_EQ(op.support[0].evidence[0].tally.planned, 5U);
  EXPECT_EQ(op.support[7].documented[0].state, SupportState::open);
  EXPECT_EQ(op.support[6].documented[1].state, SupportState::no);
}

TEST(BuildReport, SaysOfEachFactWhatTheDocumentsSayOfItOnAProduct) {
  Spec spec = sample::spec();
  spec.operators[0].rules[1].on_violation = Verdict::open;
  spec.operators[0].rules[1].question = "axis-range";
  const OpReport op = build_report(spec, sample::journal(), sample::whole).operators[0];
  const auto of = [](const std::vector<Fact>& facts, std::string_view id) { return find_fact(facts, id).documented; };
  ASSERT_THAT(of(op.rows, "T1.b"), SizeIs(2));
  EXPECT_EQ(of(op.rows, "T1.b")[0].state, SupportState::no);
  EXPECT_EQ(of(op.rows, "T1.b")[1].state, SupportState::yes);
  EXPECT_EQ(of(op.rows, "T1.b")[1].changed_in, "7.1.0");
  EXPECT_EQ(of(op.rows, "T1.a")[0].changed_in, "");
  EXPECT_EQ(of(op.rules, "axis.inside")[0].state, SupportState::open);
  EXPECT_EQ(of(op.rules, "axis.inside")[0].question, "axis-range");
  EXPECT_EQ(of(op.rules, "x.dtype")[0].state, SupportState::yes);
  EXPECT_THAT(op.data_sets[0].documented, IsEmpty());
}

TEST(BuildReport, SaysNoOfARuleOfAParameterThatAProductLacksAndOfAllRulesWithoutSupport) {
  Spec spec = sample::spec();
  spec.operators[0].parameters[1].applies.products = {"atlas_a2"};  // scale
  OpReport op = build_report(spec, sample::journal(), sample::whole).operators[0];
  EXPECT_EQ(find_fact(op.rules, "scale.format").documented[0].state, SupportState::yes);
  EXPECT_EQ(find_fact(op.rules, "scale.format").documented[1].state, SupportState::no);
  EXPECT_EQ(find_fact(op.rules, "x.format").documented[1].state, SupportState::yes);
  spec.operators[0].support.insert(spec.operators[0].support.begin(),
                                   sample::support(SupportState::no, sample::applies(0, SIZE_MAX, {"atlas_a3"})));
  op = build_report(spec, sample::journal(), sample::whole).operators[0];
  EXPECT_EQ(find_fact(op.rules, "x.format").documented[0].state, SupportState::yes);
  EXPECT_EQ(find_fact(op.rules, "x.format").documented[1].state, SupportState::no);
  EXPECT_EQ(find_fact(op.rules, "x.rank").documented[1].state, SupportState::no);
  EXPECT_EQ(find_fact(op.rows, "T1.b").documented[1].state, SupportState::no);
}

TEST(BuildReport, SaysSinceWhichReleaseARuleIsWordedAsItIs) {
  Spec spec = sample::spec();
  auto& rules = spec.operators[0].rules;
  rules.push_back(rules[0]);
  rules[0].applies.since = 2;
  rules.back().applies.until = 1;
  const OpReport op = build_report(spec, sample::journal(), sample::whole).operators[0];
  EXPECT_EQ(find_fact(op.rules, "x.rank").documented[0].changed_in, "26.1.0");
}

TEST(BuildReport, FailsAnOperatorThatMixesVariants) {
  record::Journal journal = sample::journal();
  const OpReport mixed = build_report(sample::spec(), journal, sample::whole).operators[0];
  EXPECT_THAT(mixed.variants[0].variants.disagreeing, IsEmpty());
  EXPECT_THAT(mixed.variants[1].variants.disagreeing, SizeIs(2));
  for (CaseResult& result : journal.results) result.status = Status::pass;
  journal.planned.pop_back();
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::fails);
}

TEST(BuildReport, ConformsOnlyWhereEverythingRanAndNothingFailed) {
  record::Journal journal = sample::journal();
  for (CaseResult& result : journal.results) result = sample::result(result.id, Status::pass);
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion,
            Conclusion::incomplete);  // one was not run
  journal.planned.pop_back();
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::conforms);
  journal.finished = false;
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::incomplete);
}

TEST(BuildReport, ConformsOnlyInItsScopeWhereTheRunLeftCasesOut) {
  record::Journal journal = sample::journal();
  journal.planned.pop_back();
  for (CaseResult& result : journal.results) result = sample::result(result.id, Status::pass);
  const Report report = build_report(sample::spec(), journal, {.covered = 9, .by_default = 10, .all = 25});
  EXPECT_EQ(report.conclusion, Conclusion::conforms_in_its_scope);
  EXPECT_EQ(report.operators[0].conclusion, Conclusion::conforms_in_its_scope);
  EXPECT_EQ(say(report.conclusion, Language::en), "conforms in its scope");
}

TEST(BuildReport, FailsOnEveryStatusThatIsAFailure) {
  for (const Status status : every<Status>) {
    record::Journal journal = sample::journal();
    journal.planned.pop_back();
    for (CaseResult& result : journal.results) result = sample::result(result.id, Status::pass);
    journal.results[0].status = status;
    const Conclusion want = is_failure(status)                ? Conclusion::fails
                            : status == Status::expected_fail ? Conclusion::passes_with_waivers
                                                              : Conclusion::conforms;
    EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, want) << name_of(status);
  }
}

TEST(BuildReport, HasNoConclusionWhereNothingRan) {
  record::Journal journal = sample::journal();
  for (CaseResult& result : journal.results) result.status = Status::skip;
  journal.planned.pop_back();
  for (CaseResult& result : journal.results) result.agrees.clear();
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::nothing_ran);
  journal.results.clear();
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::nothing_ran);
  journal.planned.clear();
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::nothing_ran);
}

TEST(BuildReport, HasNoConclusionWhereNoDocumentedCallIsClaimed) {
  record::Journal journal = sample::journal();
  journal.planned.pop_back();
  for (std::size_t i = 0; i < journal.results.size(); ++i) {
    CaseResult& result = journal.results[i];
    result = sample::result(result.id, Status::pass);
    if (journal.planned[i].expected != Verdict::accept) continue;
    result.status = Status::skip;
    result.outcome = OutcomeKind::unsupported;
  }
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::nothing_ran)
      << "refusals alone prove nothing";
  journal.results[0] = sample::result(journal.results[0].id, Status::pass);
  const Report report = build_report(sample::spec(), journal, sample::whole);
  EXPECT_EQ(report.conclusion, Conclusion::conforms_in_part);
  EXPECT_EQ(report.claim.claimed, 1U);
  EXPECT_GT(report.claim.documented, 1U);
}

TEST(BuildReport, HasNoConclusionWhereIllegalCallsAloneRanAndSomeWereLeftOut) {
  record::Journal journal = sample::journal();
  const auto is_documented = [](const record::PlannedCase& planned) { return planned.expected == Verdict::accept; };
  std::erase_if(journal.planned, is_documented);
  ASSERT_GE(journal.planned.size(), 2U);
  journal.results.clear();
  for (const record::PlannedCase& planned : journal.planned)
    journal.results.push_back(sample::result(planned.id, Status::pass));
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::conforms);
  journal.results[0].status = Status::skip;
  journal.results[0].outcome = OutcomeKind::unsupported;
  EXPECT_EQ(build_report(sample::spec(), journal, sample::whole).conclusion, Conclusion::nothing_ran);
}

TEST(BuildReport, CountsAnOperatorThatTheSpecLacks) {
  Spec spec = sample::spec();
  spec.operators.clear();
  spec.products.clear();
  const Report report = build_report(spec, sample::journal(), sample::whole);
  EXPECT_EQ(report.tally.planned, 10U);
  EXPECT_THAT(report.products, SizeIs(2));
  EXPECT_EQ(find_fact(report.operators[0].others, "T1.a").evidence[0].tally.planned, 3U);
}

TEST(ReproducerOf, QuotesWhatAShellWouldTouch) {
  record::PlannedCase planned = sample::planned({"atlas_a2", "rows", "a'b $(c)", {}});
  EXPECT_EQ(
      record::rerun_command(
          {.driver = "exec:my driver", .driver_version = "", .spec_digest = "", .query = "", .tool_version = ""},
          planned, nullptr),
      "npu-cts run 'frobnicate/atlas_a2/26.1.0/eager/rows/a'\\''b $(c)' --driver 'exec:my driver' --product atlas_a2 "
      "--release 26.1.0");
}

}  // namespace
}  // namespace npu_cts::reports
