// SPDX-License-Identifier: Apache-2.0
#include "framework/search/mutation_steps.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "framework/search/search_testing.h"

namespace npu_cts::search {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using namespace testing_search;
using Kind = MutationStep::Kind;

/// The arguments of a call: x and axis, y left out.
SlotArguments arguments() {
  return {Value(testing_rule::tensor(DType::int8, {2, 4})), std::nullopt, Value(std::int64_t{0})};
}

std::vector<MutationStep> steps_on(const BoundSpec& bound, std::size_t place, Kind kind) {
  SlotSet names(4);
  names[place] = true;
  std::vector<MutationStep> steps = MutationSteps(bound).from(arguments(), names);
  std::erase_if(steps, [&](const MutationStep& step) { return step.kind != kind; });
  return steps;
}

std::vector<Value> values_of(const std::vector<MutationStep>& steps) {
  std::vector<Value> values;
  for (const MutationStep& step : steps) values.push_back(step.value.value());
  return values;
}

std::optional<Shape> shape_after(const MutationStep& edit) {
  TensorType type{.dtype = DType::int8, .shape = {2, 4}};
  return apply(edit, type) ? std::optional(type.shape) : std::nullopt;
}

TEST(IntegersIn, AreTheLimitsWithTheirNeighbours) {
  const Fixture it;
  const auto integers = integers_in(it.bound);
  EXPECT_THAT(integers, IsSupersetOf({-1, 0, 1, 2, 3, 7, 8, 9}));
  EXPECT_THAT(integers, Not(Contains(6)));
  EXPECT_TRUE(std::ranges::is_sorted(integers));
}

TEST(MutationSteps, ChooseBeforeTheyEdit) {
  const Fixture it;
  const auto steps = MutationSteps(it.bound).from(arguments());
  EXPECT_TRUE(std::ranges::is_partitioned(steps, [](const MutationStep& step) { return !step.is_edit(); }));
  EXPECT_EQ(steps.front().kind, Kind::alternative);
}

TEST(MutationSteps, TakeNothingFromTheOrderOfParameters) {
  const auto kinds = [](const Fixture& it, const SlotArguments& of) {
    std::vector<std::string> found;
    for (const MutationStep& step : MutationSteps(it.bound).from(of)) {
      const bool is_parameter = step.place < it.bound.parameters().size();
      found.push_back(std::to_string(static_cast<int>(step.kind)) +
                      (is_parameter ? it.bound.parameters()[step.place].written->key : "n"));
    }
    return found;
  };
  OpSpec turned = small_op();
  std::ranges::reverse(turned.parameters);
  SlotArguments of = arguments();
  std::ranges::reverse(of);
  EXPECT_EQ(kinds(Fixture(), arguments()), kinds(Fixture(turned), of));
}

TEST(MutationSteps, GiveASymbolItsHintsFirstThenTheLimits) {
  const Fixture it;
  const auto values = values_of(steps_on(it.bound, n, Kind::symbol));
  ASSERT_GT(values.size(), 2U);
  EXPECT_EQ(values[0], Value(std::int64_t{2}));
  EXPECT_EQ(values[1], Value(std::int64_t{4}));
  EXPECT_THAT(values, IsSupersetOf({Value(std::int64_t{8}), Value(std::int64_t{9})}));
  EXPECT_THAT(values, Not(Contains(Value(std::int64_t{-1}))));
}

TEST(MutationSteps, GiveAPackEveryRank) {
  OpSpec op = small_op();
  op.hints.symbols["n"] = {Shape{5, 6}};
  const Fixture it(std::move(op));
  EXPECT_THAT(values_of(steps_on(it.bound, n, Kind::symbol)),
              IsSupersetOf({Value(Shape{}), Value(Shape{5}), Value(Shape{5, 6}), Value(Shape{5, 2, 6})}));
}

TEST(MutationSteps, OmitWhatHasADefault) {
  const Fixture it;
  EXPECT_EQ(steps_on(it.bound, axis, Kind::omit).size(), 1U);
  OpSpec op = small_op();
  op.parameters[2].defaults.clear();
  EXPECT_THAT(steps_on(Fixture(op).bound, axis, Kind::omit), IsEmpty());
}

TEST(MutationSteps, GiveWhatIsLeftOutAndRemoveWhatIsGiven) {
  const Fixture it;
  EXPECT_THAT(values_of(steps_on(it.bound, y, Kind::give)),
              ElementsAre(Value(testing_rule::tensor(DType::float32, {1}))));
  EXPECT_THAT(steps_on(it.bound, y, Kind::remove), IsEmpty());
  EXPECT_EQ(steps_on(it.bound, x, Kind::remove).size(), 1U);
}

TEST(MutationSteps, SetADTypeToEachOther) {
  const Fixture it;
  EXPECT_EQ(steps_on(it.bound, x, Kind::set_dtype).size(), dtype_table.size() - 1);
}

TEST(MutationSteps, AreOfTheNamesAskedFor) {
  const Fixture it;
  for (const MutationStep& step : MutationSteps(it.bound).from(arguments(), {false, false, true, false}))
    EXPECT_EQ(step.place, axis);
}

TEST(AreOfOneChoice, HoldsForChoicesOfOneThingAndForNoEdits) {
  const MutationStep layout{.kind = Kind::layout, .place = x};
  EXPECT_TRUE(are_of_one_choice(layout, {.kind = Kind::layout, .place = x, .layout = Layout::strided}));
  EXPECT_FALSE(are_of_one_choice(layout, {.kind = Kind::layout, .place = y}));
  EXPECT_FALSE(are_of_one_choice(layout, {.kind = Kind::format, .place = x}));
  const MutationStep edit{.kind = Kind::set_size, .place = x};
  EXPECT_FALSE(are_of_one_choice(edit, edit));
}

TEST(Undoes, IsSaidOfAStepThatChangesTheSameOfAnArgumentOrAllOfIt) {
  const MutationStep layout{.kind = Kind::layout, .place = 1, .layout = Layout::strided};
  EXPECT_TRUE(undoes({.kind = Kind::remove, .place = 1}, layout));
  EXPECT_TRUE(undoes({.kind = Kind::set_layout, .place = 1}, layout));
  EXPECT_FALSE(undoes({.kind = Kind::set_format, .place = 1}, layout));
  EXPECT_FALSE(undoes({.kind = Kind::swap_axes, .place = 1}, layout));
  EXPECT_FALSE(undoes({.kind = Kind::remove, .place = 2}, layout)) << "of another argument";
  EXPECT_TRUE(undoes({.kind = Kind::drop_axis, .place = 1}, {.kind = Kind::alternative, .place = 1}));
}

TEST(Apply, ChangesTheShapeOfATensor) {
  EXPECT_EQ(shape_after({.kind = Kind::set_size, .position = 1, .size = 9}), (Shape{2, 9}));
  EXPECT_EQ(shape_after({.kind = Kind::insert_axis, .position = 2, .size = 1}), (Shape{2, 4, 1}));
  EXPECT_EQ(shape_after({.kind = Kind::drop_axis, .position = 0}), (Shape{4}));
  EXPECT_EQ(shape_after({.kind = Kind::set_shape, .value = Shape{3, 1}}), (Shape{3, 1}));
}

TEST(Apply, RefusesAnAxisThatIsNotThereAndASizeThatIsTooLarge) {
  EXPECT_FALSE(shape_after({.kind = Kind::set_size, .position = 2, .size = 9}));
  EXPECT_FALSE(shape_after({.kind = Kind::drop_axis, .position = 2}));
  EXPECT_FALSE(shape_after({.kind = Kind::set_size, .position = 0, .size = max_elements}));
}

TEST(Apply, GivesAndRemovesAnArgument) {
  std::optional<Value> argument;
  EXPECT_FALSE(apply({.kind = Kind::remove}, argument));
  EXPECT_TRUE(apply({.kind = Kind::give, .value = true}, argument));
  EXPECT_EQ(argument, Value(true));
  EXPECT_FALSE(apply({.kind = Kind::set_dtype}, argument)) << "it is no tensor";
  EXPECT_TRUE(apply({.kind = Kind::remove}, argument));
  EXPECT_FALSE(argument);
}

}  // namespace
}  // namespace npu_cts::search
