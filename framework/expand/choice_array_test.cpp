// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/choice_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
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
    array.emplace(search, std::move(bases), choice_axes(bound), ChoiceArray::Allows());
  }

  search::Search search{bound};
  std::optional<ChoiceArray> array;
};

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
    op.symbols = {{.name = "loop", .value = parse("dim(x, 0)"), .at = {}},
                  {.name = "n", .value = parse("dim(x, 1)"), .at = {}}};
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

std::vector<std::string> names_of(const std::vector<ArrayCall>& calls) {
  std::vector<std::string> names;
  for (const ArrayCall& call : calls) names.push_back(call.name);
  return names;
}

TEST(ChoiceArray, ShowsEachValueOnceAndLargeSizesBesideSmallOnes) {
  const auto names = names_of(Sizes().array->each({}));
  EXPECT_EQ(names,
            (std::vector<std::string>{"x,loop=1,n=16", "x,loop=3", "x,n=32", "x,loop=16,n=1", "x,loop=32", "x,n=3"}));
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
  ChoiceArray array(search, {{.name = "x", .candidate = base}}, choice_axes(it.bound), is_small);
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

TEST(ChoiceArray, BeginsFromACallThatHasWhatIsLegalOnlyTogether) {
  const Fixture it(only_together());
  search::Search search(it.bound);
  const search::CandidateCall base = search::first_candidate(it.bound, {{.slot = 0, .dtype = DType::int8}});
  ChoiceArray array(search, {{.name = "x", .candidate = base}}, choice_axes(it.bound), {});
  const auto has_vector = [](const ArrayCall& call) { return call.name.find("x=vector") != std::string::npos; };
  EXPECT_TRUE(std::ranges::none_of(array.cover(2, {}), has_vector));
  array.add_joint_bases();
  EXPECT_EQ(array.model().parameters.front().values, (std::vector<std::string>{"x", "x,axis=1"}))
      << "the vector is that of axis 1";
  const auto calls = array.cover(2, {});
  const auto is_joint = [](const ArrayCall& call) { return call.row.front() == 1; };
  EXPECT_GT(std::ranges::count_if(calls, is_joint), 2);
  for (const ArrayCall& call : calls) EXPECT_TRUE(is_legal(SlotCall(it.bound, call.found.arguments))) << call.name;
  EXPECT_EQ(arrays::check(array.model(), rows_of(calls), 2).missed, 0U);
}

TEST(ChoiceArray, CountsWhatOnlyABaseHasAsAValueOfItsCalls) {
  const Fixture it(only_together());
  search::Search search(it.bound);
  const search::CandidateCall base = search::first_candidate(it.bound, {{.slot = 0, .dtype = DType::int8}});
  ChoiceArray array(search, {{.name = "x", .candidate = base}}, choice_axes(it.bound), {});
  array.add_joint_bases();
  using Kind = search::MutationStep::Kind;
  const search::MutationStep other{.kind = Kind::symbol, .place = search::testing_search::n, .value = std::int64_t{4}};
  const search::MutationStep back{
      .kind = Kind::argument, .place = search::testing_search::axis, .value = std::int64_t{0}};
  const arrays::Cell plain{.parameter = 0, .value = 0};
  const arrays::Cell joint{.parameter = 0, .value = 1};
  const auto cells_of = [&](arrays::Value first, const search::MutationStep& step) {
    ArrayCall call{.row = arrays::Row(array.model().parameters.size(), 0), .name = "", .found = {}};
    call.row[0] = first;
    return array.cells_beside(call, step);
  };
  EXPECT_EQ(cells_of(0, other), (std::vector{plain}));
  EXPECT_EQ(cells_of(1, other), (std::vector{joint, joint}));
  EXPECT_EQ(cells_of(1, back), (std::vector{joint})) << "the step takes it back";
}

TEST(ChoiceArray, BeginsFromNoCallThatItIsNotAllowed) {
  const Fixture it(only_together());
  search::Search search(it.bound);
  const search::CandidateCall base = search::first_candidate(it.bound, {{.slot = 0, .dtype = DType::int8}});
  const auto is_matrix = [](const SlotCall& call) { return call.argument(0).tensor->type.shape.size() == 2; };
  ChoiceArray array(search, {{.name = "x", .candidate = base}}, choice_axes(it.bound), is_matrix);
  array.add_joint_bases();
  EXPECT_EQ(array.model().parameters.front().values, (std::vector<std::string>{"x"}));
}

}  // namespace
}  // namespace npu_cts::expand
