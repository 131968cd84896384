// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "framework/expression/expression_testing.h"
#include "framework/expression/functions.h"
#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"

// Each form of the language as a person hears it; print_expression_test.cpp has whole rules.
namespace npu_cts {
namespace {

using namespace testing_expression;

struct Spoken {
  std::string_view name, text, en, zh;
};
void PrintTo(const Spoken& row, std::ostream* out) { *out << row.text; }

class SpokenForm : public testing::TestWithParam<Spoken> {};

TEST_P(SpokenForm, IsASentenceInBothLanguages) {
  const auto tree = parse(GetParam().text);
  ASSERT_TRUE(tree);
  EXPECT_EQ(to_sentence(*tree, Language::en), GetParam().en);
  EXPECT_EQ(to_sentence(*tree, Language::zh), GetParam().zh);
}

std::string name_of_row(const testing::TestParamInfo<Spoken>& row) { return std::string(row.param.name); }

INSTANTIATE_TEST_SUITE_P(
    Comparisons, SpokenForm,
    testing::Values(Spoken{"Equal", "n == 1", "n equals 1", "n 等于 1"},
                    Spoken{"NotEqual", "n != 1", "n differs from 1", "n 不等于 1"},
                    Spoken{"Less", "n < 1", "n is less than 1", "n 小于 1"},
                    Spoken{"LessEqual", "n <= 1", "n is at most 1", "n 不大于 1"},
                    Spoken{"Greater", "n > 1", "n is greater than 1", "n 大于 1"},
                    Spoken{"GreaterEqual", "n >= 1", "n is at least 1", "n 不小于 1"},
                    Spoken{"IsConstant", "dtype(x) == int8", "the dtype of x is int8", "x 的数据类型为 int8"},
                    Spoken{"IsNotConstant", "layout(x) != transposed", "the layout of x is not transposed",
                           "x 的内存排布不为 transposed"},
                    Spoken{"IsTrue", "flag == true", "flag is true", "flag 为 true"},
                    Spoken{"IsShape", "s != [1, 2]", "s is not [1, 2]", "s 不为 [1, 2]"},
                    Spoken{"Multiple", "n % 8 == 0", "n is a multiple of 8", "n 是 8 的整数倍"},
                    Spoken{"NotMultiple", "n % 8 != 0", "n is not a multiple of 8", "n 不是 8 的整数倍"},
                    Spoken{"OtherRemainder", "n % 8 == 1", "the remainder of n divided by 8 equals 1",
                           "n 除以 8 的余数等于 1"}),
    name_of_row);

INSTANTIATE_TEST_SUITE_P(
    Sets, SpokenForm,
    testing::Values(Spoken{"Members", "n in {1, 2, 3}", "n is 1, 2 or 3", "n 为 1、2 或 3"},
                    Spoken{"OneMember", "n in {1}", "n is 1", "n 为 1"},
                    Spoken{"NoMember", "not n in {1, 2}", "n is not 1 or 2", "n 不为 1 或 2"},
                    Spoken{"NotInRange", "not n in 1..8", "n is not in the range 1 to 8", "n 不在 1 到 8 范围内"},
                    Spoken{"Axes", "axis in axes(x)", "axis is one of the axes of x", "axis 属于 x 的各轴"},
                    Spoken{"NotAxes", "not axis in axes(x)", "axis is not one of the axes of x",
                           "axis 不属于 x 的各轴"}),
    name_of_row);

INSTANTIATE_TEST_SUITE_P(
    Logic, SpokenForm,
    testing::Values(Spoken{"And", "flag and n == 1", "flag, and n equals 1", "flag，且 n 等于 1"},
                    Spoken{"OrInAnd", "flag and (n == 1 or n == 2)", "flag, and (n equals 1, or n equals 2)",
                           "flag，且（n 等于 1，或 n 等于 2）"},
                    Spoken{"NotGiven", "not x is given", "x is not given", "未传入 x"},
                    Spoken{"NotNone", "not z is none", "z is given", "传入了 z"},
                    Spoken{"Not", "not n == 1", "it is not so that n equals 1", "并非（n 等于 1）"},
                    Spoken{"NotOfLogic", "not (flag and n == 1)", "it is not so that (flag, and n equals 1)",
                           "并非（flag，且 n 等于 1）"},
                    Spoken{"NotOfQuantifier", "not any(i in {1}: i == n)",
                           "it is not so that (for some i of 1, i equals n)", "并非（在 1 中存在 i，使得 i 等于 n）"},
                    Spoken{"ConditionOfLogic", "if(flag and flag, n == 1, flag or flag)",
                           "if (flag, and flag), then n equals 1; otherwise (flag, or flag)",
                           "若（flag，且 flag），则 n 等于 1；否则（flag，或 flag）"}),
    name_of_row);

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, SpokenForm,
    testing::Values(Spoken{"Plus", "n + 1", "n plus 1", "n 加 1"}, Spoken{"Minus", "n - 1", "n minus 1", "n 减 1"},
                    Spoken{"Times", "n * 2", "n times 2", "n 乘以 2"},
                    Spoken{"FloorDivide", "n // 2", "n divided by 2 and rounded down", "n 除以 2（向下取整）"},
                    Spoken{"Negative", "-n", "minus n", "负的 n"},
                    Spoken{"MinusOfSum", "n - (n + 1)", "n minus (n plus 1)", "n 减（n 加 1）"},
                    Spoken{"SumThenMinus", "n + 1 - n", "n plus 1 minus n", "n 加 1 减 n"},
                    Spoken{"TimesProduct", "n * (n * 2)", "n times (n times 2)", "n 乘以（n 乘以 2）"},
                    Spoken{"ProductTimes", "n * n * 2", "n times n times 2", "n 乘以 n 乘以 2"},
                    Spoken{"TimesCondition", "2 * if(flag, 1, n)", "2 times (1 if flag, otherwise n)",
                           "2 乘以（若 flag 则为 1，否则为 n）"},
                    Spoken{"AbsOfSum", "abs(n - 1)", "the magnitude of (n minus 1)", "（n 减 1）的绝对值"},
                    Spoken{"CeilDivideSum", "ceildiv(n + 1, 2)", "(n plus 1) divided by 2 and rounded up",
                           "（n 加 1）除以 2（向上取整）"},
                    Spoken{"Least", "min(n, 1, 2)", "the least of n, 1 and 2", "n、1 与 2 中的最小者"}),
    name_of_row);

INSTANTIATE_TEST_SUITE_P(
    Shapes, SpokenForm,
    testing::Values(
        Spoken{"LastByIndex", "dim(x, -1)", "the size of the last axis of x", "x 最后一轴的大小"},
        Spoken{"FarFromTheEnd", "dim(s, -9223372036854775808)",
               "the size of axis 9223372036854775808 from the end of s", "s 倒数第 9223372036854775808 轴的大小"},
        Spoken{"AxisOfCall", "dim(x, axis)", "the size of axis axis of x", "x 第 axis 轴的大小"},
        Spoken{"Slice", "slice(s, 1, -1)", "axes 1 up to, not including, -1 of s", "s 从第 1 轴到第 -1 轴之前的部分"},
        Spoken{"WithoutLast", "slice(shape(x), 0, -1)", "the shape of x without its last axis", "x 的形状去掉末轴"},
        Spoken{"WithoutLastTwo", "slice(s, 0, -2)", "s without its last 2 axes", "s 去掉最后 2 轴"},
        Spoken{"ReplaceOne", "replace(s, -1, 4)", "s with axis -1 made 4", "s 将第 -1 轴改为 4"},
        Spoken{"Broadcast", "broadcast(s, shape(x))", "what s and the shape of x broadcast to",
               "s 与 x 的形状广播后的形状"},
        Spoken{"Broadcastable", "broadcastable(s, [1])", "s and [1] can be broadcast together",
               "s 与 [1] 可以互相广播"},
        Spoken{"Length", "len(sizes)", "the length of sizes", "sizes 的长度"},
        Spoken{"ElementOfList", "at(sizes, -1)", "element [-1] of sizes", "sizes 的元素 [-1]"}),
    name_of_row);

TEST(Sentence, OfADerivedJunctionOfOnePartIsThatPart) {
  for (const ExprKind kind : {ExprKind::logical_and, ExprKind::logical_or}) {
    const auto inner = parse("flag and n == 1");
    const auto single = make_node(kind, Type::boolean, {inner}, place());
    EXPECT_EQ(to_sentence(*single, Language::en), to_sentence(*inner, Language::en));
    EXPECT_EQ(to_sentence(*single, Language::zh), to_sentence(*inner, Language::zh));
    EXPECT_EQ(to_text(*single), to_text(*inner));
  }
}

TEST(Sentence, InChineseHasNoBlankAtItsEndsOrBesideItsPunctuation) {
  for (const Function& function : all_functions()) {
    Scope names = scope();
    names.symbols = {
        {"a", Type::integer}, {"b", Type::integer}, {"n", Type::integer}, {"s", Type::shape}, {"t", Type::shape}};
    const auto tree = parse_expression(function.use, place(), names);
    ASSERT_TRUE(tree) << function.use;
    const std::string zh = to_sentence(**tree, Language::zh);
    EXPECT_FALSE(zh.starts_with(' ') || zh.ends_with(' ')) << zh;
    for (const std::string_view bad : {"  ", " ，", "， ", " （", "（ ", " ）", "） ", " 、", "、 "})
      EXPECT_EQ(zh.find(bad), std::string::npos) << zh;
  }
}

TEST(Notations, AreFoundByTheirSignAndBinding) {
  EXPECT_EQ(find_operator("-", Binding::sum)->kind, ExprKind::subtract) << "of numbers; sets share the sign";
  EXPECT_EQ(find_operator("*", Binding::term)->kind, ExprKind::multiply);
  EXPECT_EQ(find_operator("==", Binding::comparison)->kind, ExprKind::equal);
  EXPECT_EQ(find_operator("in", Binding::comparison)->kind, ExprKind::in);
  EXPECT_EQ(find_operator("*", Binding::sum), nullptr);
  EXPECT_EQ(find_operator("not", Binding::negation), nullptr) << "no infix";
}

TEST(Functions, AreFoundByNameAndKind) {
  for (const Function& function : all_functions()) {
    EXPECT_EQ(find_function(function.name), &function);
    EXPECT_EQ(find_function(function.kind), &function);
    EXPECT_EQ(find_notation(function.kind), nullptr) << function.name << " has a notation too";
    EXPECT_LE(function.least, function.most) << function.name;
  }
  EXPECT_EQ(find_function("ran"), nullptr);
  EXPECT_EQ(find_function(""), nullptr);
  EXPECT_EQ(find_function(ExprKind::add), nullptr);
}

TEST(MemberType, IsThatOfTheMembersHoweverTheSetIsMade) {
  const auto of = [](std::string_view text) { return member_type(*parse(text)); };
  EXPECT_EQ(of("{int8, int32}"), Type::dtype);
  EXPECT_EQ(of("{1, 2} - {2}"), Type::integer);
  EXPECT_EQ(of("0..3"), Type::integer);
  EXPECT_EQ(of("axes(x)"), Type::integer);
  EXPECT_EQ(of("if(flag, {int8}, {int32}) - {int8}"), Type::dtype);
}

TEST(TypeOf, AParameterIsThatOfItsArguments) {
  EXPECT_EQ(type_of(ParameterKind::tensor), Type::tensor);
  EXPECT_EQ(type_of(ParameterKind::integer), Type::integer);
  EXPECT_EQ(type_of(ParameterKind::boolean), Type::boolean);
  EXPECT_EQ(type_of(ParameterKind::word), Type::word);
  EXPECT_EQ(type_of(ParameterKind::dtype), Type::dtype);
  EXPECT_EQ(type_of(ParameterKind::integer_list), Type::list);
  EXPECT_EQ(type_of(ParameterKind::integer_pair), Type::list);
}

}  // namespace
}  // namespace npu_cts
