// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "framework/expression/expression_testing.h"
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
