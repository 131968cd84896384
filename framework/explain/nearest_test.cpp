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
