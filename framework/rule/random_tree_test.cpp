// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/rule_testing.h"

// Random trees, each with its value by a second, naive arithmetic in 128 bits that shares nothing with the evaluator.
namespace npu_cts {
namespace {

using namespace testing_rule;

__extension__ using Wide = __int128;

template <class T>
struct Made {
  ExpressionPtr tree;
  std::optional<T> value;
};
using Number = Made<std::int64_t>;
using Truth = Made<bool>;

std::optional<std::int64_t> narrow(Wide value) {
  if (value < std::numeric_limits<std::int64_t>::min() || value > std::numeric_limits<std::int64_t>::max()) return {};
  return static_cast<std::int64_t>(value);
}

Wide floor_of(Wide a, Wide b) {
  Wide quotient = a / b;
  while (quotient * b > a && b > 0) --quotient;
  while (quotient * b < a && b < 0) --quotient;
  return quotient;
}

std::optional<std::int64_t> naive(ExprKind kind, Wide a, Wide b) {
  const bool divides = kind == ExprKind::floor_divide || kind == ExprKind::modulo || kind == ExprKind::ceil_divide;
  if (divides && b == 0) return std::nullopt;
  if (kind == ExprKind::add) return narrow(a + b);
  if (kind == ExprKind::subtract) return narrow(a - b);
  if (kind == ExprKind::multiply) return narrow(a * b);
  if (kind == ExprKind::floor_divide) return narrow(floor_of(a, b));
  if (kind == ExprKind::modulo) return narrow(a - floor_of(a, b) * b);
  if (kind == ExprKind::ceil_divide) return narrow(-floor_of(-a, b));
  return narrow((kind == ExprKind::minimum) == (a < b) ? a : b);
}

bool naive_comparison(ExprKind kind, std::int64_t a, std::int64_t b) {
  if (kind == ExprKind::equal) return a == b;
  if (kind == ExprKind::not_equal) return a != b;
  if (kind == ExprKind::less) return a < b;
  if (kind == ExprKind::less_equal) return a <= b;
  return kind == ExprKind::greater ? a > b : a >= b;
}

class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}

  Number number(int depth) {
    if (depth == 0 || chance(5)) return leaf();
    if (chance(6)) return conditional(depth);
    if (chance(6)) return negated(number(depth - 1));
    static constexpr ExprKind ops[] = {ExprKind::add,          ExprKind::subtract, ExprKind::multiply,
                                       ExprKind::floor_divide, ExprKind::modulo,   ExprKind::ceil_divide,
                                       ExprKind::minimum,      ExprKind::maximum};
    const ExprKind kind = ops[random_() % std::size(ops)];
    const Number a = number(depth - 1);
    const Number b = number(depth - 1);
    return {make_node(kind, Type::integer, {a.tree, b.tree}, {}),
            a.value && b.value ? naive(kind, *a.value, *b.value) : std::nullopt};
  }

  Truth truth(int depth) {
    if (depth == 0 || chance(3)) return comparison(depth);
    if (chance(4)) {
      const Truth a = truth(depth - 1);
      return {make_node(ExprKind::logical_not, Type::boolean, {a.tree}, {}),
              a.value ? std::optional(!*a.value) : std::nullopt};
    }
    return connective(depth);
  }

 private:
  bool chance(std::uint32_t one_in) { return random_() % one_in == 0; }

  Number leaf() {
    static constexpr std::int64_t corners[] = {
        0, 1, -1, 2, -2, 3, 7, 32, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    if (chance(8)) return {parse("rank(z)"), std::nullopt};  // z is absent
    const std::int64_t value =
        chance(2) ? corners[random_() % std::size(corners)] : static_cast<std::int64_t>(random_() % 41) - 20;
    return {make_integer(value, {}), value};
  }

  /// The text "-5" is a number, not the negation of one.
  static Number negated(const Number& a) {
    return {make_node(ExprKind::negate, Type::integer, {a.tree}, {}), a.value ? narrow(-Wide{*a.value}) : std::nullopt};
  }

  Number conditional(int depth) {
    const Truth condition = truth(depth - 1);
    const Number yes = number(depth - 1);
    const Number no = number(depth - 1);
    return {make_node(ExprKind::conditional, Type::integer, {condition.tree, yes.tree, no.tree}, {}),
            condition.value ? (*condition.value ? yes.value : no.value) : std::nullopt};
  }

  Truth comparison(int depth) {
    static constexpr ExprKind ops[] = {ExprKind::equal,      ExprKind::not_equal, ExprKind::less,
                                       ExprKind::less_equal, ExprKind::greater,   ExprKind::greater_equal};
    const ExprKind kind = ops[random_() % std::size(ops)];
    const Number a = number(std::max(depth - 1, 0));
    const Number b = number(std::max(depth - 1, 0));
    return {make_node(kind, Type::boolean, {a.tree, b.tree}, {}),
            a.value && b.value ? std::optional(naive_comparison(kind, *a.value, *b.value)) : std::nullopt};
  }

  /// Kleene's tables: true is 1, unknown 0, false -1; `and` is the least, `or` the greatest.
  Truth connective(int depth) {
    const bool both = chance(2);
    std::vector<ExpressionPtr> parts;
    int rank = both ? 1 : -1;
    for (auto left = random_() % 3 + 2; left > 0; --left) {
      const Truth part = truth(depth - 1);
      const int truth_rank = part.value ? (*part.value ? 1 : -1) : 0;
      rank = both ? std::min(rank, truth_rank) : std::max(rank, truth_rank);
      parts.push_back(part.tree);
    }
    return {make_node(both ? ExprKind::logical_and : ExprKind::logical_or, Type::boolean, std::move(parts), {}),
            rank == 0 ? std::nullopt : std::optional(rank > 0)};
  }

  std::mt19937 random_;
};

class RandomTree : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomTree, EvaluatesLikeNaiveArithmetic) {
  const Spec spec = releases();
  const OpSpec op = invented();
  const BoundSpec bound = BoundSpec::bind(spec, op, call({}).target);
  const SlotCall slots(bound);
  Maker maker(GetParam());
  int defined = 0;
  for (int i = 0; i < 2000; ++i) {
    const Number number = maker.number(4);
    const Computed want = number.value ? Computed(*number.value) : Computed();
    ASSERT_EQ(evaluate(*number.tree, slots), want) << to_text(*number.tree);
    const Truth truth = maker.truth(3);
    ASSERT_EQ(decide(bound.names().bind(*truth.tree), slots), truth.value) << to_text(*truth.tree);
    defined += number.value && truth.value ? 1 : 0;
  }
  EXPECT_GT(defined, 400);  // else the test shows little
}

TEST_P(RandomTree, ParsesBackFromItsText) {
  Maker maker(GetParam() + 1000);
  for (int i = 0; i < 2000; ++i) {
    const ExpressionPtr tree = i % 2 == 0 ? maker.number(4).tree : maker.truth(3).tree;
    const std::string text = to_text(*tree);
    if (text.size() > 4096) continue;
    const ExpressionPtr again = parse(text);
    ASSERT_TRUE(again) << text;
    ASSERT_TRUE(same_tree(*tree, *again)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTree, testing::Range(1U, 6U));

}  // namespace
}  // namespace npu_cts
