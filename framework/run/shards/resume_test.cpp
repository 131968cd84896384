// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "framework/record/compressed.h"
#include "framework/record/journal_writer.h"
#include "framework/run/shards/shards_testing.h"

namespace npu_cts::run {
namespace {

using testing::HasSubstr;
using testing_shards::text_in;
using Stands = Earlier::Stands;

/// A run of the cases a, b and c, and what stands of an earlier one.
class EarlierRun : public testing::Test {
 protected:
  EarlierRun() {
    for (const char* content : {"a", "b", "c"}) all_.emplace_back().content = content;
    for (const Case& one : all_) cases_.push_back({.plan = &plan_, .shared = &one});
  }

  /// Returns the journal of the run in which the cases at `ended` have ended, in that order.
  [[nodiscard]] record::Journal journal_of(const std::vector<std::size_t>& ended) const {
    record::Journal journal{.info = info_};
    for (const ChosenCase& one : cases_) journal.planned.push_back(planned_of(one));
    for (const std::size_t place : ended) journal.results.emplace_back().id = journal.planned[place].id;
    journal.finished = ended.size() == cases_.size();
    return journal;
  }

  [[nodiscard]] std::string part() const { return part_path(run_.journal, {.index = 0, .count = 1}); }
  void write(const std::string& path, const record::Journal& journal) const {
    std::ofstream(path, std::ios::binary) << to_text(journal);
  }
  [[nodiscard]] Result<Earlier> find() const { return find_earlier(run_, info_, cases_); }

  const expand::TargetPlan plan_{.op = nullptr, .start = "op/p/1.0/eager/"};
  const RunInfo info_{.driver = "mock", .driver_version = "1", .spec_digest = "d", .query = "", .tool_version = "0"};
  const ShardedRun run_{.suite = "", .journal = testing_shards::journal_in("earlier")};
  std::vector<Case> all_;
  std::vector<ChosenCase> cases_;
};

TEST_F(EarlierRun, MayHaveLeftNothing) {
  ASSERT_TRUE(find());
  EXPECT_EQ(find()->stands, Stands::nothing);
}

TEST_F(EarlierRun, IsWholeWhereItsJournalIs) {
  write(run_.journal, journal_of({0, 1, 2}));
  ASSERT_TRUE(find());
  EXPECT_EQ(find()->stands, Stands::whole);
  EXPECT_FALSE(std::filesystem::exists(part())) << "nothing is left to run";
}

TEST_F(EarlierRun, GoesOnFromItsJournalAsTheOnePart) {
  write(run_.journal, journal_of({0}));
  const std::string before = text_in(run_.journal);
  const auto earlier = find();
  ASSERT_TRUE(earlier);
  EXPECT_EQ(earlier->stands, Stands::parts);
  EXPECT_EQ(earlier->order, record::RunOrder::of_ids);
  EXPECT_EQ(text_in(part()), before);
  EXPECT_EQ(text_in(run_.journal), before);
}

TEST_F(EarlierRun, GoesOnFromACompressedJournal) {
  std::ofstream(run_.journal, std::ios::binary) << record::compress(to_text(journal_of({0})));
  ASSERT_TRUE(find());
  auto writer = record::JournalWriter::resume(part(), record::Unended::runs_again);
  ASSERT_TRUE(writer) << to_text(writer.diagnostics().front());
  EXPECT_FALSE(writer->begin(id_of(cases_[1])));
  EXPECT_EQ(record::read_part(part())->results.front().id, id_of(cases_[0]));
}

TEST_F(EarlierRun, IsShuffledWhereAnotherCaseEndedBeforeTheFirst) {
  write(part(), journal_of({1}));
  ASSERT_TRUE(find());
  EXPECT_EQ(find()->order, record::RunOrder::shuffled);
  write(part(), journal_of({0, 1}));
  EXPECT_EQ(find()->order, record::RunOrder::of_ids);
}

TEST_F(EarlierRun, BeginsAPartAnewThatHoldsNoVerdict) {
  for (const std::string& text : {std::string(), std::string("{\"journal\":"), to_text(journal_of({}))}) {
    std::ofstream(part()) << text;
    ASSERT_TRUE(find()) << text;
    EXPECT_EQ(find()->stands, Stands::parts);
  }
}

/// What makes the earlier run another one.
struct Other {
  std::string_view name;
  void (*change)(record::Journal& journal);
  std::string_view what;
};
void PrintTo(const Other& row, std::ostream* out) { *out << row.name; }

class AnotherRun : public EarlierRun, public testing::WithParamInterface<Other> {};

TEST_P(AnotherRun, IsRefusedAndLeftAsItStands) {
  record::Journal journal = journal_of({0});
  GetParam().change(journal);
  write(run_.journal, journal);
  const auto of_journal = find();
  ASSERT_FALSE(of_journal);
  EXPECT_EQ(of_journal.diagnostics().front().kind, Kind::wrong_usage);
  EXPECT_THAT(of_journal.diagnostics().front().what, HasSubstr(std::string(GetParam().what)));
  EXPECT_FALSE(std::filesystem::exists(part()));
  std::filesystem::rename(run_.journal, part());
  const auto of_part = find();
  ASSERT_FALSE(of_part);
  EXPECT_EQ(of_part.diagnostics().front().at.file, part());
  EXPECT_EQ(text_in(part()), to_text(journal));
}

INSTANTIATE_TEST_SUITE_P(
    Each, AnotherRun,
    testing::Values(Other{"Driver", [](record::Journal& one) { one.info.driver = "plugin:a.so"; }, "another 'driver'"},
                    Other{"Spec", [](record::Journal& one) { one.info.spec_digest = "e"; }, "another 'spec_digest'"},
                    Other{"FewerCases", [](record::Journal& one) { one.planned.pop_back(); }, "other cases"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(EarlierRun, IsNotReadWhereItsJournalIsNone) {
  std::ofstream(run_.journal) << "a diary\n";
  const auto earlier = find();
  ASSERT_FALSE(earlier);
  EXPECT_EQ(earlier.diagnostics().front().kind, Kind::bad_journal);
  EXPECT_EQ(text_in(run_.journal), "a diary\n");
}

}  // namespace
}  // namespace npu_cts::run
