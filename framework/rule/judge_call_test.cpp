// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/judge_call.h"

#include <algorithm>
#include <cstring>

#include <gmock/gmock.h>

#include "framework/expression/print_expression.h"
#include "framework/rule/rule_testing.h"

namespace npu_cts {
namespace {

using namespace testing_rule;
using testing::ElementsAre;
using testing::IsEmpty;

template <class T>
Dated<std::vector<T>> dated(std::vector<T> are, const Applies& applies = {}) {
  return {.value = std::move(are), .applies = applies, .cite = {"s1"}, .at = place()};
}

Rule explicit_rule(std::string id, Phase phase, std::string_view require, Verdict on_violation) {
  Rule rule;
  rule.id = std::move(id);
  rule.phase = phase;
  rule.require = parse(require);
  rule.on_violation = on_violation;
  return rule;
}

TEST(RefusedBy, NamesRulesWhoseVerdictIsRejectOrUnsupported) {
  OpSpec op = invented();
  for (Parameter& one : op.parameters) one.optional = true;
  op.rules = {explicit_rule("low", Phase::attribute, "axis > 0", Verdict::unsupported),
              explicit_rule("even", Phase::attribute, "axis % 2 == 0", Verdict::reject),
              explicit_rule("small", Phase::attribute, "abs(axis) < 9", Verdict::open)};
  const Spec spec = releases();
  const BoundSpec bound = BoundSpec::bind(spec, op, call({}).target);
  const auto refusal = [&](std::int64_t axis) {
    const Call made = call({{"axis", axis}});
    const auto rules = refused_by(SlotCall(bound, made.arguments));
    std::vector<std::string> ids;
    for (const BoundRule* rule : rules) ids.push_back(rule->id);
    EXPECT_EQ(verdict_of(rules), rules.empty() ? Verdict::accept : judge_rules(bound, made).verdict) << axis;
    return std::pair(ids, verdict_of(rules));
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(refusal(2), std::pair(Ids{}, Verdict::accept));
  EXPECT_EQ(refusal(10), std::pair(Ids{}, Verdict::accept)) << "the documents leave open what follows";
  EXPECT_EQ(refusal(-2), std::pair(Ids{"low"}, Verdict::unsupported));
  EXPECT_EQ(refusal(11), std::pair(Ids{"even"}, Verdict::reject));
  EXPECT_EQ(refusal(-1), std::pair(Ids({"low", "even"}), Verdict::reject));
}

std::vector<SupportCell> support_under_test() {
  const auto entry = [](SupportState state, Applies applies, std::string question) {
    return SupportCell{.state = state, .applies = std::move(applies), .question = std::move(question)};
  };
  return {entry(SupportState::no, {.products = {"p2"}}, {}),
          entry(SupportState::open, {.modes = {"graph_static"}}, "graph"),
          entry(SupportState::yes, {.products = {"p1"}}, {})};
}

/// x: int8 or float16, [n] or [n, 2], contiguous, ND; y: optional int32 of x's shape; axis: 1 where it is left out;
/// z: gone since release 2.0; rows a (x int8, y none) and b (x float16, y int32 or none).
OpSpec spec_under_test() {
  OpSpec op = invented();
  std::erase_if(op.parameters, [](const Parameter& p) {
    return std::string_view("x y z axis").find(p.key) == std::string_view::npos;
  });
  Parameter& x = op.parameters[0];
  x.dtypes = {dated<DType>({DType::int8, DType::float16})};
  x.formats = {dated<Format>({Format::nd})};
  x.layouts = {dated<Layout>({Layout::contiguous})};
  x.shapes = {{.id = "vector", .shape = parse("[n]"), .when = nullptr, .cite = {"s2"}, .at = place()},
              {.id = "pairs", .shape = parse("[n, 2]"), .when = parse("axis == 1"), .cite = {"s2"}}};
  Parameter& y = op.parameters[1];
  y.optional = true;
  y.dtypes = {dated<DType>({DType::int32, DType::int64}, {.since = 1})};
  y.layouts = {dated<Layout>({Layout::contiguous, Layout::strided, Layout::transposed})};
  op.parameters[2].applies.until = 0;
  op.parameters[3].defaults = {{.value = {.value = std::int64_t{1}}}};
  op.symbols = {{.name = "n", .value = parse("dim(x, 0)")}};
  op.rows = {
      {.id = "a", .cells = {{"x", {.dtypes = {DType::int8}}}, {"y", {.none = true}}}},
      {.id = "b", .cells = {{"x", {.dtypes = {DType::float16}}}, {"y", {.dtypes = {DType::int32}, .none = true}}}}};
  op.rules = {explicit_rule("y.same", Phase::shape, "y is none or shape(y) == shape(x)", Verdict::reject),
              explicit_rule("axis.one", Phase::attribute, "axis in {0, 1}", Verdict::undefined),
              explicit_rule("y.zero", Phase::data, "y is none or at(y, 0) == 0", Verdict::unchecked)};
  op.rules[2].on_data = true;
  op.support = support_under_test();
  return op;
}

std::vector<std::string> ids(const std::vector<const BoundRule*>& rules) {
  std::vector<std::string> result;
  for (const BoundRule* rule : rules) result.push_back(rule->id);
  return result;
}

std::vector<std::string> order_at(const Target& target) {
  const Spec spec = releases();
  const OpSpec op = spec_under_test();
  const BoundSpec bound = BoundSpec::bind(spec, op, target);
  std::vector<std::string> order;
  for (const BoundRule& rule : bound.rules()) order.push_back(rule.id);
  return order;
}

TEST(DeriveRules, OrdersThemByPhaseThenFile) {
  EXPECT_THAT(order_at(call({}).target), ElementsAre("x.given", "z.unknown", "x.dtype", "y.dtype", "rows", "x.shape",
                                                     "y.same", "x.layout", "x.format", "axis.one", "y.zero"));
}

TEST(DeriveRules, LeavesOutWhatTheReleaseDoesNotSay) {
  EXPECT_THAT(order_at({.product = "p1", .release = "1.0", .mode = "eager"}),
              ElementsAre("x.given", "z.given", "x.dtype", "rows", "x.shape", "y.same", "x.layout", "x.format",
                          "axis.one", "y.zero"));
}

struct DerivedCase {
  std::string_view id;
  std::string_view require;
  std::string_view when;
  std::string_view en;
};

TEST(DeriveRules, WritesRulesAPersonCanRead) {
  const Spec spec = releases();
  const OpSpec op = spec_under_test();
  const BoundSpec bound = BoundSpec::bind(spec, op, call({}).target);
  const DerivedCase cases[] = {
      {"x.given", "x is given", "", "x is given"},
      {"z.unknown", "z is none", "", "z is not a parameter there and is not given"},
      {"x.dtype", "dtype(x) in {int8, float16}", "", "the dtype of x is int8 or float16"},
      {"y.dtype", "dtype(y) in {int32, int64}", "y is given", "the dtype of y is int32 or int64"},
      {"rows", "dtype(x) in {int8} and y is none or dtype(x) in {float16} and (y is none or dtype(y) in {int32})", "",
       "the dtypes together are in one of the rows a, b"},
      {"x.shape", "shape(x) == [n] or axis == 1 and shape(x) == [n, 2]", "", "the shape of x is [n] or [n, 2]"},
      {"x.layout", "layout(x) in {contiguous}", "", "the layout of x is contiguous"},
      {"x.format", "format(x) in {ND}", "", "the format of x is ND"},
  };
  for (const DerivedCase& c : cases) {
    const BoundRule& rule = *bound.find_rule(c.id);
    EXPECT_EQ(to_text(*rule.require), c.require);
    EXPECT_EQ(rule.when ? to_text(*rule.when) : "", c.when) << c.id;
    EXPECT_EQ(rule.text.en, c.en);
    EXPECT_FALSE(rule.text.zh.empty()) << c.id;
    EXPECT_TRUE(rule.derived) << c.id;
  }
  EXPECT_THAT(bound.find_rule("x.dtype")->cite, ElementsAre("s1"));
  EXPECT_THAT(bound.find_rule("x.shape")->cite, ElementsAre("s2"));
  EXPECT_EQ(bound.find_rule("x.dtype")->at, place());
}

struct JudgeCase {
  std::string_view name;
  Arguments arguments;
  Verdict verdict;
  std::vector<std::string> broken;
  std::vector<std::string> blocked;
  std::string row;
};
void PrintTo(const JudgeCase& c, std::ostream* out) { *out << c.name; }

class JudgeCall : public testing::TestWithParam<JudgeCase> {};

TEST_P(JudgeCall, FindsTheRulesThatBreak) {
  const Spec spec = releases();
  const OpSpec op = spec_under_test();
  const BoundSpec bound = BoundSpec::bind(spec, op, call({}).target);
  const Judgement judgement = judge_rules(SlotCall(bound, GetParam().arguments));
  EXPECT_EQ(judgement.verdict, GetParam().verdict);
  EXPECT_EQ(ids(judgement.broken), GetParam().broken);
  EXPECT_EQ(ids(judgement.blocked), GetParam().blocked);
  EXPECT_EQ(judgement.row, GetParam().row);
}

Tensor with_layout(Tensor tensor, Layout layout) {
  tensor.type.layout = layout;
  return tensor;
}

Tensor with_value(std::int32_t value) {
  Tensor result = tensor(DType::int32, {1});
  result.values.resize(sizeof value);
  std::memcpy(result.values.data(), &value, sizeof value);
  return result;
}

const Tensor int8_x = tensor(DType::int8, {4});
const Tensor half_x = tensor(DType::float16, {4});

INSTANTIATE_TEST_SUITE_P(
    Calls, JudgeCall,
    testing::Values(
        JudgeCase{"Accepted", {{"x", int8_x}}, Verdict::accept, {}, {}, "a"},
        JudgeCase{"AcceptedByTheSecondRow", {{"x", half_x}, {"y", None{}}}, Verdict::accept, {}, {}, "b"},
        JudgeCase{
            "DataMissing", {{"x", half_x}, {"y", tensor(DType::int32, {4})}}, Verdict::accept, {}, {"y.zero"}, "b"},
        JudgeCase{"DataWrong",
                  {{"x", tensor(DType::float16, {1})}, {"y", with_value(7)}},
                  Verdict::unchecked,
                  {"y.zero"},
                  {},
                  "b"},
        JudgeCase{
            "DataRight", {{"x", tensor(DType::float16, {1})}, {"y", with_value(0)}}, Verdict::accept, {}, {}, "b"},
        JudgeCase{"NothingGiven",
                  {},
                  Verdict::reject,
                  {"x.given"},
                  {"x.dtype", "rows", "x.shape", "x.layout", "x.format"},
                  ""},
        JudgeCase{"UnknownParameter", {{"x", int8_x}, {"z", int8_x}}, Verdict::reject, {"z.unknown"}, {}, "a"},
        JudgeCase{
            "WrongDtypeBlocksTheRows", {{"x", tensor(DType::int64, {4})}}, Verdict::reject, {"x.dtype"}, {"rows"}, ""},
        JudgeCase{
            "WrongRow", {{"x", int8_x}, {"y", tensor(DType::int32, {4})}}, Verdict::reject, {"rows"}, {"y.zero"}, ""},
        JudgeCase{"ScalarShape", {{"x", tensor(DType::int8, {})}}, Verdict::reject, {"x.shape"}, {}, "a"},
        JudgeCase{"SecondAlternative", {{"x", tensor(DType::int8, {4, 2})}}, Verdict::accept, {}, {}, "a"},
        JudgeCase{"SecondAlternativeWithoutItsCondition",
                  {{"x", tensor(DType::int8, {4, 2})}, {"axis", std::int64_t{0}}},
                  Verdict::reject,
                  {"x.shape"},
                  {},
                  "a"},
        JudgeCase{"WrongLayout", {{"x", with_layout(int8_x, Layout::strided)}}, Verdict::reject, {"x.layout"}, {}, "a"},
        JudgeCase{
            "ExplicitRule", {{"x", int8_x}, {"axis", std::int64_t{3}}}, Verdict::undefined, {"axis.one"}, {}, "a"},
        JudgeCase{"WorstWins",
                  {{"x", tensor(DType::int8, {4, 4})}, {"axis", std::int64_t{3}}},
                  Verdict::reject,
                  {"x.shape", "axis.one"},
                  {},
                  "a"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(IsLegal, LeavesOnlyRulesOnDataUndecided) {
  const Spec spec = releases();
  const OpSpec op = spec_under_test();
  const BoundSpec bound = BoundSpec::bind(spec, op, call({}).target);
  EXPECT_TRUE(is_legal(bound, call({{"x", half_x}, {"y", tensor(DType::int32, {4})}})));
  EXPECT_FALSE(is_legal(bound, call({{"x", tensor(DType::float16, {1})}, {"y", with_value(7)}})));
  EXPECT_FALSE(is_legal(bound, call({})));
  OpSpec other = op;
  other.rules[2].on_data = false;
  EXPECT_FALSE(
      is_legal(BoundSpec::bind(spec, other, call({}).target), call({{"x", half_x}, {"y", tensor(DType::int32, {4})}})));
}

TEST(BreaksOnly, IsOfOneBrokenRuleAmongThoseThatTheChangeCanReach) {
  const Spec spec = releases();
  const OpSpec op = spec_under_test();
  const BoundSpec bound = BoundSpec::bind(spec, op, call({}).target);
  const BoundRule& axis = *bound.find_rule("axis.one");
  const BoundRule& shape = *bound.find_rule("x.shape");
  const Call one = call({{"x", int8_x}, {"axis", std::int64_t{3}}});
  EXPECT_TRUE(breaks_only(SlotCall(bound, one.arguments), axis));
  EXPECT_FALSE(breaks_only(SlotCall(bound, one.arguments), shape));
  const Call two = call({{"x", tensor(DType::int8, {4, 4})}, {"axis", std::int64_t{3}}});
  const SlotCall slots(bound, two.arguments);
  EXPECT_FALSE(breaks_only(slots, axis));
  EXPECT_TRUE(breaks_only(slots, shape, Parts{.shapes = Parts::bit(bound.place_of("x"))})) << "no axis was changed";
  EXPECT_EQ(binds(slots, axis), true);
}

TEST(JudgeCall, BlocksARuleWhoseConditionIsNotDefined) {
  const Spec spec = releases();
  OpSpec op = invented();
  for (Parameter& parameter : op.parameters) parameter.optional = true;
  op.rules = {explicit_rule("r", Phase::shape, "false", Verdict::reject)};
  op.rules[0].when = parse("rank(y) == 1");
  const BoundSpec undecided = BoundSpec::bind(spec, op, call({}).target);
  EXPECT_THAT(ids(judge_rules(undecided, call({})).blocked), ElementsAre("r"));
  op.rules[0].when = parse("y is given");
  EXPECT_THAT(judge_rules(BoundSpec::bind(spec, op, call({}).target), call({})).blocked, IsEmpty());
}

struct SupportCase {
  Target target;
  Verdict verdict;
  std::vector<std::string> broken;
};

TEST(Judge, JudgesSupportFirst) {
  const SupportCase cases[] = {
      {{.product = "p1", .release = "2.0", .mode = "eager"}, Verdict::reject, {"x.given"}},
      {{.product = "p2", .release = "2.0", .mode = "eager"}, Verdict::unsupported, {"support"}},
      {{.product = "p3", .release = "2.0", .mode = "eager"}, Verdict::reject, {"support", "x.given"}},
      {{.product = "p1", .release = "2.0", .mode = "graph_static"}, Verdict::reject, {"support", "x.given"}},
  };
  const Spec spec = releases();
  const OpSpec op = spec_under_test();
  for (const SupportCase& c : cases) {
    const BoundSpec bound = BoundSpec::bind(spec, op, c.target);
    const Judgement judgement = judge(SlotCall(bound));
    EXPECT_EQ(judgement.verdict, c.verdict) << c.target.product;
    EXPECT_EQ(ids(judgement.broken), c.broken) << c.target.product;
  }
}

TEST(Judge, LeavesOpenWhatTheDocumentsLeaveOpen) {
  const Spec spec = releases();
  const OpSpec op = spec_under_test();
  const BoundSpec bound = BoundSpec::bind(spec, op, {.product = "p1", .release = "2.0", .mode = "graph_static"});
  const Judgement judgement = judge(bound, call({{"x", int8_x}}));
  EXPECT_EQ(judgement.verdict, Verdict::open);
  ASSERT_THAT(ids(judgement.broken), ElementsAre("support"));
  EXPECT_EQ(judgement.broken[0]->question, "graph");
}

}  // namespace
}  // namespace npu_cts
