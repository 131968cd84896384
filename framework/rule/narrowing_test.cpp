// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/rule/judge_call.h"
#include "framework/rule/rule_testing.h"

// What a dated fact says at each target: the first entry that holds there, and nothing where none does. Every pair of
// two narrow entries at every target of three releases, two products and three modes.
namespace npu_cts {
namespace {

using namespace testing_rule;
using testing::IsEmpty;

std::vector<Applies> narrow_applies() {
  std::vector<Applies> all{{}};
  all.push_back({.since = 1});
  all.push_back({.since = 0, .until = 0});
  all.push_back({.since = 1, .until = 1, .products = {"p1"}});
  all.push_back({.products = {"p2"}});
  all.push_back({.modes = {"eager"}});
  all.push_back({.products = {"p1"}, .modes = {"graph_static", "graph_dynamic"}});
  return all;
}

std::vector<Target> all_targets(const Spec& spec) {
  std::vector<Target> targets;
  for (const std::string product : {"p1", "p2"}) {
    for (const std::string& release : spec.releases) {
      for (const Mode& mode : spec.modes.all) targets.push_back({product, release, mode.id});
    }
  }
  return targets;
}

SupportCell support(SupportState state, Applies applies) { return {.state = state, .applies = std::move(applies)}; }

/// Calls `check(first, second, target)` for all of them.
template <class Check>
void for_each_pair(const Spec& spec, const Check& check) {
  for (const Applies& first : narrow_applies()) {
    for (const Applies& second : narrow_applies()) {
      for (const Target& target : all_targets(spec)) check(first, second, target);
    }
  }
}

TEST(SupportAtATarget, IsOfTheFirstCellThatHolds) {
  const Spec spec = two_products();
  for_each_pair(spec, [&](const Applies& first, const Applies& second, const Target& target) {
    OpSpec op = invented();
    op.support = {support(SupportState::yes, first), support(SupportState::no, second)};
    const SupportCell* const want = holds(first, spec, target)    ? &op.support[0]
                                    : holds(second, spec, target) ? &op.support[1]
                                                                  : nullptr;
    ASSERT_EQ(find_support(spec, op, target), want);
    const BoundSpec bound = BoundSpec::bind(spec, op, target);
    ASSERT_EQ(bound.support(), want);
    ASSERT_EQ(bound.is_supported(), want == &op.support[0]);
    ASSERT_EQ(bound.support_rule() == nullptr, bound.is_supported());
  });
}

TEST(SupportAtATarget, DecidesTheVerdictBeforeAnyRule) {
  const Spec spec = two_products();
  OpSpec op = invented();
  for (Parameter& parameter : op.parameters) parameter.optional = true;
  const Call made = call({});
  const auto verdict = [&] { return judge(BoundSpec::bind(spec, op, made.target), made).verdict; };
  EXPECT_EQ(verdict(), Verdict::open) << "the documents have no cell";
  op.support = {support(SupportState::no, {})};
  EXPECT_EQ(verdict(), Verdict::unsupported);
  op.support = {support(SupportState::open, {})};
  EXPECT_EQ(verdict(), Verdict::open);
}

TEST(DefaultAtATarget, IsTheFirstThatHolds) {
  const Spec spec = two_products();
  for_each_pair(spec, [&](const Applies& first, const Applies& second, const Target& target) {
    OpSpec op = invented();
    op.parameters[3].defaults = {{.value = {.value = std::int64_t{1}}, .applies = first},
                                 {.value = {.value = std::int64_t{2}}, .applies = second}};
    const BoundSpec bound = BoundSpec::bind(spec, op, target);
    const Value* const found = bound.find_parameter("axis")->default_value;
    if (holds(first, spec, target) || holds(second, spec, target)) {
      ASSERT_NE(found, nullptr);
      ASSERT_EQ(*found, Value(std::int64_t{holds(first, spec, target) ? 1 : 2}));
    } else {
      ASSERT_EQ(found, nullptr);
    }
  });
}

TEST(ShapesAtATarget, AreAllThatHold) {
  const Spec spec = two_products();
  for_each_pair(spec, [&](const Applies& first, const Applies& second, const Target& target) {
    OpSpec op = invented();
    op.symbols = {{.name = "n", .value = parse("numel(x)")}};
    op.parameters[0].shapes = {{.id = "a", .shape = parse("[n]"), .when = nullptr, .applies = first},
                               {.id = "b", .shape = parse("[n, 1]"), .when = nullptr, .applies = second}};
    const BoundSpec bound = BoundSpec::bind(spec, op, target);
    std::vector<std::string> found;
    for (const BoundShape& shape : bound.find_parameter("x")->shapes) found.push_back(shape.written->id);
    std::vector<std::string> want;
    if (holds(first, spec, target)) want.emplace_back("a");
    if (holds(second, spec, target)) want.emplace_back("b");
    ASSERT_EQ(found, want);
  });
}

TEST(RulesAtATarget, AreThoseThatHold) {
  const Spec spec = two_products();
  for_each_pair(spec, [&](const Applies& first, const Applies& second, const Target& target) {
    OpSpec op = invented();
    for (const Applies* const applies : {&first, &second}) {
      Rule& rule = op.rules.emplace_back();
      rule.id = applies == &first ? "first" : "second";
      rule.require = parse("axis > 0");
      rule.applies = *applies;
    }
    const BoundSpec bound = BoundSpec::bind(spec, op, target);
    ASSERT_EQ(bound.find_rule("first") != nullptr, holds(first, spec, target));
    ASSERT_EQ(bound.find_rule("second") != nullptr, holds(second, spec, target));
  });
}

TEST(ParametersAtATarget, ApplyWhereTheyHoldAndAreUnknownElsewhere) {
  const Spec spec = two_products();
  for (const Applies& applies : narrow_applies()) {
    for (const Target& target : all_targets(spec)) {
      OpSpec op = invented();
      op.parameters[3].applies = applies;
      const BoundSpec bound = BoundSpec::bind(spec, op, target);
      ASSERT_EQ(bound.find_parameter("axis")->applies, holds(applies, spec, target));
      ASSERT_EQ(bound.find_rule("axis.unknown") == nullptr, holds(applies, spec, target));
    }
  }
}

TEST(ATargetOfNoRelease, HasNoFacts) {
  const Spec spec = two_products();
  OpSpec op = invented();
  op.support = {support(SupportState::yes, {})};
  op.rules.emplace_back().require = parse("axis > 0");
  const BoundSpec bound = BoundSpec::bind(spec, op, {.product = "p1", .release = "9.0", .mode = "eager"});
  EXPECT_FALSE(bound.is_supported());
  EXPECT_FALSE(bound.holds({}));
  EXPECT_THAT(bound.formulas(), IsEmpty());
}

}  // namespace
}  // namespace npu_cts
