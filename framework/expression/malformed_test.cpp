// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "framework/expression/expression_testing.h"
#include "framework/expression/parser.h"
#include "framework/expression/print_expression.h"

namespace npu_cts {
namespace {

using namespace testing_expression;

const std::string golden = std::string(NPU_CTS_SOURCE_DIR) + "/framework/expression/malformed.golden";

std::string read(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Returns every expression of the golden file (its lines that begin with "> ") with what the parser says of it now.
std::string transcript(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("> ")) continue;
    const auto tree =
        parse_expression(std::string_view(line).substr(2), {.file = "spec", .line = 1, .column = 3}, scope());
    result += line + "\n" + (tree ? "parsed: " + to_text(**tree) + "\n" : to_text(tree.diagnostics().front())) + "\n";
  }
  return result;
}

TEST(MalformedExpressions, SayWhereWhatWhyAndTheHint) {
  const std::string want = read(golden);
  const std::string got = transcript(want);
  EXPECT_EQ(got, want) << "to accept what is said now, run with NPU_CTS_UPDATE_GOLDENS=1 and read the difference";
  EXPECT_EQ(got.find("parsed:"), std::string::npos);
  if (std::getenv("NPU_CTS_UPDATE_GOLDENS") != nullptr) std::ofstream(golden) << got;
}

TEST(MalformedExpressions, AreAtLeastForty) {
  const std::string text = read(golden);
  int count = text.starts_with("> ") ? 1 : 0;
  for (std::size_t at = text.find("\n> "); at != std::string::npos; at = text.find("\n> ", at + 1)) ++count;
  EXPECT_GE(count, 40);
}

TEST(ParseExpression, KeepsThePlaceOfEveryNodeInCodePoints) {
  const auto tree = parse("mode == '更新' or rank(z) == 2");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->at, place());
  EXPECT_EQ(tree->children[1]->at.column, place().column + 16);
  EXPECT_EQ(tree->children[1]->children[1]->at.column, place().column + 27);
}

TEST(ParseExpression, AsksForTheTypeOfTheWhole) {
  EXPECT_TRUE(parse_expression("rank(x)", place(), scope(), Type::integer));
  EXPECT_TRUE(parse_expression("sizes", place(), scope(), Type::shape));
  const auto wrong = parse_expression("rank(x)", place(), scope(), Type::boolean);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.diagnostics().front().kind, Kind::expression_type);
  EXPECT_EQ(wrong.diagnostics().front().at, place());
}

TEST(ParseExpression, BoundsDepthAndLength) {
  const std::string shallow = std::string(30, '(') + "n" + std::string(30, ')');
  EXPECT_TRUE(parse(shallow));
  for (const std::string_view open : {"(", "[", "{", "-", "not ", "abs(", "if(", "all(i in {1}: "}) {
    std::string deep;
    while (deep.size() + open.size() < 4000) deep += open;
    EXPECT_FALSE(parse(deep + "1")) << open;
  }
  std::string chain = "1";
  for (int i = 0; i < 100; ++i) chain += " + 1";
  EXPECT_FALSE(parse(chain));
  EXPECT_FALSE(parse(std::string(5000, ' ') + "1"));
}

TEST(ParseExpression, TakesWhatReachesTheBoundsAndNothingBeyond) {
  const auto repeat = [](std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
  };
  EXPECT_TRUE(parse(std::string(max_expression_length - 1, ' ') + "1"));
  EXPECT_FALSE(parse(std::string(max_expression_length, ' ') + "1"));
  constexpr std::size_t most = max_expression_depth - 1;  // the whole is one level
  for (const std::size_t beyond : {0U, 1U}) {
    EXPECT_EQ(parse(repeat("(", most + beyond) + "n" + repeat(")", most + beyond)) == nullptr, beyond == 1);
    EXPECT_EQ(parse(repeat("- ", most + beyond) + "n") == nullptr, beyond == 1);
    EXPECT_EQ(parse(repeat("not ", most + beyond) + "flag") == nullptr, beyond == 1);
    EXPECT_EQ(parse("n" + repeat(" + n", most + beyond)) == nullptr, beyond == 1);
    EXPECT_EQ(parse("n" + repeat(" * n", most + beyond)) == nullptr, beyond == 1);
  }
}

TEST(ParseExpression, PointsAtNoColumnWhereItsOwnIsUnknown) {
  const auto tree = parse_expression("n + true", {.file = "f", .line = 3, .column = 0}, scope());
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.diagnostics().front().at, (Location{.file = "f", .line = 3, .column = 0}));
}

TEST(ParseExpression, WantsSetsOfOneTypeFromBothBranches) {
  EXPECT_TRUE(parse("n in if(flag, {1}, {2})"));
  EXPECT_FALSE(parse("n in if(flag, {1}, {int8})"));
}

TEST(FindExcess, AllowsWhatIsDefinedForSomeCall) {
  for (const char* text :
       {"n // -(1) == 1", "n * 4611686018427387904 == 0", "2 * 3 * n == 6", "0 // 2 == 0",
        "all(i in 1..140: all(j in 1..140: i != j))", "all(i in 0..n: all(j in 0..n: i != j))",
        "all(i in axes(x) - {0}: all(j in 1..2000: i != j))", "all(i in 5..1: all(j in 1..19000: i != j))",
        "all(i in 1..10000: i != n) and any(i in 1..10000: i == n)"}) {
    const auto tree = parse(text);
    ASSERT_TRUE(tree) << text;
    EXPECT_FALSE(find_excess(*tree)) << text;
  }
}

TEST(FindExcess, RefusesWhatNoCallDefinesInBoundedTime) {
  std::string nested = "n > i14";  // in 15 ranges of two
  for (int depth = 0; depth < 15; ++depth) nested = fmt::format("all(i{} in 0..1: {})", depth, nested);
  for (const char* text :
       {"n // 0 == 1", "n % -(0) == 1", "4611686018427387904 * 2 == n", "4611686018427387904 * 2 * 3 == n",
        "3 * (4611686018427387904 * 2) == n", "all(i in 1..143: all(j in 1..143: i != j))",
        "all(i in 0..n: all(j in 1..210: i != j))", "all(i in n..1: all(j in 1..210: i != j))",
        "all(i in axes(x) - {0}: all(j in 1..4000: i != j))",
        "all(i in 1..10000: i != n) and any(i in 1..10003: i == n)", nested.c_str()}) {
    const auto tree = parse(text);
    ASSERT_TRUE(tree) << text;
    EXPECT_TRUE(find_excess(*tree)) << text;
  }
}

/// Random tokens in random order: whatever parses prints and parses again to the same text; nothing crashes.
TEST(ParseExpression, SurvivesRandomText) {
  static constexpr std::string_view pieces[] = {
      "x",  "n",  "s",     "axis",  "flag", "(",   ")",      "[",   "]",    "{",    "}",   ",",   ":",  "..",
      "in", "is", "none",  "given", "not",  "and", "or",     "+",   "-",    "*",    "//",  "%",   "==", "<",
      "1",  "0",  "rank(", "if(",   "all(", "i",   "shape(", "'w'", "int8", "true", "at(", "\xff"};
  std::mt19937 random(7);
  int parsed = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string text;
    for (auto left = random() % 9 + 1; left > 0; --left)
      text += std::string(pieces[random() % std::size(pieces)]) + " ";
    const auto tree = parse_expression(text, place(), scope());
    if (!tree) {
      ASSERT_FALSE(tree.diagnostics().front().hint.empty()) << text;
      continue;
    }
    ++parsed;
    const auto again = parse(to_text(**tree));
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(to_text(*again), to_text(**tree));
    EXPECT_FALSE(to_sentence(**tree, Language::en).empty());
    EXPECT_FALSE(to_sentence(**tree, Language::zh).empty());
  }
  EXPECT_GT(parsed, 1000);
}

}  // namespace
}  // namespace npu_cts
