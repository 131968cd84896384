// SPDX-License-Identifier: Apache-2.0
#include "framework/base/diagnostic.h"

#include <set>

#include <gtest/gtest.h>

#include "framework/base/result.h"

namespace npu_cts {
namespace {

Diagnostic example() { return error_at(Kind::unknown_name, {"a.yaml", 2, 4}, "unknown dtype 'int9'", "", ""); }

TEST(DiagnosticText, HasPlaceWhatWhyHintAndNotes) {
  Diagnostic d = example();
  d.why = "dtypes are the ones listed";
  d.hint = "write 'int8'";
  d.notes.push_back(Note{Location{"b.yaml", 1, 0}, "listed here"});
  d.notes.push_back(Note{Location{}, "and nowhere else"});
  EXPECT_EQ(to_text(d),
            "a.yaml:2:4: error: unknown dtype 'int9' [unknown-name]\n"
            "  why: dtypes are the ones listed\n"
            "  hint: write 'int8'\n"
            "  note: b.yaml:1: listed here\n"
            "  note: and nowhere else\n");
}

TEST(DiagnosticText, PointsIntoTheLine) {
  EXPECT_EQ(to_text(example(), "x: y\nd: int9\n"),
            "a.yaml:2:4: error: unknown dtype 'int9' [unknown-name]\n"
            "    2 | d: int9\n"
            "      |    ^\n");
}

TEST(DiagnosticText, PointsBehindWideCharacters) {
  EXPECT_EQ(to_text(example(), "\n量化 z"),
            "a.yaml:2:4: error: unknown dtype 'int9' [unknown-name]\n"
            "    2 | 量化 z\n"
            "      |      ^\n");
}

TEST(DiagnosticText, CutsALongLineAroundTheCaret) {
  Diagnostic d = example();
  d.at.line = 1;
  d.at.column = 1001;
  const std::string text = to_text(d, std::string(1000, 'a') + 'X' + std::string(1000, 'b'));
  EXPECT_LT(text.size(), 500U);
  const auto line = text.find("...");
  ASSERT_NE(line, std::string::npos);
  const auto caret = text.find('^') - text.find('\n', line) - 1;
  const auto start = text.rfind('\n', line) + 1;
  EXPECT_EQ(text[start + caret], 'X');
}

TEST(DiagnosticText, ShowsNoLineThatTheSourceLacks) {
  EXPECT_EQ(to_text(example(), "one line"), to_text(example()));
  EXPECT_EQ(to_text(example(), "one line\n"), to_text(example()));
}

TEST(DiagnosticText, EscapesWhatAnInputSays) {
  Diagnostic d = example();
  d.what = "unknown '\x1B[2J'";
  d.at.file = "a\nb";
  EXPECT_EQ(to_text(d, "\n\x1B]0;\x07"),
            "a\\x0Ab:2:4: error: unknown '\\x1B[2J' [unknown-name]\n"
            "    2 | \\x1B]0;\\x07\n"
            "      |       ^\n");
}

TEST(DiagnosticText, LeavesOutAnUnknownPlace) {
  Diagnostic d = example();
  d.at = {"a.yaml", 0, 0};
  EXPECT_EQ(to_text(d), "a.yaml: error: unknown dtype 'int9' [unknown-name]\n");
  d.at = {};
  d.level = Level::warning;
  EXPECT_EQ(to_text(d), "warning: unknown dtype 'int9' [unknown-name]\n");
}

TEST(HasError, LooksAtTheLevel) {
  Diagnostics list;
  EXPECT_FALSE(has_error(list));
  list.push_back(example());
  list.back().level = Level::warning;
  EXPECT_FALSE(has_error(list));
  list.push_back(example());
  EXPECT_TRUE(has_error(list));
}

TEST(SortByPlace, KeepsTheOrderOfEquals) {
  Diagnostic late = example();
  Diagnostic first = example();
  Diagnostic second = example();
  late.at.line = 10;
  first.what = "first";
  second.what = "second";
  Diagnostics list{late, first, second};
  sort_by_place(list);
  EXPECT_EQ(list, (Diagnostics{first, second, late}));
}

TEST(Kinds, TheTableFollowsTheEnumerationAndNamesAreUnique) {
  EXPECT_EQ(info_of(Kind::wrong_usage).name, basic_kinds().back().name);
  EXPECT_EQ(info_of(Kind::wrong_type).name, "wrong-type");
  std::set<std::string_view> names;
  for (const KindInfo& info : basic_kinds()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.title.empty()) << info.name;
  }
}

TEST(ResultOf, HoldsAValueOrTheReasons) {
  const Result<int> good = 3;
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 3);
  const Result<int> bad = example();
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.diagnostics(), Diagnostics{example()});
}

}  // namespace
}  // namespace npu_cts
