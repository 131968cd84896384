// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/yaml_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "framework/base/text.h"
#include "framework/reader/places.h"
#include "framework/reader/reader_testing.h"

namespace npu_cts::reader {
namespace {

TEST(ReadTree, KeepsOrderQuotesAndPlaces) {
  const Tree tree = read_tree("b: 1\na: ['x', z]\n", "f.yaml");
  ASSERT_TRUE(tree.found.empty()) << to_text(tree.found.front());
  const Node& root = tree.root.value();
  ASSERT_EQ(root.kind, Node::Kind::map);
  ASSERT_EQ(root.entries.size(), 2U);
  EXPECT_EQ(root.entries[0].key.text, "b");
  EXPECT_EQ(Location(root.entries[0].value.at), (Location{"f.yaml", 1, 4}));
  EXPECT_FALSE(root.entries[0].value.quoted);
  const Node* const list = find(root, "a");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->items.size(), 2U);
  EXPECT_TRUE(list->items[0].quoted);
  EXPECT_FALSE(list->items[1].quoted);
  EXPECT_EQ(Location(list->items[1].at), (Location{"f.yaml", 2, 10}));
  EXPECT_EQ(find(root, "c"), nullptr);
}

TEST(ReadTree, CountsColumnsInCharacters) {
  const Tree tree = read_tree("{zh: 量化, en: x}\n", "f.yaml");
  EXPECT_EQ(find(tree.root.value(), "en")->at.column, 14);
}

TEST(ReadTree, AllowsWindowsLineEnds) {
  const Tree tree = read_tree("a: 1\r\nb: 2\r\n", "f.yaml");
  ASSERT_TRUE(tree.found.empty());
  EXPECT_EQ(find(tree.root.value(), "a")->text, "1");
  EXPECT_EQ(Location(find(tree.root.value(), "b")->at), (Location{"f.yaml", 2, 4}));
  EXPECT_TRUE(read_tree("\r\na: 1\r\n", "f.yaml").found.empty());
}

TEST(ReadTree, TakesQuotedWordsAsTheyAre) {
  EXPECT_TRUE(
      read_tree("['yes', \"no\", 'null', '~', 'on', '', \"None\", 'it''s', '''', \"\\\"\"]", "f").found.empty());
  EXPECT_TRUE(read_tree("[true, false, none, ninth, yonder]", "f").found.empty());
}

TEST(ReadTree, TakesOneLetterForAKey) { EXPECT_TRUE(read_tree("{n: 1, y: 2, N: 3}", "f").found.empty()); }

TEST(ReadTree, AllowsADocumentMarkerAndComments) {
  const Tree tree = read_tree("# a comment\n---\na: 1  # another\n...\n", "f");
  EXPECT_TRUE(tree.found.empty());
  EXPECT_TRUE(tree.root.has_value());
}

TEST(ReadTree, GoesOnAfterFaultsAndReportsAllOfThem) {
  const Tree tree = read_tree("a: yes\nb: &x 1\na: 2\nc: ~\nd:\n<<: {e: 1}\n", "f");
  std::vector<Kind> kinds;
  for (const Diagnostic& d : tree.found) kinds.push_back(d.kind);
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::ambiguous_scalar, Kind::alias_not_allowed, Kind::duplicate_key,
                                      Kind::ambiguous_scalar, Kind::ambiguous_scalar, Kind::merge_key}));
  EXPECT_TRUE(tree.root.has_value());
}

TEST(ReadTree, NamesTheFirstOfTwoKeys) {
  const Tree tree = read_tree("a: 1\nb: 2\na: 3\n", "f");
  ASSERT_EQ(tree.found.size(), 1U);
  EXPECT_EQ(tree.found[0].at, (Location{"f", 3, 1}));
  ASSERT_EQ(tree.found[0].notes.size(), 1U);
  EXPECT_EQ(tree.found[0].notes[0].at, (Location{"f", 1, 1}));
}

TEST(ReadTree, RefusesAKeyThatStandsTwiceHoweverLargeTheMapIs) {
  std::string text;
  for (int keys = 1; keys <= 20; ++keys) {
    text += fmt::format("k{}: 1\n", keys);
    const Tree tree = read_tree(fmt::format("{}k{}: 2\n", text, keys), "f");
    ASSERT_EQ(tree.found.size(), 1U) << keys;
    EXPECT_EQ(tree.found[0].at, (Location{"f", keys + 1, 1}));
    EXPECT_EQ(tree.found[0].notes.at(0).at, (Location{"f", keys, 1}));
  }
}

TEST(ReadTree, RefusesTheMergeKeyOnceAndThenAsAKeyThatStandsTwice) {
  const Tree tree = read_tree("<<: {a: 1}\n<<: {b: 2}\n", "f");
  ASSERT_EQ(tree.found.size(), 2U);
  EXPECT_EQ(tree.found[0].kind, Kind::merge_key);
  EXPECT_EQ(tree.found[1].kind, Kind::duplicate_key);
}

TEST(ReadTree, DropsFaultsBeyondTheLimit) {
  EXPECT_EQ(read_tree(repeat("- yes\n", 1000), "f").found.size(), Limits::diagnostics);
}

struct Refusal {
  std::string_view name;
  std::string text;
  Kind kind;
  int line;
  int column;
};
void PrintTo(const Refusal& row, std::ostream* out) { *out << row.name; }

class ReadTreeRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(ReadTreeRefuses, WithKindAndPlace) {
  const Refusal& row = GetParam();
  const Tree tree = read_tree(row.text, "f");
  ASSERT_FALSE(tree.found.empty());
  const Diagnostic& first = tree.found.front();
  EXPECT_EQ(info_of(first.kind).name, info_of(row.kind).name) << to_text(first, row.text);
  EXPECT_EQ(first.at, (Location{"f", row.line, row.column})) << to_text(first, row.text);
  EXPECT_FALSE(first.why.empty());
  EXPECT_FALSE(first.hint.empty());
}

using std::string_literals::operator""s;

INSTANTIATE_TEST_SUITE_P(
    Rows, ReadTreeRefuses,
    testing::Values(
        Refusal{"Empty", "", Kind::yaml_syntax, 0, 0}, Refusal{"OnlyAComment", "# x\n", Kind::yaml_syntax, 0, 0},
        Refusal{"ByteOrderMark",
                "\xEF\xBB\xBF"
                "a: 1\n",
                Kind::not_text, 1, 1},
        Refusal{"NotUtf8", "a: 1\nb: \xC3(\n", Kind::not_text, 2, 4},
        Refusal{"Nul", "a: 1\nb: \0x\n"s, Kind::not_text, 2, 4},
        Refusal{"ControlCharacterAtTheStart", "\x1B[0m\n", Kind::not_text, 1, 1},
        Refusal{"Escape", "a: \x1B[0m\n", Kind::not_text, 1, 4},
        Refusal{"LoneCarriageReturn", "a: 1\rb: 2", Kind::not_text, 1, 5},
        Refusal{"C1Control", "a: \xC2\x9B", Kind::not_text, 1, 4}, Refusal{"LoneComma", ",", Kind::trailing_text, 1, 1},
        Refusal{"LeadingComma", ", a\n", Kind::trailing_text, 1, 1},
        Refusal{"SecondDocument", "a: 1\n---\nb: 2\n", Kind::trailing_text, 2, 1},
        Refusal{"TextAfterTheEnd", "a: 1\n...\njunk\n", Kind::trailing_text, 3, 1},
        Refusal{"TextAfterAFlowMap", "{a: 1} b\n", Kind::trailing_text, 1, 8},
        Refusal{"Anchor", "a: &x 1\n", Kind::alias_not_allowed, 1, 4},
        Refusal{"Alias", "a: &x 1\nb: *x\n", Kind::alias_not_allowed, 1, 4},
        Refusal{"UndefinedAlias", "a: *B1\n", Kind::alias_not_allowed, 1, 4},
        Refusal{"CyclicAlias", "&a [1, *a]\n", Kind::alias_not_allowed, 1, 1},
        Refusal{"Tag", "a: !!int 3\n", Kind::tag_not_allowed, 1, 4},
        Refusal{"BareTag", "a: ! 3\n", Kind::tag_not_allowed, 1, 4},
        Refusal{"TagOfAMap", "a: !x {b: 1}\n", Kind::tag_not_allowed, 1, 4},
        Refusal{"DuplicateKey", "{a: 1, a: 1}\n", Kind::duplicate_key, 1, 8},
        Refusal{"MergeKey", "<<: {a: 1}\n", Kind::merge_key, 1, 1},
        Refusal{"MissingValue", "a:\n", Kind::ambiguous_scalar, 1, 1},
        Refusal{"ListAsKey", "{[a]: 1}\n", Kind::wrong_type, 1, 2},
        Refusal{"BadIndent", "a: 1\n  b: 2\n", Kind::yaml_syntax, 2, 4},
        Refusal{"OpenBracket", "a: [1, 2\n", Kind::yaml_syntax, 2, 1},
        Refusal{"OpenQuote", "a: 'x\n", Kind::yaml_syntax, 1, 4},
        Refusal{"OpenDoubleQuote", "a: \"x\\\"\n", Kind::yaml_syntax, 1, 4},
        Refusal{"OpenEscapedQuote", "'it''", Kind::yaml_syntax, 1, 6},
        Refusal{"OpenEscapedQuoteInAMap", "a: 'it''\n", Kind::yaml_syntax, 1, 4},
        Refusal{"OpenQuoteAtTheStart", "'x\n", Kind::yaml_syntax, 1, 1},
        Refusal{"TabIndent", "a:\n\tb: 1\n", Kind::yaml_syntax, 2, 1},
        Refusal{"MarkBehindATab", "a: [1,\n\t@x]\n", Kind::yaml_syntax, 2, 2},
        Refusal{"TabBehindSpaces", "a:\n \tb: 1\n", Kind::yaml_syntax, 2, 2},
        Refusal{"ReservedCharacter", "a: @x\n", Kind::yaml_syntax, 1, 4},
        Refusal{"DeepFlow", repeat("[", 17) + repeat("]", 17), Kind::too_deep, 1, 17},
        Refusal{"LongScalar", fmt::format("a: {}", repeat("x", Limits::scalar_bytes + 1)), Kind::scalar_too_long, 1, 4},
        Refusal{"ManyNodes", fmt::format("[{}1]", repeat("1,", Limits::nodes)), Kind::too_many_nodes, 1, 400000},
        Refusal{"HugeFile", std::string(Limits::bytes + 1, 'x'), Kind::file_too_large, 0, 0}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ReadTree, TakesANoBreakSpaceForALetter) { EXPECT_TRUE(read_tree("a: x\xC2\xA0y\n", "f").found.empty()); }

TEST(ReadTree, PointsAtTheFirstByteThatIsNoUtf8WhereverItStands) {
  for (const std::string_view before :
       {"", "ab", "abc", "abcd\nabcdefgh", "\xE9\x87\x8F", "x\xE9\x87\x8F", "\xC3\xA9", "\xF0\x9F\x98\x80"}) {
    for (const std::string_view bad : {"\x80", "\x80\x80\x80", "\xFFz", "\xC3(\xE9\x87\x8F"}) {
      const std::string text = fmt::format("{}{}", before, bad);
      const Tree tree = read_tree(text, "f");
      ASSERT_EQ(tree.found.size(), 1U);
      EXPECT_EQ(tree.found[0].at, Places(text, "f").at(before.size())) << before.size() << " " << bad.size();
    }
  }
}

TEST(ReadTree, NamesTheWholeControlCharacterAndNoMore) {
  EXPECT_EQ(read_tree("a: \xC2\x9Bz", "f").found[0].what, "control character '\\xC2\\x9B'");
  EXPECT_EQ(read_tree("a: \x1Bz", "f").found[0].what, "control character '\\x1B'");
}

TEST(ReadTree, TakesWhatReachesItsLimits) {
  EXPECT_TRUE(read_tree("a: 1\n#" + std::string(Limits::bytes - 6, ' '), "f").found.empty());
  EXPECT_TRUE(read_tree(fmt::format("a: {}", repeat("x", Limits::scalar_bytes)), "f").found.empty());
}

TEST(ReadTree, RefusesTagsOfListsAndMaps) {
  for (const char* text : {"a: !x [b]\n", "a: !x {b: 1}\n", "!x [b]\n"}) {
    const Tree tree = read_tree(text, "f");
    ASSERT_EQ(tree.found.size(), 1U) << text;
    EXPECT_EQ(tree.found[0].kind, Kind::tag_not_allowed) << text;
  }
}

TEST(ReadTree, SaysThatAReservedCharacterNeedsQuotes) {
  for (const char* text : {"@x\n", "a: @x\n", "a: `x\n"}) {
    const Tree tree = read_tree(text, "f");
    ASSERT_FALSE(tree.found.empty()) << text;
    EXPECT_EQ(tree.found[0].hint, "put the text in quotes: it begins with a character that YAML reserves") << text;
  }
}

TEST(ReadTree, DisputesTheLastWordOfATextWithoutALineEnd) {
  EXPECT_EQ(read_tree("a: ~", "f").found.at(0).what, "the bare word '~' is not part of the language");
}

TEST(ReadTree, DoesNotTakeAClosedQuoteForAnOpenOne) {
  const Tree tree = read_tree("a: \"b\"'c'\n", "f");
  ASSERT_FALSE(tree.found.empty());
  EXPECT_EQ(tree.found[0].what.find("the quote is not closed"), std::string::npos) << tree.found[0].what;
}

struct TabRow {
  std::string_view text;
  bool indents;  ///< whether the tab is what is wrong
};

TEST(ReadTree, SaysThatATabIndentsOfTheLineWithTheErrorAndNoOther) {
  for (const auto& [text, indents] :
       {TabRow{"\ta: [\n", true}, TabRow{"a:\n\tb: 1\n", true}, TabRow{"a: b\tc: [\n", false},
        TabRow{"a: }\n\tb: 1\n", false}, TabRow{"}\n\tb: 1\n", false}}) {
    const Tree tree = read_tree(text, "f");
    ASSERT_FALSE(tree.found.empty()) << text;
    EXPECT_EQ(tree.found[0].what.find("a tab indents this line") != std::string::npos, indents)
        << text << tree.found[0].what;
  }
}

class ReadTreeDisputes : public testing::TestWithParam<std::string_view> {};

TEST_P(ReadTreeDisputes, TheBareWord) {
  for (const std::string& text : {fmt::format("{}: 1\n", GetParam()), fmt::format("- {}\n", GetParam())}) {
    if (text.find(':') == 1 && text != "~: 1\n") continue;  // one letter is a symbol's name
    const Tree tree = read_tree(text, "f");
    ASSERT_EQ(tree.found.size(), 1U) << text;
    EXPECT_EQ(tree.found[0].kind, Kind::ambiguous_scalar);
    EXPECT_NE(tree.found[0].what.find(GetParam()), std::string::npos) << tree.found[0].what;
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, ReadTreeDisputes,
                         testing::Values("yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
                                         "y", "Y", "n", "N", "null", "Null", "NULL", "~", "None", "NONE", "True",
                                         "TRUE", "False", "FALSE"));

TEST(ReadTree, DoesNotTruncateWhatItCannotRead) {
  // yaml-cpp ends this document early and in silence; the parser is not exhausted then.
  const Tree tree = read_tree("- a: b\n  c: |\n    d\n e\n", "f");
  EXPECT_FALSE(tree.found.empty());
  EXPECT_FALSE(tree.root.has_value());
}

TEST(ReadTree, MeetsAnAliasBombInTimeAndSpace) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i)
    bomb += fmt::format("a{}: &a{} [{}]\n", i, i, join(std::vector<std::string>(10, fmt::format("*a{}", i - 1)), ", "));
  const Tree tree = read_tree(bomb, "f");
  ASSERT_FALSE(tree.found.empty());
  EXPECT_EQ(tree.found[0].kind, Kind::alias_not_allowed);
}

class ReadTreeNests : public testing::TestWithParam<std::string_view> {};

TEST_P(ReadTreeNests, NeverTooDeeply) {
  for (const std::size_t times : {std::size_t{600}, std::size_t{100'000}}) {
    const Tree tree = read_tree(repeat(GetParam(), times), "f");
    EXPECT_FALSE(tree.root.has_value());
    ASSERT_FALSE(tree.found.empty());
    EXPECT_LE(tree.found.size(), 3U);
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, ReadTreeNests,
                         testing::Values("[", "{a: ", "- ", "? ", "[a, ", "{", "]", ", ", "!a ", "a: "));

TEST(Places, CountsLinesAndCharacters) {
  const std::string text = fmt::format("ab\n{}x\n", repeat("量", 300));
  const Places places(text, "f");
  EXPECT_EQ(places.at(0), (Location{"f", 1, 1}));
  EXPECT_EQ(places.at(3), (Location{"f", 2, 1}));
  EXPECT_EQ(places.at(3 + 900), (Location{"f", 2, 301}));
  EXPECT_EQ(places.at(text.size() + 5), (Location{"f", 3, 1}));
}

TEST(Places, CountsEmptyLines) { EXPECT_EQ(Places("a\n\n\nb", "f").at(4), (Location{"f", 4, 1})); }

}  // namespace
}  // namespace npu_cts::reader
