// SPDX-License-Identifier: Apache-2.0
#include "framework/record/json_items.h"

#include <cstdint>
#include <string>

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
  EXPECT_EQ(whole.members, 4U);
}

TEST(ReadJson, TakesNoIntegerBeyond64BitsForOne) {
  EXPECT_EQ(read_json("[9223372036854775807]")->all.back().integer, INT64_MAX);
  EXPECT_EQ(read_json("[99999999999999999999]")->all.back().kind, JsonKind::other);
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
}

TEST(ReadJson, RefusesWhatIsNoJson) {
  for (const char* text : {"", "{", "{}}", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "[01]", "[1 2]", "[+1]",
                           "[-]", "\"a", "\"\n\"", "[\"\x80\"]", "nul", "[99999999999999999999999e999]"})
    EXPECT_FALSE(read_json(text)) << text;
}

}  // namespace
}  // namespace npu_cts
