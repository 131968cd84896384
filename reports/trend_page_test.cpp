// SPDX-License-Identifier: Apache-2.0
#include "reports/trend_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/document/markdown.h"
#include "reports/sample.h"

namespace npu_cts::reports {
namespace {

using testing::HasSubstr;

TrendRun run_of(const record::Journal& journal, std::string file) {
  const Report report = build_report(sample::spec(), journal, sample::whole);
  return {.file = std::move(file),
          .level = "self-declared",
          .info = journal.info,
          .ended = "2026-07-27T08:16:00Z",
          .tally = report.tally,
          .scope = report.scope,
          .conclusion = report.conclusion,
          .since = {}};
}

std::string page_of(const std::vector<TrendRun>& runs, Language language = Language::en) {
  return document::to_markdown(build_trend_page({.runs = runs}, language));
}

TEST(TrendPage, ShowsEachRunWithItsScopeAndConclusion) {
  const std::string page = page_of({run_of(sample::journal(), "monday.jsonl")});
  EXPECT_THAT(page, HasSubstr("`monday.jsonl`"));
  EXPECT_THAT(page, HasSubstr("2026-07-27T08:16:00Z"));
  EXPECT_THAT(page, HasSubstr(" of "));
  EXPECT_THAT(page, HasSubstr("does not conform"));
  EXPECT_THAT(page, HasSubstr("self-declared"));
}

TEST(TrendPage, HasASectionForEachDriver) {
  record::Journal other = sample::journal();
  other.info.driver = "plugin:other.so";
  const std::string page = page_of({run_of(sample::journal(), "a"), run_of(other, "b")});
  EXPECT_THAT(page, HasSubstr("## " + sample::journal().info.driver));
  EXPECT_THAT(page, HasSubstr("## plugin:other.so"));
}

TEST(TrendPage, SaysWhatChangedSinceTheRunBefore) {
  record::Journal newer = sample::journal();
  newer.info.driver_version = "9.9";
  newer.info.challenge = "3f9c27a05be14d86";
  for (CaseResult& result : newer.results) result.status = Status::fail;
  TrendRun run = run_of(newer, "b");
  run.since = diff::diff(sample::journal(), newer);
  ASSERT_FALSE(run.since->worse.empty());
  const std::string page = page_of({run_of(sample::journal(), "a"), run});
  EXPECT_THAT(page, HasSubstr("worse: " + std::to_string(run.since->worse.size())));
  EXPECT_THAT(page, HasSubstr("changed: data, backend"));
  EXPECT_THAT(page, HasSubstr("newly failing: `example-one` (1)"));
}

TEST(TrendPage, PrintsTheCommandsBehindItsNumbers) {
  const std::string page = page_of({run_of(sample::journal(), "a")});
  for (const char* command :
       {"`npu-cts trend FOLDER --out DIR`", "`npu-cts report RUN --out DIR`", "`npu-cts diff BEFORE RUN`"})
    EXPECT_THAT(page, HasSubstr(command));
}

TEST(TrendPage, NamesTheJournalsThatItLeavesOut) {
  const Trend trend{.runs = {run_of(sample::journal(), "a")}, .left_out = {"again.jsonl (one case)"}};
  EXPECT_THAT(document::to_markdown(build_trend_page(trend, Language::en)),
              HasSubstr("Left out, as no runs of their own: again.jsonl (one case)"));
  EXPECT_THAT(page_of(trend.runs), testing::Not(HasSubstr("Left out")));
}

TEST(TrendPage, JudgesNoRunOfAnotherSpec) {
  TrendRun run = run_of(sample::journal(), "old");
  run.scope.reset();
  run.conclusion.reset();
  EXPECT_THAT(page_of({run}), HasSubstr("of another spec | not judged"));
  EXPECT_THAT(badge_of(run), HasSubstr("of another spec"));
}

TEST(TrendPage, IsInChinese) {
  EXPECT_THAT(page_of({run_of(sample::journal(), "a")}, Language::zh), HasSubstr("历次运行"));
}

TEST(Tally, OfAJournalCountsWhatDidNotRun) {
  record::Journal journal = sample::journal();
  const std::size_t planned = journal.planned.size();
  journal.results.resize(1);
  const Tally tally = tally_of(journal);
  EXPECT_EQ(tally.planned, planned);
  EXPECT_EQ(tally.not_run, planned - 1);
}

struct BadgeCase {
  std::string_view name;
  Conclusion conclusion;
  record::CoveredScope scope;
  std::string_view want;
};
void PrintTo(const BadgeCase& row, std::ostream* out) { *out << row.name; }

constexpr record::CoveredScope whole{.covered = 5, .by_default = 5};
constexpr record::CoveredScope part{.covered = 2, .by_default = 5};

class Badge : public testing::TestWithParam<BadgeCase> {};

TEST_P(Badge, SaysWhatTheRunShows) {
  TrendRun run = run_of(sample::journal(), "a");
  run.conclusion = GetParam().conclusion;
  run.scope = GetParam().scope;
  const std::string badge = badge_of(run);
  EXPECT_THAT(badge, HasSubstr(std::string(GetParam().want)));
  const bool may_conform = GetParam().conclusion == Conclusion::conforms && record::is_whole(GetParam().scope);
  EXPECT_EQ(badge.find("conform") != std::string::npos, may_conform);
}

INSTANTIATE_TEST_SUITE_P(Each, Badge,
                         testing::Values(BadgeCase{"Whole", Conclusion::conforms, whole, "conforms, self-declared"},
                                         BadgeCase{"Part", Conclusion::conforms, part, "2 of 5 cases pass"},
                                         BadgeCase{"InItsScope", Conclusion::conforms_in_its_scope, part,
                                                   "2 of 5 cases pass"},
                                         BadgeCase{"InPart", Conclusion::conforms_in_part, whole, "a part is claimed"},
                                         BadgeCase{"Waived", Conclusion::passes_with_waivers, whole, "known failures"},
                                         BadgeCase{"Fails", Conclusion::fails, whole, "cases fail"},
                                         BadgeCase{"Incomplete", Conclusion::incomplete, whole, "incomplete"},
                                         BadgeCase{"Nothing", Conclusion::nothing_ran, part, "nothing ran"}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace npu_cts::reports
