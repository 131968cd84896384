// SPDX-License-Identifier: Apache-2.0
#include "reports/case_file.h"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/render.h"
#include "reports/report.h"
#include "reports/sample.h"

namespace npu_cts::reports {
namespace {

/// Returns the cases of `journal`, written to disk.
RunCases on_disk(const record::Journal& journal) {
  auto file = CaseFile::make(testing::TempDir()).value();
  cases_in_memory(journal)([&](const auto& planned, const CaseResult* result) { file.add(planned, result); });
  return file.close().value();
}

/// Returns a run in which every field of a result holds something.
record::Journal full_of_facts() {
  record::Journal run = sample::journal();
  CaseResult& result = run.results[8];
  result.mismatch->pattern = "one column";
  result.mismatch->details = {"2 of 8 are wrong", "the first: -3, not 4"};
  result.agrees = {{{"rounding", "even"}}, {}};
  result.sizes = {{"k", 64}, {"m", 1}};
  result.matching_mutants = {"rounds down"};
  result.attribution->side = TensorEnd::past_end;
  result.attribution->signal = "SIGSEGV";
  result.attribution->code = -7;
  result.attribution->detail = "near the end";
  result.printed = {"line", ""};
  result.microseconds = 12;
  result.another = "with other values";
  result.nonce = "decaf";
  result.outputs = "c0ffee";
  return run;
}

TEST(CaseFile, GivesTheCasesBackAsOftenAsItIsAsked) {
  record::Journal run = full_of_facts();
  record::sort_by_id(run.planned);
  record::sort_by_id(run.results);
  const RunCases cases = on_disk(run);
  for (int time = 0; time < 2; ++time) {
    record::Journal read = head_of(run);
    cases([&](const record::PlannedCase& planned, const CaseResult* result) {
      read.planned.push_back(planned);
      if (result != nullptr) read.results.push_back(*result);
    });
    EXPECT_EQ(read, run);
  }
}

TEST(CaseFile, IsNoneWhereItCannotBeMade) { EXPECT_FALSE(CaseFile::make("/nowhere/at/all")); }

std::size_t allocated() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

/// Returns a run of `count` cases that pass; those of one mode have the same contents as those of the next.
RunToReport passing_run(int count) {
  constexpr int of_one_mode = 100;
  auto file = CaseFile::make(testing::TempDir()).value();
  for (int i = 0; i < count; ++i) {
    record::PlannedCase planned = sample::planned({"atlas_a2", "rows", "scale=float32,x=int8", {"T1.a", "x.rank"}});
    planned.target.mode = fmt::format("mode{:06}", i / of_one_mode);
    planned.id = fmt::format("frobnicate/atlas_a2/26.1.0/{}/rows/x={}", planned.target.mode, 100 + i % of_one_mode);
    const CaseResult result = sample::result(planned.id, Status::pass, "everything is as the documents have it");
    file.add(planned, &result);
  }
  return {.head = head_of(sample::journal()), .cases = file.close().value(), .products = {"atlas_a2"}};
}

/// These cases take 30 MB in memory. Nothing is counted where another allocator stands in.
TEST(BuildReport, AndItsFormsKeepNoCaseThatPassed) {
  constexpr int many = 40'000;
  RunToReport run = passing_run(many);
  const std::size_t before = allocated();
  std::size_t most = before;
  const TakeText take = [&](const std::string& /*page*/, std::string_view /*piece*/) {
    most = std::max(most, allocated());
  };
  const Report report = build_report(sample::spec(), std::move(run), sample::whole);
  EXPECT_EQ(report.tally.planned, std::size_t{many});
  EXPECT_EQ(report.tally.count(Status::pass), std::size_t{many});
  most = std::max(most, allocated());
  write_json(report, take);
  write_csv(report, take);
  write_junit(report, take, {.bytes = std::size_t{1} << 20U});
  EXPECT_LT(most - before, std::size_t{8} << 20U);
}

}  // namespace
}  // namespace npu_cts::reports
