// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/prove_conditions.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "framework/expand/expand_testing.h"
#include "framework/reader/read_spec.h"

namespace npu_cts {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Not;
using testing_expand::Fixture;
using testing_expand::rule;
using testing_expand::small_op;

/// Returns what is said of the ways of `id` that no call shows, in the small operator with `rules`.
std::vector<OpenWay> ways_of(const std::string& id, std::vector<Rule> rules) {
  OpSpec op = small_op();
  std::ranges::move(rules, std::back_inserter(op.rules));
  const Fixture fixture(std::move(op));
  std::vector<OpenWay> open = prove_open_ways(fixture.spec, {}, cover_conditions(fixture.spec, {})).front().open;
  std::erase_if(open, [&](const OpenWay& way) { return way.rule != id; });
  return open;
}

auto impossible_because(std::string why) {
  return testing::AllOf(Field("impossible", &OpenWay::impossible, true), Field("why", &OpenWay::why, std::move(why)));
}

TEST(OpenWays, AreImpossibleWhereTheRuleItselfImpliesTheCondition) {
  const auto ways = ways_of("axis.few", {rule("axis.few", "axis in -2..1 and axis <= 3")});
  ASSERT_THAT(ways, Not(IsEmpty()));
  EXPECT_THAT(ways, Each(impossible_because("excluded by the rule itself")));
}

TEST(OpenWays, AreImpossibleWhereAnotherRuleIsBrokenToo) {
  EXPECT_THAT(ways_of("n.many", {rule("n.many", "n <= 20")}), ElementsAre(impossible_because("excluded by n.most")));
}

TEST(OpenWays, AreNotImpossibleWhereTheGeneratorDoesNotReachACall) {
  const auto ways = ways_of("far", {rule("far", "n != 8 or axis != 0 or dim(x, -1) * dim(x, -1) != 1444")});
  EXPECT_THAT(ways, Each(Field("impossible", &OpenWay::impossible, false)));
}

}  // namespace
}  // namespace npu_cts
