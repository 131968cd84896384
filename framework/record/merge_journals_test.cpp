// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/record/journal_testing.h"
#include "framework/record/run_fields.h"

namespace npu_cts::record {
namespace {

using namespace testing_journal;

/// A run of 24 cases, of which 20 ended.
Journal whole_run() {
  Journal whole = example();
  whole.shards = {};
  whole.planned = {};
  whole.results = {};
  for (int i = 0; i < 24; ++i) whole.planned.push_back(planned(fmt::format("f/{:02}", i)));
  for (std::size_t i = 0; i < 20; ++i)
    whole.results.push_back(i % 3 == 0 ? failed(whole.planned[i].id) : passed(whole.planned[i].id));
  return whole;
}

/// Returns the parts of `whole`, the last one first.
std::vector<Journal> parts_of(const Journal& whole, std::size_t count) {
  std::vector<Journal> parts;
  for (std::size_t index = count; index-- > 0;) {
    const Shard shard{.index = index, .count = count};
    Journal part = whole;
    part.shards = {shard};
    part.environments = {};
    std::erase_if(part.planned, [&](const PlannedCase& one) { return !is_part(shard, one.id); });
    std::erase_if(part.results, [&](const CaseResult& one) { return !is_part(shard, one.id); });
    parts.push_back(std::move(part));
  }
  return parts;
}

TEST(MergeJournals, GivesTheSameTextHoweverTheRunWasCut) {
  Journal whole = whole_run();
  whole.environments = {};
  for (const std::size_t count : {1U, 2U, 3U, 7U, 24U}) {
    const auto merged = merge_journals(parts_of(whole, count));
    ASSERT_TRUE(merged) << count;
    EXPECT_EQ(to_text(*merged), to_text(whole)) << count;
  }
}

TEST(MergeJournals, SaysWhichPartsAreThereWhereOneIsMissing) {
  auto parts = parts_of(whole_run(), 3);
  parts.pop_back();
  EXPECT_EQ(merge_journals(parts)->shards, (std::vector<Shard>{{1, 3}, {2, 3}}));
}

TEST(MergeJournals, IsUnfinishedWhereOnePartIs) {
  auto parts = parts_of(whole_run(), 2);
  EXPECT_TRUE(merge_journals(parts)->finished);
  parts[0].finished = false;
  EXPECT_FALSE(merge_journals(parts)->finished);
  parts[0].finished = true;
  parts[1].finished = false;
  EXPECT_FALSE(merge_journals(parts)->finished);
}

TEST(MergeJournals, KeepsWhereEachPartRan) {
  auto parts = parts_of(whole_run(), 2);
  for (Journal& part : parts) part.environments = example().environments;
  EXPECT_EQ(merge_journals(parts)->environments.size(), 2U);
}

/// Returns why `parts` are not put together.
std::string why_apart(std::vector<Journal> parts) {
  const auto merged = merge_journals(std::move(parts));
  return merged ? "" : merged.diagnostics()[0].what;
}

TEST(MergeJournals, SaysWhatKeepsPartsApart) {
  auto parts = parts_of(whole_run(), 2);
  EXPECT_EQ(why_apart({parts[0], parts[0]}), "part 2 of 2 is there twice");
  EXPECT_EQ(merge_journals({parts[0], parts[0]}).diagnostics()[0].hint, "name each journal of one run, and each once");
  EXPECT_EQ(why_apart({parts[0], parts_of(whole_run(), 3)[0]}), "part 2 of 2 and part 3 of 3 are not of one run");
  EXPECT_THAT(why_apart({parts[0], whole_run()}), testing::HasSubstr("stands beside another"));
  EXPECT_THAT(why_apart({whole_run(), parts[0]}), testing::HasSubstr("stands beside another"));
  EXPECT_EQ(why_apart({whole_run()}), "");
  std::vector<Journal> swapped = parts;
  std::swap(swapped[0].planned, swapped[1].planned);
  EXPECT_THAT(why_apart(swapped), testing::HasSubstr("is no case of part"));
  std::vector<Journal> others = parts;
  others[1].info.driver = "other\n";
  EXPECT_EQ(why_apart(others),
            "the journals are of different runs: another 'driver': 'plugin:libfoo.so', not 'other\\x0A'");
}

TEST(MergeJournals, KeepsTheFirstOfTwoVerdictsAndSortsWhatItHolds) {
  Journal whole = whole_run();
  std::ranges::reverse(whole.planned);
  std::ranges::reverse(whole.results);
  Journal want = whole_run();
  EXPECT_EQ(*merge_journals({whole}), want);
  whole.results.push_back(passed("f/00"));
  EXPECT_EQ(*merge_journals({whole}), want);
}

TEST(FindDifference, ComparesEveryFieldOfARun) {
  const RunInfo earlier = example().info;
  EXPECT_EQ(find_difference(earlier, earlier), std::nullopt);
  RunInfo info = earlier;
  info.selection.rules = {"r", "s"};
  EXPECT_EQ(find_difference(earlier, info), "another 'rules': '', not 'r, s'");
  info = earlier;
  info.unsupported = Policy::reject;
  EXPECT_EQ(find_difference(earlier, info), "another 'unsupported': 'allow', not 'reject'");
}

TEST(BackendDigests, AreSorted) {
  RunInfo info;
  info.backend = {{.path = "a", .sha256 = "ff", .bytes = 1}, {.path = "b", .sha256 = "00", .bytes = 1}};
  EXPECT_THAT(backend_digests(info), testing::ElementsAre("00", "ff"));
}

TEST(MergeJournals, NeedsAJournal) { EXPECT_FALSE(merge_journals({})); }

}  // namespace
}  // namespace npu_cts::record
