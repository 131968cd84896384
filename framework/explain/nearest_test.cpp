// SPDX-License-Identifier: Apache-2.0
#include "framework/explain/nearest.h"

#include <gmock/gmock.h>

#include "framework/rule/judge_call.h"
#include "framework/search/search_testing.h"

namespace npu_cts::explain {
namespace {

using testing::ElementsAre;
using namespace search::testing_search;

Call call(Arguments arguments) {
  return {
      .op = "small", .target = {.product = "p1", .release = "3.0", .mode = "eager"}, .arguments = std::move(arguments)};
}

TEST(NearestLegal, ChangesTheOneArgumentThatIsWrong) {
  const Fixture it;
  const auto nearest =
      nearest_legal(it.bound, call({{"x", testing_rule::tensor(DType::int8, {2, 4})}, {"axis", std::int64_t{7}}}));
  ASSERT_TRUE(nearest);
  EXPECT_THAT(nearest->changes, ElementsAre("axis: 0"));
  EXPECT_TRUE(is_legal(it.bound, nearest->call));
}

TEST(NearestLegal, SaysTheWholeTensorThatItChanges) {
  const Fixture it;
  const auto nearest = nearest_legal(it.bound, call({{"x", testing_rule::tensor(DType::int8, {3, 4})}}));
  ASSERT_TRUE(nearest);
  EXPECT_THAT(nearest->changes, ElementsAre("x: int8, shape [2, 4], contiguous, ND"));
}

TEST(NearestLegal, ChangesSeveralWhereOneIsNotEnough) {
  const Fixture it;
  const auto nearest =
      nearest_legal(it.bound, call({{"x", testing_rule::tensor(DType::int64, {2, 4})}, {"axis", std::int64_t{7}}}));
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->changes.size(), 2U);
  EXPECT_TRUE(is_legal(it.bound, nearest->call));
}

/// Each single change breaks a rule more than it fixes, so no search that goes by their number finds it.
TEST(NearestLegal, ChangesAllTensorsOfOneDtypeOrSizeAtOnce) {
  OpSpec op = small_op();
  op.parameters.clear();
  op.symbols.clear();
  op.rules.clear();
  op.hints = {};
  for (const char* key : {"x", "y", "z"})
    op.parameters.push_back(tensor_parameter(key, {DType::float16, DType::float32}, {}));
  op.rules.push_back(rule("narrow", "dtype(x) != float32"));
  op.rules.push_back(rule("filled", "last(x) > 0"));
  for (const char* other : {"y", "z"}) {
    op.rules.push_back(rule(std::string(other) + ".dtype", "dtype(" + std::string(other) + ") == dtype(x)"));
    op.rules.push_back(rule(std::string(other) + ".last", "last(" + std::string(other) + ") == last(x)"));
  }
  const Fixture it(std::move(op));
  Arguments arguments;
  for (const char* key : {"x", "y", "z"}) arguments.try_emplace(key, testing_rule::tensor(DType::float32, {3, 0}));
  const auto nearest = nearest_legal(it.bound, call(std::move(arguments)));
  ASSERT_TRUE(nearest);
  EXPECT_TRUE(is_legal(it.bound, nearest->call));
  EXPECT_EQ(nearest->changes.size(), 3U);
  EXPECT_EQ(nearest->changes.front(), "x: float16, shape [3, 1], contiguous, ND");
}

/// A rule over values speaks of x, so x is changed first, and [1] breaks nothing.
TEST(NearestLegal, TakesTheNearestOfSeveralSizes) {
  OpSpec op = small_op();
  op.parameters[0] = tensor_parameter("x", {DType::int8}, {shape("many", "[n]"), shape("one", "[1]")});
  op.parameters[1] = tensor_parameter("y", {DType::float32}, {shape("all", "[n]")});
  op.symbols = {{.name = "n", .value = parse("dim(y, 0)")}};
  op.rules.push_back(rule("values", "at(x, 0) == 1"));
  op.rules.back().on_data = true;
  const Fixture it(std::move(op));
  const auto nearest = nearest_legal(it.bound, call({{"x", testing_rule::tensor(DType::int8, {12})},
                                                     {"y", testing_rule::tensor(DType::float32, {12})}}));
  ASSERT_TRUE(nearest);
  EXPECT_THAT(nearest->changes,
              ElementsAre("x: int8, shape [8], contiguous, ND", "y: float32, shape [8], contiguous, ND"));
}

TEST(NearestLegal, LeavesOutWhatHelpsByBeingAbsent) {
  OpSpec op = small_op();
  op.rules.push_back(rule("no.y", "y is none"));
  const Fixture it(std::move(op));
  const auto nearest = nearest_legal(it.bound, call({{"x", testing_rule::tensor(DType::int8, {2, 4})},
                                                     {"y", testing_rule::tensor(DType::float32, {1})}}));
  ASSERT_TRUE(nearest);
  EXPECT_THAT(nearest->changes, ElementsAre("y: left out"));
  EXPECT_FALSE(nearest->call.arguments.contains("y"));
}

TEST(NearestLegal, KeepsWhatNoParameterIsCalled) {
  const Fixture it;
  const auto nearest = nearest_legal(
      it.bound, call({{"x", testing_rule::tensor(DType::int8, {2, 4})}, {"axis", std::int64_t{7}}, {"unknown", true}}));
  ASSERT_TRUE(nearest);
  EXPECT_TRUE(nearest->call.arguments.contains("unknown"));
}

TEST(NearestLegal, FindsNothingWhereNothingIsLegal) {
  OpSpec op = small_op();
  op.rules.push_back(rule("never", "axis != axis"));
  const Fixture it(std::move(op));
  EXPECT_FALSE(nearest_legal(it.bound, call({{"x", testing_rule::tensor(DType::int8, {2, 4})}})));
}

}  // namespace
}  // namespace npu_cts::explain
