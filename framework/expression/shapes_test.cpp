// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/shapes.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

/// Every shape of at most three axes, each of at most three elements.
std::vector<Shape> small_shapes() {
  std::vector<Shape> shapes{{}};
  for (std::size_t from = 0, rank = 1; rank <= 3; ++rank) {
    const std::size_t stop = shapes.size();
    for (std::size_t i = from; i < stop; ++i) {
      for (const std::int64_t size : {0, 1, 2, 3}) {
        Shape longer = shapes[i];
        longer.push_back(size);
        shapes.push_back(std::move(longer));
      }
    }
    from = stop;
  }
  return shapes;
}

/// The size of axis `i` from the end, of a shape that stretches to as many axes as asked for.
std::int64_t size_from_end(const Shape& shape, std::size_t i) {
  return i < shape.size() ? *(shape.rbegin() + static_cast<std::ptrdiff_t>(i)) : 1;
}

/// What the page of broadcasting says, word by word.
std::optional<Shape> slow_broadcast(const Shape& a, const Shape& b) {
  Shape result;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::int64_t left = size_from_end(a, i);
    const std::int64_t right = size_from_end(b, i);
    if (left != right && left != 1 && right != 1) return std::nullopt;
    result.insert(result.begin(), left == 1 ? right : left);
  }
  return result;
}

TEST(Broadcast, IsWhatEachAxisFromTheEndSays) {
  for (const Shape& a : small_shapes()) {
    for (const Shape& b : small_shapes()) {
      const auto want = slow_broadcast(a, b);
      const auto got = broadcast(a, b);
      ASSERT_EQ(got.has_value(), want.has_value()) << to_text(a) << " " << to_text(b);
      EXPECT_EQ(can_broadcast(a, b), want.has_value());
      if (!got) continue;
      EXPECT_THAT(std::as_const(*got).items(), ElementsAreArray(*want)) << to_text(a) << " " << to_text(b);
    }
  }
}

TEST(Broadcast, KeepsMoreAxesThanAListHoldsWithoutAllocating) {
  const Shape many{1, 2, 3, 4, 5, 6, 7, 1, 9, 1};
  const auto got = broadcast(Shape{8}, many);
  ASSERT_TRUE(got);
  EXPECT_THAT(std::as_const(*got).items(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 1, 9, 8));
}

TEST(Slice, CutsAsPythonDoes) {
  const Shape shape{10, 11, 12};
  const auto python = [&](std::int64_t from, std::int64_t to) {
    const auto fit = [](std::int64_t index) {
      return index < 0 ? std::max<std::int64_t>(index + 3, 0) : std::min<std::int64_t>(index, 3);
    };
    Shape cut;
    for (std::int64_t i = fit(from); i < fit(to); ++i) cut.push_back(shape[static_cast<std::size_t>(i)]);
    return cut;
  };
  for (std::int64_t from = -5; from <= 5; ++from) {
    for (std::int64_t to = -5; to <= 5; ++to)
      EXPECT_THAT(slice(shape, from, to), ElementsAreArray(python(from, to))) << from << ":" << to;
  }
  EXPECT_THAT(slice(shape, lowest, highest), ElementsAre(10, 11, 12));
  EXPECT_TRUE(slice(shape, highest, lowest).empty());
}

TEST(PositionOf, CountsFromEitherEndAndNotBeyond) {
  for (std::int64_t index = -5; index <= 5; ++index) {
    const auto position = position_of(index, 3);
    if (index < -3 || index > 2) {
      EXPECT_FALSE(position) << index;
    } else {
      EXPECT_EQ(position, static_cast<std::size_t>((index + 3) % 3)) << index;
    }
  }
  EXPECT_FALSE(position_of(0, 0));
  EXPECT_FALSE(position_of(-1, 0));
  EXPECT_FALSE(position_of(lowest, 3));
}

TEST(FloorDivision, RoundsTowardsMinusInfinityWithARemainderOfTheDivisorsSign) {
  for (std::int64_t a = -20; a <= 20; ++a) {
    for (std::int64_t b = -7; b <= 7; ++b) {
      if (b == 0) continue;
      const double exact = static_cast<double>(a) / static_cast<double>(b);
      EXPECT_EQ(floor_divide(a, b), static_cast<std::int64_t>(std::floor(exact))) << a << " // " << b;
      EXPECT_EQ(ceil_divide(a, b), static_cast<std::int64_t>(std::ceil(exact))) << a << " // " << b;
      const auto remainder = floor_modulo(a, b);
      ASSERT_TRUE(remainder);
      EXPECT_EQ(*floor_divide(a, b) * b + *remainder, a);
      EXPECT_TRUE(*remainder == 0 || (*remainder < 0) == (b < 0)) << a << " % " << b;
    }
  }
}

TEST(FloorDivision, IsNotDefinedByZeroOrBeyond64Bits) {
  for (const std::int64_t a : {lowest, std::int64_t{-1}, std::int64_t{0}, highest}) {
    EXPECT_FALSE(floor_divide(a, 0));
    EXPECT_FALSE(ceil_divide(a, 0));
    EXPECT_FALSE(floor_modulo(a, 0));
  }
  EXPECT_FALSE(floor_divide(lowest, -1));
  EXPECT_FALSE(ceil_divide(lowest, -1));
  EXPECT_EQ(floor_modulo(lowest, -1), 0) << "the remainder is defined where the quotient is not";
  EXPECT_EQ(floor_divide(lowest, 2), lowest / 2);
  EXPECT_EQ(floor_divide(highest, -1), -highest);
  EXPECT_EQ(ceil_divide(highest, 2), highest / 2 + 1);
}

TEST(CheckedArithmetic, IsNotDefinedBeyond64Bits) {
  EXPECT_EQ(checked_add(highest - 1, 1), highest);
  EXPECT_FALSE(checked_add(highest, 1));
  EXPECT_FALSE(checked_add(lowest, -1));
  EXPECT_EQ(checked_subtract(lowest + 1, 1), lowest);
  EXPECT_FALSE(checked_subtract(lowest, 1));
  EXPECT_FALSE(checked_subtract(0, lowest));
  EXPECT_EQ(checked_multiply(lowest, 1), lowest);
  EXPECT_FALSE(checked_multiply(lowest, -1));
  EXPECT_FALSE(checked_multiply(std::int64_t{1} << 32, std::int64_t{1} << 31));
  EXPECT_EQ(checked_multiply(std::int64_t{1} << 31, std::int64_t{1} << 31), std::int64_t{1} << 62);
}

TEST(CheckedNumel, IsTheProductWhereThatHas64Bits) {
  EXPECT_EQ(checked_numel(Shape{}), 1);
  EXPECT_EQ(checked_numel(Shape{2, 3, 5}), 30);
  EXPECT_EQ(checked_numel(Shape{7, 0, 9}), 0);
  EXPECT_EQ(checked_numel(Shape{std::int64_t{1} << 31, std::int64_t{1} << 31}), std::int64_t{1} << 62);
  EXPECT_FALSE(checked_numel(Shape{std::int64_t{1} << 32, std::int64_t{1} << 32}));
}

template <class T>
Tensor tensor_of(DType dtype, const std::vector<T>& values) {
  Tensor tensor{.type = {.dtype = dtype, .shape = {static_cast<std::int64_t>(values.size())}}};
  tensor.values.resize(values.size() * sizeof(T));
  std::memcpy(tensor.values.data(), values.data(), tensor.values.size());
  return tensor;
}

TEST(Element, IsTheNumberOfAnIntegerTensor) {
  const Tensor bytes = tensor_of<std::int8_t>(DType::int8, {-128, 0, 127});
  EXPECT_EQ(element(bytes, 0), -128);
  EXPECT_EQ(element(bytes, 2), 127);
  const Tensor longs = tensor_of<std::int64_t>(DType::int64, {lowest, highest});
  EXPECT_EQ(element(longs, 0), lowest);
  EXPECT_EQ(element(longs, 1), highest);
}

TEST(Element, IsMissingOutsideWithoutValuesAndOfAFloat) {
  EXPECT_FALSE(element(tensor_of<std::int8_t>(DType::int8, {1, 2}), 2));
  EXPECT_FALSE(element(tensor_of<std::int8_t>(DType::int8, {}), 0));
  EXPECT_FALSE(element(tensor_of<float>(DType::float32, {1.0F}), 0));
}

TEST(Element, OfAnUnsignedTensorIsMissingBeyondInt64) {
  const Tensor values =
      tensor_of<std::uint64_t>(DType::uint64, {static_cast<std::uint64_t>(highest), std::uint64_t{1} << 63U});
  EXPECT_EQ(element(values, 0), highest);
  EXPECT_FALSE(element(values, 1));
}

TEST(Few, GrowsBeyondItsRoomAndShrinksBack) {
  Few<int, 2> few;
  for (int i = 0; i < 5; ++i) few.push_back(i);
  EXPECT_THAT(few.items(), ElementsAre(0, 1, 2, 3, 4));
  for (int i = 0; i < 4; ++i) few.pop_back();
  EXPECT_THAT(few.items(), ElementsAre(0));
  few.push_back(7);
  EXPECT_THAT(few.items(), ElementsAre(0, 7));
  few.pop_back();
  few.pop_back();
  EXPECT_EQ(few.size(), 0U);
  few.push_back(9);
  EXPECT_THAT(few.items(), ElementsAre(9));
}

TEST(Few, IsWhatAVectorIsHoweverItGrowsAndShrinks) {
  for (unsigned steps = 0; steps < 1U << 10U; ++steps) {  // a bit set: one more; else one less
    Few<int, 3> few;
    std::vector<int> all;
    for (unsigned bit = 0; bit < 10; ++bit) {
      if ((steps >> bit & 1U) != 0) {
        few.push_back(static_cast<int>(bit));
        all.push_back(static_cast<int>(bit));
      } else if (!all.empty()) {
        few.pop_back();
        all.pop_back();
      }
      ASSERT_THAT(few.items(), ElementsAreArray(all)) << steps;
    }
  }
}

}  // namespace
}  // namespace npu_cts
