// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/portion.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/base/text.h"

namespace npu_cts::run {
namespace {

using testing::HasSubstr;

Case case_with(Shape shape) {
  Case one;
  one.call.arguments["x"] = Tensor{.type = {.dtype = DType::int8, .shape = std::move(shape)}};
  return one;
}

/// Cases of which one in a hundred is as large as all others together.
std::vector<ChosenCase> uneven_cases() {
  static const expand::TargetPlan plan{.op = nullptr, .start = "op/p/1.0/eager/"};
  static std::vector<Case> all;
  if (all.empty()) {
    for (int i = 0; i < 2000; ++i) {
      all.push_back(case_with({i % 100 == 0 ? 2'000'000 : 16}));
      all.back().family = Family::data;
      all.back().content = std::to_string(i);
    }
  }
  std::vector<ChosenCase> cases;
  for (const Case& one : all) cases.push_back({.plan = &plan, .shared = &one});
  return cases;
}

std::set<std::size_t> indices(const std::vector<record::Shard>& shards) {
  std::set<std::size_t> found;
  for (const record::Shard& shard : shards) found.insert(shard.index);
  return found;
}

TEST(ReadPortion, TakesIOfN) {
  EXPECT_EQ(read_portion("2/4"), (Portion{.index = 2, .count = 4}));
  for (const std::string_view wrong : {"", "2", "0/4", "5/4", "1/257", "/4", "1/", "a/b", "-1/4", "1/4/4"})
    EXPECT_EQ(read_portion(wrong), std::nullopt) << wrong;
}

TEST(Portions, HoldEachShardOnce) {
  const auto cases = uneven_cases();
  for (const std::size_t count : {1U, 3U, 4U, 7U}) {
    std::multiset<std::size_t> all;
    std::size_t of = 0;
    for (std::size_t index = 1; index <= count; ++index) {
      for (const record::Shard& shard : shards_of({.index = index, .count = count}, cases)) {
        all.insert(shard.index);
        of = shard.count;
      }
    }
    EXPECT_EQ(all.size(), of);
    EXPECT_EQ(std::set<std::size_t>(all.begin(), all.end()).size(), of);
  }
}

TEST(Portions, CostAboutTheSame) {
  const auto cases = uneven_cases();
  std::map<std::size_t, double> large;
  for (std::size_t index = 1; index <= 4; ++index) {
    const auto shards = indices(shards_of({.index = index, .count = 4}, cases));
    for (std::size_t i = 0; i < cases.size(); i += 100)
      large[index] += shards.contains(record::part_of(id_of(cases[i]), 64));
  }
  for (const auto& [index, count] : large) EXPECT_NEAR(count, 5, 1) << index;
}

TEST(Portions, DoNotDependOnTheOrderOfTheCases) {
  auto cases = uneven_cases();
  const auto before = shards_of({.index = 2, .count = 4}, cases);
  std::ranges::reverse(cases);
  EXPECT_EQ(shards_of({.index = 2, .count = 4}, cases), before);
}

record::Journal with_portions(const std::vector<std::string>& portions) {
  record::Journal journal;
  journal.shards = {{.index = 0, .count = 48}};
  for (const std::string& portion : portions) {
    record::Environment environment;
    environment.arguments = {"npu-cts", "run", "--shard", portion, "--journal", "a", "x*"};
    journal.environments.push_back(environment);
  }
  return journal;
}

TEST(CheckPortions, NamesTheLostOneAndItsCommand) {
  const auto error = check_portions(with_portions({"1/3", "3/3"}));
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what, HasSubstr("--shard 2/3"));
  EXPECT_THAT(error->hint, HasSubstr("npu-cts run 'x*' --shard 2/3 --journal FILE"));
}

TEST(CheckPortions, ReadsOptionsWithTheirValuesInOneWord) {
  record::Journal journal = with_portions({"1/1"});
  journal.environments.front().arguments = {"npu-cts", "run", "--shard=2/2", "--journal=b", "--op=a b"};
  const auto error = check_portions(journal);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->hint, HasSubstr("npu-cts run '--op=a b' --shard 1/2 --journal FILE"));
}

TEST(CheckPortions, SaysThatPartsAreMissingWhereNoCommandLineNamesThem) {
  const auto error = check_portions(with_portions({}));
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what, HasSubstr("1 of 48 parts"));
}

TEST(CheckPortions, SaysNothingOfAWholeRun) {
  record::Journal whole = with_portions({"1/3"});
  whole.shards.clear();
  EXPECT_FALSE(check_portions(whole));
}

}  // namespace
}  // namespace npu_cts::run
