// SPDX-License-Identifier: Apache-2.0
#include "tools/gates/prose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace npu_cts::gates {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

constexpr std::size_t most_words = 30;
constexpr std::size_t most_median = 14;
constexpr std::size_t most_semicolons = 2;

/// Returns the pages that people read first: each folder's README, the contributors' page and the guides.
std::vector<SourceFile> pages() {
  auto files = read_source_tree(NPU_CTS_SOURCE_DIR);
  std::erase_if(files, [](const SourceFile& file) {
    return !file.path.ends_with("README.md") && file.path != "CONTRIBUTING.md" && file.path != "CHANGELOG.md" &&
           !matches(file.path, "docs/*.md");
  });
  return files;
}

TEST(Prose, SentencesHaveAtMost30Words) {
  ASSERT_FALSE(pages().empty());
  for (const SourceFile& page : pages()) {
    for (const Sentence& sentence : sentences_of(page)) {
      EXPECT_LE(sentence.words, most_words) << page.path << ":" << sentence.line << ": " << sentence.text;
    }
  }
}

TEST(Prose, TheMedianSentenceOfAPageHasAtMost14Words) {
  for (const SourceFile& page : pages()) EXPECT_LE(median_words(sentences_of(page)), most_median) << page.path;
}

TEST(Prose, APageHasAtMostTwoSemicolons) {
  for (const SourceFile& page : pages()) {
    std::size_t semicolons = 0;
    for (const Sentence& sentence : sentences_of(page)) {
      semicolons += static_cast<std::size_t>(std::ranges::count(sentence.text, ';'));
    }
    EXPECT_LE(semicolons, most_semicolons) << page.path;
  }
}

TEST(Prose, NoSentenceIsARiddle) {
  const std::regex riddle("\\b([Ww]hence|[Nn]obody|[Hh]e who|[Tt]hose who)\\b");
  for (const SourceFile& page : pages()) {
    for (const Sentence& sentence : sentences_of(page)) {
      EXPECT_FALSE(std::regex_search(sentence.text, riddle))
          << page.path << ":" << sentence.line << ": " << sentence.text;
    }
  }
}

struct SentenceCase {
  std::string_view name;
  std::vector<std::string> lines;
  std::vector<Sentence> want;
};

void PrintTo(const SentenceCase& it, std::ostream* out) { *out << it.name; }

class SentencesOf : public testing::TestWithParam<SentenceCase> {};

TEST_P(SentencesOf, ReadsThePage) {
  const SourceFile page{.path = "README.md", .lines = GetParam().lines};
  std::vector<Sentence> found = sentences_of(page);
  for (Sentence& sentence : found) {
    sentence.text.erase(sentence.text.find_last_not_of(" \n") + 1);
  }
  EXPECT_EQ(found, GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(
    Prose, SentencesOf,
    testing::Values(
        SentenceCase{"TwoInALine", {"One two. Three."}, {{1, "One two.", 2}, {1, "Three.", 1}}},
        SentenceCase{"OneOverTwoLines", {"One", "two."}, {{1, "One\ntwo.", 2}}},
        SentenceCase{"TheSecondBeginsOnTheNextLine", {"One. Two", "three."}, {{1, "One.", 1}, {1, "Two\nthree.", 2}}},
        SentenceCase{"APeriodInANameEndsNothing", {"Release 6.0.rc1 is old."}, {{1, "Release 6.0.rc1 is old.", 4}}},
        SentenceCase{"CodeIsOneWord", {"Run `a b. c` now."}, {{1, "Run code now.", 3}}},
        SentenceCase{"ALinkIsItsText", {"See [the page](a b.md)."}, {{1, "See the page.", 3}}},
        SentenceCase{"ItemsEnd", {"- one", "- two", "  more"}, {{1, "one", 1}, {2, "two\n  more", 2}}},
        SentenceCase{"CellsEnd", {"| a b | c |", "|---|---|", "| d | |"}, {{1, "a b", 2}, {1, "c", 1}, {3, "d", 1}}},
        SentenceCase{"HeadingsAndFencesHaveNone", {"# Title", "```", "code here", "```"}, {}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Prose, TheMedianIsTheMiddleLength) {
  EXPECT_EQ(median_words({}), 0U);
  EXPECT_EQ(median_words({{1, "", 3}, {1, "", 9}, {1, "", 5}}), 5U);
  EXPECT_EQ(median_words({{1, "", 2}, {1, "", 8}}), 8U);
}

}  // namespace
}  // namespace npu_cts::gates
