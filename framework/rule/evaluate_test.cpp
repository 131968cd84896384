// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/evaluate.h"

#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "framework/rule/rule_testing.h"

namespace npu_cts {
namespace {

using namespace testing_rule;

Tensor integers(Shape shape, const std::vector<std::int32_t>& values) {
  Tensor result = tensor(DType::int32, std::move(shape));
  result.values.resize(values.size() * sizeof(std::int32_t));
  std::memcpy(result.values.data(), values.data(), result.values.size());
  return result;
}

/// x: int8 (2, 3, 32), transposed; y: int32 (2, 2) with the values 1 2 3 4; z is none; axis -1; flag true; mode
/// 'update'; kernel 3; sizes [4, 5, 6]; out_dtype is left out.
Call sample() {
  Tensor x = tensor(DType::int8, {2, 3, 32});
  x.type.layout = Layout::transposed;
  return call({{"x", std::move(x)},
               {"y", integers({2, 2}, {1, 2, 3, 4})},
               {"z", None{}},
               {"axis", std::int64_t{-1}},
               {"flag", true},
               {"mode", std::string("update")},
               {"sizes", std::vector<std::int64_t>{4, 5, 6}},
               {"kernel", std::int64_t{3}}});
}

OpSpec sample_op() {
  OpSpec op = invented();
  op.symbols.push_back({.name = "n", .value = parse("last(x)")});
  op.symbols.push_back({.name = "s", .value = parse("slice(shape(x), 0, -1)")});
  op.symbols.push_back({.name = "loop", .value = parse("loop + 1")});
  op.symbols.push_back({.name = "deep", .value = parse("loop + loop + loop + loop")});
  return op;
}

struct EvaluateCase {
  std::string_view text;
  Computed want;
};
void PrintTo(const EvaluateCase& c, std::ostream* out) { *out << c.text; }

class Evaluate : public testing::TestWithParam<EvaluateCase> {};

TEST_P(Evaluate, GivesTheValue) {
  const auto tree = parse_expression(GetParam().text, place(), scope());
  ASSERT_TRUE(tree) << to_text(tree.diagnostics().front());
  EXPECT_EQ(value_of(*tree, sample_op(), sample()), GetParam().want);
}

constexpr std::int64_t operator""_i(unsigned long long value) { return static_cast<std::int64_t>(value); }
const Computed undefined{};

INSTANTIATE_TEST_SUITE_P(Arithmetic, Evaluate,
                         testing::Values(EvaluateCase{"1 + 2 * 3", 7_i}, EvaluateCase{"(1 + 2) * 3", 9_i},
                                         EvaluateCase{"7 - 2 - 1", 4_i}, EvaluateCase{"-7 // 2", -4_i},
                                         EvaluateCase{"-7 % 2", 1_i}, EvaluateCase{"7 % -2", -1_i},
                                         EvaluateCase{"7 // 0", undefined}, EvaluateCase{"7 % 0", undefined},
                                         EvaluateCase{"ceildiv(7, 2)", 4_i}, EvaluateCase{"ceildiv(-7, 2)", -3_i},
                                         EvaluateCase{"ceildiv(8, 2)", 4_i}, EvaluateCase{"min(3, 1, 2)", 1_i},
                                         EvaluateCase{"max(3, 1, 2)", 3_i}, EvaluateCase{"abs(-3)", 3_i},
                                         EvaluateCase{"9223372036854775807 + 1", undefined},
                                         EvaluateCase{"abs(-9223372036854775808)", undefined},
                                         EvaluateCase{"-9223372036854775808 // -1", undefined},
                                         EvaluateCase{"-9223372036854775808 % -1", 0_i},
                                         EvaluateCase{"4611686018427387904 * 2", undefined}));

INSTANTIATE_TEST_SUITE_P(Facts, Evaluate,
                         testing::Values(EvaluateCase{"rank(x)", 3_i}, EvaluateCase{"dim(x, 0)", 2_i},
                                         EvaluateCase{"dim(x, axis)", 32_i}, EvaluateCase{"dim(x, 3)", undefined},
                                         EvaluateCase{"dim(x, -4)", undefined}, EvaluateCase{"last(x)", 32_i},
                                         EvaluateCase{"numel(x)", 192_i}, EvaluateCase{"bytes(y)", 4_i},
                                         EvaluateCase{"bytes(float16)", 2_i}, EvaluateCase{"dtype(x)", DType::int8},
                                         EvaluateCase{"layout(x)", std::string("transposed")},
                                         EvaluateCase{"format(x)", std::string("ND")},
                                         EvaluateCase{"shape(x)", Shape{2, 3, 32}}, EvaluateCase{"axes(x)", undefined},
                                         EvaluateCase{"all(d in axes(x): d in {0, 1, 2})", true},
                                         EvaluateCase{"all(d in {0, 1, 2}: d in axes(x))", true},
                                         EvaluateCase{"all(d in axes(x) - {0, axis + rank(x)}: d == 1)", true},
                                         EvaluateCase{"any(d in axes(x) - {0, axis + rank(x)}: d == 1)", true},
                                         EvaluateCase{"rank(z)", undefined}, EvaluateCase{"dtype(z)", undefined},
                                         EvaluateCase{"mode", std::string("update")}, EvaluateCase{"n", 32_i},
                                         EvaluateCase{"s", Shape{2, 3}}, EvaluateCase{"loop", undefined},
                                         EvaluateCase{"deep", undefined}, EvaluateCase{"sizes", Shape{4, 5, 6}},
                                         EvaluateCase{"kernel", Shape{3, 3}}, EvaluateCase{"out_dtype", undefined}));

INSTANTIATE_TEST_SUITE_P(
    Shapes, Evaluate,
    testing::Values(
        EvaluateCase{"[1, *s, n]", Shape{1, 2, 3, 32}}, EvaluateCase{"[]", Shape{}},
        EvaluateCase{"slice(shape(x), -2, 3)", Shape{3, 32}}, EvaluateCase{"slice(s, 0, -5)", Shape{}},
        EvaluateCase{"slice(s, 5, 9)", Shape{}}, EvaluateCase{"replace(shape(x), -1, 7, 0, 8)", Shape{8, 3, 7}},
        EvaluateCase{"replace(s, 2, 7)", undefined}, EvaluateCase{"broadcast([2, 1], [3])", Shape{2, 3}},
        EvaluateCase{"broadcast([2], [3])", undefined}, EvaluateCase{"broadcastable([2], [3])", false},
        EvaluateCase{"broadcastable([4, 1], [1, 3])", true}, EvaluateCase{"len(sizes)", 3_i},
        EvaluateCase{"len(s)", 2_i}, EvaluateCase{"numel(s)", 6_i}, EvaluateCase{"rank(s)", 2_i},
        EvaluateCase{"dim(s, -1)", 3_i}, EvaluateCase{"numel([])", 1_i},
        EvaluateCase{"numel([4294967296, 4294967296])", undefined}, EvaluateCase{"shape(x) == [2, 3, n]", true},
        EvaluateCase{"shape(x) == [dim(x, 7), 3, 32]", undefined},
        EvaluateCase{"shape(x) == [dim(x, 7), 4, 32]", false}, EvaluateCase{"shape(x) == [dim(x, 7)]", false},
        EvaluateCase{"shape(x) != [1]", true}, EvaluateCase{"sizes == [4, 5, 6]", true},
        EvaluateCase{"s in {[1], [2, 3]}", true}, EvaluateCase{"s in {[1], [dim(z, 0), 3]}", undefined}));

INSTANTIATE_TEST_SUITE_P(Elements, Evaluate,
                         testing::Values(EvaluateCase{"at(y, 1, 0)", 3_i}, EvaluateCase{"at(y, -1, -1)", 4_i},
                                         EvaluateCase{"at(y, 2, 0)", undefined}, EvaluateCase{"at(y, 0)", undefined},
                                         EvaluateCase{"at(x, 0, 0, 0)", undefined}, EvaluateCase{"at(sizes, 1)", 5_i},
                                         EvaluateCase{"at(sizes, 3)", undefined}, EvaluateCase{"at(kernel, 1)", 3_i},
                                         EvaluateCase{"at(kernel, 2)", undefined}));

INSTANTIATE_TEST_SUITE_P(
    Truth, Evaluate,
    testing::Values(EvaluateCase{"x is given", true}, EvaluateCase{"z is given", false},
                    EvaluateCase{"z is none", true}, EvaluateCase{"out_dtype is none", true},
                    EvaluateCase{"out_dtype == int8", undefined}, EvaluateCase{"flag", true},
                    EvaluateCase{"flag == false", false}, EvaluateCase{"mode == 'update'", true},
                    EvaluateCase{"mode in {'add', 'update'}", true}, EvaluateCase{"layout(x) == transposed", true},
                    EvaluateCase{"format(x) in {NCHW}", false}, EvaluateCase{"dtype(x) in {int8, int32}", true},
                    EvaluateCase{"rank(x) in 3..8", true}, EvaluateCase{"rank(x) in 4..8", false},
                    EvaluateCase{"rank(x) in (0..8) - {3}", false}, EvaluateCase{"1 in axes(x)", true},
                    EvaluateCase{"3 in axes(x)", false}, EvaluateCase{"1 in if(flag, {1}, {2})", true},
                    EvaluateCase{"rank(z) > 1 and false", false}, EvaluateCase{"rank(z) > 1 and true", undefined},
                    EvaluateCase{"rank(z) > 1 or true", true}, EvaluateCase{"not (rank(z) > 1)", undefined},
                    EvaluateCase{"if(rank(z) > 1, true, true)", true}, EvaluateCase{"if(rank(z) > 1, 1, 1)", undefined},
                    EvaluateCase{"if(flag, 1, rank(z))", 1_i}, EvaluateCase{"1 in {rank(z), 1}", true},
                    EvaluateCase{"2 in {rank(z), 1}", undefined}, EvaluateCase{"5 in rank(z)..4", false},
                    EvaluateCase{"3 in rank(z)..4", undefined}));

INSTANTIATE_TEST_SUITE_P(
    Quantifiers, Evaluate,
    testing::Values(EvaluateCase{"all(d in axes(x) - {2}: dim(x, d) < 4)", true},
                    EvaluateCase{"all(d in axes(x): dim(x, d) < 4)", false},
                    EvaluateCase{"any(d in axes(x): dim(x, d) == 3)", true},
                    EvaluateCase{"all(i in 1..0: false)", true}, EvaluateCase{"any(i in 1..0: true)", false},
                    EvaluateCase{"all(i in 0..5: dim(x, i) > 0)", undefined},
                    EvaluateCase{"all(i in 0..5: dim(x, i) > 2)", false},
                    EvaluateCase{"any(i in 0..5: dim(x, i) == 3)", true},
                    EvaluateCase{"all(i in 0..1: all(j in 0..i - 1: at(y, i, 0) > at(y, j, 0)))", true},
                    EvaluateCase{"all(i in {1, rank(z)}: i == 1)", undefined},
                    EvaluateCase{"all(i in {1, rank(z)}: i == 2)", false},
                    EvaluateCase{"all(i in {1, 2} - {rank(z)}: i > 0)", true},
                    EvaluateCase{"all(i in {1, 2} - {rank(z)}: i > 1)", undefined},
                    EvaluateCase{"all(i in axes(z): true)", undefined}));

INSTANTIATE_TEST_SUITE_P(Bounds, Evaluate,
                         testing::Values(EvaluateCase{"all(i in 0..9223372036854775807: i >= 0)", undefined},
                                         EvaluateCase{"any(i in 0..9223372036854775807: i == 5)", true},
                                         EvaluateCase{"any(i in 9223372036854775806..9223372036854775807: i == 5)",
                                                      false},
                                         EvaluateCase{"all(i in 0..9999: all(j in 0..9999: i + j >= 0))", undefined},
                                         EvaluateCase{"0..9223372036854775807", undefined}));

INSTANTIATE_TEST_SUITE_P(
    NotDefined, Evaluate,
    testing::Values(EvaluateCase{"abs(rank(z))", undefined}, EvaluateCase{"slice(shape(z), 0, 1)", undefined},
                    EvaluateCase{"slice(s, rank(z), 1)", undefined}, EvaluateCase{"slice(s, 0, rank(z))", undefined},
                    EvaluateCase{"broadcast(shape(z), s)", undefined},
                    EvaluateCase{"broadcast(s, shape(z))", undefined}, EvaluateCase{"shape(z) == shape(x)", undefined},
                    EvaluateCase{"shape(x) == shape(z)", undefined},
                    EvaluateCase{"[*shape(z), 1] == [2, 1]", undefined},
                    EvaluateCase{"[rank(z), 2] == [1, 2]", undefined},
                    EvaluateCase{"[1, 2] == [rank(z), 2]", undefined}, EvaluateCase{"[rank(z), 2] == [1, 3]", false},
                    EvaluateCase{"[*s, rank(z), 1] == shape(x)", false}, EvaluateCase{"{1, 2} - {rank(z)}", undefined},
                    EvaluateCase{"if(rank(z) > 1, true, false)", undefined},
                    EvaluateCase{"if(rank(z) > 1, rank(z) > 0, false)", undefined}));

INSTANTIATE_TEST_SUITE_P(Choices, Evaluate,
                         testing::Values(EvaluateCase{"[n, 2] == [32, 2]", true},
                                         EvaluateCase{"[2, n] == [3, 32]", false},
                                         EvaluateCase{"[3, n] == [3, 31]", false}, EvaluateCase{"[n] == [n, 2]", false},
                                         EvaluateCase{"[n] != [n, 2]", true}, EvaluateCase{"s in {[1], [3, 2]}", false},
                                         EvaluateCase{"if(flag, s, shape(x))", Shape{2, 3}},
                                         EvaluateCase{"if(flag == false, s, shape(x))", Shape{2, 3, 32}},
                                         EvaluateCase{"2 in if(flag == false, {1}, {2})", true},
                                         EvaluateCase{"1 in if(flag == false, {1}, {2})", false},
                                         EvaluateCase{"all(i in if(flag, {1}, {2}): i == 1)", true},
                                         EvaluateCase{"all(i in if(flag == false, {1}, {2}): i == 2)", true},
                                         EvaluateCase{"broadcast([1, 2], [2])", Shape{1, 2}},
                                         EvaluateCase{"broadcast([5], [2, 1])", Shape{2, 5}}));

TEST(SlotCall, TakesTheDefaultOfTheRelease) {
  OpSpec op = invented();
  op.parameters[3].defaults = {{.value = {.value = std::int64_t{0}}, .applies = {.since = 0, .until = 1}},
                               {.value = {.value = std::int64_t{-2}}, .applies = {.since = 2}}};
  Call made = call({});
  EXPECT_EQ(value_of(parse("axis"), op, made), Computed(0_i));
  made.target.release = "3.0";
  EXPECT_EQ(value_of(parse("axis"), op, made), Computed(-2_i));
  made.arguments["axis"] = std::int64_t{5};
  EXPECT_EQ(value_of(parse("axis"), op, made), Computed(5_i));
  op.parameters[3].applies.until = 1;
  made.arguments.clear();
  EXPECT_EQ(value_of(parse("axis is none"), op, made), Computed(true));
}

/// The sample operator, bound, and a call of it that a test may change.
struct Bound {
  Spec spec = releases();
  OpSpec op = sample_op();
  Call made = sample();
  BoundSpec bound = BoundSpec::bind(spec, op, made.target);

  [[nodiscard]] Computed value(std::string_view text, const SlotCall& slots) const {
    return evaluate(*parse(text), slots);
  }
};

TEST(SlotCall, TakesSymbolsFromOutsideBeforeTheirDefinitions) {
  const Bound it;
  SlotCall slots(it.bound, it.made.arguments);
  EXPECT_EQ(it.value("[*s, n]", slots), Computed(Shape{2, 3, 32}));
  slots.give_symbol(it.bound.names().symbol("n"), std::int64_t{7});
  slots.give_symbol(it.bound.names().symbol("s"), Shape{9});
  EXPECT_EQ(it.value("[*s, n]", slots), Computed(Shape{9, 7}));
  slots.forget();
  EXPECT_EQ(it.value("n", slots), Computed(7_i)) << "what was given is not forgotten";
}

TEST(SlotCall, ForgetsTheSymbolsOfTheCallBeforeItChanged) {
  Bound it;
  SlotCall slots(it.bound, it.made.arguments);
  EXPECT_EQ(it.value("[*s, n]", slots), Computed(Shape{2, 3, 32}));
  std::get<Tensor>(it.made.arguments["x"]).type.shape = {5, 16};
  slots.forget();
  EXPECT_EQ(it.value("[*s, n]", slots), Computed(Shape{5, 16}));
}

TEST(SlotCall, LeavesOutAnArgumentThatIsSetToNothing) {
  const Bound it;
  SlotCall slots(it.bound, it.made.arguments);
  const Value other = std::int64_t{4};
  slots.set(it.bound.names().parameter("axis"), &other);
  EXPECT_EQ(it.value("axis", slots), Computed(4_i));
  slots.set(it.bound.names().parameter("axis"), nullptr);
  EXPECT_EQ(it.value("axis is given", slots), Computed(false));
}

TEST(SlotCall, TellsWordsApartThatNoExpressionHas) {
  OpSpec op = invented();
  op.parameters.push_back(parameter("other", ParameterKind::word));
  Scope names = scope();
  names.parameters.emplace("other", ParameterKind::word);
  const ExpressionPtr same = *parse_expression("mode == other", place(), names);
  EXPECT_EQ(value_of(same, op, call({{"mode", std::string("a")}, {"other", std::string("a")}})), Computed(true));
  EXPECT_EQ(value_of(same, op, call({{"mode", std::string("a")}, {"other", std::string("b")}})), Computed(false));
}

TEST(SlotCall, FollowsAChainOfSymbolsOfAnyLength) {
  OpSpec op = invented();
  Scope names = scope();
  for (int i = 0; i < 40; ++i) {
    const std::string name = "c" + std::to_string(i);
    const std::string definition = i == 0 ? "last(x)" : "c" + std::to_string(i - 1);
    op.symbols.push_back({.name = name, .value = *parse_expression(definition, place(), names)});
    names.symbols.emplace(name, Type::integer);
  }
  EXPECT_EQ(value_of(*parse_expression("c39", place(), names), op, sample()), Computed(32_i));
}

TEST(SlotCall, KnowsNoSymbolFromADefinitionAboveIt) {
  OpSpec op = invented();
  op.symbols.push_back({.name = "loop", .value = parse("n + 1")});
  op.symbols.push_back({.name = "n", .value = parse("last(x)")});
  EXPECT_EQ(value_of(parse("loop"), op, sample()), undefined);
  EXPECT_EQ(value_of(parse("n"), op, sample()), Computed(32_i));
}

TEST(Evaluate, StopsAQuantifierOverDataThatTheCallDoesNotCarry) {
  const Bound it;
  const SlotCall slots(it.bound, it.made.arguments);
  EXPECT_EQ(it.value("all(i in 0..9223372036854775807: at(x, 0, 0, i) > 0) or flag", slots), Computed(true));
  EXPECT_EQ(it.value("all(i in 0..3: at(x, 0, 0, i) > 0)", slots), undefined);
  EXPECT_EQ(it.value("all(i in 0..3: at(x, 0, 0, i) > 0 and i < 3)", slots), Computed(false));
  EXPECT_EQ(it.value("all(i in 1..0: at(x, 0, 0, i) > 0)", slots), Computed(true));
  for (const std::string body : {"not (at(x, 0, 0, i) > 0)", "at(x, 0, 0, i) in {1}", "abs(at(x, 0, 0, i)) > 0",
                                 "if(i > 0, at(x, 0, 0, i), at(x, 0, 1, i)) > 0"}) {
    EXPECT_EQ(it.value("all(i in 0..9223372036854775807: " + body + ") or flag", slots), Computed(true)) << body;
  }
}

TEST(Evaluate, GoesOnWhereOneMemberAloneIsNotDefined) {
  const Bound it;
  const SlotCall slots(it.bound, it.made.arguments);
  EXPECT_EQ(it.value("all(i in 0..5: at(sizes, 5 - i) < 6)", slots), Computed(false));
  EXPECT_EQ(it.value("all(i in 0..3: if(i > 0, 0 - i, at(x, 0, 0, 0)) > 0)", slots), Computed(false));
  EXPECT_EQ(it.value("all(i in 0..3: if(i == 0, at(x, 0, 0, 0), 0 - i) > 0)", slots), Computed(false));
}

TEST(Evaluate, ReadsNoElementBehindTheData) {
  Bound it;
  it.made.arguments["y"] = integers({2, 2}, {1, 2, 3});
  const SlotCall slots(it.bound, it.made.arguments);
  EXPECT_EQ(it.value("at(y, 1, 0)", slots), Computed(3_i));
  EXPECT_EQ(it.value("at(y, 1, 1)", slots), undefined);
}

TEST(Evaluate, AsksABodyOnceForEachEntryOfAVector) {
  Bound it;
  std::vector<std::int32_t> values(3'000'000, 5);  // each asked alone is too much work
  values[2'000'000] = 7;
  it.made.arguments["y"] = integers({3'000'000}, values);
  const SlotCall slots(it.bound, it.made.arguments);
  EXPECT_EQ(it.value("all(i in 0..2999999: at(y, i) * 2 - 3 > 0)", slots), Computed(true));
  EXPECT_EQ(it.value("all(i in 0..2999999: at(y, i) != 7 and at(y, i) > 0)", slots), Computed(false));
  EXPECT_EQ(it.value("any(i in 0..2999999: at(y, i) == 7)", slots), Computed(true));
  EXPECT_EQ(it.value("any(i in 0..2999999: at(y, i) == 6)", slots), Computed(false));
  EXPECT_EQ(it.value("all(i in 0..2: at(y, i) // 0 > 0)", slots), undefined);
}

TEST(Evaluate, AsksABodyAnewThatReadsMoreThanAnEntry) {
  Bound it;
  it.made.arguments["y"] = integers({4}, {5, 5, 6, 5});
  const SlotCall slots(it.bound, it.made.arguments);
  EXPECT_EQ(it.value("any(i in 0..3: at(y, i) == 5 and i == 3)", slots), Computed(true));
  EXPECT_EQ(it.value("any(i in 0..2: at(y, i) == at(y, i + 1) + 1)", slots), Computed(true));
  EXPECT_EQ(it.value("any(i in 0..1: any(j in 0..3: at(y, j) == 5 + i and at(y, j) != 5))", slots), Computed(true));
  EXPECT_EQ(it.value("any(i in 0..3: at(y, i) == 5 and dim(x, i) == 3)", slots), Computed(true));
  EXPECT_EQ(it.value("any(i in {0, -1}: at(y, i) == 5 and i < 0)", slots), Computed(true));
  EXPECT_EQ(it.value("all(i in 0..4: at(y, i) > 0)", slots), undefined);
}

TEST(Evaluate, ReadsUnsignedZero) {
  Bound it;
  it.made.arguments["y"] = Tensor{.type = {.dtype = DType::uint8, .shape = {1}}, .values = {std::byte{0}}};
  EXPECT_EQ(it.value("at(y, 0)", SlotCall(it.bound, it.made.arguments)), Computed(0_i));
}

}  // namespace
}  // namespace npu_cts
