// SPDX-License-Identifier: Apache-2.0
#include "framework/base/find.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace npu_cts {
namespace {

struct Row {
  std::string id;
  int number = 0;
};

const std::vector<Row> rows{{"a", 1}, {"b", 2}, {"b", 3}};

TEST(Contains, LooksAtEachElement) {
  EXPECT_TRUE(contains(std::vector<int>{1, 2}, 2));
  EXPECT_FALSE(contains(std::vector<int>{1, 2}, 3));
  EXPECT_FALSE(contains(std::vector<int>{}, 0));
  EXPECT_TRUE(contains(rows, "b", &Row::id));
  EXPECT_FALSE(contains(rows, "c", &Row::id));
}

TEST(FindBy, ReturnsTheFirst) {
  EXPECT_EQ(find_by(rows, "b", &Row::id), &rows[1]);
  EXPECT_EQ(find_by(rows, "c", &Row::id), nullptr);
}

TEST(FindWhere, ReturnsTheFirst) {
  EXPECT_EQ(find_where(rows, [](const Row& row) { return row.number > 1; }), &rows[1]);
  EXPECT_EQ(find_where(rows, [](const Row& row) { return row.number > 3; }), nullptr);
}

}  // namespace
}  // namespace npu_cts
