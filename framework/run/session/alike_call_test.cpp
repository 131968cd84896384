// SPDX-License-Identifier: Apache-2.0
// Calls that a careless cache takes for one another: alike in what it looks at, and legal.

#include "framework/run/session/alike_call.h"

#include <algorithm>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/model/storage.h"
#include "framework/rule/judge_call.h"
#include "framework/run/session/session_testing.h"

namespace npu_cts::run {
namespace {

/// An invented operator of a matrix, plain or transposed, and of a vector whose entries must not fall.
constexpr std::string_view text = R"yaml(
operator: same
form: function
text: {en: gives back x, zh: 原样返回}
pages: {"1.0": []}
signatures: [{value: "(x, order) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: the numbers, zh: 数}, dtypes: [{values: [int8, int64]}], shapes: [{id: matrix, as: "[m, n]"}],
     layouts: [{values: [contiguous, transposed]}]}
  - {key: order, kind: tensor, text: {en: entries in order, zh: 序}, dtypes: [{values: [int64]}], shapes: [{id: row, as: "[k]"}]}
symbols: {m: "dim(x, 0)", "n": "dim(x, 1)", k: "dim(order, 0)"}
rules:
  - {id: order.rises, text: {en: the order does not fall, zh: 不降}, phase: data, require: "all(i in 1..k - 1: at(order, i - 1) <= at(order, i))"}
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "[m, n]"}]}]
support: [{state: supported}]
hints:
  symbols: {m: [4], "n": [16], k: [8]}
  data: [{id: default, text: {en: plain, zh: 常规}, fills: {x: {uniform: ["-3", "3"]}, order: {uniform: ["0", "0"]}}}]
)yaml";

constexpr std::uint64_t turned = 0;
constexpr std::uint64_t relaid = 1;
constexpr std::uint64_t swapped = 2;

/// Returns the numbers 0, 1, … as a tensor of one byte each.
Tensor rising(Shape shape) {
  Tensor tensor{.type = {.dtype = DType::int8, .shape = std::move(shape)}};
  tensor.values.resize(static_cast<std::size_t>(numel(tensor.type.shape)));
  for (std::size_t i = 0; i < tensor.values.size(); ++i) tensor.values[i] = static_cast<std::byte>(i);
  return tensor;
}

class Alike : public testing::Test {
 protected:
  std::optional<AlikeCall> alike(const Tensor& x, std::uint64_t choice) const {
    Call call{.op = "same", .target = {.product = "alpha", .release = "1.0", .mode = "eager"}};
    Tensor order{.type = {.dtype = DType::int64, .shape = {8}}, .values = std::vector<std::byte>(64)};
    for (std::size_t i = 0; i < 8; ++i) order.values[8 * i] = static_cast<std::byte>(i);
    call.arguments = {{"x", x}, {"order", order}};
    EXPECT_TRUE(is_legal(bound_, call));
    auto other = alike_call(bound_, call, choice);
    if (!other) return other;
    EXPECT_TRUE(is_legal(bound_, other->call));
    EXPECT_EQ(other->call.arguments.at("order"), call.arguments.at("order")) << "in another order it would fall";
    return other;
  }

  static const Tensor& x_of(const AlikeCall& other) { return std::get<Tensor>(other.call.arguments.at("x")); }

  Spec spec_ = testing_session::spec_of(text);
  BoundSpec bound_ =
      BoundSpec::bind(spec_, spec_.operators.front(), {.product = "alpha", .release = "1.0", .mode = "eager"});
};

TEST_F(Alike, HasTheSameEndsAndSumAndIsTurnedRoundInside) {
  const Tensor x = rising({4, 16});
  const auto other = alike(x, turned);
  ASSERT_TRUE(other);
  const Tensor& seen = x_of(*other);
  EXPECT_EQ(seen.type, x.type);
  EXPECT_TRUE(std::equal(x.values.begin(), x.values.begin() + 16, seen.values.begin()));
  EXPECT_TRUE(std::equal(x.values.rbegin(), x.values.rbegin() + 16, seen.values.rbegin()));
  EXPECT_TRUE(std::equal(x.values.begin() + 16, x.values.end() - 16, seen.values.rbegin() + 16));
  EXPECT_EQ(other->words, "with its values inside in another order");
}

TEST_F(Alike, TurnsTheStorageRoundAndNotTheView) {
  Tensor x = rising({4, 16});
  x.type.layout = Layout::transposed;
  const auto other = alike(x, turned);
  ASSERT_TRUE(other);
  EXPECT_EQ(store(x).storage[3], store(x_of(*other)).storage[3]);
  EXPECT_NE(store(x).storage[17], store(x_of(*other)).storage[17]);
}

TEST_F(Alike, MovesWholeElements) {
  Tensor x = rising({4, 16});
  x.type = {.dtype = DType::int64, .shape = {1, 8}};
  const auto other = alike(x, turned);
  ASSERT_TRUE(other);
  EXPECT_EQ(std::to_integer<int>(x_of(*other).values[16]), 40);
  EXPECT_EQ(std::to_integer<int>(x_of(*other).values[17]), 41);
}

TEST_F(Alike, HasTheSameBytesInAnotherLayout) {
  Tensor x = rising({4, 16});
  for (const Layout layout : {Layout::transposed, Layout::contiguous}) {
    const auto other = alike(x, relaid);
    ASSERT_TRUE(other);
    EXPECT_EQ(x_of(*other).type.layout, layout);
    EXPECT_EQ(store(x_of(*other)).storage, store(x).storage);
    EXPECT_EQ(other->words, "with the same bytes in another layout");
    x = x_of(*other);
  }
}

TEST_F(Alike, HasTwoNeighboursOfOneTensorSwapped) {
  const Tensor x = rising({4, 16});
  for (const std::uint64_t choice : {swapped, swapped + 3}) {  // both begin at another tensor
    const auto other = alike(x, choice);
    ASSERT_TRUE(other);
    Tensor expected = x;
    std::swap(expected.values[33], expected.values[34]);
    EXPECT_EQ(x_of(*other), expected);
    EXPECT_EQ(other->words, "with two values of 'x' swapped");
  }
  EXPECT_FALSE(alike(rising({1, 1}), swapped));
}

TEST_F(Alike, IsTurnedRoundWhereNoLayoutTells) {
  const auto other = alike(rising({1, 64}), relaid);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->words, "with its values inside in another order");
}

TEST_F(Alike, NeedsBytesInsideThatDiffer) {
  EXPECT_FALSE(alike(rising({1, 33}), turned)) << "one byte between both ends";
  Tensor zeros = rising({4, 16});
  std::ranges::fill(zeros.values, std::byte{});
  EXPECT_FALSE(alike(zeros, turned));
  EXPECT_FALSE(alike(zeros, relaid));
}

}  // namespace
}  // namespace npu_cts::run
