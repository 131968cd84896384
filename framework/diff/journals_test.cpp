// SPDX-License-Identifier: Apache-2.0
#include "framework/diff/journals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "framework/record/journal_testing.h"

namespace npu_cts::diff {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// A run of the case "a", which ended as `status`; nothing: it did not run.
record::Journal run_of(std::optional<Status> status) {
  record::Journal journal;
  record::PlannedCase& planned = journal.planned.emplace_back();
  planned.id = "a";
  if (!status) return journal;
  CaseResult& result = journal.results.emplace_back();
  result.id = "a";
  result.status = *status;
  result.reason = std::string(name_of(*status));
  return journal;
}

std::vector<std::optional<Status>> all_ends() {
  std::vector<std::optional<Status>> ends{std::nullopt};
  ends.insert(ends.end(), every<Status>.begin(), every<Status>.end());
  return ends;
}

TEST(DiffOfEnds, IsWorseOrBetterOrTheSameOfEveryTwo) {
  for (const auto& was : all_ends()) {
    for (const auto& is : all_ends()) {
      const JournalDiff found = diff(run_of(was), run_of(is));
      EXPECT_EQ(found.same + found.worse.size() + found.better.size(), 1U);
      EXPECT_EQ(is_same(found), was == is);
      if (was == is) continue;
      const bool is_worse = !is || (was && *is > *was);
      EXPECT_THAT(found.worse, SizeIs(is_worse ? 1 : 0))
          << (was ? name_of(*was) : "none") << " " << (is ? name_of(*is) : "none");
      const StatusChange& change = is_worse ? found.worse.at(0) : found.better.at(0);
      EXPECT_EQ(change.older, was);
      EXPECT_EQ(change.newer, is);
      EXPECT_EQ(change.reason, is ? name_of(*is) : "") << "the newer one's";
    }
  }
}

TEST(DiffOfEnds, IsTheReverseOfTheReverse) {
  for (const auto& was : all_ends()) {
    for (const auto& is : all_ends()) {
      if (was == is) continue;
      EXPECT_EQ(diff(run_of(was), run_of(is)).worse.size(), diff(run_of(is), run_of(was)).better.size());
    }
  }
}

/// A field of a run, and how the tests change it.
struct FieldChange {
  std::string_view name;
  void (*change)(RunInfo& info);
};

constexpr std::array field_changes{
    FieldChange{"driver", [](RunInfo& info) { info.driver = "other"; }},
    FieldChange{"driver_version", [](RunInfo& info) { info.driver_version = "other"; }},
    FieldChange{"spec_digest", [](RunInfo& info) { info.spec_digest = "other"; }},
    FieldChange{"query", [](RunInfo& info) { info.query = "other"; }},
    FieldChange{"tool_version", [](RunInfo& info) { info.tool_version = "other"; }},
    FieldChange{"unsupported", [](RunInfo& info) { info.unsupported = Policy::reject; }},
    FieldChange{"extensions", [](RunInfo& info) { info.extensions = Policy::allow; }},
    FieldChange{"numerics", [](RunInfo& info) { info.numerics = {"field=wrap"}; }},
    FieldChange{"ops", [](RunInfo& info) { info.filters.ops = {}; }},
    FieldChange{"products", [](RunInfo& info) { info.filters.products = {}; }},
    FieldChange{"releases", [](RunInfo& info) { info.filters.releases = {"all"}; }},
    FieldChange{"modes", [](RunInfo& info) { info.filters.modes = {"eager"}; }},
    FieldChange{"tool_commit", [](RunInfo& info) { info.tool_commit = "other"; }},
    FieldChange{"tool_digest", [](RunInfo& info) { info.tool_digest = "other"; }},
    FieldChange{"backend", [](RunInfo& info) { info.backend[0].sha256 = "other"; }},
    FieldChange{"tier", [](RunInfo& info) { info.filters.tier = Tier::full; }},
    FieldChange{"challenge", [](RunInfo& info) { info.challenge = "other"; }},
};

TEST(DiffOfRuns, NamesEachFieldThatWasChangedAndNoOther) {
  const record::Journal example = record::testing_journal::example();
  for (const record::RunField& field : record::run_fields()) {
    const auto* const row = std::ranges::find(field_changes, field.name, &FieldChange::name);
    ASSERT_NE(row, field_changes.end()) << field.name << " is changed by no row";
    record::Journal other = example;
    row->change(other.info);
    const bool is_of_files = field.name == "backend";
    EXPECT_THAT(diff(example, other).changes,
                ElementsAre(RunChange{.cause = field.cause,
                                      .what = std::string(field.name),
                                      .older = is_of_files ? "ab" : field.value(example.info),
                                      .newer = is_of_files ? "other" : field.value(other.info)}))
        << field.name;
  }
}

TEST(DiffOfRuns, ComparesFilesByWhatTheyHoldAndNotByWhereTheyLie) {
  record::Journal older = run_of(Status::pass);
  older.info.backend = {{.path = "a.so", .sha256 = "11", .bytes = 1}, {.path = "b.so", .sha256 = "22", .bytes = 1}};
  record::Journal newer = older;
  newer.info.backend = {{.path = "/elsewhere/b.so", .sha256 = "22", .bytes = 1},
                        {.path = "/elsewhere/a.so", .sha256 = "11", .bytes = 1}};
  EXPECT_THAT(diff(older, newer).changes, IsEmpty());
  newer.info.backend[0].sha256 = "33";
  EXPECT_THAT(
      diff(older, newer).changes,
      ElementsAre(RunChange{.cause = record::Cause::backend, .what = "backend", .older = "11, 22", .newer = "11, 33"}));
}

TEST(DiffOfRuns, IsInTheOrderOfCauses) {
  record::Journal newer = run_of(Status::pass);
  newer.info.challenge = "c";
  newer.info.driver = "mock";
  newer.info.query = "fold/*";
  newer.info.spec_digest = "0123456789abcdef";
  newer.info.unsupported = Policy::allow;
  const JournalDiff found = diff(run_of(Status::pass), newer);
  EXPECT_TRUE(std::ranges::is_sorted(found.changes, {}, &RunChange::cause));
  EXPECT_THAT(causes_of(found.changes), ElementsAre(record::Cause::scope, record::Cause::spec, record::Cause::data,
                                                    record::Cause::backend, record::Cause::policy));
  EXPECT_FALSE(found.same_spec);
  EXPECT_EQ(found.newer, "mock  (spec 01234567)");
}

TEST(CausesInWords, AreJoinedOrNone) {
  EXPECT_EQ(to_text(std::vector<record::Cause>{}), "nothing on record changed");
  EXPECT_EQ(to_text(std::vector{record::Cause::backend}), "backend");
  EXPECT_EQ(to_text(std::vector{record::Cause::backend, record::Cause::data}), "backend, data");
}

TEST(DiffOfPlans, GivesWhatOneSidePlannedAloneItsStatus) {
  const JournalDiff dropped = diff(run_of(Status::fail), {});
  EXPECT_THAT(dropped.dropped, ElementsAre(StatusChange{
                                   .id = "a", .older = Status::fail, .reason = "", .causes = {record::Cause::scope}}));
  const JournalDiff added = diff({}, run_of(Status::fail));
  EXPECT_THAT(added.added, ElementsAre(StatusChange{
                               .id = "a", .newer = Status::fail, .reason = "fail", .causes = {record::Cause::scope}}));
  EXPECT_THAT(diff({}, run_of(std::nullopt)).added, SizeIs(1)) << "planned, though it did not run";
  EXPECT_FALSE(is_same(added));
}

TEST(NewlyFailing, AreRulesOfWhichACaseFailsNowAndNoneDidBefore) {
  record::Journal older = run_of(Status::pass);
  older.planned[0].covers = {"n.even"};
  record::Journal newer = older;
  for (const Status status : every<Status>) {
    newer.results[0].status = status;
    EXPECT_THAT(diff(older, newer).newly_failing, SizeIs(is_failure(status) ? 1 : 0)) << name_of(status);
    EXPECT_THAT(diff(newer, newer).newly_failing, IsEmpty());
    EXPECT_THAT(diff(newer, older).newly_failing, IsEmpty());
  }
}

}  // namespace
}  // namespace npu_cts::diff
