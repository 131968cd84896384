// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/arrays/arrays_testing.h"
#include "framework/arrays/cover.h"
#include "framework/arrays/legality.h"

namespace npu_cts::arrays {
namespace {

using namespace testing_arrays;
using testing::ElementsAre;

/// How many tuples of a published model the literature counts as feasible.
struct Published {
  std::string name;
  std::size_t strength;
  std::size_t feasible;
};

void PrintTo(const Published& published, std::ostream* out) { *out << published.name << published.strength; }

class CheckPublished : public testing::TestWithParam<Published> {};

TEST_P(CheckPublished, FindsAsManyFeasibleTuplesAsTheLiterature) {
  EXPECT_EQ(check(published(GetParam().name), {}, GetParam().strength).feasible(), GetParam().feasible);
}

std::string name_of(const testing::TestParamInfo<Published>& row) {
  return row.param.name + std::to_string(row.param.strength);
}

INSTANTIATE_TEST_SUITE_P(Small, CheckPublished,
                         testing::Values(Published{"tcas", 2, 831}, Published{"tcas", 3, 8929},
                                         Published{"tcas", 4, 61064}, Published{"spins", 2, 979},
                                         Published{"spins", 3, 12835}, Published{"spins", 4, 116332},
                                         Published{"bugzilla", 2, 5818}, Published{"bugzilla", 3, 202683},
                                         Published{"spinv", 2, 8741}, Published{"apache", 2, 66927},
                                         Published{"gcc", 2, 82770}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Large, CheckPublished,
                         testing::Values(Published{"bugzilla", 4, 5182503}, Published{"spinv", 3, 369976},
                                         Published{"apache", 3, 8085958}, Published{"gcc", 3, 11131894}),
                         name_of);

class CoverPublished : public testing::TestWithParam<std::string> {};

TEST_P(CoverPublished, LeavesOutNoFeasibleTuple) {
  const Model model = published(GetParam());
  const auto rows = cover(model, {.steps = 200});
  ASSERT_TRUE(rows);
  const Check counts = check(model, *rows, 2);
  EXPECT_EQ(counts.missed, 0U);
  EXPECT_EQ(counts.covered, check(model, {}, 2).feasible());
  EXPECT_THAT(counts.illegal_rows, ElementsAre());
}

INSTANTIATE_TEST_SUITE_P(All, CoverPublished, testing::Values("tcas", "spins", "bugzilla", "spinv", "apache", "gcc"),
                         [](const auto& row) { return row.param; });

TEST(Check, NamesTheFirstTupleThatIsMissed) {
  const Model model = model_of({2, 2});
  const std::vector<Row> rows{{0, 0}, {1, 1}, {1, 0}};
  const Check counts = check(model, rows, 2);
  EXPECT_EQ(counts.covered, 3U);
  EXPECT_EQ(counts.missed, 1U);
  EXPECT_THAT(*counts.first_missed, ElementsAre(Cell{0, 0}, Cell{1, 1}));
}

TEST(Check, CountsNothingForARowThatIsNotLegal) {
  Model model = model_of({2, 2});
  model.constraints = {forbid({{0, 1}, {1, 1}})};
  const std::vector<Row> rows{{0, 0}, {1, 1}};
  const Check counts = check(model, rows, 2);
  EXPECT_THAT(counts.illegal_rows, ElementsAre(1U));
  EXPECT_EQ(counts.covered, 1U);
  EXPECT_EQ(counts.missed, 2U);
  EXPECT_EQ(counts.infeasible, 1U);
}

TEST(Check, FindsATupleInfeasibleThatSeveralConstraintsForbidTogether) {
  Model model = model_of({2, 2, 2});
  model.constraints = {forbid({{0, 0}, {2, 0}}), forbid({{1, 0}, {2, 1}})};
  EXPECT_EQ(check(model, {}, 2).infeasible, 3U);  // both, and p0=0 with p1=0
}

TEST(Check, FindsNothingFeasibleWhereOneParameterHasNoLegalValue) {
  for (const std::size_t parameter : {0U, 1U, 2U}) {
    Model model = model_of({2, 2, 2});
    model.constraints.push_back({.parameters = {parameter}, .allows = [](std::span<const Value>) { return false; }});
    EXPECT_EQ(check(model, {}, 2).feasible(), 0U) << parameter;
    EXPECT_EQ(check(model, {}, 2).infeasible, 12U) << parameter;
  }
}

TEST(ForbiddenTuples, LoseEveryCellThatDoesNotMatter) {
  Model model = model_of({2, 3, 2});
  model.constraints.push_back({.parameters = {2, 1, 0}, .allows = [](std::span<const Value> v) {
                                 return v[1] != 2 && (v[0] == 0 || v[1] == 0);
                               }});
  const auto tuples = forbidden_tuples(model);
  ASSERT_TRUE(tuples);
  EXPECT_THAT(*tuples, ElementsAre(Tuple{{1, 1}, {2, 1}}, Tuple{{1, 2}}));
}

TEST(ForbiddenTuples, AreOneEmptyTupleWhereNothingIsAllowed) {
  Model model = model_of({2, 2});
  model.constraints.push_back({.parameters = {1}, .allows = [](std::span<const Value>) { return false; }});
  EXPECT_THAT(*forbidden_tuples(model), ElementsAre(Tuple{}));
}

}  // namespace
}  // namespace npu_cts::arrays
