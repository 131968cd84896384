// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/smoke.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using namespace search::testing_search;

using Facts = std::set<std::pair<std::string, Verdict>>;

std::vector<Case> cases_of(const Spec& spec, Tier tier, std::vector<std::string> query = {}) {
  PlanOptions options;
  options.filters.products = {"p1"};
  options.filters.modes = {"eager"};
  options.query = std::move(query);
  options.filters.tier = tier;
  return plan(spec, options).cases;
}

Facts facts_of(const std::vector<Case>& cases) {
  Facts facts;
  for (const Case& planned : cases) {
    for (const Reason& fact : planned.covers) facts.emplace(to_text(fact), planned.expected);
  }
  return facts;
}

std::vector<std::string> ids_of(const std::vector<Case>& cases) {
  std::vector<std::string> ids;
  for (const Case& planned : cases) ids.push_back(planned.id);
  return ids;
}

TEST(Smoke, ShowsEachFactThatTheTierFastShowsKeptAndBroken) {
  const Fixture it;
  const auto fast = cases_of(it.spec, Tier::fast);
  const auto smoke = cases_of(it.spec, Tier::smoke);
  EXPECT_EQ(facts_of(smoke), facts_of(fast));
  EXPECT_LT(smoke.size(), fast.size());
}

TEST(Smoke, IsAPartOfTheTierFastAndThatOfFull) {
  const Fixture it;
  const auto smoke = ids_of(cases_of(it.spec, Tier::smoke));
  const auto fast = ids_of(cases_of(it.spec, Tier::fast));
  const auto full = ids_of(cases_of(it.spec, Tier::full));
  EXPECT_TRUE(std::ranges::includes(fast, smoke));
  EXPECT_TRUE(std::ranges::includes(full, fast));
}

TEST(Smoke, HasNoCallThatSeveralRulesRefuse) {
  OpSpec op = small_op();
  op.parameters[y].dtypes = op.parameters[x].dtypes;
  const Fixture it(std::move(op));
  const auto of_several = [](const Case& planned) {
    return planned.expected == Verdict::reject &&
           std::ranges::count(planned.covers, ReasonKind::rule, &Reason::kind) > 1;
  };
  const auto fast = cases_of(it.spec, Tier::fast);
  const auto smoke = cases_of(it.spec, Tier::smoke);
  EXPECT_TRUE(std::ranges::any_of(fast, of_several)) << "x and y of one dtype that neither has";
  EXPECT_TRUE(std::ranges::none_of(smoke, of_several));
  EXPECT_EQ(facts_of(smoke), facts_of(fast));
}

TEST(Smoke, HasTheSameCasesWhateverAQueryLeavesOut) {
  const Fixture it;
  auto chosen = ids_of(cases_of(it.spec, Tier::smoke));
  std::erase_if(chosen, [](const std::string& id) { return !id.starts_with("small/p1/3.0/eager/negative/"); });
  EXPECT_FALSE(chosen.empty());
  EXPECT_EQ(ids_of(cases_of(it.spec, Tier::smoke, {"small/p1/3.0/eager/negative/*"})), chosen);
}

}  // namespace
}  // namespace npu_cts::expand
