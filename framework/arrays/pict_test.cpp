// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/pict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/arrays/arrays_testing.h"
#include "framework/arrays/legality.h"
#include "framework/arrays/random.h"

namespace npu_cts::arrays {
namespace {

using namespace testing_arrays;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view parameters =
    "# a comment\nSize: 1, 5, 10\nColour: red, Green ,blue\n\nlimit: 2, 5\nmark: x\\y, a]b, say \"no\"\n";

/// A constraint with the same constraint in C++, over Size, Colour, limit and mark.
struct Meaning {
  std::string_view name;
  std::string_view text;
  bool (*allows)(const Row& row);
};

void PrintTo(const Meaning& meaning, std::ostream* out) { *out << meaning.text; }

class PictConstraint : public testing::TestWithParam<Meaning> {};

std::vector<Row> expected(bool (*allows)(const Row& row)) {
  std::vector<Row> rows;
  for (const Row& row : legal_rows(*read_pict(parameters, "m")))
    if (allows(row)) rows.push_back(row);
  return rows;
}

TEST_P(PictConstraint, AllowsWhatItSays) {
  const auto model = read_pict(std::string(parameters) + std::string(GetParam().text), "model.pict");
  ASSERT_TRUE(model) << to_text(model.diagnostics().front());
  EXPECT_EQ(legal_rows(*model), expected(GetParam().allows));
}

INSTANTIATE_TEST_SUITE_P(
    Language, PictConstraint,
    testing::Values(Meaning{"Equal", "[Size] = 5;", [](const Row& r) { return r[0] == 1; }},
                    Meaning{"NotEqual", "[Colour] <> \"red\";", [](const Row& r) { return r[1] != 0; }},
                    Meaning{"NumbersAreNoTexts", "[Size] < 9;", [](const Row& r) { return r[0] < 2; }},
                    Meaning{"AtLeast", "[Size] >= 4.5;", [](const Row& r) { return r[0] > 0; }},
                    Meaning{"TextsHaveAnOrder", "[Colour] > \"Green\";", [](const Row& r) { return r[1] == 0; }},
                    Meaning{"CapitalsDoNotMatter", "if [SIZE] = 1 then [colour] = \"GREEN\";",
                            [](const Row& r) { return r[0] != 0 || r[1] == 1; }},
                    Meaning{"In", "[Colour] IN {\"red\", \"blue\"};", [](const Row& r) { return r[1] != 1; }},
                    Meaning{"Else", "IF [Size] = 1 THEN [limit] = 2 ELSE [limit] = 5;",
                            [](const Row& r) { return (r[0] == 0) == (r[2] == 0); }},
                    Meaning{"AndBindsBeforeOr", "[Size] = 1 OR [Size] = 5 AND [limit] = 2;",
                            [](const Row& r) { return r[0] == 0 || (r[0] == 1 && r[2] == 0); }},
                    Meaning{"Parentheses", "([Size] = 1 OR [Size] = 5) AND [limit] = 2;",
                            [](const Row& r) { return r[0] < 2 && r[2] == 0; }},
                    Meaning{"NotBindsFirst", "NOT [Size] = 1 AND NOT ([limit] = 2);",
                            [](const Row& r) { return r[0] != 0 && r[2] == 1; }},
                    Meaning{"TwoParameters", "[Size] <= [limit];",
                            [](const Row& r) { return r[0] == 0 || (r[0] == 1 && r[2] == 1); }},
                    Meaning{"AParameterWithItself", "[limit] <> [limit];", [](const Row&) { return false; }},
                    Meaning{"Several", "[Size] <> 1; [Size] <> 5;\n[limit] <> 2;",
                            [](const Row& r) { return r[0] == 2 && r[2] == 1; }},
                    Meaning{"OverLines", "IF [Size] = 1\n# a comment\nTHEN\n[limit] = 5\n;",
                            [](const Row& r) { return r[0] != 0 || r[2] == 1; }},
                    Meaning{"Escaped", "[mark] IN {\"x\\\\y\", \"a\\]b\"} AND [mark] <> \"say \\\"no\\\"\";",
                            [](const Row& r) { return r[3] < 2; }}),
    [](const auto& row) { return std::string(row.param.name); });

struct Wrong {
  std::string_view name;
  std::string_view text;
  int line;
  int column;
  std::string_view what;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class PictRefuses : public testing::TestWithParam<Wrong> {};

TEST_P(PictRefuses, WithPlaceAndHint) {
  const auto model = read_pict(GetParam().text, "model.pict");
  ASSERT_FALSE(model);
  const Diagnostic& error = model.diagnostics().front();
  EXPECT_EQ(error.at, (Location{"model.pict", GetParam().line, GetParam().column}));
  EXPECT_THAT(error.what, HasSubstr(std::string(GetParam().what)));
}

INSTANTIATE_TEST_SUITE_P(
    Files, PictRefuses,
    testing::Values(Wrong{"Nothing", "# only this\n", 0, 0, "no parameters"},
                    Wrong{"NoText", "a: 1\n数: 1, \xff\n", 2, 7, "the byte '\\xFF' is no UTF-8"},
                    Wrong{"NoTextAtTheEnd", "a: 1\n[a] = \xE6\x95", 2, 7, "the byte '\\xE6' is no UTF-8"},
                    Wrong{"EqualToAnAbsentNumber", "a: 1, 2\nIF [a] = 9 THEN [a] = 1;", 2, 10, "'a' has no value '9'"},
                    Wrong{"UnequalToAnAbsentNumber", "a: 1, 2\n[a] <> 9;", 2, 8, "'a' has no value '9'"},
                    Wrong{"InAbsentNumbers", "a: 1, 2\n[a] IN {1, 9};", 2, 12, "'a' has no value '9'"},
                    Wrong{"NoColon", "a: 1\nb 2\n", 2, 1, "neither a parameter nor a constraint"},
                    Wrong{"ColumnsOfCharacters", "数: 一, 一\n", 1, 7, "twice"},
                    Wrong{"NoSemicolon", "a: 1\n[a] = 1", 2, 7, "expected ';', not the end"},
                    Wrong{"OpenParenthesis", "a: 1\n([a] = 1;", 2, 9, "expected ')'"},
                    Wrong{"NoNumber", "a: 1\n[a] = 1x;", 2, 7, "cannot be compared with '1x'"},
                    Wrong{"NoName", "a: 1\nNOT = 1;", 2, 5, "expected '[NAME]'"},
                    Wrong{"NoValue", "a: 1\n[a] = ;", 2, 7, "expected a number, not ';'"},
                    Wrong{"NoQuotes", "a: x\n[a] = ;", 2, 7, "expected a value in quotes"},
                    Wrong{"NoSign", "a: 1\n[a] = é ;", 2, 7, "not 'é'"},
                    Wrong{"Negative", "a: 1, ~2\n", 1, 7, "a negative value"},
                    Wrong{"Borrowed", "a: 1\nb: <a>\n", 2, 4, "values borrowed"},
                    Wrong{"Alias", "a: 1|2\n", 1, 4, "a value with an alias"},
                    Wrong{"Weight", "a: x(3)\n", 1, 4, "a value with a weight"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ReadPict, SaysWhyAndHowOfAByteThatIsNoUtf8) {
  const auto model = read_pict("a: \xff\n", "model.pict");
  ASSERT_FALSE(model);
  EXPECT_EQ(to_text(model.diagnostics().front()),
            "model.pict:1:4: error: the byte '\\xFF' is no UTF-8 [not-text]\n"
            "  why: a model is plain UTF-8 text\n"
            "  hint: save the file as UTF-8\n");
}

TEST(ReadPict, LeavesOutAByteOrderMark) {
  const auto model = read_pict(
      "\xEF\xBB\xBF"
      "a: 1, 1\n",
      "model.pict");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.diagnostics().front().at, (Location{"model.pict", 1, 7}));
  const auto marked = read_pict(
      "\xEF\xBB\xBF"
      "# a comment\na: 1, 2\n",
      "model.pict");
  ASSERT_TRUE(marked) << to_text(marked.diagnostics().front());
  EXPECT_EQ(marked->parameters, read_pict("a: 1, 2\n", "model.pict")->parameters);
}

TEST(ReadPict, ComparesNumbersByTheirValue) { EXPECT_TRUE(read_pict("a: 1, 2\n[a] = 1.0;\n[a] < 9;\n", "model.pict")); }

TEST(ReadPict, RefusesWhatIsNestedTooDeeply) {
  const auto model = read_pict("a: 1\n" + std::string(5000, '(') + "[a] = 1;\n[a] <> 1;\n", "model.pict");
  ASSERT_FALSE(model);
  EXPECT_THAT(model.diagnostics().front().what, HasSubstr("nested too deeply"));
}

TEST(ReadPict, ReadsFourThousandValuesAtMost) {
  std::string text = "a: 0";
  for (int i = 1; i < 10'000; ++i) text += ", " + std::to_string(i);
  const auto model = read_pict(text + "\nnext\n", "model.pict");
  ASSERT_FALSE(model);
  ASSERT_EQ(model.diagnostics().size(), 1U);
  EXPECT_THAT(model.diagnostics().front().what, HasSubstr("too many values"));
}

TEST(ReadPict, TakesParenthesesThatAreNoWeight) {
  const auto model = read_pict("a: 3), (3), x(y), (4\n", "model.pict");
  ASSERT_TRUE(model) << to_text(model.diagnostics().front());
  EXPECT_THAT(model->parameters.front().values, ElementsAre("3)", "(3)", "x(y)", "(4"));
}

TEST(ReadPict, SaysWhatIsWrongWithEachConstraint) {
  const auto model = read_pict("a: 1, 2\n[b] = 1;\n[a] = 1;\n[a] ! 1;\n[a] = 2;\n", "model.pict");
  ASSERT_FALSE(model);
  ASSERT_EQ(model.diagnostics().size(), 2U);
  EXPECT_EQ(model.diagnostics()[0].at, (Location{"model.pict", 2, 1}));
  EXPECT_EQ(model.diagnostics()[1].at, (Location{"model.pict", 4, 5}));
}

/// Returns a line of a parameter with `count` values.
std::string line_of(std::string name, int count) {
  for (int i = 0; i < count; ++i) name += (i == 0 ? ": " : ", ") + std::to_string(i);
  return name + "\n";
}

TEST(ReadPict, ReadsFourThousandValuesAndNotOneMore) {
  EXPECT_TRUE(read_pict(line_of("a", 4'000), "model.pict"));
  EXPECT_TRUE(read_pict(line_of("a", 3'999) + line_of("b", 1) + "[b] = 0;\n", "model.pict"));
  const auto model = read_pict(line_of("a", 4'000) + line_of("b", 1), "model.pict");
  ASSERT_FALSE(model);
  EXPECT_THAT(model.diagnostics().front().what, HasSubstr("too many values"));
}

/// Returns `text` with some characters replaced by others of it.
std::string scrambled(std::string text, Random& random) {
  for (std::size_t i = 1 + random.below(4); i > 0; --i)
    text[random.below(text.size())] = text[random.below(text.size())];
  return text;
}

TEST(ReadPict, ReadsOrRefusesWhateverStandsInAFile) {
  const std::string text =
      std::string(parameters) +
      "IF [Size] IN {1, 5} THEN NOT ([Colour] <> \"red\" OR [limit] >= 5) ELSE [mark] = \"a\\]b\";\n"
      "# a comment\n[Size] <= [limit] AND [Colour] > \"blue\";\n";
  Random random(1);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto model = read_pict(scrambled(text, random), "model.pict");
    if (model)
      EXPECT_TRUE(forbidden_tuples(*model));
    else
      ++refused;
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 2900);
}

TEST(Rows, AreReadAsTheyArePrinted) {
  const auto model = read_pict(parameters, "model.pict");
  ASSERT_TRUE(model);
  const std::vector<Row> rows{{0, 1, 1, 2}, {2, 2, 0, 0}};
  const std::string text = to_text(*model, rows);
  EXPECT_EQ(text, "Size\tColour\tlimit\tmark\n1\tGreen\t5\tsay \"no\"\n10\tblue\t2\tx\\y\n");
  EXPECT_EQ(*read_rows(text, "rows", *model), rows);
}

TEST(Rows, MayBeginWithAByteOrderMark) {
  const auto model = read_pict(parameters, "model.pict");
  ASSERT_TRUE(model);
  const auto rows = read_rows("\xEF\xBB\xBFlimit\n5\n", "rows", *model);
  ASSERT_TRUE(rows) << to_text(rows.diagnostics().front());
  EXPECT_THAT(*rows, ElementsAre(Row{unset, unset, 1, unset}));
}

TEST(Rows, MayLeaveValuesAndColumnsOpen) {
  const auto model = read_pict(parameters, "model.pict");
  ASSERT_TRUE(model);
  EXPECT_THAT(*read_rows("limit\tsize\n5\t\n\t10\n2\n", "rows", *model),
              ElementsAre(Row{unset, unset, 1, unset}, Row{2, unset, unset, unset}, Row{unset, unset, 0, unset}));
}

TEST(Rows, AreRefusedWithEachUnknownNameAndValue) {
  const auto model = read_pict(parameters, "model.pict");
  ASSERT_TRUE(model);
  const auto rows = read_rows("limits\tsize\n5\t11\n", "rows", *model);
  ASSERT_FALSE(rows);
  ASSERT_EQ(rows.diagnostics().size(), 2U);
  EXPECT_EQ(rows.diagnostics()[0].at, (Location{"rows", 1, 1}));
  EXPECT_EQ(rows.diagnostics()[1].at, (Location{"rows", 2, 3}));
}

}  // namespace
}  // namespace npu_cts::arrays
