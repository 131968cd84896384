// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/expand.h"

#include <malloc.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "framework/rule/judge_call.h"
#include "framework/search/search_testing.h"

// Which cases a plan has, and which of them a query names.
namespace npu_cts::expand {
namespace {

using testing::Contains;
using testing::Field;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using namespace search::testing_search;

PlanOptions all_releases(std::vector<std::string> query = {}) {
  return {.filters = {.releases = {"all"}}, .query = std::move(query)};
}

TEST(Matches, TakesAStarForAnyRunAndAQuestionMarkForOneCharacter) {
  EXPECT_TRUE(matches("small/*/neg*/n.even/*", "small/p1/3.0/eager/negative/n.even/short"));
  EXPECT_TRUE(matches("small/p?/*", "small/p1/3.0/eager"));
  EXPECT_FALSE(matches("small/p?/*", "small/p12/3.0/eager"));
  EXPECT_FALSE(matches("*/negative", "small/p1/3.0/eager/negative/n.even"));
}

TEST(Matches, TakesAPrefixThatEndsAtASlash) {
  EXPECT_TRUE(matches("small/p1", "small/p1/3.0"));
  EXPECT_TRUE(matches("small/p1/", "small/p1/3.0"));
  EXPECT_FALSE(matches("small/p", "small/p1/3.0"));
}

TEST(Matches, TakesEveryCaseForAnEmptyQuery) { EXPECT_TRUE(matches("", "small/p1")); }

TEST(MayMatch, RefusesWhatNoEndCanSave) {
  EXPECT_FALSE(may_match("other/*", "small/"));
  EXPECT_FALSE(may_match("small/p2/*", "small/p1/3.0/"));
  EXPECT_FALSE(may_match("small/p?/3.0/eager/n*", "small/p1/3.0/eager/boundary/"));
}

TEST(MayMatch, HoldsForEveryBeginningOfWhatMatches) {
  const std::string id = "small/p1/3.0/eager/negative/n.even/short";
  for (const char* query :
       {"", "*", "small", "small/*", "*/negative/*", "small/p?/3.?/*/short", "*even*", id.c_str()}) {
    ASSERT_TRUE(matches(query, id)) << query;
    for (std::size_t end = 0; end <= id.size(); ++end)
      EXPECT_TRUE(may_match(query, std::string_view(id).substr(0, end))) << query << " " << end;
  }
}

TEST(TargetsOf, AreThoseOfTheNewestReleaseUnlessToldOtherwise) {
  const Fixture it;
  const auto targets = targets_of(it.spec, it.bound.op(), {});
  EXPECT_THAT(targets, SizeIs(6));  // two products, three modes
  EXPECT_EQ(targets.front().release, "3.0");
  EXPECT_THAT(targets_of(it.spec, it.bound.op(), all_releases().filters), SizeIs(18));
}

TEST(GroupsOf, JoinTargetsOfWhichTheSpecSaysTheSame) {
  const Fixture it;
  const auto groups = groups_of(it.spec, it.bound.op(), targets_of(it.spec, it.bound.op(), {}));
  ASSERT_THAT(groups, SizeIs(2));  // p1, and p2 without support
  EXPECT_THAT(groups[0], SizeIs(3));
}

TEST(GroupsOf, PartTargetsThatARuleTellsApart) {
  OpSpec op = small_op();
  op.rules[0].applies.modes = {"eager"};
  const Fixture it(std::move(op));
  EXPECT_THAT(groups_of(it.spec, it.bound.op(), targets_of(it.spec, it.bound.op(), {})), SizeIs(3));
}

std::vector<std::string> ids_of(const Spec& spec, const PlanOptions& options) {
  std::vector<std::string> ids;
  plan_ids(spec, options, [&](const std::string& id) { ids.push_back(id); });
  return ids;
}

/// Remembers a plan of many cases for each group of targets.
class ManyCases final : public PlanMemory {
 public:
  static constexpr int many = 30'000;

  [[nodiscard]] std::optional<Plan> find(const PlanKey& key) const override {
    Plan plan;
    Case planned;
    planned.call = {.op = key.op.name, .target = key.target};
    for (int i = 0; i < many; ++i) {
      planned.content = std::to_string(100'000 + i);
      planned.id = case_id(planned.call, content_of(planned.family, planned.content));
      plan.cases.push_back(planned);
    }
    return plan;
  }
  void keep(const PlanKey& /*key*/, const Plan& /*plan*/) override {}
};

std::size_t allocated() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

/// The cases of the two plans take 30 MB, the ids of all targets 20 MB. Nothing is counted where another allocator
/// stands in.
TEST(PlanIds, KeepsNoCallAndNoIdInMemory) {
  const Fixture it;
  ManyCases memory;
  PlanOptions options = all_releases();
  options.memory = &memory;
  const std::size_t before = allocated();
  std::size_t most = before;
  std::size_t count = 0;
  plan_ids(it.spec, options, [&](const std::string& /*id*/) {
    if (++count % 1000 == 1) most = std::max(most, allocated());
  });
  EXPECT_GE(count, 6U * ManyCases::many);
  EXPECT_LT(most - before, std::size_t{8} << 20U);
}

TEST(PlanIds, AreThoseOfThePlanInOrder) {
  const Fixture it;
  const auto ids = ids_of(it.spec, all_releases());
  std::vector<std::string> of_cases;
  for (const Case& planned : plan(it.spec, all_releases()).cases) of_cases.push_back(planned.id);
  EXPECT_EQ(ids, of_cases);
  EXPECT_TRUE(std::ranges::is_sorted(ids));
  EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), ids.size());
}

TEST(PlanCount, IsOfTheIdsWithAndWithoutAQuery) {
  const Fixture it;
  for (const PlanOptions& options : {all_releases(), all_releases({"small/*/negative/*"})})
    EXPECT_EQ(plan_count(it.spec, options), ids_of(it.spec, options).size());
}

TEST(Plan, OfAQueryIsThePartOfTheWholeThatItMatches) {
  const Fixture it;
  const Plan whole = plan(it.spec, all_releases());
  for (const char* query : {"small/p1/2.0/eager/negative/n.even", "*/boundary/*", "*/data/long/*", "*/support/refused",
                            "small/p1/*/illegal-dtypes/*", "*=matrix", "*/sizes/n=4", "other"}) {
    std::vector<std::string> wanted;
    for (const Case& planned : whole.cases) {
      if (matches(query, planned.id)) wanted.push_back(planned.id);
    }
    EXPECT_EQ(ids_of(it.spec, all_releases({query})), wanted) << query;
  }
}

TEST(Plan, OfFamiliesIsThePartOfTheWholeThatTheyName) {
  const Fixture it;
  const Plan whole = plan(it.spec, all_releases());
  for (const char* family : {"illegal-dtypes", "support", "examples", "neg*", "pairs", "other"}) {
    std::vector<std::string> wanted;
    for (const Case& planned : whole.cases) {
      if (matches(family, name_of(planned.family))) wanted.push_back(planned.id);
    }
    PlanOptions options = all_releases();
    options.families = {family};
    EXPECT_EQ(ids_of(it.spec, options), wanted) << family;
    EXPECT_EQ(plan_count(it.spec, options), wanted.size()) << family;
    const auto is_named = [&](const CoverageGap& gap) { return matches(family, name_of(gap.family)); };
    EXPECT_TRUE(std::ranges::all_of(plan(it.spec, options).coverage_gaps, is_named)) << family;
  }
}

TEST(Plan, SharesCasesBetweenTargetsAndKeepsTheirs) {
  const Fixture it;
  const auto targets = plan_targets(it.spec, all_releases());
  ASSERT_GE(targets.size(), 2U);
  EXPECT_NE(targets[0].target, targets[1].target);
  EXPECT_EQ(targets[0].shared, targets[1].shared);
  const std::vector<Case> cases = plan(it.spec, all_releases()).cases;
  ASSERT_GE(cases.size(), 2U * targets[0].shared->cases.size());
  ASSERT_FALSE(targets[0].shared->cases.empty());
  for (const Case& planned : cases) {
    const Target& target = planned.call.target;
    EXPECT_TRUE(planned.id.starts_with("small/" + target.product + "/" + target.release + "/" + target.mode + "/"))
        << planned.id;
  }
}

/// The small operator with an example, a data set and evidence against a rule that hold in eager mode alone: no search
/// depends on them.
OpSpec with_facts_of_eager_mode() {
  OpSpec op = small_op();
  const Applies eager{.modes = {"eager"}};
  Example& example = op.examples.emplace_back();
  example.id = "one";
  example.call = plan(Fixture().spec, {}).cases.front().call;
  example.applies = eager;
  op.hints.data[1].applies = eager;
  Contested& contested = op.contested.emplace_back();
  contested.id = "callers";
  contested.subject = "n.most";
  contested.applies = eager;
  return op;
}

TEST(Plan, HasTheFactsOfEachTargetBesideASharedSearch) {
  const Fixture it(with_facts_of_eager_mode());
  std::vector<Case> alone;
  for (const std::string mode : {"eager", "graph_static"}) {
    PlanOptions options;
    options.filters.products = {"p1"};
    options.filters.modes = {mode};
    std::ranges::move(plan(it.spec, options).cases, std::back_inserter(alone));
  }
  PlanOptions both;
  both.filters.products = {"p1"};
  both.filters.modes = {"eager", "graph_static"};
  const std::vector<Case> shared = plan(it.spec, both).cases;
  ASSERT_EQ(shared.size(), alone.size());
  for (std::size_t i = 0; i < shared.size(); ++i) {
    EXPECT_EQ(shared[i].id, alone[i].id);
    EXPECT_EQ(shared[i].call, alone[i].call) << alone[i].id;
    EXPECT_EQ(shared[i].covers, alone[i].covers) << alone[i].id;
  }
}

TEST(Plan, NamesFactsOfATargetInItsCasesAlone) {
  const Fixture it(with_facts_of_eager_mode());
  std::set<std::string> modes;
  for (const Case& planned : plan(it.spec, {}).cases) {
    const bool is_of_eager = planned.family == Family::examples || planned.data_set == "long" ||
                             is_for(planned, ReasonKind::contested, "callers");
    if (is_of_eager) modes.insert(planned.call.target.mode + "/" + std::string(name_of(planned.family)));
  }
  EXPECT_THAT(modes, UnorderedElementsAre("eager/examples", "eager/data", "eager/negative"));
}

TEST(Plan, BreaksInEachNegativeTheRulesThatItNames) {
  const Fixture it;
  std::set<std::string> broken;
  for (const Case& planned : expand(it.bound).cases) {
    if (planned.family != Family::negative) continue;
    const bool is_of_several = planned.content.find("/also-") != std::string::npos;
    const Judgement judgement = judge_rules(it.bound, planned.call);
    ASSERT_EQ(judgement.broken.size() > 1, is_of_several) << planned.id;
    ASSERT_EQ(planned.covers.size(), judgement.broken.size()) << planned.id;
    for (const BoundRule* rule : judgement.broken)
      EXPECT_TRUE(contains(planned.covers, rule->id, &Reason::id)) << planned.id;
    if (!is_of_several) broken.insert(planned.covers[0].id);
  }
  EXPECT_THAT(broken, IsSupersetOf({"n.most", "n.even", "axis.inside"}));
}

TEST(Plan, ExpectsOfEachCaseWhatTheRulesSay) {
  const Fixture it;
  for (const Case& planned : expand(it.bound).cases) {
    EXPECT_EQ(planned.expected == Verdict::accept, is_legal(it.bound, planned.call)) << planned.id;
  }
}

TEST(Plan, ShowsEachChoice) {
  const Fixture it;
  EXPECT_THAT(ids_of(it.spec, {.filters = {.products = {"p1"}, .modes = {"eager"}}}),
              IsSupersetOf({"small/p1/3.0/eager/shapes/x=vector", "small/p1/3.0/eager/shapes/y=one",
                            "small/p1/3.0/eager/arguments/axis=1", "small/p1/3.0/eager/arguments/axis=default",
                            "small/p1/3.0/eager/sizes/n=4", "small/p1/3.0/eager/boundary/n.most/at"}));
}

TEST(Plan, HasARefusedCallWithEachDTypeForATargetWithoutSupport) {
  const Fixture it;
  const PlanOptions options{.filters = {.products = {"p2"}, .modes = {"eager"}}};
  const auto cases = plan(it.spec, options).cases;
  std::set<DType> dtypes;
  for (const Case& one : cases) {
    EXPECT_EQ(one.expected, Verdict::unsupported) << one.id;
    EXPECT_TRUE(is_legal(it.bound, one.call)) << one.id;
    dtypes.insert(std::get<Tensor>(one.call.arguments.at("x")).type.dtype);
  }
  ASSERT_THAT(cases, Not(IsEmpty()));
  EXPECT_EQ(cases[0].id, "small/p2/3.0/eager/support/refused");
  EXPECT_THAT(dtypes, testing::ElementsAre(DType::int8, DType::float16));
  EXPECT_THAT(ids_of(it.spec, options), SizeIs(cases.size()));
}

TEST(Plan, OfTheTierFullRefusesEachChoiceOnATargetWithoutSupport) {
  const Fixture it;
  PlanOptions options{.filters = {.products = {"p2"}, .modes = {"eager"}}};
  const auto is_beside_choice = [](const Case& one) { return one.content.starts_with("refused/with/"); };
  EXPECT_TRUE(std::ranges::none_of(plan(it.spec, options).cases, is_beside_choice));
  options.filters.tier = Tier::full;
  auto cases = plan(it.spec, options).cases;
  std::erase_if(cases, std::not_fn(is_beside_choice));
  std::set<std::string> ids;
  for (const Case& one : cases) {
    ids.insert(one.id);
    EXPECT_EQ(one.expected, Verdict::unsupported) << one.id;
    EXPECT_EQ(one.family, Family::support) << one.id;
    EXPECT_THAT(one.covers, testing::ElementsAre(Field(&Reason::id, "support"))) << one.id;
    EXPECT_EQ(one.call.target.product, "p2") << one.id;
    EXPECT_TRUE(is_legal(it.bound, one.call)) << one.id;
  }
  EXPECT_THAT(ids, IsSupersetOf({"small/p2/3.0/eager/support/refused/with/shapes/y=one",
                                 "small/p2/3.0/eager/support/refused/with/arguments/axis=1",
                                 "small/p2/3.0/eager/support/refused/with/sizes/n=4"}));
}

TEST(Plan, TakesNothingFromTheOrderOfProducts) {
  OpSpec op = small_op();
  op.support[0].applies.products = {"p1", "p0"};
  op.rules[0].applies.products = {"p1"};  // the calls of p0 and p1 differ
  Spec spec = spec_of(op);
  spec.products.push_back({.id = "p0"});
  const auto before = plan(spec, all_releases()).cases;
  std::ranges::reverse(spec.products);
  const auto after = plan(spec, all_releases()).cases;
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].call, after[i].call) << before[i].id;
}

TEST(Plan, SaysWhatItCouldNotShow) {
  OpSpec op = small_op();
  op.rules.push_back(rule("never", "n <= 8 or n > 8"));
  const Fixture it(std::move(op));
  const auto gaps = expand(it.bound).coverage_gaps;
  EXPECT_THAT(gaps, Contains(Field(&CoverageGap::what, "never")));
}

}  // namespace
}  // namespace npu_cts::expand
