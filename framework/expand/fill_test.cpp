// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/fill.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "framework/base/random.h"
#include "framework/expression/nodes.h"
#include "framework/model/element.h"
#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::Le;
using namespace search::testing_search;

Fill fill_of(FillKind kind, const std::vector<std::string>& bounds, std::vector<double> numbers = {}) {
  Fill made;
  made.kind = kind;
  for (const std::string& bound : bounds) made.bounds.push_back(parse(bound));
  made.numbers = std::move(numbers);
  return made;
}

OpSpec filled(Fill fill, std::string_view set = "default") {
  OpSpec op = small_op();
  for (DataSet& one : op.hints.data) {
    if (one.id == set) one.fills = {{"x", fill}};
  }
  return op;
}

/// Returns the values of an int8 x of 8 elements, in the case `id` of the data set `set`.
std::vector<int> values_of(OpSpec op, const std::string& id = "a", const std::string& set = {}) {
  const Fixture it(std::move(op));
  const Case planned{
      .id = id,
      .family = Family::data,
      .call = {.op = "small", .target = it.target, .arguments = {{"x", testing_rule::tensor(DType::int8, {2, 4})}}},
      .data_set = set};
  const Call call = fill(it.bound, planned);
  std::vector<int> values;
  for (const std::byte one : std::get<Tensor>(call.arguments.at("x")).values)
    values.push_back(static_cast<std::int8_t>(one));
  return values;
}

TEST(Fill, IsTheSameForTheSameIdAndAnotherForAnother) {
  EXPECT_EQ(values_of(small_op(), "a"), values_of(small_op(), "a"));
  EXPECT_NE(values_of(small_op(), "a"), values_of(small_op(), "b"));
}

TEST(Fill, GivesTheCaseOfAnExampleItsOwnValues) {
  OpSpec op = filled(fill_of(FillKind::cycle, {}, {1}));
  Example& shown = op.examples.emplace_back();
  shown.id = "shown";
  shown.call.arguments["x"] = testing_rule::tensor(DType::int8, {2, 4});
  shown.fills["x"] = fill_of(FillKind::cycle, {}, {5});
  const Fixture it(std::move(op));
  const Case planned = example_case(it.bound.op(), it.bound.op().examples.front(), it.target);
  EXPECT_EQ(planned.call.target, it.target);
  EXPECT_THAT(planned.id, testing::EndsWith("/examples/shown"));
  const Call call = fill(it.bound, planned);
  EXPECT_THAT(std::get<Tensor>(call.arguments.at("x")).values, Each(std::byte{5}));
}

TEST(Fill, DrawsUniformlyBetweenItsBounds) {
  EXPECT_THAT(values_of(filled(fill_of(FillKind::uniform, {"-1", "n"}))), Each(AllOf(Ge(-1), Le(2))));
}

TEST(Fill, DrawsManyIntegersAsItDrawsOne) {
  constexpr std::int64_t count = 203;  // some are drawn together, the last by themselves
  for (const auto& [low, high] : {std::pair{-128, 127}, std::pair{-5, 4}, std::pair{0, 0}}) {
    for (const DType dtype : {DType::int8, DType::int32, DType::int64}) {
      const Fixture it(filled(fill_of(FillKind::uniform, {std::to_string(low), std::to_string(high)})));
      const Call call{.op = "small", .target = it.target, .arguments = {{"x", testing_rule::tensor(dtype, {count})}}};
      const Call filled =
          fill(it.bound, call, "a", [&](const std::string& key) { return find_fill(it.bound.op(), "default", key); });
      const Random random("a|x");
      for (std::int64_t i = 0; i < count; ++i) {
        const auto place = static_cast<std::size_t>(i);
        ASSERT_EQ(integer_at(std::get<Tensor>(filled.arguments.at("x")), place), random.integer(place, low, high))
            << name_of(dtype) << ' ' << i;
      }
    }
  }
}

TEST(Fill, TakesNumbersInTurn) {
  EXPECT_THAT(values_of(filled(fill_of(FillKind::cycle, {}, {1, 2, 3}))), ElementsAre(1, 2, 3, 1, 2, 3, 1, 2));
}

TEST(Fill, DrawsDistinctIntegersWhileTheRangeLasts) {
  const auto values = values_of(filled(fill_of(FillKind::distinct, {"0", "7"})));
  EXPECT_EQ(std::set(values.begin(), values.end()).size(), 8U);
  EXPECT_THAT(values, Each(AllOf(Ge(0), Le(7))));
}

TEST(Fill, GivesEachColumnItsOwn) {
  Fill columns = fill_of(FillKind::columns, {});
  columns.columns = {fill_of(FillKind::cycle, {}, {1}), fill_of(FillKind::cycle, {}, {2})};
  EXPECT_THAT(values_of(filled(columns)), ElementsAre(1, 2, 1, 2, 1, 2, 1, 2));
  columns.columns = {fill_of(FillKind::cycle, {}, {1, 3}), fill_of(FillKind::cycle, {}, {2, 4, 6})};
  EXPECT_THAT(values_of(filled(columns)), ElementsAre(1, 2, 3, 4, 1, 6, 3, 2));
}

TEST(Fill, TakesTheCasesDataSetBeforeTheDefault) {
  const OpSpec op = filled(fill_of(FillKind::cycle, {}, {5}), "long");
  EXPECT_THAT(values_of(op, "a", "long"), Each(5));
  EXPECT_EQ(values_of(op, "a"), values_of(small_op(), "a"));
}

TEST(PlainRange, IsThatOfTheKind) {
  EXPECT_EQ(plain_range(DType::int8).low, -128);
  EXPECT_EQ(plain_range(DType::float32).high, 4);
}

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

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
