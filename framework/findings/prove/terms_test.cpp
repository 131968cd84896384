// SPDX-License-Identifier: Apache-2.0
// Each term by itself against the arithmetic of the evaluator, over every pair of small numbers.
#include "framework/findings/prove/terms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "framework/expression/shapes.h"
#include "framework/findings/prove/symbolic_call.h"
#include "framework/rule/rule_testing.h"

namespace npu_cts::findings::prove {
namespace {

using Value = std::optional<std::int64_t>;
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

/// Terms of numbers, and what they come to.
class TermsOf : public testing::Test {
 protected:
  static bool is_true(const z3::expr& claim) { return claim.simplify().is_true(); }

  static Value value(const Number& number) {
    std::int64_t found = 0;
    if (!is_true(number.defined)) return std::nullopt;
    return number.value.simplify().is_numeral_i64(found) ? Value(found) : std::nullopt;
  }

  static std::optional<bool> value(const Truth& truth) {
    EXPECT_FALSE(is_true(truth.yes && truth.no));
    if (is_true(truth.yes)) return true;
    return is_true(truth.no) ? std::optional(false) : std::nullopt;
  }

  static std::optional<Shape> value(const Sizes& sizes) {
    const Value length = value(Number{sizes.length, sizes.defined});
    if (!length) return std::nullopt;
    Shape shape;
    for (std::int64_t i = 0; i < *length; ++i) {
      const Value item = value(sizes.items[static_cast<std::size_t>(i)]);
      if (!item) return std::nullopt;
      shape.push_back(*item);
    }
    return shape;
  }

  [[nodiscard]] Sizes sizes(const Shape& shape) const {
    Sizes made{terms_.truth(1), terms_.number(static_cast<std::int64_t>(shape.size())), {}};
    for (const std::int64_t size : shape) made.items.push_back(terms_.literal(size));
    return made;
  }

  /// Returns a term of `value` that the terms do not know for a number.
  [[nodiscard]] Number hidden(std::int64_t value) const {
    const Number plain = terms_.literal(value);
    return {z3::ite(context_.bool_const("c"), plain.value, plain.value), plain.defined, plain.most};
  }

  mutable z3::context context_;
  Terms terms_{context_};
};

TEST_F(TermsOf, DivideAsTheEvaluatorDoes) {
  for (std::int64_t a = -7; a <= 7; ++a) {
    for (std::int64_t b = -4; b <= 4; ++b) {
      for (const Number& divisor : {terms_.literal(b), hidden(b)}) {
        EXPECT_EQ(value(terms_.floor_divide(terms_.literal(a), divisor)), floor_divide(a, b)) << a << " // " << b;
        EXPECT_EQ(value(terms_.modulo(terms_.literal(a), divisor)), floor_modulo(a, b)) << a << " % " << b;
      }
    }
  }
}

TEST_F(TermsOf, AddSubtractMultiplyAndCompare) {
  for (std::int64_t a = -3; a <= 3; ++a) {
    for (std::int64_t b = -3; b <= 3; ++b) {
      const Number left = terms_.literal(a);
      const Number right = terms_.literal(b);
      EXPECT_EQ(value(terms_.add(left, right)), a + b);
      EXPECT_EQ(value(terms_.subtract(left, right)), a - b);
      EXPECT_EQ(value(terms_.multiply(left, right)), a * b);
      EXPECT_EQ(value(terms_.least(left, right)), std::min(a, b));
      EXPECT_EQ(value(terms_.most(left, right)), std::max(a, b));
    }
  }
}

TEST_F(TermsOf, AreNotDefinedBeyond64Bits) {
  for (const std::int64_t a : {lowest, lowest + 1, std::int64_t{-1}, std::int64_t{0}, std::int64_t{2}, highest}) {
    for (const std::int64_t b : {lowest, std::int64_t{-1}, std::int64_t{1}, std::int64_t{2}, highest}) {
      const Number left = terms_.literal(a);
      const Number right = terms_.literal(b);
      EXPECT_EQ(value(terms_.add(left, right)), checked_add(a, b)) << a << " + " << b;
      EXPECT_EQ(value(terms_.subtract(left, right)), checked_subtract(a, b)) << a << " - " << b;
      EXPECT_EQ(value(terms_.multiply(left, right)), checked_multiply(a, b)) << a << " * " << b;
      EXPECT_EQ(value(terms_.floor_divide(left, right)), floor_divide(a, b)) << a << " // " << b;
    }
  }
}

TEST_F(TermsOf, AreNotDefinedWhereAPartIsNot) {
  const Number one = terms_.literal(1);
  const Number none = terms_.undefined();
  for (const Number& made :
       {terms_.add(one, none), terms_.subtract(none, one), terms_.multiply(none, none), terms_.floor_divide(none, one),
        terms_.modulo(one, none), terms_.least(one, none), terms_.most(none, one)})
    EXPECT_EQ(value(made), std::nullopt);
}

TEST_F(TermsOf, ChooseByAConditionThatIsDefined) {
  const Number a = terms_.literal(1);
  const Number b = terms_.literal(2);
  EXPECT_EQ(value(terms_.choose(terms_.certain(terms_.truth(1)), a, b)), 1);
  EXPECT_EQ(value(terms_.choose(terms_.certain(terms_.truth(0)), a, b)), 2);
  EXPECT_EQ(value(terms_.choose(terms_.unknown(), a, b)), std::nullopt);
  EXPECT_EQ(value(terms_.choose(terms_.unknown(), a, a)), std::nullopt) << "of numbers, not where both agree either";
  EXPECT_EQ(value(terms_.choose(terms_.certain(terms_.truth(1)), a, terms_.undefined())), 1);
}

TEST_F(TermsOf, ChooseATruthThatBothSayWhereTheConditionIsNotDefined) {
  const Truth yes = terms_.certain(terms_.truth(1));
  const Truth no = terms_.certain(terms_.truth(0));
  for (const Truth& condition : {yes, no, terms_.unknown()}) {
    for (const Truth& a : {yes, no, terms_.unknown()}) {
      for (const Truth& b : {yes, no, terms_.unknown()}) {
        const auto decided = value(condition);
        const auto want = decided ? value(*decided ? a : b) : (value(a) == value(b) ? value(a) : std::nullopt);
        EXPECT_EQ(value(terms_.choose(condition, a, b)), want);
      }
    }
  }
}

TEST_F(TermsOf, ChooseAShapeOfAnotherRank) {
  const Sizes one = sizes({1, 2});
  const Sizes other = sizes({3});
  EXPECT_EQ(value(terms_.choose(terms_.certain(terms_.truth(1)), one, other)), (Shape{1, 2}));
  EXPECT_EQ(value(terms_.choose(terms_.certain(terms_.truth(0)), one, other)), (Shape{3}));
  EXPECT_EQ(value(terms_.choose(terms_.unknown(), one, other)), std::nullopt);
}

TEST_F(TermsOf, SliceAsTheEvaluatorDoes) {
  const Shape shape{4, 5, 6};
  for (std::int64_t from = -4; from <= 4; ++from) {
    for (std::int64_t to = -4; to <= 4; ++to) {
      const auto cut = slice(shape, from, to);
      EXPECT_EQ(value(terms_.slice(sizes(shape), terms_.literal(from), terms_.literal(to))),
                Shape(cut.begin(), cut.end()))
          << from << ":" << to;
    }
  }
}

TEST_F(TermsOf, BroadcastAndCompareAsTheEvaluatorDoes) {
  const std::vector<Shape> shapes{{}, {0}, {1}, {2}, {1, 2}, {2, 1}, {3, 2}, {0, 1}};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      const auto want = broadcast(a, b);
      const auto got = value(terms_.broadcast(sizes(a), sizes(b)));
      ASSERT_EQ(got.has_value(), want.has_value()) << to_text(a) << to_text(b);
      EXPECT_EQ(value(terms_.same(sizes(a), sizes(b))), a == b) << to_text(a) << to_text(b);
      if (!want) continue;
      const auto items = std::as_const(*want).items();
      EXPECT_EQ(*got, Shape(items.begin(), items.end())) << to_text(a) << to_text(b);
    }
  }
}

TEST_F(TermsOf, TakeItemsFromEitherEnd) {
  const Shape shape{7, 8};
  for (std::int64_t index = -3; index <= 3; ++index) {
    const auto position = position_of(index, shape.size());
    const Value want = position ? Value(shape[*position]) : std::nullopt;
    EXPECT_EQ(value(terms_.item(sizes(shape), terms_.literal(index))), want) << index;
    const auto replaced = value(terms_.replaced(sizes(shape), terms_.literal(index), terms_.literal(9)));
    ASSERT_EQ(replaced.has_value(), position.has_value()) << index;
    if (!position) continue;
    EXPECT_EQ((*replaced)[*position], 9) << index;
  }
}

TEST_F(TermsOf, MultiplyAndJoinShapes) {
  EXPECT_EQ(value(terms_.numel(sizes({}))), 1);
  EXPECT_EQ(value(terms_.numel(sizes({2, 3, 4}))), 24);
  EXPECT_EQ(value(terms_.numel(sizes({2, 0, 4}))), 0);
  EXPECT_EQ(value(terms_.append(sizes({1, 2}), sizes({3}))), (Shape{1, 2, 3}));
  EXPECT_EQ(value(terms_.append(sizes({}), sizes({}))), Shape());
  EXPECT_EQ(value(terms_.append(terms_.no_sizes(), sizes({3}))), std::nullopt);
}

OpSpec with_rule(std::string_view require, bool on_data = false) {
  OpSpec op = testing_rule::invented();
  Rule& rule = op.rules.emplace_back();
  rule.require = testing_rule::parse(require);
  rule.on_data = on_data;
  return op;
}

TEST(BoxOf, ReachesTwiceTheLargestLimit) {
  EXPECT_EQ(box_of(testing_rule::invented()).most_size, 64) << "specs without limits have sizes";
  EXPECT_EQ(box_of(with_rule("axis <= 100")).most_size, 200);
  EXPECT_EQ(box_of(with_rule("axis >= -100")).most_size, 200);
  EXPECT_EQ(box_of(with_rule("axis <= 1048576")).most_size, 2 * 1048576);
  EXPECT_EQ(box_of(with_rule("axis <= 1048577")).most_size, 64) << "what is larger limits values";
  EXPECT_EQ(box_of(with_rule("axis <= 100", true)).most_size, 64) << "a rule on data limits values";
  EXPECT_EQ(box_of(with_rule("axis > -9223372036854775808")).most_size, 64);
}

TEST(BoxOf, HasTheWordsOfTheSpecAndOneOther) {
  OpSpec op = with_rule("mode in {'add', 'update'}");
  op.parameters[5].defaults = {{.value = {.value = std::string("set")}}};
  const std::vector<std::string> words = box_of(op).words;
  for (const std::string_view word : {"add", "update", "set", "another", "contiguous", "transposed", "ND"})
    EXPECT_EQ(std::ranges::count(words, word), 1) << word;
  EXPECT_TRUE(std::ranges::is_sorted(words));
}

}  // namespace
}  // namespace npu_cts::findings::prove
