// SPDX-License-Identifier: Apache-2.0
// What binding says of an expression before a call is known: which parts of a call it reads, and whether it asks for
// one aspect of one argument alone.
#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "framework/rule/rule_testing.h"

namespace npu_cts {
namespace {

using namespace testing_rule;

/// x is built as [n, *s]; n is y's last axis, s a shape that only a hint knows.
class Reads : public testing::Test {
 protected:
  Reads() : spec_(releases()), op_(made()), bound_(BoundSpec::bind(spec_, op_, call({}).target)) {}

  static OpSpec made() {
    OpSpec op = invented();
    for (Parameter& parameter : op.parameters) parameter.optional = true;
    op.parameters[0].shapes = {{.id = "built", .shape = parse("[n, *s]"), .when = nullptr}};
    op.symbols = {{.name = "n", .value = parse("last(y)")}};
    op.hints.symbols["s"] = {};
    Rule& rule = op.rules.emplace_back();
    rule.id = "asks";
    rule.require = parse("rank(x) > 0");
    return op;
  }

  [[nodiscard]] std::uint64_t bit(std::string_view name) const { return Parts::bit(bound_.place_of(name)); }
  [[nodiscard]] BoundNode node(std::string_view text) const { return bound_.names().bind(*parse(text)); }

  const Spec spec_;
  const OpSpec op_;
  const BoundSpec bound_;
};

TEST_F(Reads, ThePartsThatAFunctionAsksFor) {
  for (const std::string_view text : {"x is given", "x is none", "dtype(x) == int8", "bytes(x) > 1"})
    EXPECT_EQ(bound_.parts_of(node(text)), Parts{.values = bit("x")}) << text;
  for (const std::string_view text :
       {"rank(x)", "dim(x, 0)", "last(x)", "numel(x)", "shape(x)", "all(d in axes(x): d > 0)"})
    EXPECT_EQ(bound_.parts_of(node(text)), Parts{.shapes = bit("x")}) << text;
  for (const std::string_view text : {"layout(x) == strided", "format(x) == ND"})
    EXPECT_EQ(bound_.parts_of(node(text)), Parts{.storage = bit("x")}) << text;
  EXPECT_EQ(bound_.parts_of(node("at(x, 0)")), (Parts{.values = bit("x"), .shapes = bit("x"), .storage = bit("x")}));
}

TEST_F(Reads, WhatStandsInEveryPlaceOfAnExpression) {
  EXPECT_EQ(bound_.parts_of(node("axis")), Parts{.values = bit("axis")});
  EXPECT_EQ(bound_.parts_of(node("dim(x, axis)")), (Parts{.values = bit("axis"), .shapes = bit("x")}));
  EXPECT_EQ(bound_.parts_of(node("1 in {axis, rank(y)}")), (Parts{.values = bit("axis"), .shapes = bit("y")}));
  EXPECT_EQ(bound_.parts_of(node("1 + 2")), Parts{});
}

TEST_F(Reads, ASymbolAndWhatItIsComputedFrom) {
  EXPECT_EQ(bound_.parts_of(node("n")), (Parts{.values = bit("n"), .shapes = bit("y")}));
  EXPECT_EQ(bound_.parts_of(node("s")), Parts{.values = bit("s")});
  const SlotSet reads = bound_.reads_of(node("n + axis"));
  ASSERT_EQ(reads.size(), op_.parameters.size() + 2);
  for (const std::string_view name : {"n", "y", "axis"}) EXPECT_TRUE(reads[bound_.place_of(name)]) << name;
  for (const std::string_view name : {"s", "x", "z"}) EXPECT_FALSE(reads[bound_.place_of(name)]) << name;
}

TEST_F(Reads, WhatTheShapeOfATensorIsBuiltFrom) {
  EXPECT_EQ(bound_.find_rule("asks")->depends_on,
            (Parts{.values = bit("n") | bit("s"), .shapes = bit("x") | bit("y")}));
}

TEST_F(Reads, NothingWhereANameIsUnknown) {
  Scope names = scope();
  names.symbols.emplace("stranger", Type::integer);
  const BoundNode unknown = bound_.names().bind(**parse_expression("stranger + 1", place(), names));
  EXPECT_EQ(bound_.parts_of(unknown), Parts{});
  EXPECT_EQ(bound_.reads_of(unknown), SlotSet(op_.parameters.size() + 2));
}

constexpr std::string_view aspect_tests[] = {
    "dtype(x) == int8",
    "dtype(x) != int8",
    "dtype(x) in {int8, float16}",
    "not dtype(x) in {int8, float16}",
    "out_dtype == int8",
    "out_dtype in {int8}",
    "x is given",
    "x is none",
    "not x is given",
    "x is none or dtype(x) == int8",
    "x is given and dtype(x) != int8 and dtype(x) != float16",
    "dtype(x) == int8 or dtype(x) == float16",
    "layout(x) == strided",
    "not layout(x) in {contiguous, transposed}",
    "format(x) != ND",
    "x is none or format(x) in {NCHW}",
    "rank(x) == 1",
    "rank(x) != 3",
    "rank(x) in {0, 2}",
    "rank(x) in 2..6",
    "rank(x) < 4",
    "rank(x) <= 0",
    "rank(x) > 60",
    "x is given and rank(x) >= 2 and rank(x) < 7",
    "axis is given",
    "axis is none",
};

constexpr std::string_view other_expressions[] = {
    "dtype(x) == dtype(y)",
    "dtype(x) in {int8, dtype(y)}",
    "x is none or y is none",
    "axis == 1",
    "rank(x) == 61",
    "rank(x) in 2..61",
    "rank(x) == rank(y)",
    "rank(x) in 0..axis",
    "len(sizes) == 1",
    "rank(x) == 1 and dtype(x) == int8",
    "layout(x) == strided or format(x) == ND",
    "flag and dtype(x) == int8",
    "not flag",
    "axis in 0..3",
    "dtype(x) == out_dtype",
    "dtype(x) == int8 or dtype(y) == int8",
};

TEST_F(Reads, OneAspectOfOneArgumentAlone) {
  for (const std::string_view text : aspect_tests) EXPECT_TRUE(node(text).test.is_test()) << text;
  for (const std::string_view text : other_expressions) EXPECT_FALSE(node(text).test.is_test()) << text;
}

/// Values that differ in one aspect each: every dtype, layout and format, and ranks up to one beyond all states. None,
/// and a number, have no aspect.
std::vector<Value> all_aspects() {
  std::vector<Value> values{None{}, std::int64_t{3}};
  const auto add = [&](DType dtype, std::size_t rank) -> TensorType& {
    values.emplace_back(tensor(dtype, Shape(rank, 1)));
    return std::get<Tensor>(values.back()).type;
  };
  for (const DTypeInfo& info : dtype_table) add(info.dtype, 1);
  for (const Layout layout : every<Layout>) add(DType::int8, 2).layout = layout;
  for (const Format format : every<Format>) add(DType::int8, 2).format = format;
  for (std::size_t rank = 0; rank <= AspectTest::most_axes + 1; ++rank) add(DType::int8, rank);
  return values;
}

/// Makes the evaluator walk `node`, whose tests it would ask instead.
void forget_tests(BoundNode& node) {
  node.test = {};
  std::ranges::for_each(node.children, forget_tests);
}

TEST_F(Reads, ATestOfAnAspectAsTheEvaluatorDoes) {
  for (const std::string_view text : aspect_tests) {
    const BoundNode asked = node(text);
    BoundNode walked = asked;
    forget_tests(walked);
    for (const Value& value : all_aspects()) {
      Arguments arguments{{"x", value}, {"axis", value}};
      const auto* const tensor = std::get_if<Tensor>(&value);
      arguments["out_dtype"] = tensor != nullptr ? Value(tensor->type.dtype) : value;
      const SlotCall made_call(bound_, arguments);
      EXPECT_EQ(number_of(asked, made_call), number_of(walked, made_call))
          << text
          << (tensor == nullptr ? "" : placing_text(tensor->type) + fmt::format("{}", tensor->type.shape.size()));
    }
  }
}

TEST(SlotNames, KnowTheWordsOfConditions) {
  OpSpec op = invented();
  for (Parameter& parameter : op.parameters) parameter.optional = true;
  Rule& rule = op.rules.emplace_back();
  rule.id = "r";
  rule.require = parse("false");
  rule.when = parse("mode == 'special'");
  const Spec spec = releases();
  const BoundSpec bound = BoundSpec::bind(spec, op, call({}).target);
  EXPECT_NE(bound.names().word("special"), SlotNames::no_word);
  EXPECT_EQ(bound.names().word("other"), SlotNames::no_word);
}

}  // namespace
}  // namespace npu_cts
