// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/prove.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/reader/read_spec.h"
#include "framework/search/search_testing.h"

namespace npu_cts::findings {
namespace {

using search::testing_search::Fixture;
using search::testing_search::parse;
using search::testing_search::rule;
using search::testing_search::small_op;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Returns what is said of each way of the rule `id` of `op` that no call shows.
std::vector<std::string> said_of(const std::string& id, OpSpec op) {
  const Fixture fixture(std::move(op));
  const auto covered = prove_open_ways(fixture.spec, {}, expand::cover_conditions(fixture.spec, {}));
  std::vector<std::string> said;
  for (const expand::OpenWay& way : covered.front().open) {
    if (way.rule != id) continue;
    said.push_back(fmt::format("{} {}, {}, {}: {}", way.broken ? "negative" : "boundary",
                               way.way.substr(0, way.way.find('.')), way.condition,
                               way.impossible ? "impossible" : "not shown", way.why));
  }
  return said;
}

/// As above, of the small operator with the rule.
std::vector<std::string> said_of(const std::string& id, std::string_view require) {
  OpSpec op = small_op();
  op.rules.push_back(rule(id, require));
  return said_of(id, std::move(op));
}

TEST(OpenWays, AreImpossibleWhereTheRestOfTheRuleExcludesThem) {
  const auto said = said_of("n.few", "n <= 6 or n == 12 and n > 6");
  EXPECT_THAT(said, Contains("negative false, n > 6, impossible: excluded by the rule itself"));
}

TEST(OpenWays, AreImpossibleWhereAnotherRuleIsBrokenToo) {
  EXPECT_THAT(said_of("n.many", "n <= 20"), ElementsAre("negative false, n <= 20, impossible: excluded by n.most",
                                                        "negative just, n <= 20, impossible: excluded by n.most"));
}

TEST(OpenWays, AreNotImpossibleWhereThePlanDoesNotReachACall) {
  const auto said =
      said_of("far", "not (n == 6 and axis == -2 and y is given and rank(x) == 1 and layout(x) == strided)");
  EXPECT_THAT(said, Contains("negative true, n == 6, not shown: a call shows it that the plan does not reach"));
}

TEST(OpenWays, AreNotImpossibleWhereTheSolverCannotSay) {
  const auto said = said_of("x.sorted", "n <= 6 or at(x, 0) <= 0");
  EXPECT_THAT(said, Not(IsEmpty()));
  EXPECT_THAT(said, Each(HasSubstr("not shown: it reads values, which the solver's calls do not carry")));
}

TEST(OpenWays, OfALayoutThatNoShapeHasAreImpossible) {
  OpSpec op = small_op();
  op.parameters[1].shapes.push_back({.id = "same", .shape = parse("shape(x)"), .when = parse("n > 8")});
  op.rules.push_back(rule("y.plain", "y is none or layout(y) == contiguous"));
  EXPECT_THAT(said_of("y.plain", std::move(op)),
              Contains("negative transposed, layout(y) == contiguous, impossible: excluded by n.most, x.given, "
                       "y.shape; two axes longer than 1 show it"));
}

TEST(OpenWays, OfTheSpecAreAllProvedImpossible) {
  const Spec spec = reader::read_spec(NPU_CTS_SOURCE_DIR "/spec").value();
  for (const expand::ConditionCoverage& one : prove_open_ways(spec, {}, expand::cover_conditions(spec, {}))) {
    for (const expand::OpenWay& way : one.open)
      EXPECT_TRUE(way.impossible) << one.op << ": " << way.rule << "/alone-" << way.way << ": " << way.why;
  }
}

}  // namespace
}  // namespace npu_cts::findings
