// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/cover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/arrays/arrays_testing.h"
#include "framework/arrays/check.h"
#include "framework/arrays/random.h"

namespace npu_cts::arrays {
namespace {

using namespace testing_arrays;
using testing::HasSubstr;

/// A model of four to six parameters with up to four values, some forbidden tuples and a predicate.
Model random_model(Random& random) {
  std::vector<std::size_t> levels(4 + random.below(3));
  for (std::size_t& count : levels) count = 1 + random.below(4);
  Model model = model_of(levels);
  for (std::size_t i = random.below(6); i > 0; --i) {
    Tuple tuple;
    for (std::size_t p = 0; p < levels.size(); ++p)
      if (random.below(levels.size()) < 2)
        tuple.push_back({.parameter = p, .value = static_cast<Value>(random.below(levels[p]))});
    if (!tuple.empty()) model.constraints.push_back(forbid(tuple));
  }
  const std::size_t modulus = 2 + random.below(3);
  model.constraints.push_back({.parameters = {3, 0, 2}, .allows = [modulus](std::span<const Value> v) {
                                 return (v[0] + 2U * v[1] + v[2]) % modulus != 1;
                               }});
  return model;
}

class CoverRandom : public testing::TestWithParam<std::size_t> {};

TEST_P(CoverRandom, HasEveryTupleThatALegalRowHas) {
  Random random(GetParam());
  for (int i = 0; i < 40; ++i) {
    const Model model = random_model(random);
    const auto legal = legal_rows(model);
    const auto rows = cover(model, {.strength = GetParam(), .steps = 300});
    ASSERT_EQ(rows.has_value(), !legal.empty());
    if (!rows) continue;
    EXPECT_EQ(tuples_of(*rows, GetParam()), tuples_of(legal, GetParam()));
    for (const Row& row : *rows) EXPECT_TRUE(is_legal(model, row));
  }
}

TEST_P(CoverRandom, IsCountedByTheCheckerAsByEnumeration) {
  Random random(GetParam() + 100);
  for (int i = 0; i < 40; ++i) {
    const Model model = random_model(random);
    const Model free{.parameters = model.parameters};
    const std::size_t feasible = tuples_of(legal_rows(model), GetParam()).size();
    const Check counts = check(model, {}, GetParam());
    EXPECT_EQ(counts.missed, feasible);
    EXPECT_EQ(counts.infeasible, tuples_of(legal_rows(free), GetParam()).size() - feasible);
  }
}

INSTANTIATE_TEST_SUITE_P(Strength, CoverRandom, testing::Values(2, 3, 4), testing::PrintToStringParamName());

TEST(Cover, NeedsNoMoreRowsThanTheWidestParametersHaveTuples) {
  const auto rows = cover(published("tcas"), {});
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->size(), 100U);
}

TEST(Cover, SavesRowsWithSteps) {
  const Model model = published("spins");
  const auto greedy = cover(model, {.steps = 0});
  const auto improved = cover(model, {});
  ASSERT_TRUE(greedy && improved);
  EXPECT_LT(improved->size(), greedy->size());
}

TEST(Cover, IsTheSameForTheSameRandomSeedAndAnotherForAnother) {
  const Model model = published("spins");
  const auto rows = cover(model, {.steps = 100, .random_seed = 7});
  ASSERT_TRUE(rows);
  EXPECT_EQ(*rows, *cover(model, {.steps = 100, .random_seed = 7}));
  EXPECT_NE(*rows, *cover(model, {.steps = 100, .random_seed = 8}));
}

/// The rows of a published model, as one number.
struct Kept {
  std::string name;
  std::size_t strength;
  std::uint64_t steps;
  std::size_t rows;
  std::uint64_t number;
};

void PrintTo(const Kept& kept, std::ostream* out) { *out << kept.name << kept.strength; }

class CoverKeeps : public testing::TestWithParam<Kept> {};

/// Ids of cases hang on these rows. Who changes them changes ids, which are a contract.
TEST_P(CoverKeeps, TheSameRowsFromReleaseToRelease) {
  const auto rows = cover(published(GetParam().name), {.strength = GetParam().strength, .steps = GetParam().steps});
  ASSERT_TRUE(rows);
  std::uint64_t number = 0xCBF29CE484222325U;  // FNV-1a over the values
  for (const Row& row : *rows)
    for (const Value value : row) number = (number ^ value) * 0x100000001B3U;
  EXPECT_EQ(rows->size(), GetParam().rows);
  EXPECT_EQ(number, GetParam().number);
}

INSTANTIATE_TEST_SUITE_P(
    Each, CoverKeeps,
    testing::Values(Kept{"spins", 2, 0, 27, 0x963301413CE4BB6C}, Kept{"spins", 2, 2'000, 19, 0x78F7DBF3FED513B2},
                    Kept{"spins", 3, 500, 97, 0x6E2AB7F165F051B3}, Kept{"tcas", 3, 500, 400, 0x5B69CAC90B722589},
                    Kept{"bugzilla", 2, 2'000, 16, 0x41BD7333A166F173},
                    Kept{"spinv", 2, 1'000, 33, 0x5BE00A394DAE0F53}),
    [](const auto& row) {
      return row.param.name + std::to_string(row.param.strength) + "Steps" + std::to_string(row.param.steps);
    });

/// Pairs of parameters that must differ, and behind them a contradiction that has nothing to do with them.
Model pairs_and_contradiction() {
  Model model = model_of(std::vector<std::size_t>(82, 2));
  for (std::size_t p = 0; p < 80; p += 2) model.constraints.push_back(forbid({{p, 1}, {p + 1, 1}}));
  for (const Value v : {Value{0}, Value{1}})
    for (const Value w : {Value{0}, Value{1}}) model.constraints.push_back(forbid({{80, v}, {81, w}}));
  return model;
}

TEST(Cover, DoesNotSearchWhatHasNothingToDoWithAContradiction) {
  EXPECT_FALSE(cover(pairs_and_contradiction(), {}));
  EXPECT_EQ(check(pairs_and_contradiction(), {}, 2).feasible(), 0U);
}

TEST(Cover, BeginsWithTheSeedsAndKeepsTheirValues) {
  const Model model = model_of({3, 3, 3, 3});
  const std::vector<Row> seeds{{0, 0, 0, 0}, {0, 0, 0, 0}, {unset, 2, unset, 2}};
  const auto rows = cover(model, {.seeds = seeds});
  ASSERT_TRUE(rows);
  EXPECT_EQ((*rows)[0], seeds[0]);
  EXPECT_EQ((*rows)[1], seeds[1]);
  EXPECT_EQ((*rows)[2][1], 2);
  EXPECT_EQ((*rows)[2][3], 2);
  EXPECT_EQ(check(model, *rows, 2).missed, 0U);
}

struct Refused {
  std::string_view name;
  Model model;
  CoverOptions options;
  std::string_view what;
};

void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.name; }

Model contradiction() {
  Model model = model_of({2, 2});
  model.constraints = {forbid({{0, 0}}), forbid({{0, 1}})};
  return model;
}

Model wide_constraint() {
  Model model = model_of({300, 300});
  model.constraints.push_back({.parameters = {0, 1}, .allows = [](std::span<const Value>) { return true; }});
  return model;
}

class CoverRefuses : public testing::TestWithParam<Refused> {};

TEST_P(CoverRefuses, AndSaysWhy) {
  const auto rows = cover(GetParam().model, GetParam().options);
  ASSERT_FALSE(rows);
  EXPECT_THAT(rows.diagnostics().front().what, HasSubstr(std::string(GetParam().what)));
  EXPECT_FALSE(rows.diagnostics().front().why.empty());
  EXPECT_FALSE(rows.diagnostics().front().hint.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Requests, CoverRefuses,
    testing::Values(Refused{"Strength1", model_of({2, 2}), {.strength = 1}, "strength 1 is not offered"},
                    Refused{"Strength5", model_of({2, 2}), {.strength = 5}, "strength 5 is not offered"},
                    Refused{"FewParameters",
                            model_of({2, 2}),
                            {.strength = 3},
                            "strength 3 needs at least 3 parameters, and the model has 2"},
                    Refused{"NoValues", model_of({2, 0}), {}, "'p1' has no values"},
                    Refused{"TooLarge", model_of({30'000, 30'000}), {}, "too much memory"},
                    Refused{"TooManyRows", model_of({300, 300}), {}, "more than 65535 rows are needed"},
                    Refused{"Contradiction", contradiction(), {}, "no row keeps all constraints"},
                    Refused{"WideConstraint", wide_constraint(), {}, "too wide"},
                    Refused{"ShortSeed", model_of({2, 2}), {.seeds = {{0}}}, "seed row 1 has 1 value"},
                    Refused{"SeedOfNoValue", model_of({2, 2}), {.seeds = {{0, 2}}}, "seed row 1 has no value of 'p1'"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(CoverRefuses, OneParameterAndAsksForMore) {
  const auto rows = cover(model_of({2}), {});
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.diagnostics().front().what, "strength 2 needs at least 2 parameters, and the model has 1");
  EXPECT_EQ(rows.diagnostics().front().hint, "add parameters");
}

TEST(CoverRefuses, EachSeedThatIsNotLegal) {
  Model model = model_of({2, 2, 2});
  model.constraints = {forbid({{0, 1}, {1, 1}}), forbid({{0, 1}, {1, 0}, {2, 0}})};
  const auto rows = cover(model, {.seeds = {{1, 1, unset}, {1, 0, 1}, {1, unset, 0}}});
  ASSERT_FALSE(rows);
  ASSERT_EQ(rows.diagnostics().size(), 2U);
  EXPECT_EQ(rows.diagnostics()[0].what, "seed row 1 is not legal");
  EXPECT_EQ(rows.diagnostics()[1].what, "seed row 3 is not legal");
}

}  // namespace
}  // namespace npu_cts::arrays
