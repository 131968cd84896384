// SPDX-License-Identifier: Apache-2.0
// Lines one by one: what makes one, and how they are cut out of the pieces in which a journal comes.
#include "framework/record/journal_line.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/journal.h"
#include "framework/record/journal_source.h"
#include "framework/record/journal_testing.h"

namespace npu_cts::record {
namespace {

using testing_journal::linked;
using testing_journal::planned;

/// Returns what is wrong with a line that holds `fields` and the end of a line of a chain.
std::string fault_of(std::string_view fields, std::string_view end = R"(,"line":2,"chain":"cafe")") {
  const auto line = parse_journal_line(fmt::format("{{{}{}}}", fields, end), {.file = "j", .line = 2});
  return line ? "" : line.diagnostics().front().what;
}

struct BadLine {
  std::string_view name, fields, what;
};
void PrintTo(const BadLine& line, std::ostream* out) { *out << line.name; }

class BadLines : public testing::TestWithParam<BadLine> {};

TEST_P(BadLines, SayWhatIsWrong) { EXPECT_THAT(fault_of(GetParam().fields), testing::HasSubstr(GetParam().what)); }

INSTANTIATE_TEST_SUITE_P(
    JournalLine, BadLines,
    testing::Values(
        BadLine{"VersionIsText", R"("journal":"1","run":{})", "'journal' is no integer"},
        BadLine{"CountIsText", R"("done":{"planned":"3","ended":2})", "'planned' is no integer"},
        BadLine{"AgreesHoldsNumbers",
                R"("end":{"id":"f","status":"pass","reason":"","outcome":"refused","agrees":[3]})",
                "'agrees' holds what is no choice of variants"},
        BadLine{"TimeIsNegative",
                R"("end":{"id":"f","status":"pass","reason":"","outcome":"refused","microseconds":-5})",
                "'microseconds' is no time of a case"},
        BadLine{"TimeIsTooLong",
                R"("end":{"id":"f","status":"pass","reason":"","outcome":"refused","microseconds":1000000000001})",
                "'microseconds' is no time of a case"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(JournalLine, EndsWithItsNumberAndItsHash) {
  constexpr std::string_view begin = R"("begin":"f")";
  EXPECT_EQ(fault_of(begin), "");
  for (const std::string_view end : {"", R"(,"line":2)", R"(,"chain":"cafe")"})
    EXPECT_THAT(fault_of(begin, end), testing::HasSubstr("the line has no 'line' and 'chain'")) << end;
}

TEST(JournalLine, MayPlanACaseOfAnyLineOfAFile) {
  const auto planned_at = [](std::string_view line) {
    return fault_of(fmt::format(
        R"("planned":{{"id":"f","op":"o","product":"p","release":"r","mode":"m","family":"rows","expected":"accept",)"
        R"("because":[],"file":"f","line":{}}})",
        line));
  };
  EXPECT_EQ(planned_at("0"), "");
  EXPECT_EQ(planned_at("2147483647"), "");
  EXPECT_THAT(planned_at("2147483648"), testing::HasSubstr("'line' is no line number"));
}

TEST(JournalLine, ThatIsNoJsonIsNoJournalWhereItIsTheFirst) {
  const auto what_of = [](int line) {
    return parse_journal_line("?", {.file = "j", .line = line}).diagnostics().front().what;
  };
  EXPECT_EQ(what_of(1), "this is no journal, or it was edited: the line is no JSON");
  EXPECT_EQ(what_of(2), "the line is no JSON");
}

TEST(Journal, SortsTheCasesThatCrashedWhereItsPlanIsNotSorted) {
  Journal journal;
  for (const char* id : {"f/c", "f/a", "f/b"}) journal.planned.push_back(planned(id));
  std::string text = testing_journal::unlinked(to_text(journal));
  for (const char* id : {"f/c", "f/b", "f/a"}) text += fmt::format("{{\"begin\":\"{}\"}}\n", id);
  const auto read = parse_journal(linked(text), "j");
  ASSERT_TRUE(read);
  std::vector<std::string> ids;
  for (const CaseResult& crash : read->results) ids.push_back(crash.id);
  EXPECT_THAT(ids, testing::ElementsAre("f/a", "f/b", "f/c"));
}

TEST(Journal, EndsAsUnfinishedWhereItsLastLineIsShort) {
  Journal journal;
  journal.planned.push_back(planned("f/a"));
  const std::string path = testing::TempDir() + "ends_as_unfinished.jsonl";
  std::ofstream(path) << linked(testing_journal::unlinked(to_text(journal)) + "{\"begin\":\"f/a\"}\n");
  EXPECT_FALSE(ends_as_finished(path));
  std::filesystem::remove(path);
}

/// A journal that comes in the pieces it was given.
class Pieces final : public JournalSource {
 public:
  explicit Pieces(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {}
  Result<std::string_view> read() override {
    return next_ < pieces_.size() ? std::string_view(pieces_[next_++]) : std::string_view();
  }

 private:
  std::vector<std::string> pieces_;
  std::size_t next_ = 0;
};

TEST(LineReader, CutsLinesOutOfPiecesOfAnySize) {
  LineReader lines(std::make_unique<Pieces>(std::vector<std::string>{"long\nb", "\nc", "d\n\nrest"}), "j");
  std::vector<std::string> read;
  for (auto line = lines.next(); *line; line = lines.next()) read.emplace_back(**line);
  EXPECT_THAT(read, testing::ElementsAre("long", "b", "cd", ""));
  EXPECT_EQ(lines.at(), (Location{.file = "j", .line = 4}));
  EXPECT_EQ(lines.rest(), "rest");
  EXPECT_EQ(lines.bytes(), 15U);
}

}  // namespace
}  // namespace npu_cts::record
