// SPDX-License-Identifier: Apache-2.0
#include "framework/diff/canonical.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "framework/diff/witnesses.h"
#include "framework/expression/expression_testing.h"
#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::diff {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing_expression::parse;

/// Has every kind of fact: a name, defaults, what is reserved, written in place, open, on values, left to a product.
constexpr std::string_view spec_text = R"yaml(
operator: fold
form: function
text: {en: folds x, zh: 折叠}
pages: {"1.0": [], "2.0": []}
signatures: [{value: "(x, *, axis=0, mode='sum', old=None) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, in_place: true, text: {en: what is folded, zh: 输入}, names: [{value: self, until: "1.0"}],
     dtypes: [{values: [int8]}], shapes: [{id: row, as: "[n]"}]}
  - {key: axis, kind: integer, text: {en: the axis, zh: 轴}, defaults: [{value: 3, usable: false}]}
  - {key: mode, kind: word, text: {en: how, zh: 方式}, defaults: [{value: sum}]}
  - {key: old, kind: integer, optional: true, reserved: true, since: "2.0", text: {en: nothing, zh: 无}, defaults: [{value: none}]}
symbols: {n: "dim(x, 0)"}
rules:
  - {id: n.many, phase: shape, require: "n > 1", when: "axis == 0", on_violation: open, question: q, text: {en: n is large, zh: n 较大}}
  - {id: x.first, phase: data, require: "at(x, 0) >= 0", text: {en: the first is no less than 0, zh: 首个元素非负}}
  - {id: n.even, phase: shape, require: "n % 2 == 0", text: {en: n is even, zh: n 为偶数}}
outputs:
  - {name: out, alias: x, dtype: [{value: "dtype(x)"}], shape: [{value: "[n]"}]}
formulas:
  - {id: plain, formula: "out = x", when: "axis == 1", basis: document, text: {en: x stays, zh: 不变}}
implementation_defined:
  - id: rounding
    when: "n > 4"
    variants:
      - {id: even, text: {en: half goes to even, zh: 向偶数舍入}, basis: document}
      - {id: away, text: {en: half goes away, zh: 远离零}, basis: document}
open: [{id: q, question: {en: "what of a small n?", zh: "n 较小时如何？"}}]
support: [{state: supported, products: [alpha]}, {state: unsupported}]
hints: {symbols: {n: [4]}, arguments: {axis: [0, 1], mode: [sum]}}
)yaml";

Spec spec_of(std::string_view text) {
  Spec spec;
  spec.releases = {"1.0", "2.0"};
  spec.modes = three_modes();
  spec.products = {{.id = "alpha"}, {.id = "beta"}};
  auto op = reader::read_op_spec(text, "fold.yaml", spec);
  EXPECT_TRUE(op) << to_text(op.diagnostics().front());
  if (op) spec.operators.push_back(std::move(*op));
  return spec;
}

class FactsOf : public testing::Test {
 protected:
  void SetUp() override { ASSERT_THAT(spec_.operators, SizeIs(1)); }

  [[nodiscard]] std::map<std::string, SpecFact> facts(const std::string& release = "2.0") const {
    return facts_of(BoundSpec::bind(spec_, spec_.operators[0], {"alpha", release, "eager"}));
  }

  Spec spec_ = spec_of(spec_text);
};

TEST_F(FactsOf, NameWhatNoCallShows) {
  std::vector<std::string> ids;
  for (const auto& [id, fact] : facts()) ids.push_back(id);
  EXPECT_THAT(ids, ElementsAre("axis.default", "formula.plain", "mode.default", "numbers.rounding", "old.default",
                               "old.reserved", "out.alias", "out.dtype", "out.shape", "undecided.n.many",
                               "values.x.first", "x.in_place"));
}

TEST_F(FactsOf, SayEachInAWordAndAsASentence) {
  const auto all = facts();
  const auto expect = [&](const std::string& id, std::string_view says, std::string_view en, std::string_view zh) {
    ASSERT_TRUE(all.contains(id)) << id;
    EXPECT_EQ(all.at(id).says, says) << id;
    EXPECT_EQ(all.at(id).text.en, en) << id;
    EXPECT_EQ(all.at(id).text.zh, zh) << id;
  };
  expect("axis.default", "3 (unusable)", "axis defaults to 3, which no call can use", "axis 默认为 3，但该值不可用");
  expect("mode.default", "'sum'", "mode defaults to 'sum'", "mode 默认为 'sum'");
  expect("old.default", "none", "old defaults to none", "old 默认为 none");
  expect("old.reserved", "without effect", "old has no effect", "old 不起作用");
  expect("x.in_place", "may be written", "x may be written", "x 可能被改写");
  expect("out.alias", "x", "out is x", "out 即 x");
  expect("out.dtype", "dtype(x)", "the dtype of out is dtype(x)", "out 的数据类型为 dtype(x)");
  expect("out.shape", "[n]", "the shape of out is [n]", "out 的形状为 [n]");
  expect("formula.plain", "out = x, where axis == 1", "x stays", "不变");
  expect("undecided.n.many", "n > 1, where axis == 0, else open", "n is large", "n 较大");
  expect("values.x.first", "at(x, 0) >= 0, else reject", "the first is no less than 0", "首个元素非负");
  expect("numbers.rounding", "away or even where n > 4",
         "the documents leave this to the product: half goes to even; or half goes away",
         "文档未规定，由产品决定：向偶数舍入；或远离零");
}

TEST_F(FactsOf, HoldAtTheirReleaseAlone) {
  const auto early = facts("1.0");
  EXPECT_TRUE(early.contains("x.name"));
  EXPECT_EQ(early.at("x.name").says, "self");
  EXPECT_EQ(early.at("x.name").text.en, "x is called self");
  EXPECT_EQ(early.at("x.name").text.zh, "x 名为 self");
  EXPECT_EQ(early.at("x.in_place").text.en, "self may be written") << "by its name there";
  EXPECT_FALSE(early.contains("old.reserved"));
  EXPECT_FALSE(facts().contains("x.name"));
}

TEST_F(FactsOf, SayTheSameOfVariantsInAnotherOrder) {
  const auto before = facts();
  auto& variants = spec_.operators[0].implementation_defined[0].variants;
  std::ranges::reverse(variants);
  EXPECT_EQ(facts().at("numbers.rounding").says, before.at("numbers.rounding").says);
}

TEST_F(FactsOf, CallAVariantByItsEnglishWhereItHasNoChinese) {
  spec_.operators[0].implementation_defined[0].variants[1].text.zh.clear();
  EXPECT_EQ(facts().at("numbers.rounding").text.zh, "文档未规定，由产品决定：向偶数舍入；或half goes away");
}

TEST(Canonical, IsEqualWhateverTheOrderOfWhatHasNone) {
  const auto same = [](std::string_view one, std::string_view other) {
    return canonical(parse(one)) == canonical(parse(other));
  };
  EXPECT_TRUE(same("flag and n == 1", "n == 1 and flag"));
  EXPECT_TRUE(same("flag or n == 1 or n == 2", "n == 2 or flag or n == 1"));
  EXPECT_TRUE(same("n in {1, 2, 3}", "n in {3, 1, 2}"));
  EXPECT_TRUE(same("not (flag and (n == 1 or n == 2))", "not ((n == 2 or n == 1) and flag)"));
  EXPECT_FALSE(same("n - 1 == 0", "1 - n == 0"));
  EXPECT_FALSE(same("n < 1", "1 < n"));
  EXPECT_FALSE(same("n in 1..2", "n in 2..1"));
  EXPECT_FALSE(same("shape(x) == [1, 2]", "shape(x) == [2, 1]"));
  EXPECT_FALSE(same("flag and n == 1", "flag or n == 1"));
}

TEST(Canonical, TellsExpressionsApartThatDifferInOneWord) {
  constexpr std::string_view texts[] = {"n == 1",
                                        "n == 2",
                                        "n != 1",
                                        "axis == 1",
                                        "dtype(x) == int8",
                                        "dtype(x) == int16",
                                        "dtype(y) == int8",
                                        "x is given",
                                        "x is none",
                                        "mode == 'a'",
                                        "mode == 'b'",
                                        "n in {1}",
                                        "n in {1, 2}",
                                        "flag",
                                        "not flag",
                                        "all(i in axes(x): i == n)",
                                        "any(i in axes(x): i == n)"};
  for (const std::string_view one : texts) {
    ASSERT_TRUE(parse(one)) << one;
    for (const std::string_view other : texts)
      EXPECT_EQ(canonical(parse(one)) == canonical(parse(other)), one == other) << one << " | " << other;
  }
  EXPECT_EQ(canonical(nullptr), "");
}

class ViewOf : public FactsOf {
 protected:
  [[nodiscard]] View view(const std::string& product, const std::string& release = "2.0",
                          const std::string& op = "fold") const {
    return {{.spec = &spec_, .release = release, .label = ""}, op, {product, release, "eager"}};
  }

  static Statement statement(std::string id, std::string place, std::vector<std::string> documents) {
    Statement made;
    made.id = std::move(id);
    made.place = std::move(place);
    made.documents = std::move(documents);
    return made;
  }

  static Call call(std::int64_t n, Arguments more = {}) {
    more["x"] = Tensor{.type = {.dtype = DType::int8, .shape = {n}}};
    more.try_emplace("axis", std::int64_t{1});
    return {.op = "fold", .arguments = std::move(more)};
  }
};

TEST_F(ViewOf, RefusesByTheFirstThingThatIsMissing) {
  EXPECT_THAT(view("alpha", "2.0", "spin").opinion_of(call(2)).refused, ElementsAre("page")) << "no such operator";
  EXPECT_THAT(view("alpha", "9.0").opinion_of(call(2)).refused, ElementsAre("page")) << "no such release";
  spec_.operators[0].pages.erase(0);
  EXPECT_THAT(view("alpha", "1.0").opinion_of(call(2)).refused, ElementsAre("page")) << "no page of the release";
  const Opinion unsupported = view("beta").opinion_of(call(2));
  EXPECT_THAT(unsupported.refused, ElementsAre("support"));
  EXPECT_EQ(unsupported.verdict, Verdict::unsupported);
  spec_.operators[0].support.clear();
  EXPECT_EQ(view("alpha").opinion_of(call(2)).verdict, Verdict::open) << "nothing is said of it";
}

TEST_F(ViewOf, RefusesAnArgumentThatNoReleaseHas) {
  const Opinion opinion = view("alpha").opinion_of(call(2, {{"speed", std::int64_t{1}}}));
  EXPECT_THAT(opinion.refused, ElementsAre("speed.unknown"));
  EXPECT_EQ(opinion.verdict, Verdict::reject);
}

TEST_F(ViewOf, JudgesByItsRules) {
  EXPECT_EQ(view("alpha").opinion_of(call(2)).verdict, Verdict::accept);
  EXPECT_THAT(view("alpha").opinion_of(call(3)).refused, ElementsAre("n.even"));
}

TEST_F(ViewOf, SaysWhatStandsBehindARefusal) {
  EXPECT_EQ(view("alpha", "9.0").ground_of("page")->text.en, "release 9.0 has no page of it");
  EXPECT_EQ(view("alpha", "9.0").ground_of("page")->text.zh, "版本 9.0 没有该算子的页面");
  EXPECT_EQ(view("alpha").ground_of("page")->text.en, "release 2.0 has a page of it");
  EXPECT_EQ(view("alpha").ground_of("page")->text.zh, "版本 2.0 有该算子的页面");
  EXPECT_EQ(view("beta").ground_of("support")->text.en, "the operator is not supported there");
  EXPECT_EQ(view("beta").ground_of("support")->text.zh, "不支持该产品或模式");
  EXPECT_EQ(view("alpha").ground_of("support")->text.en, "the operator is supported there");
  EXPECT_EQ(view("alpha").ground_of("n.even")->text.en, "n is even");
  EXPECT_EQ(view("alpha").ground_of("speed.unknown")->text.en, "speed is not a parameter");
  EXPECT_EQ(view("alpha").ground_of("speed.unknown")->text.zh, "没有入参 speed");
  EXPECT_FALSE(view("alpha").ground_of("nothing"));
  EXPECT_FALSE(view("alpha", "2.0", "spin").ground_of("support"));
}

TEST_F(ViewOf, GroundsAParameterWhereItsReleaseHasIt) {
  EXPECT_EQ(view("alpha").ground_of_parameter("old")->text.en, "nothing");
  EXPECT_FALSE(view("alpha", "1.0").ground_of_parameter("old"));
  EXPECT_FALSE(view("alpha").ground_of_parameter("speed"));
  EXPECT_TRUE(view("alpha").knows("old"));
  EXPECT_FALSE(view("alpha", "1.0").knows("old"));
  EXPECT_FALSE(view("alpha").knows("speed"));
}

TEST_F(ViewOf, GivesArgumentsInTheOrderAndUnderTheNamesOfItsPage) {
  const auto names = [&](const std::string& release) {
    std::vector<std::string> found;
    for (const Given& given : view("alpha", release).given(call(2, {{"mode", std::string("sum")}}).arguments))
      found.push_back(given.name);
    return found;
  };
  EXPECT_THAT(names("1.0"), ElementsAre("self", "axis", "mode"));
  EXPECT_THAT(names("2.0"), ElementsAre("x", "axis", "mode"));
}

TEST_F(ViewOf, HasNoLinesWithoutSupportOrPage) {
  EXPECT_THAT(view("alpha").lines(), Contains("supported"));
  EXPECT_THAT(view("alpha").lines(), Contains("mode.default is 'sum'"));
  EXPECT_THAT(view("alpha").lines(), Contains("x of arguments tensor"));
  EXPECT_THAT(view("beta").lines(), IsEmpty());
  EXPECT_THAT(view("beta").facts(), IsEmpty());
  EXPECT_THAT(view("alpha", "1.0").lines(), Not(Contains("old of arguments integer")));
  spec_.operators[0].pages.clear();
  EXPECT_THAT(view("alpha").lines(), IsEmpty());
}

TEST_F(ViewOf, CitesTheSentencesOfItsOwnPagesOnce) {
  spec_.operators[0].pages = {{0, {"old-page"}}, {1, {"new-page"}}};
  spec_.statements = {statement("s1", "constraints, item 1", {"old-page", "new-page"}),
                      statement("s2", "constraints, item 2", {"old-page"})};
  const Citations cite{"s1", "s2", "s1", "nothing"};
  EXPECT_THAT(view("alpha", "2.0").sentences(cite),
              ElementsAre(Sentence{.id = "s1", .place = "constraints, item 1", .documents = {"new-page"}}));
  EXPECT_THAT(view("alpha", "1.0").sentences(cite), SizeIs(2));
  EXPECT_THAT(view("alpha", "9.0").sentences(cite), IsEmpty());
}

}  // namespace
}  // namespace npu_cts::diff
