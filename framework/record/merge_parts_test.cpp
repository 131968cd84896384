// SPDX-License-Identifier: Apache-2.0
#include "framework/record/merge_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/record/journal_line.h"
#include "framework/record/journal_testing.h"

namespace npu_cts::record {
namespace {

using testing::HasSubstr;
using testing_journal::linked;
using testing_journal::passed;
using testing_journal::planned;

/// Returns a finished part without its plan, whose cases ended in the order of `ended`.
Journal part_of(const std::vector<std::string>& ended) {
  Journal journal;
  journal.info.driver = "reference";
  journal.plan = "digest";
  for (const std::string& id : ended) journal.results.push_back(passed(id));
  journal.finished = true;
  return journal;
}

std::string part_file_of(std::string_view text) {
  static int files = 0;
  std::string path = testing::TempDir() + "merge_parts_" + std::to_string(++files) + ".jsonl";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// What is read of parts until their end, or until the first line that a run cannot have written.
struct Read {
  std::vector<std::string> ended = {};  ///< ids, with the status
  bool finished = false;
  std::string problem = {};
};

Read read(const std::vector<std::string>& texts, RunOrder order = RunOrder::of_ids) {
  std::vector<std::string> paths;
  for (const std::string& text : texts) paths.push_back(part_file_of(text));
  auto parts = MergedParts::open(paths, order);
  Read seen;
  if (!parts) return {.problem = parts.diagnostics().front().what};
  auto ended = parts->next();
  for (; ended && *ended; ended = parts->next()) {
    EXPECT_EQ((*ended)->json, to_text((*ended)->result));
    seen.ended.push_back((*ended)->result.id + " " + std::string(name_of((*ended)->result.status)));
  }
  if (!ended) return {.problem = ended.diagnostics().front().what};
  seen.finished = parts->head().finished;
  return seen;
}

TEST(MergedParts, GiveTheCasesOfAllPartsInTheOrderOfIds) {
  const Read seen = read({to_text(part_of({"a", "d", "e"})), to_text(part_of({"b", "c"}))});
  EXPECT_EQ(seen.problem, "");
  EXPECT_THAT(seen.ended, testing::ElementsAre("a pass", "b pass", "c pass", "d pass", "e pass"));
  EXPECT_TRUE(seen.finished);
}

TEST(MergedParts, AreNotFinishedWhereOneIsNot) {
  Journal stopped = part_of({"a"});
  stopped.finished = false;
  const Read seen = read({to_text(stopped), to_text(part_of({"c"}))});
  EXPECT_THAT(seen.ended, testing::ElementsAre("a pass", "c pass"));
  EXPECT_FALSE(seen.finished);
}

TEST(MergedParts, SayThatACaseThatBeganAndDidNotEndCrashed) {
  Journal killed = part_of({"a", "b"});
  killed.finished = false;
  std::string text = to_text(killed);
  text.resize(text.rfind(R"({"end")"));  // with half a line, or without
  for (const std::string& cut : {text, text + R"({"end":{"id")"}) {
    const Read seen = read({cut});
    EXPECT_EQ(seen.problem, "");
    EXPECT_THAT(seen.ended, testing::ElementsAre("a pass", "b crash"));
  }
}

TEST(MergedParts, SortVerdictsOfAShuffledRun) {
  const std::string shuffled = to_text(part_of({"d", "a", "b"}));
  const std::string other = to_text(part_of({"e", "c"}));
  EXPECT_THAT(read({shuffled}).problem, HasSubstr("'a' begins twice, or not in the order of ids"));
  const Read seen = read({shuffled, other}, RunOrder::shuffled);
  EXPECT_EQ(seen.problem, "");
  EXPECT_THAT(seen.ended, testing::ElementsAre("a pass", "b pass", "c pass", "d pass", "e pass"));
  EXPECT_TRUE(seen.finished);
}

TEST(MergedParts, TakePartsWithoutACase) {
  const Read seen = read({to_text(part_of({})), to_text(part_of({"a"}))});
  EXPECT_THAT(seen.ended, testing::ElementsAre("a pass"));
  EXPECT_TRUE(seen.finished);
}

TEST(MergedParts, PassOverThePlanOfAPartThatHasOne) {
  Journal with_plan = part_of({"a"});
  with_plan.plan.clear();
  for (const char* const id : {"a", "b"}) with_plan.planned.push_back(planned(id));
  const Read seen = read({to_text(with_plan)});
  EXPECT_EQ(seen.problem, "");
  EXPECT_THAT(seen.ended, testing::ElementsAre("a pass"));
}

TEST(MergedParts, AreOfOneRun) {
  Journal other = part_of({"b"});
  other.info.driver = "mock";
  EXPECT_THAT(read({to_text(part_of({"a"})), to_text(other)}).problem,
              HasSubstr("the journals are of different runs: another 'driver'"));
  const std::string second = part_file_of(to_text(other));
  const auto parts = MergedParts::open({part_file_of(to_text(part_of({"a"}))), second}, RunOrder::of_ids);
  EXPECT_EQ(parts.diagnostics().front().at, (Location{.file = second, .line = 1, .column = 0}));
}

TEST(MergedParts, AreNotRead) {
  const auto parts = MergedParts::open({testing::TempDir() + "nowhere.jsonl"}, RunOrder::of_ids);
  ASSERT_FALSE(parts);
  EXPECT_EQ(parts.diagnostics().front().kind, Kind::unreadable_file);
}

struct BadPart {
  std::string_view name;
  std::string (*change)(const std::string& text);
  std::string_view problem;
};
void PrintTo(const BadPart& bad, std::ostream* out) { *out << bad.name; }

std::string with_word(std::string text, std::string_view old, std::string_view now) {
  return text.replace(text.find(old), old.size(), now);
}
std::string without(std::string text, std::string_view line) {
  const std::size_t begin = text.find(line);
  return text.erase(begin, text.find('\n', begin) + 1 - begin);
}
std::string repeated(std::string text, std::string_view line) {
  const std::size_t begin = text.find(line);
  const std::size_t end = text.find('\n', begin) + 1;
  return text.insert(end, text.substr(begin, end - begin));
}

class BadParts : public testing::TestWithParam<BadPart> {};

TEST_P(BadParts, AreRefused) {
  const std::string text = GetParam().change(to_text(part_of({"a", "b"})));
  EXPECT_THAT(read({text}).problem, HasSubstr(GetParam().problem));
}

INSTANTIATE_TEST_SUITE_P(
    MergedParts, BadParts,
    testing::Values(BadPart{"Empty", [](const std::string&) { return std::string(); }, "the journal is empty"},
                    BadPart{"NoRun", [](const std::string& text) { return linked(without(text, R"({"journal")")); },
                            "the journal does not begin with its run"},
                    BadPart{"Edited", [](const std::string& text) { return with_word(text, "pass", "fail"); },
                            "the line is not as the run wrote it"},
                    BadPart{"BegunTwice", [](const std::string& text) { return linked(repeated(text, R"({"begin")")); },
                            "'a' begins and does not end"},
                    BadPart{"NotBegun", [](const std::string& text) { return linked(without(text, R"({"begin")")); },
                            "the line stands where none of its kind does"},
                    BadPart{"EndedAsAnother",
                            [](const std::string& text) { return linked(without(text, R"({"end")")); },
                            "'a' begins and does not end"},
                    BadPart{"GoesOn", [](const std::string& text) { return linked(repeated(text, R"({"done")")); },
                            "the journal goes on after its end"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace npu_cts::record
