// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "framework/judge/compare.h"
#include "framework/judge/judge_case.h"
#include "framework/judge/judge_testing.h"

namespace npu_cts::judging {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// An operator with one int8 output `out` that may have any type, and a size `k` that is always 3.
OpSpec invented() {
  OpSpec op;
  op.name = "frobnicate";
  op.outputs.resize(1);
  op.outputs[0].name = "out";
  auto three = std::make_shared<Expression>();
  three->kind = ExprKind::integer;
  three->type = Type::integer;
  three->integer = 3;
  op.symbols = {{.name = "k", .value = three}};
  return op;
}

Outcome outcome_of(OutcomeKind kind, std::vector<NamedTensor> outputs = {}) {
  return {.kind = kind, .code = 0, .message = "said so", .outputs = std::move(outputs)};
}

/// Judges a call whose one right result is 1, 2, 3.
CaseResult judge(Verdict expected, const run::Observation& seen, const JudgeOptions& options = {}) {
  const OpSpec op = invented();
  Spec spec;
  spec.releases = {"1"};
  Case planned;
  planned.id = "frobnicate/x";
  planned.expected = expected;
  const Oracle oracle = [](const Call&, const std::vector<VariantChoice>& choices) {
    return std::vector<std::vector<NamedTensor>>(choices.size(), {{.name = "out", .tensor = bytes({1, 2, 3})}});
  };
  return judge_case(BoundSpec::bind(spec, op, {}), planned, Call{.op = "frobnicate"}, seen, oracle, options);
}

run::Observation gave(const std::vector<int>& values) {
  return {.outcome = outcome_of(OutcomeKind::completed, {{.name = "out", .tensor = bytes(values)}})};
}

struct Ending {
  std::string_view name;
  Verdict expected;
  OutcomeKind outcome;
  Status status;
  std::string_view reason;
  JudgeOptions options = {};
};
void PrintTo(const Ending& ending, std::ostream* out) { *out << ending.name; }

class WithoutOutputs : public testing::TestWithParam<Ending> {};

TEST_P(WithoutOutputs, IsJudged) {
  const Ending& row = GetParam();
  const CaseResult result = judge(row.expected, {.outcome = outcome_of(row.outcome)}, row.options);
  EXPECT_EQ(result.status, row.status);
  EXPECT_THAT(result.reason, HasSubstr(row.reason));
  EXPECT_EQ(result.outcome, row.outcome);
}

const JudgeOptions lenient{.extensions = Policy::allow, .unsupported = Policy::allow};

INSTANTIATE_TEST_SUITE_P(
    Endings, WithoutOutputs,
    testing::Values(
        Ending{"DocumentedRefused", Verdict::accept, OutcomeKind::refused, Status::fail, "refused a documented"},
        Ending{"DocumentedUnsupported", Verdict::accept, OutcomeKind::unsupported, Status::fail,
               "does not support a documented"},
        Ending{"DocumentedUnclaimed", Verdict::accept, OutcomeKind::unsupported, Status::skip, "does not claim",
               lenient},
        Ending{"RefusedIsNoUnclaimed", Verdict::accept, OutcomeKind::refused, Status::fail, "refused", lenient},
        Ending{"DocumentedFailed", Verdict::accept, OutcomeKind::failed, Status::fail, "failed to run"},
        Ending{"DocumentedCrashed", Verdict::accept, OutcomeKind::crashed, Status::crash, "said so"},
        Ending{"DocumentedTimedOut", Verdict::accept, OutcomeKind::timed_out, Status::timeout, "in time"},
        Ending{"DocumentedWithoutOutput", Verdict::accept, OutcomeKind::completed, Status::fail, "'out' was not given"},
        Ending{"IllegalRefused", Verdict::reject, OutcomeKind::refused, Status::pass, ""},
        Ending{"IllegalUnsupported", Verdict::reject, OutcomeKind::unsupported, Status::pass, ""},
        Ending{"IllegalUnclaimed", Verdict::reject, OutcomeKind::unsupported, Status::skip, "does not claim", lenient},
        Ending{"UndocumentedUnclaimed", Verdict::unsupported, OutcomeKind::unsupported, Status::pass, "", lenient},
        Ending{"IllegalAccepted", Verdict::reject, OutcomeKind::completed, Status::fail, "documents refuse"},
        Ending{"IllegalExtension", Verdict::reject, OutcomeKind::completed, Status::weak, "an extension", lenient},
        Ending{"IllegalFailed", Verdict::reject, OutcomeKind::failed, Status::fail, "instead of refusing"},
        Ending{"IllegalCrashed", Verdict::reject, OutcomeKind::crashed, Status::crash, "said so"},
        Ending{"UnsupportedAccepted", Verdict::unsupported, OutcomeKind::completed, Status::fail, "do not support"},
        Ending{"OpenIsSkipped", Verdict::open, OutcomeKind::completed, Status::skip, "open"},
        Ending{"UndefinedIsSkipped", Verdict::undefined, OutcomeKind::crashed, Status::skip, "undefined"}),
    [](const auto& row) { return std::string(row.param.name); });

/// Judges the refusal of a call for which the vendor's tests contradict it.
CaseResult judge_contested(OutcomeKind outcome) {
  OpSpec op = invented();
  op.contested = {{.id = "taken",
                   .subject = "x.rank",
                   .when = nullptr,
                   .by = "vendor-tests",
                   .where = "its tests",
                   .says = {.en = "it works", .zh = "可用"}}};
  Spec spec;
  spec.releases = {"1"};
  Case planned;
  planned.expected = Verdict::reject;
  planned.covers = {{ReasonKind::rule, "x.rank"}, {ReasonKind::contested, "taken"}};
  const run::Observation seen{.outcome = outcome_of(outcome)};
  return judge_case(BoundSpec::bind(spec, op, {}), planned, Call{.op = "frobnicate"}, seen, {}, {});
}

TEST(ContestedRefusal, IsNeitherRightNorWrongAndPrintsBothSides) {
  const std::string sides = "; the documents refuse it by 'x.rank', and vendor-tests say: it works (its tests)";
  EXPECT_EQ(judge_contested(OutcomeKind::completed).status, Status::contested);
  EXPECT_EQ(judge_contested(OutcomeKind::completed).reason, "accepted" + sides);
  EXPECT_EQ(judge_contested(OutcomeKind::refused).status, Status::contested);
  EXPECT_EQ(judge_contested(OutcomeKind::unsupported).reason, "refused" + sides);
  EXPECT_FALSE(judge_contested(OutcomeKind::completed).attribution);
}

TEST(ContestedRefusal, ExcusesNoCrash) {
  EXPECT_EQ(judge_contested(OutcomeKind::crashed).status, Status::crash);
  EXPECT_EQ(judge_contested(OutcomeKind::timed_out).status, Status::timeout);
  EXPECT_EQ(judge_contested(OutcomeKind::failed).status, Status::fail);
}

struct AttributionRow {
  std::string_view name;
  Verdict expected;
  OutcomeKind outcome;
  std::optional<Fault> fault;
};
void PrintTo(const AttributionRow& row, std::ostream* out) { *out << row.name; }

class Attributions : public testing::TestWithParam<AttributionRow> {};

TEST_P(Attributions, SayWhatWasDoneWrong) {
  const AttributionRow& row = GetParam();
  const CaseResult result = judge(row.expected, {.outcome = outcome_of(row.outcome)});
  EXPECT_EQ(result.attribution.has_value(), row.fault.has_value());
  if (result.attribution && row.fault) {
    EXPECT_EQ(name_of(result.attribution->fault), name_of(*row.fault));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Endings, Attributions,
    testing::Values(
        AttributionRow{"DocumentedRefused", Verdict::accept, OutcomeKind::refused, Fault::refused_valid},
        AttributionRow{"DocumentedUnsupported", Verdict::accept, OutcomeKind::unsupported, Fault::refused_valid},
        AttributionRow{"DocumentedFailed", Verdict::accept, OutcomeKind::failed, Fault::refused_valid},
        AttributionRow{"DocumentedWithoutOutput", Verdict::accept, OutcomeKind::completed, Fault::value_mismatch},
        AttributionRow{"DocumentedCrashed", Verdict::accept, OutcomeKind::crashed, Fault::crash},
        AttributionRow{"DocumentedTimedOut", Verdict::accept, OutcomeKind::timed_out, Fault::timeout},
        AttributionRow{"IllegalAccepted", Verdict::reject, OutcomeKind::completed, Fault::accepted_invalid},
        AttributionRow{"IllegalFailed", Verdict::reject, OutcomeKind::failed, Fault::wrong_code},
        AttributionRow{"UnsupportedCrashed", Verdict::unsupported, OutcomeKind::crashed, Fault::crash},
        AttributionRow{"IllegalRefused", Verdict::reject, OutcomeKind::refused, std::nullopt},
        AttributionRow{"OpenIsNoFault", Verdict::open, OutcomeKind::crashed, std::nullopt}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(JudgeCase, KeepsTheAttributionThatTheDriverMade) {
  run::Observation seen{.outcome = outcome_of(OutcomeKind::failed)};
  seen.outcome.attribution = attribution_of(Fault::out_of_bounds, "wrote past the end of output 'y'");
  seen.outcome.attribution->side = TensorEnd::past_end;
  EXPECT_EQ(judge(Verdict::accept, seen).attribution, seen.outcome.attribution);
  EXPECT_EQ(judge(Verdict::reject, seen).attribution, seen.outcome.attribution);
  EXPECT_EQ(judge(Verdict::accept, seen).reason, "said so") << "the driver says what is wrong; the call may have run";
}

/// Judges a refusal with `given` of a case that is there for a rule whose documented code is 161002.
CaseResult judge_code(std::int64_t given, std::string covers) {
  OpSpec op = invented();
  Rule rule;
  rule.id = "R1";
  rule.code = 161002;
  op.rules = {rule};
  Spec spec;
  spec.releases = {"1"};
  Case planned;
  planned.expected = Verdict::reject;
  planned.covers = {{ReasonKind::rule, std::move(covers)}};
  planned.call.target.release = "1";
  run::Observation seen{.outcome = outcome_of(OutcomeKind::refused)};
  seen.outcome.code = given;
  return judge_case(BoundSpec::bind(spec, op, planned.call.target), planned, planned.call, seen, nullptr, {});
}

TEST(JudgeCase, HoldsARefusalToTheCodeThatADocumentNames) {
  EXPECT_EQ(judge_code(161002, "R1").status, Status::pass);
  const CaseResult wrong = judge_code(161001, "R1");
  EXPECT_EQ(wrong.status, Status::fail);
  ASSERT_TRUE(wrong.attribution);
  EXPECT_EQ(wrong.attribution->fault, Fault::wrong_code);
  EXPECT_EQ(wrong.attribution->code, 161001);
  EXPECT_EQ(wrong.reason, "refused with code 161001: 'said so', the documents say 161002");
}

TEST(JudgeCase, SaysTheCodeAndTheTextThatARefusalOfADocumentedCallGives) {
  run::Observation seen{.outcome = outcome_of(OutcomeKind::refused)};
  seen.outcome.code = 161002;
  const CaseResult result = judge(Verdict::accept, seen);
  EXPECT_EQ(result.reason, "refused a documented call with code 161002: 'said so'");
  EXPECT_EQ(result.attribution->code, 161002);
}

TEST(JudgeCase, SaysATextOfSeveralLinesInOne) {
  run::Observation seen{.outcome = outcome_of(OutcomeKind::failed)};
  seen.outcome.message = "lost:\r\n\n  the device\n";
  const CaseResult result = judge(Verdict::accept, seen);
  EXPECT_EQ(result.reason, "failed to run a documented call: 'lost: the device'");
  EXPECT_EQ(result.attribution->detail, "lost: the device");
}

TEST(JudgeCase, SaysThatAFailureGivesNoReason) {
  run::Observation seen{.outcome = outcome_of(OutcomeKind::failed)};
  for (const char* nothing : {"", " \n"}) {
    seen.outcome.message = nothing;
    EXPECT_EQ(judge(Verdict::accept, seen).reason, "failed to run a documented call: it does not say why");
  }
}

TEST(JudgeCase, DoesNotJudgeACodeThatNobodyDocumentedOrGave) {
  EXPECT_EQ(judge_code(161001, "R2").status, Status::pass);
  EXPECT_EQ(judge_code(0, "R1").status, Status::pass);
}

TEST(JudgeCase, PassesWhatTheOracleSays) { EXPECT_EQ(judge(Verdict::accept, gave({1, 2, 3})).status, Status::pass); }

TEST(JudgeCase, NamesTheFirstElementThatIsWrong) {
  const CaseResult result = judge(Verdict::accept, gave({1, 7, 8}));
  EXPECT_EQ(result.status, Status::fail);
  ASSERT_TRUE(result.mismatch);
  EXPECT_EQ(result.mismatch->output, "out");
  EXPECT_EQ(result.mismatch->index, Shape{1});
  EXPECT_EQ(result.mismatch->got, "7");
  EXPECT_EQ(result.mismatch->want, "2");
  ASSERT_TRUE(result.attribution);
  EXPECT_EQ(result.attribution->fault, Fault::value_mismatch);
  EXPECT_EQ(result.attribution->tensor, "out");
}

TEST(JudgeCase, KeepsTheSizesOfACallWhetherItsValuesAreRightOrWrong) {
  EXPECT_THAT(judge(Verdict::accept, gave({1, 2, 3})).sizes, ElementsAre(Pair("k", 3)));
  EXPECT_THAT(judge(Verdict::accept, gave({1, 7, 8})).sizes, ElementsAre(Pair("k", 3)));
}

TEST(JudgeCase, SeesAWrongLength) { EXPECT_EQ(judge(Verdict::accept, gave({1, 2})).status, Status::fail); }

TEST(JudgeCase, ChargesAnAlteredArgumentWhateverElseIsRight) {
  run::Observation seen = gave({1, 2, 3});
  seen.altered = {"x"};
  EXPECT_EQ(judge(Verdict::accept, seen).status, Status::fail);
  EXPECT_THAT(judge(Verdict::reject, seen).reason, HasSubstr("changed 'x'"));
}

TEST(JudgeCase, SaysThatAnArgumentWasWrittenBesideItsElementsWhereItMayBeWritten) {
  OpSpec op = invented();
  op.parameters.resize(1);
  op.parameters[0].key = "x";
  op.parameters[0].in_place = true;
  Spec spec;
  spec.releases = {"1"};
  run::Observation seen = gave({1, 2, 3});
  seen.altered = {"x"};
  const auto reason = [&] {
    return judge_case(BoundSpec::bind(spec, op, {}), {}, {.op = "frobnicate"}, seen, nullptr, {}).reason;
  };
  EXPECT_EQ(reason(), "wrote to the storage of 'x' outside its elements");
  seen.outcome.kind = OutcomeKind::refused;
  EXPECT_EQ(reason(), "changed 'x', which it may only read");
}

TEST(JudgeCase, SaysWhatWasGivenInPlaceOfAnOutput) {
  run::Observation seen = gave({1, 2, 3});
  seen.outcome.outputs[0].name = "output";
  EXPECT_EQ(judge(Verdict::accept, seen).reason, "output 'out' was not given, but 'output'");
}

TEST(JudgeCase, SaysNoCodeWhereNoneWasGiven) {
  run::Observation seen{.outcome = outcome_of(OutcomeKind::refused)};
  EXPECT_FALSE(judge(Verdict::accept, seen).attribution->code);
  seen.outcome.code = 1;
  EXPECT_EQ(judge(Verdict::accept, seen).attribution->code, 1);
}

TEST(Compare, SaysWhichTypeHasHowManyBytes) {
  const Tensor want{.type = {.dtype = DType::int32, .shape = {2, 3}}, .values = std::vector<std::byte>(24)};
  Tensor got = want;
  got.type.dtype = DType::float32;
  EXPECT_EQ(compare("out", got, want)->got, "float32[2, 3] of 24 bytes");
  got = want;
  got.type.shape = {3, 2};
  EXPECT_EQ(compare("out", got, want)->got, "int32[3, 2] of 24 bytes");
  got = want;
  got.values.resize(20);
  EXPECT_EQ(compare("out", got, want)->got, "int32[2, 3] of 20 bytes");
  EXPECT_EQ(compare("out", got, want)->want, "int32[2, 3] of 24 bytes");
}

TEST(Compare, TakesNansForEqualAndZerosForDifferent) {
  const auto halves = [](std::uint16_t bits) {
    return Tensor{.type = {.dtype = DType::float16, .shape = {1}},
                  .values = {static_cast<std::byte>(bits & 0xFFU), static_cast<std::byte>(bits >> 8)}};
  };
  EXPECT_FALSE(compare("out", halves(0x7E00), halves(0xFE01)));
  EXPECT_TRUE(compare("out", halves(0x0000), halves(0x8000)));
  EXPECT_TRUE(compare("out", halves(0x7C00), halves(0x7C01))) << "infinity is no NaN";
}

TEST(Agree, SaysWhereCompareFindsADifference) {
  const auto half = [](std::uint16_t bits) {
    return Tensor{.type = {.dtype = DType::float16, .shape = {1}},
                  .values = {static_cast<std::byte>(bits & 0xFFU), static_cast<std::byte>(bits >> 8)}};
  };
  const std::vector<Tensor> tensors{half(0x7E00), half(0xFE01), half(0x0000), half(0x8000), bytes({1, 2}), bytes({1})};
  for (const Tensor& got : tensors) {
    for (const Tensor& want : tensors) EXPECT_EQ(agree(got, want), !compare("out", got, want));
  }
}

TEST(WeaknessOf, NamesTheValueThatNearlyAllElementsHave) {
  std::vector<int> values(100, 7);
  EXPECT_EQ(weakness_of(bytes(values)), "every element of the result is the same");
  for (std::size_t i = 0; i < 5; ++i) values[i * 3] = static_cast<int>(i);
  EXPECT_EQ(weakness_of(bytes(values)), "95 of 100 elements of the result have one value");
  values[99] = 1;
  EXPECT_EQ(weakness_of(bytes(values)), "");
}

TEST(WeaknessOf, FindsTheMajorityWhereverItStands) {
  std::vector<int> values(40, 5);
  for (const std::size_t i : {0U, 39U}) values[i] = static_cast<int>(i) + 50;
  EXPECT_EQ(weakness_of(bytes(values)), "38 of 40 elements of the result have one value");
  std::vector<int> zeros(40, 0);
  zeros[0] = zeros[39] = 9;
  EXPECT_EQ(weakness_of(bytes(zeros)), "38 of 40 elements of the result have one value");
  values[20] = 1;
  EXPECT_EQ(weakness_of(bytes(values)), "") << "fewer than 95 of 100";
}

TEST(WeaknessOf, SeesAMajorityAroundElementsThatStandAlone) {
  std::vector<int> values(100, 7);
  for (const std::size_t i : {10U, 20U, 30U, 40U, 50U}) values[i] = static_cast<int>(i);
  EXPECT_EQ(weakness_of(bytes(values)), "95 of 100 elements of the result have one value");
  values[60] = 1;
  EXPECT_EQ(weakness_of(bytes(values)), "");
}

TEST(WeaknessOf, NamesTheResultThatProvesLittleAmongSeveral) {
  const NamedTensor strong{.name = "y", .tensor = bytes({1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3})};
  const NamedTensor weak{.name = "scale", .tensor = bytes(std::vector<int>(16, 1))};
  EXPECT_EQ(weakness_in(std::vector{strong, weak}), "'scale': every element of the result is the same");
  EXPECT_EQ(weakness_in(std::vector{weak}), "every element of the result is the same");
  EXPECT_EQ(weakness_in(std::vector{strong, strong}), "");
}

TEST(WeaknessOf, SaysNothingOfAFewElements) {
  EXPECT_EQ(weakness_of(bytes(std::vector<int>(15, 1))), "");
  EXPECT_NE(weakness_of(bytes(std::vector<int>(16, 1))), "");
  EXPECT_EQ(weakness_of({.type = {.dtype = DType::int8, .shape = {16}}}), "") << "no values, no weakness";
}

TEST(PlaceOfElement, IsTheIndexOnEachAxis) {
  EXPECT_EQ(place_of_element(0, {2, 3, 4}), (Shape{0, 0, 0}));
  EXPECT_EQ(place_of_element(23, {2, 3, 4}), (Shape{1, 2, 3}));
  EXPECT_EQ(place_of_element(17, {2, 3, 4}), (Shape{1, 1, 1}));
  EXPECT_EQ(place_of_element(3, {2, 0, 4}), (Shape{0, 0, 3})) << "of bytes that a wrong backend gives";
}

TEST(ElementText, PadsTheBitsOfAFloatToItsWidth) {
  EXPECT_EQ(element_text({.type = {.dtype = DType::float32, .shape = {1}}, .values = std::vector<std::byte>(4)}, 0),
            "0 (0x00000000)");
}

TEST(ElementText, ShowsTheBitsOfLongIntegers) {
  Tensor words{.type = {.dtype = DType::int64, .shape = {1}}, .values = std::vector<std::byte>(8)};
  words.values[5] = std::byte{0x40};
  EXPECT_EQ(element_text(words, 0), "70368744177664 (0x0000400000000000)");
}

TEST(WeaknessOf, SaysNothingOfValuesWithoutAMajority) {
  EXPECT_EQ(weakness_of(bytes({1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3})), "");
}

}  // namespace
}  // namespace npu_cts::judging
