// SPDX-License-Identifier: Apache-2.0
// The verdict on values: variants, types, what is written in place, and what a mismatch says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "framework/judge/judge_case.h"
#include "framework/judge/judge_testing.h"
#include "framework/judge/variants.h"
#include "framework/rule/rule_testing.h"

namespace npu_cts::judging {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing_rule::parse;

ImplementationDefined behaviour(std::string id, const std::vector<std::string>& variants) {
  ImplementationDefined made{.id = std::move(id), .when = nullptr};
  for (const std::string& variant : variants) made.variants.push_back({.id = variant});
  return made;
}

/// out: int8, of the shape of x, and x itself where it is written in place. `add` says what is added to each element.
OpSpec doubling() {
  OpSpec op;
  op.name = "doubling";
  op.parameters = {testing_rule::parameter("x", ParameterKind::tensor)};
  op.outputs.resize(1);
  op.outputs[0].name = "out";
  op.outputs[0].alias = "x";
  op.outputs[0].dtype = {{.value = parse("int8")}};
  op.outputs[0].shape = {{.value = parse("shape(x)")}};
  op.symbols = {{.name = "n", .value = parse("dim(x, 0)")},
                {.name = "s", .value = parse("shape(x)")},
                {.name = "deep", .value = parse("dim(x, 3)")}};
  op.implementation_defined = {behaviour("add", {"nothing", "one"})};
  return op;
}

std::vector<std::vector<NamedTensor>> answer(const Call& call, const std::vector<VariantChoice>& choices) {
  std::vector<std::vector<NamedTensor>> all;
  for (const VariantChoice& choice : choices) {
    Tensor out = std::get<Tensor>(call.arguments.at("x"));
    const int more = choice.contains("add") && choice.at("add") == "one" ? 1 : 0;
    for (std::byte& value : out.values) value = static_cast<std::byte>(2 * std::to_integer<int>(value) + more);
    all.push_back({{.name = "out", .tensor = std::move(out)}});
  }
  return all;
}

/// Judges `seen` of the call of `op` with `x`.
CaseResult judge_of(const OpSpec& op, const Tensor& x, const run::Observation& seen, const JudgeOptions& options,
                    const Oracle& oracle = answer) {
  Spec spec;
  spec.releases = {"1"};
  Case planned;
  planned.expected = Verdict::accept;
  const Call call{.op = op.name, .target = {.release = "1"}, .arguments = {{"x", x}}};
  return judge_case(BoundSpec::bind(spec, op, call.target), planned, call, seen, oracle, options);
}

CaseResult judge(const Tensor& x, const run::Observation& seen, const JudgeOptions& options = {},
                 const Oracle& oracle = answer) {
  return judge_of(doubling(), x, seen, options, oracle);
}

run::Observation gave(Tensor out) {
  run::Observation seen{.outcome = {.kind = OutcomeKind::completed, .code = 0}};
  seen.outcome.outputs.push_back({.name = "out", .tensor = std::move(out)});
  return seen;
}

TEST(VariantChoices, AreEveryVariantOfEachBehaviourThatTheCallTouches) {
  OpSpec op = doubling();
  op.implementation_defined.push_back(behaviour("sign", {"kept", "lost", "turned"}));
  op.implementation_defined.push_back(behaviour("far", {"near"}));
  op.implementation_defined.back().when = parse("dim(x, 0) > 100");
  Spec spec;
  spec.releases = {"1"};
  const Call call{.op = op.name, .target = {.release = "1"}, .arguments = {{"x", bytes({1})}}};
  EXPECT_THAT(
      variant_choices(BoundSpec::bind(spec, op, call.target), call),
      ElementsAre(
          VariantChoice{{"add", "nothing"}, {"sign", "kept"}}, VariantChoice{{"add", "nothing"}, {"sign", "lost"}},
          VariantChoice{{"add", "nothing"}, {"sign", "turned"}}, VariantChoice{{"add", "one"}, {"sign", "kept"}},
          VariantChoice{{"add", "one"}, {"sign", "lost"}}, VariantChoice{{"add", "one"}, {"sign", "turned"}}));
}

TEST(JudgeValues, PassUnderAnyVariantAndSayWhich) {
  const CaseResult first = judge(bytes({1, 2}), gave(bytes({2, 4})));
  EXPECT_EQ(first.status, Status::pass);
  EXPECT_THAT(first.agrees, ElementsAre(VariantChoice{{"add", "nothing"}}));
  EXPECT_THAT(judge(bytes({1, 2}), gave(bytes({3, 5}))).agrees, ElementsAre(VariantChoice{{"add", "one"}}));
  EXPECT_EQ(judge(bytes({1, 2}), gave(bytes({2, 5}))).status, Status::fail) << "one variant throughout";
}

TEST(JudgeValues, PassUnderAPinnedVariantAlone) {
  const JudgeOptions pinned{.pinned = {{"add", "one"}}};
  EXPECT_EQ(judge(bytes({1, 2}), gave(bytes({3, 5})), pinned).status, Status::pass);
  const CaseResult other = judge(bytes({1, 2}), gave(bytes({2, 4})), pinned);
  EXPECT_EQ(other.status, Status::fail);
  EXPECT_EQ(other.reason, "follows add=nothing, another variant than --numerics pins");
  EXPECT_FALSE(other.mismatch) << "the values are like a documented variant";
  EXPECT_TRUE(judge(bytes({1, 2}), gave(bytes({2, 9})), pinned).mismatch) << "like no variant";
  const CaseResult none = judge(bytes({1}), gave(bytes({9})), {.pinned = {{"add", "two"}}});
  EXPECT_EQ(none.status, Status::fail);
  EXPECT_EQ(none.reason, "no variant left to compare with");
}

TEST(JudgeValues, NameOnlyVariantsThatArePinnedOtherwise) {
  OpSpec op = doubling();
  op.implementation_defined.push_back(behaviour("sign", {"kept", "lost"}));
  const CaseResult other = judge_of(op, bytes({1, 2}), gave(bytes({2, 4})), {.pinned = {{"add", "one"}}});
  EXPECT_EQ(other.reason, "follows add=nothing, another variant than --numerics pins");
}

TEST(JudgeValues, NeedAnOracle) {
  const Oracle silent = [](const Call&, const std::vector<VariantChoice>&) {
    return std::vector<std::vector<NamedTensor>>{};
  };
  const CaseResult result = judge(bytes({1}), gave(bytes({2})), {}, silent);
  EXPECT_EQ(result.status, Status::error);
  EXPECT_EQ(result.reason, "the operator has no oracle");
}

TEST(JudgeValues, PassWhereTheOracleSaysNothingOfAnOutput) {
  const Oracle types_alone = [](const Call&, const std::vector<VariantChoice>& choices) {
    return std::vector<std::vector<NamedTensor>>(choices.size());
  };
  EXPECT_EQ(judge(bytes({1}), gave(bytes({7})), {}, types_alone).status, Status::pass);
}

TEST(JudgeValues, NameTheTypeThatTheSpecSays) {
  Tensor wide = bytes({2, 4});
  wide.type.dtype = DType::uint8;
  EXPECT_EQ(judge(bytes({1, 2}), gave(wide)).reason, "output 'out' is uint8, the spec says int8");
  EXPECT_EQ(judge(bytes({1, 2}), gave(bytes({2, 4, 6}))).reason, "output 'out' has the shape [3], the spec says [2]");
}

TEST(JudgeValues, FailWhereAnOutputIsGivenThatTheSpecDoesNotName) {
  run::Observation seen = gave(bytes({2, 4}));
  seen.outcome.outputs.push_back({.name = "more\n", .tensor = bytes({1})});
  const CaseResult result = judge(bytes({1, 2}), seen);
  EXPECT_EQ(result.status, Status::fail);
  EXPECT_EQ(result.reason, "gave an output 'more\\x0A', which the spec does not name");
}

TEST(JudgeValues, HoldWhatIsWrittenInPlaceToTheOutput) {
  run::Observation seen = gave(bytes({2, 4}));
  seen.in_place = {{.name = "x", .tensor = bytes({2, 4})}};
  EXPECT_EQ(judge(bytes({1, 2}), seen).status, Status::pass);
  seen.in_place[0].tensor = bytes({2, 7});
  const CaseResult result = judge(bytes({1, 2}), seen);
  EXPECT_EQ(result.status, Status::fail);
  ASSERT_TRUE(result.mismatch);
  EXPECT_EQ(result.mismatch->output, "x (in place)");
}

TEST(JudgeValues, KeepTheSizesThatAreWholeNumbersOfTheCall) {
  EXPECT_THAT(judge(bytes({1, 2}), gave(bytes({2, 4}))).sizes, ElementsAre(Pair("n", 2)));
}

TEST(JudgeValues, SayOfEachPlaceWhichInputsMeetThere) {
  const CaseResult result = judge(bytes({1, 2, 3}), gave(bytes({2, 5, 7})), {.pinned = {{"add", "nothing"}}});
  ASSERT_TRUE(result.mismatch);
  EXPECT_THAT(result.mismatch->details,
              ElementsAre("2 of 3 elements differ (the tail of the elements), largest error 1",
                          "[1]: got 5, want 4, from x[1] = 2", "[2]: got 7, want 6, from x[2] = 3"));
  EXPECT_EQ(result.reason, "value mismatch in 'out' at [1]: got 5, want 4");
}

/// As doubling, with a second output "least", the first element of out.
OpSpec doubling_with_least() {
  OpSpec op = doubling();
  op.outputs[0].alias = "";
  op.outputs.push_back({.name = "least", .dtype = {{.value = parse("int8")}}, .shape = {{.value = parse("[1]")}}});
  return op;
}

std::vector<std::vector<NamedTensor>> answer_with_least(const Call& call, const std::vector<VariantChoice>& choices) {
  auto all = answer(call, choices);
  for (auto& outputs : all) {
    Tensor least = bytes({0});
    least.values[0] = outputs[0].tensor.values[0];
    outputs.push_back({.name = "least", .tensor = std::move(least)});
  }
  return all;
}

CaseResult judge_with_least(Tensor out, Tensor least) {
  run::Observation seen = gave(std::move(out));
  seen.outcome.outputs.push_back({.name = "least", .tensor = std::move(least)});
  return judge_of(doubling_with_least(), bytes({1, 2}), seen, {}, answer_with_least);
}

TEST(JudgeValues, AreHeldToOneVariantInEveryOutput) {
  EXPECT_EQ(judge_with_least(bytes({3, 5}), bytes({3})).status, Status::pass);
  EXPECT_EQ(judge_with_least(bytes({3, 5}), bytes({2})).status, Status::fail);
}

TEST(JudgeValues, BlameTheOutputThatIsUnlikeTheVariantOfTheOthers) {
  const CaseResult last = judge_with_least(bytes({3, 5}), bytes({9}));
  EXPECT_EQ(last.reason, "value mismatch in 'least' at [0]: got 9, want 3")
      << "out follows another variant than the first";
  ASSERT_TRUE(last.attribution);
  EXPECT_EQ(last.attribution->tensor, "least");
  EXPECT_EQ(judge_with_least(bytes({3, 4}), bytes({2})).reason, "value mismatch in 'out' at [0]: got 3, want 2")
      << "one output is wrong under the first, both under the second";
  EXPECT_EQ(judge_with_least(bytes({9, 9}), bytes({9})).reason, "value mismatch in 'out' at [0]: got 9, want 2")
      << "of variants as near, the first";
}

TEST(JudgeValues, AreComparedWithTheVariantThatMostElementsFollow) {
  const CaseResult result = judge(bytes({1, 2, 3}), gave(bytes({3, 9, 7})));
  EXPECT_EQ(result.reason, "value mismatch in 'out' at [1]: got 9, want 5") << "2 x + 1 but for one element";
}

TEST(JudgeValues, NameEveryOutputThatIsWrong) {
  const CaseResult both = judge_with_least(bytes({2, 9}), bytes({8}));
  ASSERT_TRUE(both.mismatch);
  EXPECT_EQ(both.mismatch->output, "out");
  EXPECT_EQ(both.mismatch->details.back(), "'least' is wrong, too");
  const CaseResult one = judge_with_least(bytes({2, 9}), bytes({2}));
  ASSERT_TRUE(one.mismatch);
  EXPECT_THAT(one.mismatch->details, Not(Contains(HasSubstr("least"))));
}

TEST(JudgeValues, NeedEveryOutputOfTheOracleThatGivesSome) {
  run::Observation seen = gave(bytes({2, 4}));
  seen.outcome.outputs.push_back({.name = "least", .tensor = bytes({77})});
  const CaseResult result = judge_of(doubling_with_least(), bytes({1, 2}), seen, {}, answer);
  EXPECT_EQ(result.status, Status::error);
  EXPECT_EQ(result.reason, "the oracle does not give the output 'least'");
}

TEST(JudgeValues, AreWeakWhereTheResultIsNearlyOneValue) {
  const Tensor x = bytes(std::vector<int>(16, 3));
  const CaseResult weak = judge(x, gave(bytes(std::vector<int>(16, 6))));
  EXPECT_EQ(weak.status, Status::weak);
  EXPECT_EQ(weak.reason, "every element of the result is the same");
  EXPECT_EQ(judge(x, gave(bytes(std::vector<int>(16, 5)))).status, Status::fail) << "wrong is not weak";
}

}  // namespace
}  // namespace npu_cts::judging
