// SPDX-License-Identifier: Apache-2.0
#include "framework/base/json_items.h"

#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace npu_cts {
namespace {

TEST(ReadJson, ListsWhatStandsInsideAValueBehindIt) {
  const auto items = read_json(R"({"a":[1,{"b":"x"}],"c":20})");
  ASSERT_TRUE(items);
  const JsonItem& whole = items->all.front();
  EXPECT_EQ(whole.kind, JsonKind::object);
  EXPECT_EQ(whole.members, 2U);
  EXPECT_EQ(whole.length, items->all.size());
  const JsonItem* const list = find_member(whole, "a");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->members, 2U);
  EXPECT_EQ(find_member(whole, "b"), nullptr);  // of an object inside it
  EXPECT_EQ(find_member(whole, "c")->integer, 20);
}

TEST(ReadJson, TakesWhatARunSeldomWrites) {
  const auto items = read_json(R"( {"t":"\"\u00e9\n", "n":-7, "f":1.5, "z":null} )");
  ASSERT_TRUE(items);
  const JsonItem& whole = items->all.front();
  EXPECT_EQ(find_member(whole, "t")->text, "\"\xC3\xA9\n");
  EXPECT_EQ(find_member(whole, "n")->integer, -7);
  EXPECT_EQ(find_member(whole, "f")->kind, JsonKind::other);
  EXPECT_EQ(find_member(whole, "z")->kind, JsonKind::null);
  EXPECT_EQ(whole.members, 4U);
}

TEST(ReadJson, PassesOverAByteOrderMark) {
  EXPECT_EQ(read_json("\xEF\xBB\xBF[]")->all.front().kind, JsonKind::list);
  EXPECT_FALSE(read_json("[\xEF\xBB\xBF]"));
}

TEST(ReadJson, ReadsTheNextTextWhereThatBeforeStood) {
  auto first = read_json(R"({"long":["a text", "another"]})");
  ASSERT_TRUE(first);
  const auto next = read_json(R"(["b"])", *std::move(first));
  ASSERT_TRUE(next);
  EXPECT_EQ(next->all.size(), 2U);
  EXPECT_EQ(next->all.back().text, "b");
}

TEST(ReadJson, TakesNoIntegerBeyond64BitsForOne) {
  EXPECT_EQ(read_json("[9223372036854775807]")->all.back().integer, INT64_MAX);
  for (const char* text : {"[-9223372036854775808]", "[ -9223372036854775808]"})
    EXPECT_EQ(read_json(text)->all.back().integer, INT64_MIN) << text;
  for (const char* text : {"[9223372036854775808]", "[18446744073709551615]", "[99999999999999999999]", "[7.0]"})
    EXPECT_EQ(read_json(text)->all.back().kind, JsonKind::other) << text;
}

TEST(ReadJson, TellsNullTrueAndFalseApartHoweverTheyAreWritten) {
  for (const char* text : {"[null,true,false]", "[ null, true, false]"}) {
    const auto items = read_json(text);
    ASSERT_TRUE(items) << text;
    EXPECT_EQ(items->all[1].kind, JsonKind::null);
    EXPECT_EQ(items->all[2].kind, JsonKind::boolean);
    EXPECT_EQ(items->all[2].integer, 1);
    EXPECT_EQ(items->all[3].kind, JsonKind::boolean);
    EXPECT_EQ(items->all[3].integer, 0);
  }
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(ReadJson, TakesWhatIsNestedDeeperThanARunNestsButNotWhatTakesMemoryAlone) {
  const auto items = read_json(nested(16));
  ASSERT_TRUE(items);
  EXPECT_EQ(items->all.size(), 16U);
  EXPECT_FALSE(read_json(nested(17)));
}

TEST(ReadJson, RefusesMoreThanAMillionValues) {
  std::string many = "[0";
  for (int i = 0; i < 1'000'000; ++i) many += ",0";
  EXPECT_FALSE(read_json(many + "]"));
  EXPECT_FALSE(read_json(many + ",0.5]"));
  EXPECT_TRUE(read_json(many + ",0.5]", {}, many.size()));
}

TEST(ReadJson, RefusesWhatIsNoJson) {
  for (const char* text :
       {"", "{", "{}}", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "[01]", "[1 2]", "[+1]", "[-]", "[-01]",
        "[truenull]", "\"a", "\"\n\"", "[\"\x80\"]", "nul", "[99999999999999999999999e999]"})
    EXPECT_FALSE(read_json(text)) << text;
}

TEST(ReadJson, RefusesMoreOrLessThanOneValue) {
  for (const char* text : {"1,2", "1],[2", "],[", "[1]]", "nulls", "false1"}) EXPECT_FALSE(read_json(text)) << text;
}

TEST(IsPlainText, KnowsEachLetterAtEachPlace) {
  for (std::size_t place = 0; place < 17; ++place) {
    for (int code = 0; code < 256; ++code) {
      std::string text(17, 'a');
      text[place] = static_cast<char>(code);
      const bool is_plain = code >= ' ' && code <= '~' && code != '"' && code != '\\';
      EXPECT_EQ(is_plain_text(text), is_plain) << code << " at " << place;
    }
  }
}

}  // namespace
}  // namespace npu_cts
