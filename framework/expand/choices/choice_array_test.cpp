// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/choices/choice_array.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "framework/arrays/check.h"
#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using namespace search::testing_search;

/// The choices of the small operator, from a call without and one with y.
struct Choices : Fixture {
  Choices() {
    std::vector<ArrayBase> bases;
    for (const bool has_y : {false, true}) {
      search::CandidateCall candidate = search::first_candidate(bound, {{.slot = 0, .dtype = DType::int8}});
      if (has_y) candidate.parameters[1].dtype = DType::float32;
      bases.push_back({.name = has_y ? "xy" : "x", .candidate = std::move(candidate)});
    }
    array.emplace(search, std::move(bases), choice_axes(bound, Tier::fast), ChoiceArray::Allows());
  }

  search::Search search{bound};
  std::optional<ChoiceArray> array;
};

/// The joint bases of `op`, as an array of their own.
struct Joint {
  explicit Joint(OpSpec op, const ChoiceArray::Allows& allows = {}) : it(std::move(op)) {
    const search::CandidateCall base = search::first_candidate(it.bound, {{.slot = 0, .dtype = DType::int8}});
    ChoiceArray single(search, {{.name = "x", .candidate = base}}, choice_axes(it.bound, Tier::fast), allows);
    bases = single.joint_bases();
    array.emplace(search, bases, choice_axes(it.bound, Tier::fast), allows);
  }

  Fixture it;
  search::Search search{it.bound};
  std::vector<ArrayBase> bases;
  std::optional<ChoiceArray> array;
};

std::vector<std::string> names_of(const std::vector<ArrayCall>& calls) {
  std::vector<std::string> names;
  for (const ArrayCall& call : calls) names.push_back(call.name);
  return names;
}

std::vector<arrays::Row> rows_of(const std::vector<ArrayCall>& calls) {
  std::vector<arrays::Row> rows;
  for (const ArrayCall& call : calls) rows.push_back(call.row);
  return rows;
}

TEST(ChoiceArray, HasEveryTwoChoicesThatCanMeet) {
  Choices it;
  const auto calls = it.array->cover(2, {});
  const auto check = arrays::check(it.array->model(), rows_of(calls), 2);
  EXPECT_GT(check.covered, 50U);
  EXPECT_EQ(check.missed, 0U);
  EXPECT_TRUE(check.illegal_rows.empty());
}

TEST(ChoiceArray, LeavesOutWhatCannotMeet) {
  Choices it;
  const auto calls = it.array->cover(2, {});
  EXPECT_GT(arrays::check(it.array->model(), rows_of(calls), 2).infeasible, 0U);
  for (const ArrayCall& call : calls) {
    EXPECT_FALSE(call.name.starts_with("x,") && call.name.find("y=one") != std::string::npos) << call.name;
    EXPECT_FALSE(call.name.find("x=vector") != std::string::npos &&
                 call.name.find("x=transposed") != std::string::npos);
  }
}

TEST(ChoiceArray, MakesOnlyLegalCallsAndNoneTwice) {
  Choices it;
  const auto calls = it.array->cover(2, {});
  ASSERT_GT(calls.size(), 10U);
  std::set<std::string> names;
  for (const ArrayCall& call : calls) {
    EXPECT_TRUE(is_legal(SlotCall(it.bound, call.found.arguments))) << call.name;
    EXPECT_TRUE(names.insert(call.name).second) << call.name;
  }
}

/// A vector of loop, which a matrix does not have; a matrix of n.
OpSpec with_a_size_of_its_own() {
  OpSpec op = small_op();
  op.parameters[0].shapes = {shape("matrix", "[n, 4]"), shape("vector", "[loop]")};
  op.parameters[1].shapes = {shape("as", "[dim(x, 0)]")};  // made of what x is made of, whichever shape that has
  op.symbols.push_back({.name = "loop", .value = parse("numel(x)")});
  op.hints.symbols["loop"] = {std::int64_t{2}, std::int64_t{6}};
  return op;
}

TEST(ChoiceArray, SaysNoneInWordsBesideEachOtherChoiceWhereItIsLeftOut) {
  Choices it;
  std::set<std::string> beside;
  for (const ArrayCall& call : it.array->cover(2, {})) {
    const std::optional<Value>& given = call.found.arguments[y];
    const bool is_none = given && std::holds_alternative<None>(*given);
    ASSERT_EQ(is_none, call.name.find("y=none") != std::string::npos) << call.name;
    if (!is_none) continue;
    EXPECT_THAT(call.name, testing::StartsWith("x,")) << "the call with y has no none";
    for (const char* value : {"x=transposed", "x=strided", "x=vector", "axis=1", "axis=default", "n=4"})
      if (call.name.find(value) != std::string::npos) beside.insert(value);
  }
  EXPECT_EQ(beside.size(), 6U) << testing::PrintToString(beside);
}

TEST(ChoiceArray, HasASizeOnlyWhereAShapeHasIt) {
  const Fixture it(with_a_size_of_its_own());
  search::Search search(it.bound);
  const search::CandidateCall base = search::first_candidate(it.bound, {{.slot = 0, .dtype = DType::int8}});
  search::CandidateCall with_y = base;
  with_y.parameters[1].dtype = DType::float32;
  std::vector<ArrayBase> bases{{.name = "x", .candidate = base}, {.name = "xy", .candidate = with_y}};
  ChoiceArray array(search, std::move(bases), choice_axes(it.bound, Tier::fast), {});
  const auto has = [](const std::string& name, std::string_view value) {
    return name.find(value) != std::string::npos;
  };
  for (const std::size_t strength : {2U, 3U}) {
    const auto calls = array.cover(strength, {});
    const auto check = arrays::check(array.model(), rows_of(calls), strength);
    EXPECT_EQ(check.missed, 0U);
    EXPECT_TRUE(check.illegal_rows.empty());
    const auto has_loop = [&](const ArrayCall& call) { return has(call.name, ",loop=6"); };
    EXPECT_TRUE(std::ranges::any_of(calls, has_loop));
    for (const ArrayCall& call : calls) {
      const std::size_t rank = std::get<Tensor>(*call.found.arguments[0]).type.shape.size();
      EXPECT_EQ(has(call.name, ",loop="), has_loop(call)) << call.name;
      EXPECT_FALSE(has_loop(call) && rank == 2) << call.name;
      EXPECT_FALSE(has(call.name, ",n=") && rank == 1) << call.name;
    }
  }
  const auto each = names_of(array.each({}));
  EXPECT_TRUE(std::ranges::any_of(each, [&](const std::string& name) { return has(name, ",loop="); }));
  for (const std::string& name : each) EXPECT_FALSE(has(name, ",loop=") && !has(name, "x=vector")) << name;
}

TEST(ChoiceArray, FindsAJointBaseInAShapeThatHasItsSize) {
  OpSpec op = with_a_size_of_its_own();
  op.rules.push_back(rule("six", "rank(x) == 2 or dim(x, 0) != 6 or axis == 1"));
  Joint joint(std::move(op));
  ASSERT_EQ(joint.bases.size(), 1U);
  EXPECT_EQ(joint.bases.front().name, "x,loop=6");
  for (const ArrayCall& call : joint.array->each({}))
    EXPECT_EQ(std::get<Tensor>(*call.found.arguments[0]).type.shape, (Shape{6})) << call.name;
}

TEST(ChoiceArray, OfThreeChoicesBeginsWithThatOfTwo) {
  Choices it;
  const auto pairs = it.array->cover(2, {});
  const auto triples = it.array->cover(3, pairs);
  ASSERT_GT(triples.size(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_EQ(triples[i].name, pairs[i].name);
  EXPECT_EQ(arrays::check(it.array->model(), rows_of(triples), 3).missed, 0U);
}

/// Two sizes of x, [loop, n], that may not both be large.
struct Sizes {
  Sizes() {
    OpSpec op = small_op();
    op.parameters[0].shapes = {shape("matrix", "[loop, n]")};
    op.symbols = {{.name = "loop", .value = parse("dim(x, 0)")}, {.name = "n", .value = parse("dim(x, 1)")}};
    op.rules = {rule("small", "loop * n <= 64")};
    op.hints.symbols = {{"loop", {std::int64_t{2}}}, {"n", {std::int64_t{2}}}};
    it.emplace(std::move(op));
    search.emplace(it->bound);
    SizeGroup group;
    for (const std::string name : {"loop", "n"})
      group.of[name] = {std::int64_t{1}, std::int64_t{3}, std::int64_t{16}, std::int64_t{32}};
    const search::CandidateCall base = search::first_candidate(it->bound, {{.slot = 0, .dtype = DType::int8}});
    array.emplace(*search, std::vector<ArrayBase>{{.name = "x", .candidate = base}},
                  size_axes(it->bound, group, Tier::fast), ChoiceArray::Allows());
  }

  std::optional<Fixture> it;
  std::optional<search::Search> search;
  std::optional<ChoiceArray> array;
};

TEST(ChoiceArray, ShowsEachValueOnceAndLargeSizesBesideSmallOnes) {
  const auto names = names_of(Sizes().array->each({}));
  EXPECT_EQ(names,
            (std::vector<std::string>{"x,loop=1,n=16", "x,loop=3", "x,n=32", "x,loop=16,n=1", "x,loop=32", "x,n=3"}));
}

TEST(ChoiceArray, ShowsEachValueAlsoWhereOtherAxesStayAsTheyAre) {
  Fixture it;
  search::Search search(it.bound);
  const search::CandidateCall base = search::first_candidate(it.bound, {{.slot = 0, .dtype = DType::int8}});
  const auto step = [](std::int64_t axis) {
    return search::MutationStep{.kind = search::MutationStep::Kind::argument, .place = 2, .value = axis};
  };
  const auto inside = search::MutationStep{
      .kind = search::MutationStep::Kind::storage_offset, .place = 0, .size = search::elements_before};
  std::vector<ChoiceAxis> axes{{.name = "axis", .values = {"1", "-1", "-2"}, .steps = {step(1), step(-1), step(-2)}},
                               {.name = "x", .values = {"inside"}, .steps = {inside}}};
  ChoiceArray array(search, {{.name = "x", .candidate = base}}, axes, {});
  EXPECT_EQ(names_of(array.each({})),
            (std::vector<std::string>{"x,axis=1,x=inside", "x,axis=-1,x=inside", "x,axis=-2,x=inside"}));
  std::string mixed;
  for (const std::string& name : names_of(array.each({}, Others::mixed))) mixed += name + ";";
  for (const char* value : {"axis=1", "axis=-1", "axis=-2", "x=inside"})
    EXPECT_NE(mixed.find(value), std::string::npos) << mixed;
  const auto stays = [&](const std::string& value) { return mixed.find(value + ";") != std::string::npos; };
  EXPECT_TRUE(stays("axis=1") || stays("axis=-1") || stays("axis=-2")) << mixed;
}

TEST(SizeAxes, HaveTheWordsOfAnArgumentAndTheClassesOfANumber) {
  OpSpec op = small_op();
  op.parameters.push_back(testing_rule::parameter("mode", ParameterKind::word));
  const Fixture it(std::move(op));
  SizeGroup group;
  group.of = {{"mode", {"floor", "ceil"}}, {"n", {"classes"}}};
  const std::vector<ChoiceAxis> axes = size_axes(it.bound, group, Tier::fast);
  ASSERT_EQ(axes.size(), 2U);
  EXPECT_EQ(axes[0].values, (std::vector<std::string>{"floor", "ceil"}));
  EXPECT_EQ(axes[1].values.size(), 9U) << "1, 2, 7 and what is around 8 and 32";
}

TEST(ChoiceArray, AddsWhatItsSeedsDoNotShow) {
  Sizes it;
  const auto first = it.array->each({});
  const auto again = it.array->each(first);
  EXPECT_EQ(names_of(again), names_of(first));
  const std::vector<ArrayCall> seeds{first.front()};
  EXPECT_EQ(it.array->each(seeds).size(), first.size());
}

TEST(ChoiceArray, TakesOnlyWhatItIsAllowed) {
  Fixture it;
  search::Search search(it.bound);
  const auto is_small = [](const SlotCall& call) { return numel(call.argument(0).tensor->type.shape) <= 8; };
  const search::CandidateCall base = search::first_candidate(it.bound, {{.slot = 0, .dtype = DType::int8}});
  ChoiceArray array(search, {{.name = "x", .candidate = base}}, choice_axes(it.bound, Tier::fast), is_small);
  const auto is_n = [](const arrays::Parameter& parameter) { return parameter.name == "n"; };
  EXPECT_TRUE(std::ranges::none_of(array.model().parameters, is_n)) << "4 times 4 is more than 8";
  for (const ArrayCall& call : array.cover(2, {})) EXPECT_TRUE(is_small(SlotCall(it.bound, call.found.arguments)));
}

/// A vector wants the other axis, and the other axis a vector.
OpSpec only_together() {
  OpSpec op = small_op();
  op.rules.push_back(rule("vector", "rank(x) == 2 or axis == 1"));
  op.rules.push_back(rule("axis", "axis == 0 or rank(x) == 1"));
  return op;
}

TEST(ChoiceArray, FindsACallThatHasWhatIsLegalOnlyTogether) {
  Joint joint(only_together());
  ASSERT_EQ(joint.bases.size(), 1U) << "the vector is that of axis 1";
  EXPECT_EQ(joint.bases.front().name, "x,axis=1");
  const auto calls = joint.array->each({});
  EXPECT_GT(calls.size(), 1U);
  std::vector<SlotArguments> known;
  for (const ArrayCall& call : calls) {
    EXPECT_TRUE(is_legal(SlotCall(joint.it.bound, call.found.arguments))) << call.name;
    EXPECT_EQ(call.found.arguments[search::testing_search::axis], Value(std::int64_t{1})) << call.name;
    EXPECT_EQ(std::ranges::find(known, call.found.arguments), known.end()) << call.name;
    known.push_back(call.found.arguments);
  }
}

TEST(ChoiceArray, KeepsWhatAJointBaseIsThereFor) {
  OpSpec op = small_op();  // a vector wants another axis than the usual, of which there are several
  op.rules.push_back(rule("vector", "rank(x) == 2 or axis != 0"));
  op.hints.arguments = {{"axis", {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}}}};
  Joint joint(std::move(op));
  ASSERT_EQ(joint.bases.size(), 1U);
  EXPECT_EQ(joint.bases.front().name, "x,x=vector");
  const auto calls = joint.array->each({});
  EXPECT_GT(calls.size(), 1U);
  for (const ArrayCall& call : calls) {
    EXPECT_EQ(std::get<Tensor>(*call.found.arguments[0]).type.shape.size(), 1U) << call.name;
    EXPECT_EQ(call.name.find("axis=1"), std::string::npos) << "it has that: " << call.name;
  }
}

TEST(ChoiceArray, CountsWhatAJointBaseIsThereForAsAValueOfItsCalls) {
  const Joint joint(only_together());
  using Kind = search::MutationStep::Kind;
  const search::MutationStep other{.kind = Kind::symbol, .place = search::testing_search::n, .value = std::int64_t{4}};
  const search::MutationStep back{
      .kind = Kind::argument, .place = search::testing_search::axis, .value = std::int64_t{0}};
  const arrays::Cell base{.parameter = 0, .value = 0};
  const ArrayCall call{.row = arrays::Row(joint.array->model().parameters.size(), 0), .name = ""};
  EXPECT_EQ(joint.array->cells_beside(call, other), (std::vector{base, base}));
  EXPECT_EQ(joint.array->cells_beside(call, back), (std::vector{base})) << "the step takes it back";
}

TEST(ChoiceArray, HasNoJointBaseThatIsNotAllowed) {
  const auto is_matrix = [](const SlotCall& call) { return call.argument(0).tensor->type.shape.size() == 2; };
  EXPECT_TRUE(Joint(only_together(), is_matrix).bases.empty());
}

}  // namespace
}  // namespace npu_cts::expand
