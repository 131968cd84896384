// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/expression/expression_testing.h"

namespace npu_cts {
namespace {

using testing::ElementsAre;

/// Returns "name:x@0" for each token of `text`.
std::vector<std::string> tokens_of(std::string_view text) {
  static constexpr std::string_view kinds[] = {"name", "integer", "word", "sign", "end"};
  std::vector<std::string> written;
  const auto tokens = read_tokens(text, testing_expression::place());
  if (!tokens) return {tokens.diagnostics().front().what};
  for (const Token& token : *tokens) {
    written.push_back(std::string(kinds[static_cast<std::size_t>(token.kind)]) + ":" + std::string(token.text) + "@" +
                      std::to_string(token.offset));
  }
  return written;
}

TEST(ReadTokens, EndsWithAnEndEvenOfNothing) {
  EXPECT_THAT(tokens_of(""), ElementsAre("end:@0"));
  EXPECT_THAT(tokens_of("   "), ElementsAre("end:@3"));
}

TEST(ReadTokens, TakesTheLongestSign) {
  EXPECT_THAT(tokens_of("a//b"), ElementsAre("name:a@0", "sign://@1", "name:b@3", "end:@4"));
  EXPECT_THAT(tokens_of("///"), ElementsAre("sign://@0", "sign:/@2", "end:@3"));
  EXPECT_THAT(tokens_of("<=="), ElementsAre("sign:<=@0", "sign:=@2", "end:@3"));
  EXPECT_THAT(tokens_of("0..1"), ElementsAre("integer:0@0", "sign:..@1", "integer:1@3", "end:@4"));
}

TEST(ReadTokens, CountsCodePointsAndNotBytes) {
  EXPECT_THAT(tokens_of("'更新' + x_1"), ElementsAre("word:更新@0", "sign:+@5", "name:x_1@7", "end:@10"));
}

TEST(ReadTokens, KeepsWhatAWordHasInside) {
  EXPECT_THAT(tokens_of("' a \"b\" '"), ElementsAre("word: a \"b\" @0", "end:@9"));
}

TEST(ReadTokens, ReadsIntegersUpToTheMagnitudeOfTheLowest) {
  const auto tokens = read_tokens("9223372036854775808 0", testing_expression::place());
  ASSERT_TRUE(tokens);
  EXPECT_EQ((*tokens)[0].value, std::uint64_t{1} << 63U);
  EXPECT_EQ((*tokens)[1].value, 0U);
}

struct WrongText {
  std::string_view name, text, what;
  int offset;
};
void PrintTo(const WrongText& row, std::ostream* out) { *out << row.name; }

class ReadWrongTokens : public testing::TestWithParam<WrongText> {};

TEST_P(ReadWrongTokens, SaysWhatIsWrongAndWhere) {
  const auto tokens = read_tokens(GetParam().text, testing_expression::place());
  ASSERT_FALSE(tokens);
  ASSERT_EQ(tokens.diagnostics().size(), 1U);
  const Diagnostic& said = tokens.diagnostics().front();
  EXPECT_EQ(said.kind, Kind::expression_syntax);
  EXPECT_EQ(said.what, GetParam().what);
  EXPECT_EQ(said.at.column, testing_expression::place().column + GetParam().offset);
  EXPECT_FALSE(said.why.empty());
  EXPECT_FALSE(said.hint.empty());
}

INSTANTIATE_TEST_SUITE_P(Each, ReadWrongTokens,
                         testing::Values(WrongText{"LeadingZero", "n + 007", "number '007' begins with a zero", 4},
                                         WrongText{"NumberIntoName", "12ab", "number '12' runs into a letter", 0},
                                         WrongText{"NumberIntoUnderscore", "1_000", "number '1' runs into a letter", 0},
                                         WrongText{"OneTooMany", "n < 9223372036854775809", "number is too large", 4},
                                         WrongText{"FarTooMany", "99999999999999999999999999999", "number is too large",
                                                   0},
                                         WrongText{"OpenQuote", "mode == 'add", "quoted word does not end", 8},
                                         WrongText{"EmptyWord", "mode == ''", "quoted word is empty", 8},
                                         WrongText{"DoubleQuote", "\"add\"", "unexpected character '\"'", 0},
                                         WrongText{"Tab", "n\t+ 1", "unexpected character '\\x09'", 1},
                                         WrongText{"NewLine", "n\n", "unexpected character '\\x0A'", 1},
                                         WrongText{"Chinese", "n 乘 2", "unexpected character '乘'", 2},
                                         WrongText{"BehindChinese", "'更新' == @", "unexpected character '@'", 8}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(ReadTokens, ReadsTextUpToItsBoundAndSaysHowLongItMayBe) {
  EXPECT_TRUE(read_tokens(std::string(max_expression_length, ' '), testing_expression::place()));
  const auto tokens = read_tokens(std::string(max_expression_length + 1, ' '), testing_expression::place());
  ASSERT_FALSE(tokens);
  EXPECT_EQ(tokens.diagnostics().front().what, "expression has 4097 bytes");
  EXPECT_EQ(tokens.diagnostics().front().why, "an expression has at most 4096");
  EXPECT_EQ(tokens.diagnostics().front().at, testing_expression::place());
}

TEST(Shifted, StaysUnknownWhereTheColumnIsUnknown) {
  EXPECT_EQ(shifted({.file = "f", .line = 2, .column = 7}, 3), (Location{.file = "f", .line = 2, .column = 10}));
  EXPECT_EQ(shifted({.file = "f", .line = 2, .column = 0}, 3), (Location{.file = "f", .line = 2, .column = 0}));
}

}  // namespace
}  // namespace npu_cts
