// SPDX-License-Identifier: Apache-2.0
#include "reports/compare_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/rerun.h"
#include "reports/document/markdown.h"
#include "reports/sample.h"

namespace npu_cts::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A run of another implementation: two wrong cases of one mistake, the larger first.
record::Journal wrong_run() {
  record::Journal run = sample::journal();
  run.info.driver_version = "2.0 of another";
  for (CaseResult& result : run.results) {
    result = sample::result(result.id, Status::pass);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    CaseResult& result = run.results[i];
    result.status = Status::fail;
    result.mismatch = Mismatch{.output = "out", .index = {1}, .got = "3", .want = "2"};
    result.matching_mutants = {"rounds halves up"};
    result.sizes = {{"k", i == 0 ? 64 : 8}};
  }
  return run;
}

std::string page_of(const std::vector<record::Journal>& journals) {
  std::vector<Report> reports;
  for (const record::Journal& journal : journals)
    reports.push_back(build_report(sample::spec(), journal, sample::whole));
  return document::to_markdown(build_compare_page(reports, Language::en));
}

TEST(ComparePage, ScoresEachImplementationByOperatorAndProduct) {
  const std::string page = page_of({sample::journal(), wrong_run()});
  EXPECT_THAT(page, HasSubstr("| Atlas A2 | Atlas A3 |"));
  EXPECT_THAT(page, HasSubstr("**1.2**"));
  EXPECT_THAT(page, HasSubstr("**2.0 of another**"));
  EXPECT_THAT(page, HasSubstr("5/5"));
}

TEST(ComparePage, NamesAMistakeWithTheSmallestCaseThatShowsIt) {
  const std::string page = page_of({wrong_run()});
  EXPECT_THAT(page, HasSubstr("rounds halves up"));
  const std::vector<CaseResult> results = wrong_run().results;
  EXPECT_THAT(page, HasSubstr(results[1].id));
  EXPECT_THAT(page, Not(HasSubstr(results[0].id)));
  EXPECT_THAT(page, HasSubstr("got 3, want 2"));
}

TEST(ComparePage, ListsFailuresThatAreNoWrongValues) {
  EXPECT_THAT(page_of({sample::journal()}), HasSubstr("the process ended inside this case"));
}

TEST(ComparePage, SaysWhichVariantsEachFollowsAndWhereTheyMix) {
  const std::string page = page_of({sample::journal()});
  EXPECT_THAT(page, HasSubstr("rounding = even"));
  EXPECT_THAT(page, HasSubstr("a mixture"));
}

TEST(ComparePage, SaysWhatAVariantMeans) {
  EXPECT_THAT(page_of({sample::journal()}), HasSubstr("`rounding = even` ties go to the even neighbour"));
}

TEST(ComparePage, PrintsACommandForEachNumber) {
  record::Journal run = wrong_run();
  run.info.filters.ops = {"frobnicate"};
  const std::vector<Report> reports{build_report(sample::spec(), run, sample::whole)};
  const std::string page = document::to_markdown(
      build_compare_page(reports, Language::en, {.command = "npu-cts compare a.jsonl --out DIR"}));
  EXPECT_THAT(page, HasSubstr("`npu-cts compare a.jsonl --out DIR`"));
  EXPECT_THAT(page, HasSubstr("`" + record::run_command(run.info) + "`"));
  EXPECT_THAT(page, HasSubstr("npu-cts run '" + run.results[1].id + "'"));
}

TEST(ComparePage, HasTheRemarkOfAVersionBelowIt) {
  record::Journal run = wrong_run();
  run.info.driver = "plugin:build/lib/x.so";
  run.info.driver_version = "X 1 (contained: full)";
  EXPECT_THAT(page_of({run}), HasSubstr("**X 1**<br>x.so (contained: full)"));
}

TEST(ComparePage, NamesTheReferenceByItsNameAndNotByTheVersionOfTheSuite) {
  record::Journal run = wrong_run();
  run.info.driver = "reference";
  run.info.driver_version = "0.1.0";
  EXPECT_THAT(page_of({run}), HasSubstr("**reference**<br>npu-cts 0.1.0"));
  EXPECT_THAT(page_of({run}), HasSubstr("- reference: `npu-cts run"));
}

TEST(ComparePage, TellsImplementationsOfOneNameApartByTheirJournals) {
  const std::vector<Report> reports{sample::report(), sample::report()};
  const auto page_with = [&](const std::vector<Report>& of) {
    return document::to_markdown(
        build_compare_page(of, Language::en, {.journals = {"today.jsonl", "before.jsonl"}, .command = ""}));
  };
  const std::string page = page_with(reports);
  EXPECT_THAT(page, HasSubstr("<br>before.jsonl |"));
  EXPECT_THAT(page, HasSubstr("(today.jsonl): `npu-cts run"));
  EXPECT_THAT(page_with({reports.front()}), Not(HasSubstr("today.jsonl")));
}

TEST(ComparePage, LinksToTheTrendAndNamesABadgeOfEach) {
  const std::vector<Report> reports{sample::report()};
  const std::string page = document::to_markdown(
      build_compare_page(reports, Language::en, {.badges = {"badge-a.svg"}, .pages = {{"trend", "Runs over time"}}}));
  EXPECT_THAT(page, HasSubstr("[Runs over time](trend.md)"));
  EXPECT_THAT(page, HasSubstr("![npu-cts: does not conform](badge-a.svg) | `![npu-cts](badge-a.svg)`"));
}

TEST(ComparePage, WarnsWhereTheRunsAreOfDifferentSpecs) {
  record::Journal other = sample::journal();
  EXPECT_THAT(page_of({sample::journal(), other}), Not(HasSubstr("not of one spec")));
  other.info.spec_digest = "decaf";
  EXPECT_THAT(page_of({sample::journal(), other}), HasSubstr("not of one spec"));
}

}  // namespace
}  // namespace npu_cts::reports
