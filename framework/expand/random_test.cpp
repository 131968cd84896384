// SPDX-License-Identifier: Apache-2.0
#include "framework/base/random.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/expression/nodes.h"
#include "framework/model/element.h"
#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using namespace search::testing_search;

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

TEST(Random, DependsOnItsNameAndTheIndexAlone) {
  EXPECT_EQ(Random("a").bits(7), Random("a").bits(7));
  EXPECT_NE(Random("a").bits(7), Random("a").bits(8));
  EXPECT_NE(Random("a").bits(7), Random("b").bits(7));
  EXPECT_EQ(Random("a").bits(7), Random(stable_hash("a")).bits(7));
}

TEST(Random, IsTheSameOnEveryMachine) {
  // SplitMix64 seeded by the mixed hash of the name: recorded, for the bytes of every case follow from it.
  const Random random("name");
  const std::uint64_t seed = [] {
    std::uint64_t z = stable_hash("name");
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }();
  for (std::uint64_t index = 0; index < 5; ++index) {
    std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    EXPECT_EQ(random.bits(index), z ^ (z >> 31U));
  }
}

TEST(Random, DrawsEachIntegerOfASmallRangeAndNoOther) {
  const Random random("small");
  for (std::int64_t low = -3; low <= 3; ++low) {
    for (std::int64_t high = low; high <= 3; ++high) {
      std::set<std::int64_t> seen;
      for (std::uint64_t index = 0; index < 200; ++index) seen.insert(random.integer(index, low, high));
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(high - low + 1));
      EXPECT_EQ(*seen.begin(), low);
      EXPECT_EQ(*seen.rbegin(), high);
    }
  }
}

TEST(Random, DrawsFromTheWholeRangeOf64Bits) {
  const Random random("whole");
  EXPECT_EQ(static_cast<std::uint64_t>(random.integer(3, lowest, highest)),
            static_cast<std::uint64_t>(lowest) + random.bits(3));
  EXPECT_EQ(random.integer(3, highest, highest), highest);
  EXPECT_EQ(random.integer(3, lowest, lowest), lowest);
}

TEST(Random, DrawsRealsBelowTheUpperEnd) {
  const Random random("reals");
  double least = 1;
  double most = 0;
  for (std::uint64_t index = 0; index < 1000; ++index) {
    const double real = random.real(index, 0, 1);
    least = std::min(least, real);
    most = std::max(most, real);
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(most, 1);
  EXPECT_LT(least, 0.01);
  EXPECT_GT(most, 0.99);
  EXPECT_EQ(random.real(0, 2.5, 2.5), 2.5);
}

Fill bounded(FillKind kind, std::int64_t low, std::int64_t high) {
  Fill made;
  made.kind = kind;
  made.bounds = {make_integer(low, {}), make_integer(high, {})};
  return made;
}

/// Returns the elements of a vector of `count` of `dtype` that `how` fills.
std::vector<std::int64_t> elements(const Fill& how, DType dtype, std::int64_t count) {
  const Fixture it;
  const Call call{.op = "small", .target = it.target, .arguments = {{"x", testing_rule::tensor(dtype, {count})}}};
  const Call filled = fill(it.bound, call, "name", [&](const std::string&) { return &how; });
  const auto& x = std::get<Tensor>(filled.arguments.find("x")->second);
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    values.push_back(is_float(dtype) ? static_cast<std::int64_t>(std::lround(number_at(x, i))) : integer_at(x, i));
  return values;
}

TEST(FillDistinct, TakesEveryNumberOfItsRangeOnceBeforeOneTwice) {
  for (std::int64_t count = 1; count <= 40; ++count) {
    const auto values = elements(bounded(FillKind::distinct, -5, count - 6), DType::int64, 2 * count);
    const std::set<std::int64_t> first(values.begin(), values.begin() + count);
    EXPECT_EQ(first.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(*first.begin(), -5);
    EXPECT_EQ(*first.rbegin(), count - 6);
    EXPECT_TRUE(std::equal(values.begin(), values.begin() + count, values.begin() + count))
        << "and again in that order";
  }
}

TEST(FillDistinct, TakesTheWholeRangeOf64Bits) {
  const auto whole = elements(bounded(FillKind::distinct, lowest, highest), DType::int64, 100);
  EXPECT_EQ(std::set(whole.begin(), whole.end()).size(), 100U);
  const auto nearly = elements(bounded(FillKind::distinct, lowest, highest - 1), DType::int64, 2);
  EXPECT_NE(nearly[0], nearly[1]);
}

TEST(FillUniform, OfAFloatHasWholeNumbersOfItsRange) {
  for (const DType dtype : {DType::float16, DType::bfloat16, DType::float32, DType::float64}) {
    const auto values = elements(bounded(FillKind::uniform, -2, 2), dtype, 200);
    EXPECT_EQ(std::set(values.begin(), values.end()), (std::set<std::int64_t>{-2, -1, 0, 1, 2})) << name_of(dtype);
  }
}

TEST(FillUniform, OfARangeThatIsEmptyOrNotDefinedIsZero) {
  EXPECT_EQ(elements(bounded(FillKind::uniform, 3, 2), DType::int8, 3), (std::vector<std::int64_t>{0, 0, 0}));
  Fill undefined = bounded(FillKind::uniform, 1, 1);
  undefined.bounds[1] = parse("dim(y, 0)");
  EXPECT_EQ(elements(undefined, DType::int8, 2), (std::vector<std::int64_t>{0, 0})) << "y is not given";
}

TEST(FillColumns, OfAVectorIsTheLast) {
  Fill two;
  two.kind = FillKind::columns;
  two.columns = {bounded(FillKind::uniform, 1, 1), bounded(FillKind::uniform, 2, 2)};
  EXPECT_EQ(elements(two, DType::int8, 3), (std::vector<std::int64_t>{2, 2, 2}));
}

TEST(FillBits, TakesPatternsInTurn) {
  Fill bits;
  bits.kind = FillKind::bits;
  bits.patterns = {0xFF, 0x7F, 0x80};
  EXPECT_EQ(elements(bits, DType::int8, 7), (std::vector<std::int64_t>{-1, 127, -128, -1, 127, -128, -1}));
  EXPECT_EQ(elements(bits, DType::int8, 2), (std::vector<std::int64_t>{-1, 127})) << "fewer than a period";
  EXPECT_TRUE(elements(bits, DType::int8, 0).empty());
}

}  // namespace
}  // namespace npu_cts::expand
