// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/bound_spec.h"

#include <gmock/gmock.h>

#include <array>

#include "framework/expression/print_expression.h"
#include "framework/rule/judge_call.h"
#include "framework/rule/rule_testing.h"

// Binding on an invented spec of three releases and two products.
namespace npu_cts {
namespace {

using namespace testing_rule;
using testing::ElementsAre;
using testing::IsEmpty;

Applies since(std::size_t release, std::vector<std::string> products = {}) {
  return {.since = release, .products = std::move(products)};
}

Rule rule(std::string id, std::string_view require, Applies applies = {}) {
  Rule made;
  made.id = std::move(id);
  made.phase = Phase::attribute;
  made.require = parse(require);
  made.applies = std::move(applies);
  return made;
}

/// x: float16 everywhere and int8 from release 2.0 on p2; its shape is [n], from 3.0 on it may be a matrix. axis: 0,
/// and 1 from 2.0. y is new in 2.0. n is as many as x has, s its shape. Rules: "low" always, "high" from 3.0 on p1.
OpSpec dated_op() {
  OpSpec op = invented();
  for (Parameter& parameter : op.parameters) parameter.optional = true;
  Parameter& x = op.parameters[0];
  x.dtypes = {{.value = {DType::int8}, .applies = since(1, {"p2"})}, {.value = {DType::float16}}};
  x.shapes = {{.id = "vector", .shape = parse("[n]"), .when = nullptr},
              {.id = "matrix", .shape = parse("[n, *s]"), .when = nullptr, .applies = since(2)}};
  op.parameters[1].applies = since(1);
  op.parameters[3].defaults = {{.value = {.value = std::int64_t{1}}, .applies = since(1)},
                               {.value = {.value = std::int64_t{0}}}};
  op.symbols = {{.name = "n", .value = parse("numel(x)")}, {.name = "s", .value = parse("shape(y)")}};
  op.rules = {rule("low", "axis >= 0"), rule("high", "axis < n", since(2, {"p1"}))};
  op.support = {{.state = SupportState::yes, .applies = since(0, {"p1"})}};
  return op;
}

struct TargetCase {
  Target target;
  std::vector<std::string> rules;
  std::vector<std::string> shapes;
  std::int64_t axis;
  bool has_y;
};
void PrintTo(const TargetCase& c, std::ostream* out) { *out << c.target.product << " " << c.target.release; }

class BindTarget : public testing::TestWithParam<TargetCase> {};

TEST_P(BindTarget, ChoosesWhatHoldsThere) {
  const TargetCase& want = GetParam();
  const Spec spec = two_products();
  const OpSpec op = dated_op();
  const BoundSpec bound = BoundSpec::bind(spec, op, want.target);
  std::vector<std::string> rules;
  for (const BoundRule& rule : bound.rules()) {
    EXPECT_EQ(rule.index, rules.size());
    rules.push_back(rule.id);
  }
  EXPECT_EQ(rules, want.rules);
  std::vector<std::string> shapes;
  for (const BoundShape& shape : bound.find_parameter("x")->shapes) shapes.push_back(shape.written->id);
  EXPECT_EQ(shapes, want.shapes);
  EXPECT_EQ(*bound.find_parameter("axis")->default_value, Value(want.axis));
  EXPECT_EQ(bound.find_parameter("y")->applies, want.has_y);
}

INSTANTIATE_TEST_SUITE_P(Targets, BindTarget,
                         testing::Values(TargetCase{{.product = "p1", .release = "1.0", .mode = "eager"},
                                                    {"y.unknown", "kernel.pair", "x.dtype", "x.shape", "low"},
                                                    {"vector"},
                                                    0,
                                                    false},
                                         TargetCase{{.product = "p1", .release = "2.0", .mode = "eager"},
                                                    {"kernel.pair", "x.dtype", "x.shape", "low"},
                                                    {"vector"},
                                                    1,
                                                    true},
                                         TargetCase{{.product = "p1", .release = "3.0", .mode = "eager"},
                                                    {"kernel.pair", "x.dtype", "x.shape", "low", "high"},
                                                    {"vector", "matrix"},
                                                    1,
                                                    true},
                                         TargetCase{{.product = "p2", .release = "3.0", .mode = "eager"},
                                                    {"kernel.pair", "x.dtype", "x.shape", "low"},
                                                    {"vector", "matrix"},
                                                    1,
                                                    true}));

/// Returns the names that `rule` reads, parameters first.
std::vector<std::string> names_read(const BoundSpec& bound, std::string_view rule) {
  std::vector<std::string> names;
  for (const std::string_view name : {"x", "y", "z", "axis", "n", "s"}) {
    if (bound.find_rule(rule)->reads[bound.place_of(name)]) names.emplace_back(name);
  }
  return names;
}

TEST(BoundSpec, KnowsWhatARuleReadsThroughSymbolsAndShapes) {
  const Spec spec = two_products();
  const OpSpec op = dated_op();
  const BoundSpec early = BoundSpec::bind(spec, op, {.product = "p1", .release = "2.0", .mode = "eager"});
  const BoundSpec late = BoundSpec::bind(spec, op, {.product = "p1", .release = "3.0", .mode = "eager"});
  EXPECT_THAT(names_read(late, "low"), ElementsAre("axis"));
  EXPECT_THAT(names_read(late, "high"), ElementsAre("x", "y", "axis", "n", "s"));
  EXPECT_THAT(names_read(early, "x.dtype"), ElementsAre("x", "n"));
}

TEST(EveryExpression, IsVisitedInColumnsOfColumnsToo) {
  OpSpec op;
  Fill deepest;
  deepest.bounds = {parse("n + 1"), parse("n + 2")};
  Fill columns;
  columns.columns.resize(1);
  columns.columns.front().columns = {deepest};
  DataSet set;
  set.fills.emplace("x", columns);
  op.hints.data = {set};
  std::vector<std::string> texts;
  for_each_expression(op, [&](const ExpressionPtr& one) {
    if (one != nullptr) texts.push_back(to_text(*one));
  });
  EXPECT_THAT(texts, ElementsAre("n + 1", "n + 2"));
}

TEST(BoundSpec, NeedsNothingElseToJudgeAnUnsupportedTarget) {
  const Spec spec = two_products();
  OpSpec op = dated_op();
  op.support.push_back({.state = SupportState::no, .applies = since(0, {"p2"}), .cite = {"s"}});
  const BoundSpec bound = BoundSpec::bind(spec, op, {.product = "p2", .release = "3.0", .mode = "eager"});
  const Judgement judgement = judge(SlotCall(bound));
  EXPECT_EQ(judgement.verdict, Verdict::unsupported);
  EXPECT_THAT(judgement.broken, ElementsAre(bound.support_rule()));
  EXPECT_THAT(bound.support_rule()->cite, ElementsAre("s"));
  EXPECT_EQ(bound.support_rule()->phase, Phase::support);
  EXPECT_EQ(decide(bound.support_rule()->requirement, SlotCall(bound)), false);
  const OpSpec without_cell = dated_op();
  const BoundSpec silent = BoundSpec::bind(spec, without_cell, {.product = "p2", .release = "3.0", .mode = "eager"});
  EXPECT_EQ(silent.support_rule()->at, (Location{.file = "spec.yaml"}));
  EXPECT_EQ(BoundSpec::bind(spec, op, {.product = "p1", .release = "3.0", .mode = "eager"}).support_rule(), nullptr);
}

struct KeyCase {
  std::string_view name;
  Target one;
  Target other;
  bool same;
};

TEST(SameSpecKey, IsSharedWhereTheSpecSaysTheSame) {
  const KeyCase cases[] = {
      {"modes", {"p1", "3.0", "eager"}, {"p1", "3.0", "graph_static"}, true},
      {"a rule of one product", {"p1", "3.0", "eager"}, {"p2", "3.0", "eager"}, false},
      {"a parameter that is new", {"p1", "1.0", "eager"}, {"p1", "2.0", "eager"}, false},
      {"a shape that is new", {"p2", "2.0", "eager"}, {"p2", "3.0", "eager"}, false},
  };
  const Spec spec = two_products();
  const OpSpec op = dated_op();
  for (const KeyCase& c : cases) {
    EXPECT_EQ(same_spec_key(spec, op, c.one) == same_spec_key(spec, op, c.other), c.same) << c.name;
  }
}

TEST(SameSearchKey, LeavesExamplesDataSetsAndEvidenceAside) {
  const Spec spec = two_products();
  OpSpec op = dated_op();
  op.examples.emplace_back().applies.modes = {"eager"};
  DataSet& small = op.hints.data.emplace_back();
  small.id = "small";
  small.applies.modes = {"eager"};
  op.contested.emplace_back().applies.modes = {"eager"};
  const Target eager{.product = "p1", .release = "3.0", .mode = "eager"};
  const Target graph{.product = "p1", .release = "3.0", .mode = "graph_static"};
  EXPECT_NE(same_spec_key(spec, op, eager), same_spec_key(spec, op, graph));
  EXPECT_EQ(same_search_key(spec, op, eager), same_search_key(spec, op, graph));
}

TEST(SameResultsKey, TellsTargetsWhoseResultsDiffer) {
  const Spec spec = two_products();
  const OpSpec op = dated_op();
  const Target eager{.product = "p1", .release = "3.0", .mode = "eager"};
  const Target graph{.product = "p1", .release = "3.0", .mode = "graph_static"};
  ASSERT_EQ(same_results_key(spec, op, eager), same_results_key(spec, op, graph));
  std::array<OpSpec, 4> dated{op, op, op, op};
  dated[0].outputs.emplace_back().dtype.emplace_back().applies.modes = {"eager"};
  dated[1].outputs.emplace_back().shape.emplace_back().applies.modes = {"eager"};
  dated[2].formulas.emplace_back().applies.modes = {"eager"};
  dated[3].implementation_defined.emplace_back().applies.modes = {"eager"};
  for (const OpSpec& one : dated) {
    EXPECT_NE(same_results_key(spec, one, eager), same_results_key(spec, one, graph));
    EXPECT_EQ(same_spec_key(spec, one, eager), same_spec_key(spec, one, graph));
  }
}

TEST(SameSpecKey, TellsTargetsThatHaveOtherGroupsOfSizes) {
  const Spec spec = two_products();
  OpSpec op = dated_op();
  const Target eager{.product = "p1", .release = "3.0", .mode = "eager"};
  const Target graph{.product = "p1", .release = "3.0", .mode = "graph_static"};
  ASSERT_EQ(same_spec_key(spec, op, eager), same_spec_key(spec, op, graph));
  op.hints.sizes.emplace_back().start.applies.modes = {"eager"};
  EXPECT_NE(same_spec_key(spec, op, eager), same_spec_key(spec, op, graph));
  EXPECT_EQ(same_search_key(spec, op, eager), same_search_key(spec, op, graph));
  EXPECT_EQ(BoundSpec::bind(spec, op, eager).size_groups().size(), 1U);
  EXPECT_TRUE(BoundSpec::bind(spec, op, graph).size_groups().empty());
}

TEST(BoundSpec, BindsTheBoundsOfFillsThatAreNoNumbers) {
  OpSpec op = dated_op();
  Fill& fill = op.hints.data.emplace_back().fills["x"];
  fill.columns.emplace_back().bounds = {parse("0"), parse("rank(x)")};
  const Spec spec = two_products();
  const BoundSpec bound = BoundSpec::bind(spec, op, {.product = "p1", .release = "3.0", .mode = "eager"});
  const auto& bounds = fill.columns.front().bounds;
  EXPECT_EQ(bound.find_fill_bound(*bounds[0]), nullptr);
  ASSERT_NE(bound.find_fill_bound(*bounds[1]), nullptr);
  EXPECT_EQ(bound.find_fill_bound(*bounds[1])->kind, ExprKind::rank);
}

TEST(BoundSpecs, BindEachTargetOnce) {
  Spec spec = two_products();
  spec.operators = {dated_op()};
  BoundSpecs specs(spec);
  const Call made = call({});
  const BoundSpec* const bound = specs.find(made);
  EXPECT_EQ(bound, specs.find(made));
  EXPECT_NE(bound, &specs.at(spec.operators[0], {.product = "p2", .release = "2.0", .mode = "eager"}));
  EXPECT_EQ(specs.find({.op = "nothing", .target = made.target}), nullptr);
}

}  // namespace
}  // namespace npu_cts
