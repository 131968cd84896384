// SPDX-License-Identifier: Apache-2.0
// What the checks of facts against what they stand on say of edits of the base.
#include <gtest/gtest.h>

#include "framework/findings/checks/check_testing.h"

namespace npu_cts::findings {
namespace {

/// Returns what the written checks find in the base with `edit`: each finding's first sentence.
std::vector<std::string> whats_of(const testing_specs::Fault& edit) {
  std::vector<std::string> whats;
  for (const Diagnostic& one : testing_specs::Edited(&edit).said(testing_specs::written_said))
    whats.push_back(one.what);
  return whats;
}

TEST(UndocumentedDate, NamesTheFirstReleaseInWhichAnExampleDoesNotHold) {
  const testing_specs::Fault edit{.name = "",
                                  .kind = "undocumented-date",
                                  .file = testing_specs::spec_file,
                                  .from = "- modes: [eager]\n    id: shown",
                                  .to = "- modes: [eager]\n    until: \"1.0\"\n    id: shown",
                                  .s1 = "examples.shown"};
  EXPECT_EQ(whats_of(edit), std::vector<std::string>{"'examples.shown' does not hold where 's-1' states it, in 2.0"});
}

/// Where a fact was seen, and what is said of it then; empty where it is sound.
struct SeenCase {
  std::string_view name;
  std::string_view basis;
  std::string_view seen_in;
  std::string_view what;
};
void PrintTo(const SeenCase& one, std::ostream* out) { *out << one.name; }

class FoundedBasis : public testing::TestWithParam<SeenCase> {};

TEST_P(FoundedBasis, ReadsThePlaceByWholeWords) {
  const std::string to =
      "contradictions: []\nformulas:\n  - {id: sum, formula: out = x + z, basis: " + std::string(GetParam().basis) +
      ", seen_in: \"" + std::string(GetParam().seen_in) + "\", text: {en: a, zh: a}}";
  const testing_specs::Fault edit{
      .name = "", .kind = "unfounded-basis", .file = testing_specs::spec_file, .from = "contradictions: []", .to = to};
  std::vector<std::string> want;
  if (!GetParam().what.empty()) want.emplace_back(GetParam().what);
  EXPECT_EQ(whats_of(edit), want);
}

INSTANTIATE_TEST_SUITE_P(
    Places, FoundedBasis,
    testing::Values(SeenCase{"LatestIsNoTest", "vendor-golden", "a/b@1234567:latest/c",
                             "'formulas.sum' is based on 'vendor-golden', and it was seen in no test"},
                    SeenCase{"LatestMayBeCode", "vendor-code", "a/b@1234567:latest/c", ""},
                    SeenCase{"TestIsPartOfAName", "vendor-golden", "a/b@1234567:c/test_add.py", ""},
                    SeenCase{"GoldenIsPartOfAName", "vendor-golden", "a/b@1234567:c/add_golden.py", ""},
                    SeenCase{"TestIsNoCode", "vendor-code", "a/b@1234567:c/test_add.py",
                             "'formulas.sum' is based on 'vendor-code', and it was seen in a test"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(FoundedContest, ReadsThePlaceByTheWordsOfItsNames) {
  const testing_specs::Fault edit{
      .name = "",
      .kind = "unfounded-contest",
      .file = testing_specs::spec_file,
      .from = "contradictions: []",
      .to =
          "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: vendor-tests, where: unit_tests of a "
          "program, when: \"n == 1\", says: {en: an n of 1, zh: n 为 1}}",
      .s1 = "x.long, contested.odd"};
  EXPECT_EQ(whats_of(edit), std::vector<std::string>{});
}

}  // namespace
}  // namespace npu_cts::findings
