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
  std::set<std::string> names;
  for (const ArrayCall& call : it.array->cover(2, {})) {
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

}  // namespace
}  // namespace npu_cts::expand
