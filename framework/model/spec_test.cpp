// SPDX-License-Identifier: Apache-2.0
#include "framework/model/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/base/find.h"
#include "framework/model/case.h"
#include "framework/model/modes_testing.h"

namespace npu_cts {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Three releases, two products, three modes and their group.
Spec vocabulary() {
  Spec spec;
  spec.releases = {"1.0", "2.0", "10.0"};
  spec.modes = three_modes();
  for (const std::string id : {"alpha", "beta"}) spec.products.push_back({.id = id});
  return spec;
}

TEST(FindRelease, GoesByTheOrderOfTheSpecAndNotOfTheText) {
  const Spec spec = vocabulary();
  EXPECT_EQ(find_release(spec, "1.0"), 0U);
  EXPECT_EQ(find_release(spec, "10.0"), 2U);
  for (const std::string_view release : {"", "1", "1.0 ", "3.0", "all"})
    EXPECT_FALSE(find_release(spec, release)) << release;
}

TEST(Holds, BetweenItsReleasesBothInside) {
  for (std::size_t since = 0; since < 4; ++since) {
    for (std::size_t until = 0; until < 4; ++until) {
      const Applies applies{.since = since, .until = until};
      for (std::size_t release = 0; release < 3; ++release) {
        const bool want = since <= release && release <= until;
        EXPECT_EQ(in_release(applies, release), want);
        EXPECT_EQ(holds(applies, release, {"alpha", "", "eager"}), want);
        EXPECT_EQ(holds(applies, vocabulary(), {"alpha", vocabulary().releases[release], "eager"}), want);
      }
    }
  }
}

TEST(Holds, ForEveryProductAndModeUnlessItNamesSome) {
  using Words = std::vector<std::string>;
  const auto fits = [](const Words& named, const std::string& one) { return named.empty() || contains(named, one); };
  const std::vector<Target> targets{{"alpha", "1.0", "eager"},
                                    {"alpha", "1.0", "graph_static"},
                                    {"beta", "1.0", "eager"},
                                    {"beta", "1.0", "graph_static"}};
  for (const Words& products : {Words{}, Words{"alpha"}, Words{"beta"}, Words{"alpha", "beta"}}) {
    for (const Words& modes : {Words{}, Words{"eager"}, Words{"graph_static", "graph_dynamic"}}) {
      for (const Target& target : targets) {
        EXPECT_EQ(holds({.products = products, .modes = modes}, 0, target),
                  fits(products, target.product) && fits(modes, target.mode))
            << target.product << target.mode;
      }
    }
  }
}

TEST(Holds, NeverInAReleaseThatTheSpecDoesNotKnow) {
  EXPECT_FALSE(holds({}, vocabulary(), {"alpha", "3.0", "eager"}));
  EXPECT_TRUE(holds({}, vocabulary(), {"gamma", "1.0", "walking"})) << "of products and modes it knows no list";
}

TEST(ModesOf, AreThoseOfAGroupOrTheOneThatIsNamed) {
  const Spec spec = vocabulary();
  EXPECT_THAT(modes_of(spec, "eager"), ElementsAre("eager"));
  EXPECT_THAT(modes_of(spec, "graph"), ElementsAre("graph_static", "graph_dynamic"));
  EXPECT_THAT(modes_of(spec, "walking"), IsEmpty());
  EXPECT_THAT(modes_of(spec, ""), IsEmpty());
  EXPECT_THAT(mode_words(spec), ElementsAre("eager", "graph_static", "graph_dynamic", "graph"));
}

TEST(Find, ReturnsNullForWhatIsNotThere) {
  Spec spec = vocabulary();
  spec.operators.emplace_back().name = "fold";
  spec.statements.emplace_back().id = "s1";
  EXPECT_EQ(find_operator(spec, "fold"), &spec.operators[0]);
  EXPECT_EQ(find_operator(spec, "fol"), nullptr);
  EXPECT_EQ(find_product(spec, "beta"), &spec.products[1]);
  EXPECT_EQ(find_product(spec, "gamma"), nullptr);
  EXPECT_EQ(find_mode(spec, "graph_static"), &spec.modes.all[1]);
  EXPECT_EQ(find_mode(spec, "graph"), nullptr) << "a group is no mode";
  EXPECT_EQ(find_statement(spec, "s1"), &spec.statements[0]);
  EXPECT_EQ(find_statement(spec, "s2"), nullptr);
}

TEST(NameIn, IsTheFirstThatHoldsAndElseTheKey) {
  const Spec spec = vocabulary();
  Parameter x;
  x.key = "x";
  EXPECT_EQ(name_in(x, spec, {"alpha", "1.0", "eager"}), "x");
  x.names = {{.value = "old", .applies = {.since = 0, .until = 1, .products = {"alpha"}}},
             {.value = "other", .applies = {.since = 0, .until = 1}}};
  EXPECT_EQ(name_in(x, spec, {"alpha", "2.0", "eager"}), "old");
  EXPECT_EQ(name_in(x, spec, {"beta", "2.0", "eager"}), "other");
  EXPECT_EQ(name_in(x, spec, {"alpha", "10.0", "eager"}), "x");
  EXPECT_EQ(name_in(x, spec, {"alpha", "3.0", "eager"}), "x") << "in no release that it knows";
}

TEST(CaseId, IsMadeOfItsCallAndItsContent) {
  const Call call{.op = "fold", .target = {"alpha", "1.0", "eager"}};
  EXPECT_EQ(content_of(Family::size_pairs, "n=4"), "size-pairs/n=4");
  EXPECT_EQ(case_id(call, content_of(Family::rows, "r1")), "fold/alpha/1.0/eager/rows/r1");
}

TEST(IsFor, GoesByKindAndName) {
  Case planned;
  planned.covers = {{ReasonKind::rule, "n.even"}, {ReasonKind::contested, "odd"}};
  EXPECT_TRUE(is_for(planned, ReasonKind::rule, "n.even"));
  EXPECT_FALSE(is_for(planned, ReasonKind::row, "n.even"));
  EXPECT_FALSE(is_for(planned, ReasonKind::rule, "odd"));
  EXPECT_THAT(to_texts(planned.covers), ElementsAre("n.even", "contested.odd"));
}

TEST(SpecPath, KeepsNoOtherFolder) {
  EXPECT_EQ(spec_path("ops/fold.yaml"), "ops/fold.yaml");
  EXPECT_EQ(spec_path("/ops/fold.yaml"), "ops/fold.yaml");
  EXPECT_EQ(spec_path("a/tops/fold.yaml"), "fold.yaml") << "only the whole name of a folder counts";
  EXPECT_EQ(spec_path("ops/new/fold.yaml"), "fold.yaml");
  EXPECT_EQ(spec_path("fold.yaml"), "fold.yaml");
}

}  // namespace
}  // namespace npu_cts
