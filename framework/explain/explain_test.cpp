// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "framework/explain/explain.h"
#include "framework/explain/explain_testing.h"

namespace npu_cts::explain {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pointee;

using namespace testing_explain;

std::vector<std::string> ids(const std::vector<const BoundRule*>& rules) {
  std::vector<std::string> names;
  for (const BoundRule* rule : rules) names.push_back(rule->id);
  return names;
}

class ExplainFold : public Fold {
 protected:
  const BoundSpec& bound(const Call& call) { return specs_.at(op_, call.target); }
  Explanation explained(const Call& call) { return explain(bound(call), call); }
  Verdict verdict_on(const Call& call) { return judge(bound(call), call).verdict; }

 private:
  BoundSpecs specs_{spec_};
};

TEST_F(ExplainFold, GivesRowAndRulesThatAdmitALegalCallAndLeavesOutThoseThatDoNotApply) {
  const Explanation it = explained(call({{"x", tensor(DType::float16, {2, 4})}}));
  EXPECT_EQ(it.judgement.verdict, Verdict::accept);
  EXPECT_EQ(it.judgement.row, "r2");
  EXPECT_THAT(ids(it.kept), ElementsAre("x.given", "x.dtype", "rows", "x.shape", "n.even", "x.layout", "axis.inside"));
  EXPECT_FALSE(it.nearest);
}

TEST_F(ExplainFold, SaysWhatALegalCallComputes) {
  const Explanation legal = explained(call({{"x", tensor(DType::float16, {2, 4})}}));
  EXPECT_THAT(legal.formulas, ElementsAre(Pointee(Field(&ResultFormula::id, "first"))));
  EXPECT_THAT(explained(call({{"x", tensor(DType::float16, {2, 3})}})).formulas, IsEmpty());
}

TEST_F(ExplainFold, SaysEveryReleaseProductAndModeWhereTheCallHolds) {
  const Explanation it = explained(call({{"x", tensor(DType::float16, {2, 4})}}));
  const std::vector<std::string> every{"eager", "graph_static", "graph_dynamic"};
  EXPECT_THAT(it.holds, ElementsAre(Holding{.release = "2.0", .product = "alpha", .modes = every},
                                    Holding{.release = "2.0", .product = "beta", .modes = {"eager"}}));
}

TEST_F(ExplainFold, ListsAllBrokenRulesInTheOrderOfJudgement) {
  const Explanation it = explained(
      call({{"x", tensor(DType::int8, {2, 3})}, {"extra", tensor(DType::int8, {3})}, {"axis", std::int64_t{7}}}));
  EXPECT_THAT(ids(it.judgement.broken), ElementsAre("extra.dtype", "n.even", "axis.inside", "extra.axis"));
  EXPECT_THAT(it.holds, IsEmpty());
}

TEST_F(ExplainFold, FindsTheNearestLegalCallByTheFewestChanges) {
  const Explanation it = explained(call({{"x", tensor(DType::int8, {2, 4})}, {"axis", std::int64_t{2}}}));
  ASSERT_TRUE(it.nearest);
  EXPECT_THAT(it.nearest->changes, testing::SizeIs(1));
  EXPECT_THAT(it.nearest->changes.front(), testing::StartsWith("axis: "));
  EXPECT_EQ(verdict_on(it.nearest->call), Verdict::accept);
}

/// Returns what is made of `call` under `fold` with `from` replaced by `to`.
template <class Look>
void explain_changed(std::string_view from, std::string_view to, const Call& call, const Look& look) {
  std::string text(testing_explain::spec_text);
  text.replace(text.find(from), from.size(), to);
  const Spec spec = testing_explain::vocabulary();
  const auto op = reader::read_op_spec(text, "fold.yaml", spec);
  ASSERT_TRUE(op) << to_text(op.diagnostics().front());
  const BoundSpec bound = BoundSpec::bind(spec, *op, call.target);
  look(explain(bound, call));
}

TEST(Explain, FollowsTheRemedyThatThePageNames) {
  const Call wrong = call({{"x", tensor(DType::int8, {2, 4})}, {"axis", std::int64_t{2}}});
  const auto changed_to = [&](std::string_view remedy, const std::string& want) {
    explain_changed("require: \"axis in 0..1\",", remedy, wrong, [&](const Explanation& it) {
      ASSERT_TRUE(it.nearest);
      EXPECT_THAT(it.nearest->changes, ElementsAre(want));
    });
  };
  changed_to("require: \"axis in 0..1\",", "axis: 0");
  changed_to("require: \"axis in 0..1\", remedy: \"axis == 1\",", "axis: 1");
  changed_to("require: \"axis in 0..1\", remedy: \"axis == 9\",", "axis: 0");
}

TEST(Explain, ClampsASizeToItsLimit) {
  const Call wide = call({{"x", tensor(DType::int8, {2, 9000})}});
  explain_changed("require: \"n % 2 == 0\"", "require: \"n <= 6400\"", wide, [](const Explanation& it) {
    ASSERT_TRUE(it.nearest);
    EXPECT_EQ(std::get<Tensor>(it.nearest->call.arguments.at("x")).type.shape, (Shape{2, 6400}));
  });
}

TEST(Explain, NamesTheContradictionsAndTheEvidenceThatTheCallTouches) {
  constexpr std::string_view notes = R"yaml(contradictions:
  - {id: odd-below, kind: code-disagrees, subject: n.even, statements: [page], basis: vendor-code, seen_in: "o/r@0123456:a",
     text: {en: some code takes an odd n, zh: 代码接受奇数}, resolution: {en: the page holds, zh: 以页面为准}}
  - {id: elsewhere, kind: code-disagrees, subject: axis.inside, statements: [page], basis: vendor-code, seen_in: "o/r@0123456:b",
     text: {en: some code counts axes from 1, zh: 代码从一计轴}, resolution: {en: the page holds, zh: 以页面为准}}
contested:
  - {id: odd-runs, subject: n.even, when: "n > 2", by: vendor-tests, where: its tests, says: {en: odd n run, zh: 奇数可用}}
  - {id: one-runs, subject: n.even, when: "n == 1", by: vendor-tests, where: its tests, says: {en: one runs, zh: 一可用}}
hints:)yaml";
  explain_changed("hints:", notes, call({{"x", tensor(DType::int8, {2, 3})}}), [](const Explanation& it) {
    ASSERT_EQ(it.contradictions.size(), 1U);
    EXPECT_EQ(it.contradictions.front()->id, "odd-below");
    ASSERT_EQ(it.contested.size(), 1U);
    EXPECT_EQ(it.contested.front()->id, "odd-runs");
  });
  const Call twice_wrong = call({{"x", tensor(DType::int8, {2, 3})}, {"axis", std::int64_t{7}}});
  explain_changed("hints:", notes, twice_wrong, [](const Explanation& it) {
    EXPECT_EQ(it.contradictions.size(), 2U);
    EXPECT_THAT(it.contested, IsEmpty()) << "another rule refuses the call too, and nothing contests that";
  });
}

/// Returns every call of a small universe: each argument left out or one of a few values.
std::vector<Call> small_universe() {
  const std::vector<std::optional<Value>> xs{tensor(DType::int8, {2, 3}), tensor(DType::int8, {2, 4}),
                                             tensor(DType::float16, {2, 4}), tensor(DType::int32, {2, 2}),
                                             tensor(DType::int8, {4})};
  const std::vector<std::optional<Value>> extras{std::nullopt, tensor(DType::int32, {4}), tensor(DType::int32, {3}),
                                                 tensor(DType::int8, {4})};
  const std::vector<std::optional<Value>> axes{std::nullopt, std::int64_t{0}, std::int64_t{1}, std::int64_t{2}};
  const std::vector<std::optional<Value>> outs{std::nullopt, DType::float16, DType::int8};
  std::vector<Call> calls{call({})};
  const auto vary = [&](const std::string& key, const std::vector<std::optional<Value>>& values) {
    std::vector<Call> varied;
    for (const Call& one : calls) {
      for (const auto& value : values) {
        varied.push_back(one);
        if (value) varied.back().arguments[key] = *value;
      }
    }
    calls = std::move(varied);
  };
  vary("x", xs);
  vary("extra", extras);
  vary("axis", axes);
  vary("out", outs);
  return calls;
}

/// Returns in how many arguments two calls differ.
std::size_t differences(const Call& a, const Call& b) {
  std::size_t count = 0;
  for (const std::string_view key : {"x", "extra", "axis", "out"}) {
    const auto left = a.arguments.find(std::string(key));
    const auto right = b.arguments.find(std::string(key));
    const bool both = left != a.arguments.end() && right != b.arguments.end();
    if (both ? left->second != right->second : (left != a.arguments.end()) != (right != b.arguments.end())) ++count;
  }
  return count;
}

TEST_F(ExplainFold, FindsANearestCallThatNoCallOfASmallUniverseIsNearerThan) {
  const std::vector<Call> universe = small_universe();
  std::vector<const Call*> legal;
  for (const Call& one : universe) {
    if (verdict_on(one) == Verdict::accept) legal.push_back(&one);
  }
  std::size_t illegal = 0;
  for (const Call& one : universe) {
    const Explanation it = explained(one);
    if (it.judgement.verdict == Verdict::accept) continue;
    ++illegal;
    EXPECT_TRUE(it.nearest.has_value()) << testing::PrintToString(ids(it.judgement.broken));
    if (!it.nearest) continue;
    EXPECT_EQ(verdict_on(it.nearest->call), Verdict::accept);
    std::size_t fewest = 4;
    for (const Call* other : legal) fewest = std::min(fewest, differences(one, *other));
    EXPECT_LE(differences(one, it.nearest->call), fewest)
        << testing::PrintToString(it.nearest->changes) << ", " << ids(it.judgement.broken).front();
  }
  EXPECT_GE(legal.size(), 5U);
  EXPECT_GE(illegal, 200U);
}

TEST_F(ExplainFold, MovesACallOfAnUnsupportedTargetToTheNearestTargetThatTakesIt) {
  const Target graph{.product = "beta", .release = "2.0", .mode = "graph_static"};
  const Explanation it = explained(call({{"x", tensor(DType::int8, {2, 4})}}, graph));
  EXPECT_EQ(it.judgement.verdict, Verdict::unsupported);
  ASSERT_TRUE(it.nearest);
  EXPECT_THAT(it.nearest->changes, ElementsAre("product: alpha"));
}

TEST_F(ExplainFold, FixesACallThatNoTargetTakesAtTheNearestSupportedOne) {
  const Target early{.product = "beta", .release = "1.0", .mode = "eager"};
  const Explanation it = explained(call({{"x", tensor(DType::int8, {2, 3})}}, early));
  ASSERT_TRUE(it.nearest);
  EXPECT_EQ(it.nearest->changes.front(), "product: alpha");
  EXPECT_THAT(it.nearest->changes, testing::SizeIs(2));
  EXPECT_EQ(verdict_on(it.nearest->call), Verdict::accept);
}

}  // namespace
}  // namespace npu_cts::explain
