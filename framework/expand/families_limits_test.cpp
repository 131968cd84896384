// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/base/text.h"
#include "framework/expand/families.h"
#include "framework/rule/judge_call.h"
#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using testing::IsSupersetOf;
using namespace search::testing_search;

std::vector<Case> limits_in(const Fixture& it, Tier tier, ContentFilter wants = {}) {
  Families families(it.bound, tier, std::move(wants));
  families.add_pairs();
  std::vector<Case> cases = families.take().cases;
  std::erase_if(cases, [](const Case& one) { return one.family != Family::boundary; });
  return cases;
}

std::vector<std::string> contents_of(const std::vector<Case>& cases) {
  std::vector<std::string> contents;
  for (const Case& one : cases) contents.push_back(one.content);
  return contents;
}

std::int64_t first_size_of(const Case& one) {
  return std::get<Tensor>(one.call.arguments.find("x")->second).type.shape.front();
}

TEST(Limits, StandBesideEachChoiceOfWhatMayBeLeftOut) {
  const auto cases = limits_in(Fixture(), Tier::fast);
  EXPECT_THAT(contents_of(cases), testing::UnorderedElementsAre(
                                      "n.most/at/with/any", "n.most/at/with/any+y", "axis.inside/low/with/any",
                                      "axis.inside/low/with/any+y", "axis.inside/high/with/any",
                                      "axis.inside/high/with/any+y", "n.even/once/with/any", "n.even/once/with/any+y"));
}

TEST(Limits, StandBesideEachRow) {
  EXPECT_THAT(contents_of(limits_in(Fixture(with_rows()), Tier::fast)),
              IsSupersetOf({"n.most/at/with/first+y", "n.most/at/with/second"}));
}

TEST(Limits, AreReachedByCallsThatAreLegalAndSmallElsewhere) {
  const Fixture it;
  for (const Case& one : limits_in(it, Tier::fast)) {
    EXPECT_EQ(one.expected, Verdict::accept);
    EXPECT_TRUE(is_legal(it.bound, one.call)) << one.content;
    EXPECT_EQ(first_size_of(one), one.content.starts_with("n.most") ? 8 : 2) << one.content;
  }
}

TEST(Limits, StandInFullBesideEveryOtherChoice) {
  const Fixture it;
  std::set<std::string> beside;
  for (const Case& one : limits_in(it, Tier::full)) {
    EXPECT_TRUE(is_legal(it.bound, one.call)) << one.content;
    if (!one.content.starts_with("n.most/at/with/")) continue;
    EXPECT_EQ(first_size_of(one), 8) << one.content;
    for (const std::string& word : split(one.content.substr(one.content.rfind('/') + 1), ',')) beside.insert(word);
  }
  EXPECT_THAT(beside, IsSupersetOf({"any", "any+y", "x=vector", "x=transposed", "x=strided", "y=one", "axis=1"}));
}

TEST(Limits, OfFastAreThoseOfFullToo) {
  const auto fast = contents_of(limits_in(Fixture(with_rows()), Tier::fast));
  const auto full = contents_of(limits_in(Fixture(with_rows()), Tier::full));
  EXPECT_THAT(full, IsSupersetOf(fast));
  EXPECT_EQ(std::set(full.begin(), full.end()).size(), full.size()) << "a content twice";
}

TEST(Limits, AreTheSameWhateverAQueryLeavesOut) {
  const auto wants = [](std::string_view content) { return content.starts_with("boundary/"); };
  for (const Tier tier : {Tier::fast, Tier::full})
    EXPECT_EQ(contents_of(limits_in(Fixture(), tier)), contents_of(limits_in(Fixture(), tier, wants)));
}

TEST(Limits, OfRulesThatLeaveOpenWhatFollowsAreNone) {
  OpSpec op = small_op();
  op.rules[0].on_violation = Verdict::open;
  for (const std::string& content : contents_of(limits_in(Fixture(std::move(op)), Tier::full)))
    EXPECT_FALSE(content.starts_with("n.most")) << content;
}

TEST(Limits, AreNoCallOfTooManyElements) {
  OpSpec op = small_op();
  op.rules[0] = rule("n.most", "n <= 1048577");  // x, a matrix of four columns, is too large there; a vector is not
  for (const Case& one : limits_in(Fixture(std::move(op)), Tier::full)) {
    if (!one.content.starts_with("n.most/")) continue;
    EXPECT_EQ(std::get<Tensor>(one.call.arguments.find("x")->second).type.shape, (Shape{1048577})) << one.content;
  }
}

}  // namespace
}  // namespace npu_cts::expand
