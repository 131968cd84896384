// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/legality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "framework/arrays/arrays_testing.h"
#include "framework/arrays/random.h"

namespace npu_cts::arrays {
namespace {

using namespace testing_arrays;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

constexpr Literal none = no_literal;

/// Rows of `levels` without the forbidden tuples.
class Ruled {
 public:
  Ruled(const std::vector<std::size_t>& levels, std::vector<Tuple> forbidden)
      : model_(model_of(levels)), space_(model_), legality_(space_, forbidden) {
    for (const Tuple& tuple : forbidden) model_.constraints.push_back(forbid(tuple));
  }

  const Legality& operator*() const { return legality_; }
  const Legality* operator->() const { return &legality_; }
  [[nodiscard]] const Model& model() const { return model_; }

 private:
  Model model_;
  Space space_;
  Legality legality_;
};

TEST(Legality, ConnectsParametersThroughOthers) {
  const Ruled ruled({2, 2, 2, 2, 2}, {{{0, 0}, {1, 0}}, {{3, 0}, {4, 0}}, {{1, 1}, {3, 1}}});
  EXPECT_TRUE(ruled->connects(0, 4));
  EXPECT_TRUE(ruled->connects(4, 1));
  EXPECT_FALSE(ruled->connects(0, 2));
  EXPECT_FALSE(ruled->connects(2, 2));
  EXPECT_TRUE(ruled->constrains(3));
  EXPECT_FALSE(ruled->constrains(2));
}

TEST(Legality, KeepsPartsApartThatNoConstraintJoins) {
  const Ruled ruled({2, 2, 2, 2}, {{{0, 0}, {1, 0}}, {{2, 0}, {3, 0}}});
  EXPECT_TRUE(ruled->connects(0, 1));
  EXPECT_TRUE(ruled->connects(3, 2));
  EXPECT_FALSE(ruled->connects(1, 2));
}

TEST(Legality, SeesAConflictOnlyWhereTheWholeTupleStands) {
  const Ruled ruled({2, 2, 2}, {{{0, 0}, {1, 0}, {2, 0}}});
  EXPECT_TRUE(ruled->conflicts(Literals{0, 3, 4}, 2));
  EXPECT_FALSE(ruled->conflicts(Literals{1, 3, 4}, 2));
  EXPECT_FALSE(ruled->conflicts(Literals{0, 2, 4}, 3));
  EXPECT_FALSE(ruled->conflicts(Literals{0, none, 4}, 3));
}

TEST(Legality, CompletesARowAsPreferredWhereThatIsLegal) {
  const Ruled ruled({2, 3, 2}, {{{0, 1}, {1, 2}}});
  EXPECT_THAT(ruled->complete(Literals{1, none, none}, Literals{0, 3, 6}), Optional(ElementsAre(1, 3, 6)));
  EXPECT_THAT(ruled->complete(Literals{1, none, none}, Literals{0, 4, 6}), Optional(ElementsAre(1, 2, 6)));
  EXPECT_THAT(ruled->complete(Literals{none, none, none}, Literals{none, none, none}), Optional(ElementsAre(0, 2, 5)));
}

TEST(Legality, CompletesAcrossSeveralChoices) {
  // p0 = 1 forces p1 = 1, which forces p2 = 1, which forces p3 = 1.
  const Ruled ruled({2, 2, 2, 2}, {{{0, 1}, {1, 0}}, {{1, 1}, {2, 0}}, {{2, 1}, {3, 0}}});
  EXPECT_THAT(ruled->complete(Literals{1, none, none, none}, Literals{0, 2, 4, 6}), Optional(ElementsAre(1, 3, 5, 7)));
  EXPECT_EQ(ruled->complete(Literals{1, none, none, 6}, Literals{0, 2, 4, 6}), std::nullopt);
  EXPECT_THAT(ruled->complete(Literals{none, none, none, 6}, Literals{1, 3, 5, 7}), Optional(ElementsAre(0, 2, 4, 6)));
}

TEST(Legality, CompletesNothingWhereAValueOrEverythingIsForbidden) {
  const Ruled value({2, 2}, {{{0, 1}}});
  EXPECT_EQ(value->complete(Literals{1, none}, Literals{1, 2}), std::nullopt);
  EXPECT_THAT(value->complete(Literals{none, none}, Literals{1, 3}), Optional(ElementsAre(0, 3)));
  const Ruled everything({2, 2}, {{}});
  EXPECT_EQ(everything->complete(Literals{none, none}, Literals{none, none}), std::nullopt);
}

/// Returns some forbidden tuples of one to three cells.
std::vector<Tuple> random_tuples(const std::vector<std::size_t>& levels, Random& random) {
  std::vector<Tuple> tuples;
  for (std::size_t i = 2 + random.below(8); i > 0; --i) {
    Tuple tuple;
    for (std::size_t p = 0; p < levels.size() && tuple.size() < 3; ++p)
      if (random.below(levels.size()) < 2)
        tuple.push_back({.parameter = p, .value = static_cast<Value>(random.below(levels[p]))});
    if (!tuple.empty()) tuples.push_back(tuple);
  }
  return tuples;
}

/// Returns the tuples of at most `strength` cells that no legal row has, without those that contain another of them.
std::set<Tuple> infeasible_by_trying(const Model& model, std::size_t strength) {
  const auto legal = legal_rows(model);
  const auto all = legal_rows({.parameters = model.parameters});
  std::set<Tuple> minimal;
  for (std::size_t size = 1; size <= strength; ++size) {
    const std::set<Tuple> feasible = tuples_of(legal, size);
    std::set<Tuple> found;
    for (const Tuple& tuple : tuples_of(all, size)) {
      const auto contains = [&](const Tuple& part) { return std::ranges::includes(tuple, part); };
      if (!feasible.contains(tuple) && std::ranges::none_of(minimal, contains)) found.insert(tuple);
    }
    minimal.merge(found);
  }
  return minimal;
}

class InfeasibleTuples : public testing::TestWithParam<std::size_t> {};

TEST_P(InfeasibleTuples, AreThoseThatNoLegalRowHas) {
  Random random(GetParam());
  const std::vector<std::size_t> levels{2, 3, 2, 3, 2};
  for (int i = 0; i < 60; ++i) {
    const Ruled ruled(levels, random_tuples(levels, random));
    if (legal_rows(ruled.model()).empty()) continue;
    std::set<Tuple> found;
    for (const Literals& literals : infeasible_tuples(*ruled, GetParam())) {
      Tuple tuple;
      for (const Literal literal : literals) {
        const std::size_t parameter = ruled->space().parameter_of(literal);
        tuple.push_back(
            {.parameter = parameter, .value = static_cast<Value>(literal - ruled->space().first(parameter))});
      }
      EXPECT_TRUE(found.insert(tuple).second) << testing::PrintToString(literals);
    }
    EXPECT_EQ(found, infeasible_by_trying(ruled.model(), GetParam()));
  }
}

INSTANTIATE_TEST_SUITE_P(Strength, InfeasibleTuples, testing::Values(2, 3, 4), testing::PrintToStringParamName());

TEST(InfeasibleTuples, AreNoneWhereNothingIsForbidden) {
  const Ruled ruled({2, 2, 2}, {});
  EXPECT_THAT(infeasible_tuples(*ruled, 3), IsEmpty());
}

}  // namespace
}  // namespace npu_cts::arrays
