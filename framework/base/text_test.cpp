// SPDX-License-Identifier: Apache-2.0
#include "framework/base/text.h"

#include <gtest/gtest.h>

namespace npu_cts {
namespace {

using std::string_literals::operator""s;

const std::vector<std::string> none_known;

TEST(Join, PutsTheSeparatorBetweenPartsOnly) {
  EXPECT_EQ(join(std::vector{"a"s, ""s, "c"s}, ", "), "a, , c");
  EXPECT_EQ(join(std::vector{"a"s}, ", "), "a");
  EXPECT_EQ(join(none_known, ", "), "");
}

TEST(Split, KeepsEmptyPieces) {
  EXPECT_EQ(split("a,,b", ','), (std::vector{"a"s, ""s, "b"s}));
  EXPECT_EQ(split("", ','), std::vector{""s});
  EXPECT_EQ(split("a,", ','), (std::vector{"a"s, ""s}));
}

TEST(Trim, TakesBlanksFromBothEndsOnly) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
}

struct Escape {
  std::string_view name;
  std::string text;
  std::string want;
};
void PrintTo(const Escape& row, std::ostream* out) { *out << row.name; }

class EscapeControl : public testing::TestWithParam<Escape> {};

TEST_P(EscapeControl, IsSafeOnOneLine) { EXPECT_EQ(escape_control(GetParam().text), GetParam().want); }

INSTANTIATE_TEST_SUITE_P(
    Rows, EscapeControl,
    testing::Values(Escape{"KeepsPlainText", "a b~", "a b~"}, Escape{"KeepsChinese", "量化", "量化"},
                    Escape{"KeepsFourByteCharacters", "\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},
                    Escape{"EscapesNewlineAndTab", "a\n\tb", "a\\x0A\\x09b"}, Escape{"EscapesNul", "a\0b"s, "a\\x00b"},
                    Escape{"EscapesTerminalCodes", "\x1B[31m", "\\x1B[31m"}, Escape{"EscapesDelete", "\x7F", "\\x7F"},
                    Escape{"EscapesC1Controls", "\xC2\x9B", "\\xC2\\x9B"},
                    Escape{"EscapesRightToLeftOverride", "\xE2\x80\xAE", "\\xE2\\x80\\xAE"},
                    Escape{"EscapesByteOrderMark", "\xEF\xBB\xBF", "\\xEF\\xBB\\xBF"},
                    Escape{"EscapesDirectionIsolates", "\xE2\x81\xA6", "\\xE2\\x81\\xA6"},
                    Escape{"EscapesALoneContinuation", "\x80z", "\\x80z"},
                    Escape{"EscapesACutCharacter", "\xE9\x87", "\\xE9\\x87"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ParseInteger, ReadsPlainDecimals) {
  EXPECT_EQ(parse_integer("0"), 0);
  EXPECT_EQ(parse_integer("-1"), -1);
  EXPECT_EQ(parse_integer("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(parse_integer("-9223372036854775808"), INT64_MIN);
}

class ParseIntegerRefuses : public testing::TestWithParam<std::string_view> {};

TEST_P(ParseIntegerRefuses, WhatOnlySomeReadersTakeForANumber) { EXPECT_EQ(parse_integer(GetParam()), std::nullopt); }

INSTANTIATE_TEST_SUITE_P(Rows, ParseIntegerRefuses,
                         testing::Values("", "-", "+1", "010", "-0", "-01", "0x10", "0o17", "1_000", "1.0", "1e3", " 1",
                                         "1 ", "9223372036854775808", "-9223372036854775809", "１"));

TEST(Counted, SaysOneOfOneThingAlone) {
  EXPECT_EQ(counted(0, "page"), "0 pages");
  EXPECT_EQ(counted(1, "page"), "1 page");
  EXPECT_EQ(counted(2, "open question"), "2 open questions");
}

TEST(IsUtf8, AcceptsTheEdgesOfEveryLength) {
  for (const char* text : {"", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEF\xBF\xBF",
                           "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(is_utf8(text)) << escape_control(text);
  }
}

TEST(IsUtf8, RefusesOverlongCutSurrogateAndTooHigh) {
  for (const char* text : {"\x80", "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
                           "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xE9\x87", "\xE9"}) {
    EXPECT_FALSE(is_utf8(text)) << escape_control(text);
  }
}

TEST(Utf8Prefix, EndsBeforeTheFirstByteThatIsNone) {
  EXPECT_EQ(utf8_prefix(""), 0U);
  EXPECT_EQ(utf8_prefix("\xE6\x95\xB0 1"), 5U);
  EXPECT_EQ(utf8_prefix("\xE6\x95\xB0\xFF 1"), 3U);
  EXPECT_EQ(utf8_prefix("a\xE6\x95"), 1U);
}

TEST(HasName, FindsWholeNames) {
  EXPECT_TRUE(has_name("x1 and x2", "x2"));
  EXPECT_TRUE(has_name("max_x, (x)", "x"));
  EXPECT_FALSE(has_name("max_x, x1, _x", "x"));
  EXPECT_FALSE(has_name("", "x"));
}

TEST(StableHash, IsFnv1a) {
  EXPECT_EQ(stable_hash(""), 0xCBF29CE484222325U);
  EXPECT_EQ(stable_hash("a"), 0xAF63DC4C8601EC8CU);
  EXPECT_EQ(stable_hash("foobar"), 0x85944171F73967E8U);
  EXPECT_EQ(stable_hash("bar", stable_hash("foo")), stable_hash("foobar"));
}

}  // namespace
}  // namespace npu_cts
