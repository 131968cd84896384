// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/families.h"
#include "framework/rule/judge_call.h"
#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using namespace search::testing_search;

/// Returns the cases of rules that are broken whose content has `word`, by it.
std::vector<Case> refused_in(const Fixture& it, Tier tier, std::string_view word) {
  Families families(it.bound, tier);
  families.add_pairs();
  std::vector<Case> cases = families.take().cases;
  std::erase_if(cases, [&](const Case& one) {
    return one.family != Family::negative || one.content.find(word) == std::string::npos;
  });
  return cases;
}

std::vector<Case> refused_pairs_in(const Fixture& it, Tier tier) { return refused_in(it, tier, "/with/"); }

bool is_of_several_rules(const Case& one) { return one.content.find("/also-") != std::string::npos; }

bool is_beside_sizes_or_dtypes(const Case& one) {
  return one.content.find("/sizes/") != std::string::npos || one.content.find("/dtypes/") != std::string::npos;
}

TEST(RefusedPairs, BreakARuleOrSeveralBesideTheChoicesOfALegalCall) {
  const Fixture it;
  const auto cases = refused_pairs_in(it, Tier::full);
  ASSERT_THAT(cases, testing::SizeIs(testing::Gt(5U)));
  std::set<std::string> rules;
  std::set<std::string> together;
  for (const Case& one : cases) {
    const auto broken = refused_by(SlotCall(it.bound, one.call.arguments));
    ASSERT_EQ(broken.size() > 1, is_of_several_rules(one)) << one.content;
    EXPECT_THAT(one.content, testing::StartsWith(broken.front()->id + "/with/"));
    if (broken.size() == 1) {
      rules.insert(broken.front()->id);
    } else {
      EXPECT_THAT(one.content, testing::HasSubstr("/with/also-" + broken[1]->id));
      EXPECT_THAT(one.content, testing::HasSubstr("-" + broken.back()->id + "/"));
      together.insert(broken.front()->id + " " + broken.back()->id);
    }
  }
  EXPECT_THAT(rules, testing::SizeIs(testing::Gt(2U))) << "another rule each time";
  EXPECT_THAT(together, testing::Contains("n.most n.even"));
}

bool has_content(const std::vector<Case>& cases, std::string_view part) {
  return std::ranges::any_of(cases, [&](const Case& one) { return one.content.find(part) != std::string::npos; });
}

TEST(RefusedPairs, BreakSeveralRulesInEachWayOfOneOfThem) {
  OpSpec op = small_op();
  op.rules.push_back(rule("axis.even", "axis % 2 == 0"));
  op.rules.push_back(rule("n.band", "n in 0..9"));
  op.rules.push_back(rule("x.first", "dim(x, 0) in 0..9"));
  const auto cases = refused_pairs_in(Fixture(std::move(op)), Tier::full);
  for (const std::string_view way : {"below", "above", "largest", "wraps-8"})
    EXPECT_TRUE(has_content(cases, fmt::format("axis.inside/with/also-axis.even/{}/", way))) << way;
  EXPECT_TRUE(has_content(cases, "n.most/with/also-n.band-and-x.first/false/"));
  EXPECT_TRUE(has_content(cases, "n.most/with/also-n.band-and-x.first/x.first-wraps-8/"))
      << "of another than the first";
}

TEST(RefusedPairs, AreNoLargerThanTheirLimit) {
  const auto breaks_limit_of = [](std::int64_t most) {
    OpSpec op = small_op();
    op.rules[0] = rule("n.most", fmt::format("n <= {}", most));
    return has_content(refused_pairs_in(Fixture(std::move(op)), Tier::full), "n.most/with/");
  };
  EXPECT_TRUE(breaks_limit_of(1'000'000));
  EXPECT_FALSE(breaks_limit_of(5'000'000));
}

TEST(RefusedPairs, DoNotMindARuleThatLeavesOpenWhatFollows) {
  OpSpec op = small_op();
  op.rules.push_back(rule("n.small", "n <= 4"));
  op.rules.back().on_violation = Verdict::open;
  const Fixture it(std::move(op));
  const auto is_beside = [&](const Case& one) {
    const auto broken = judge_rules(it.bound, one.call).broken;
    return one.content.starts_with("n.most/with/") && !is_of_several_rules(one) && broken.size() == 2;
  };
  EXPECT_TRUE(std::ranges::any_of(refused_pairs_in(it, Tier::full), is_beside));
}

TEST(RefusedPairs, BreakEachRuleBesideEachDType) {
  const auto beside = [](const Case& one, std::string_view rule, std::string_view dtype) {
    return one.content.starts_with(std::string(rule) + "/with/") && !is_of_several_rules(one) &&
           one.content.find("/dtypes/") != std::string::npos && one.content.find(dtype) != std::string::npos;
  };
  OpSpec op = small_op();
  op.rules.push_back(rule("x.plain", "layout(x) == 'contiguous'"));  // broken by an edit of x alone
  const auto cases = refused_pairs_in(Fixture(std::move(op)), Tier::full);
  for (const std::string_view rule : {"n.most", "n.even", "axis.inside", "x.plain"}) {
    for (const std::string_view dtype : {"x=int8", "x=float16", "y=float32", "y=none"})
      EXPECT_TRUE(std::ranges::any_of(cases, [&](const Case& one) { return beside(one, rule, dtype); }))
          << rule << dtype;
  }
}

TEST(RefusedPairs, AreOfTheTierFull) { EXPECT_THAT(refused_pairs_in(Fixture(), Tier::fast), testing::IsEmpty()); }

TEST(RefusedAmong, BreakOneRuleAloneInAWayThatTwoCallsShowAtMost) {
  const Fixture it;
  std::map<std::string, std::set<std::string>> starts;  // by rule and way
  for (const Case& one : refused_in(it, Tier::fast, "/among/")) {
    const SlotCall call(it.bound, one.call.arguments);
    const std::size_t end = one.content.find("/any");
    if (is_of_several_rules(one)) continue;
    EXPECT_TRUE(breaks_only(call, *it.bound.find_rule(one.content.substr(0, one.content.find('/'))))) << one.content;
    EXPECT_TRUE(starts[one.content.substr(0, end)].insert(one.content.substr(end)).second) << one.content;
  }
  EXPECT_THAT(starts, testing::SizeIs(testing::Gt(5U)));
  std::set<std::string> all;
  for (const auto& [way, of_way] : starts) {
    EXPECT_THAT(of_way, testing::SizeIs(testing::Le(2U))) << way;
    all.insert(of_way.begin(), of_way.end());
  }
  EXPECT_THAT(all, testing::SizeIs(testing::Gt(5U))) << "not all beside the same choices";
}

/// A backend that knows neither rule takes them, and no call breaks the second alone.
TEST(RefusedAmong, BreakSeveralRulesTogetherOnce) {
  OpSpec op = small_op();
  op.rules.push_back(rule("n.band", "n in 0..9"));
  op.rules.push_back(rule("n.hundreds", "n in 0..99"));
  const Fixture it(std::move(op));
  std::map<std::string, int> together;
  for (const Case& one : refused_in(it, Tier::fast, "/among/also-")) {
    std::string broken;
    for (const BoundRule* rule : refused_by(SlotCall(it.bound, one.call.arguments))) broken += rule->id + " ";
    EXPECT_EQ(++together[broken], 1) << one.content;
  }
  EXPECT_THAT(together, testing::Contains(testing::Key("n.most n.band n.hundreds ")));
  EXPECT_THAT(together, testing::Contains(testing::Key("n.most n.band ")));
}

TEST(RefusedAmong, AreTheSameInTheTierFull) {
  const Fixture it;
  const auto ids_in = [&](Tier tier) {
    std::set<std::string> ids;
    for (const Case& one : refused_in(it, tier, "/among/")) ids.insert(one.content);
    return ids;
  };
  EXPECT_EQ(ids_in(Tier::fast), ids_in(Tier::full));
}

TEST(RefusedAmong, BreakOthersWhereTheRulesAreOthers) {
  OpSpec op = small_op();
  op.rules.push_back(rule("axis.top", "axis <= 1"));
  const auto contents = [](const Fixture& it) {
    std::set<std::string> all;
    for (const Case& one : refused_in(it, Tier::fast, "n.even/among/")) all.insert(one.content);
    return all;
  };
  EXPECT_NE(contents(Fixture()), contents(Fixture(std::move(op))));
}

/// The choices of the refused cases of `rule`, by the way after "/with/".
std::map<std::string, std::set<std::string>> choices_beside(const std::vector<Case>& cases, const std::string& rule) {
  std::map<std::string, std::set<std::string>> beside;
  const std::string start = rule + "/with/";
  for (const Case& one : cases) {
    if (!one.content.starts_with(start)) continue;
    const std::string rest = one.content.substr(start.size());
    if (is_of_several_rules(one) || is_beside_sizes_or_dtypes(one)) continue;
    const std::size_t end = rest.find("/any") + 1;
    for (const std::string& word : split(rest.substr(end), ',')) beside[rest.substr(0, end)].insert(word);
  }
  return beside;
}

TEST(RefusedPairs, ShowEachWayBesideEveryChoiceThatItDoesNotMakeItself) {
  const Fixture it;
  const auto cases = refused_pairs_in(it, Tier::full);
  std::set<std::string> choices;
  for (const Case& one : cases) {
    if (is_of_several_rules(one) || is_beside_sizes_or_dtypes(one)) continue;
    for (const std::string& word : split(one.content.substr(one.content.find("/any") + 1), ',')) choices.insert(word);
  }
  std::erase_if(choices, [](const std::string& word) { return word.starts_with("axis="); });
  ASSERT_THAT(choices, testing::SizeIs(testing::Gt(4U)));
  const auto beside = choices_beside(cases, "axis.inside");
  EXPECT_THAT(beside, testing::SizeIs(testing::Ge(2U))) << "below and above";
  for (const auto& [way, met] : beside) EXPECT_THAT(met, testing::IsSupersetOf(choices)) << way;
}

TEST(RefusedPairs, ShowADTypeThatRowsRefuseBesideTheChoicesOfEachBase) {
  OpSpec op = search::testing_search::with_rows();
  op.parameters[0].dtypes.front().value.push_back(DType::int16);
  op.rows.push_back(op.rows.front());
  op.rows.back().id = "third";
  op.rows.back().cells.at("x").dtypes = {DType::int16};
  const auto cases = refused_pairs_in(Fixture(std::move(op)), Tier::full);
  for (const std::string_view base : {"first", "third"}) {
    std::set<std::string> choices;
    for (const Case& one : cases) {
      if (!one.content.starts_with("rows/with/x=float16/" + std::string(base))) continue;
      for (const std::string& word : split(one.content, ',')) choices.insert(word);
    }
    EXPECT_THAT(choices, testing::IsSupersetOf({"axis=1", "n=4", "x=strided", "y=one"})) << base;
  }
}

TEST(RefusedPairs, TakeARuleOfDtypesThatReadsASize) {
  OpSpec op = small_op();
  op.rules.push_back(rule("n.typed", "n != 2 or dtype(x) == int8"));
  op.rules.back().phase = Phase::dtype;
  const auto cases = refused_pairs_in(Fixture(std::move(op)), Tier::full);
  EXPECT_THAT(choices_beside(cases, "n.typed"), testing::Not(testing::IsEmpty()));
}

}  // namespace
}  // namespace npu_cts::expand
