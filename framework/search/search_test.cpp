// SPDX-License-Identifier: Apache-2.0
#include "framework/search/search.h"

#include <gmock/gmock.h>

#include "framework/search/search_testing.h"

namespace npu_cts::search {
namespace {

using testing::ElementsAre;
using namespace testing_search;

OpSpec with_rule(std::string_view require) {
  OpSpec op = small_op();
  op.rules.push_back(rule("also", require));
  return op;
}

/// Returns what the search finds at `side` of the rule `id`, from the plain candidate.
std::optional<FoundCall> find_at(const Fixture& it, std::string_view id, BoundarySide side,
                                 Reach reach = Reach::two_steps) {
  Search search(it.bound);
  const auto start = search.find_legal(plain(it.bound));
  const BoundRule& rule = *it.bound.find_rule(id);
  for (const BoundaryObjective& objective : boundary_objectives_of(rule)) {
    if (start && objective.side == side) return search.find_at(rule, objective, {*start}, reach);
  }
  return std::nullopt;
}

const Shape& shape_of(const FoundCall& found, std::size_t slot) {
  return std::get<Tensor>(found.arguments[slot].value()).type.shape;
}

TEST(FindLegal, TakesALegalStartAsItIs) {
  const Fixture it;
  const auto found = Search(it.bound).find_legal(plain(it.bound));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->candidate, plain(it.bound));
}

TEST(FindLegal, TakesOneStepWhereThatIsEnough) {
  const Fixture it(with_rule("dim(x, 0) >= 4"));
  const auto found = Search(it.bound).find_legal(plain(it.bound));
  ASSERT_TRUE(found);
  EXPECT_THAT(shape_of(*found, x), ElementsAre(4, 4));
}

TEST(FindLegal, TakesTwoStepsWhereOneIsNotEnough) {
  const Fixture it(with_rule("dim(x, 0) >= 4 and axis == 1"));
  const auto found = Search(it.bound).find_legal(plain(it.bound));
  ASSERT_TRUE(found);
  EXPECT_THAT(shape_of(*found, x), ElementsAre(4, 4));
  EXPECT_EQ(found->arguments[axis], Value(std::int64_t{1}));
}

TEST(FindLegal, FindsNothingWhereThereIsNothing) {
  const Fixture it(with_rule("n < 0"));
  EXPECT_FALSE(Search(it.bound).find_legal(plain(it.bound)));
}

TEST(FindLegal, ComesFromAStartThatBuildsNothing) {
  const Fixture it;
  CandidateCall start = plain(it.bound);
  start.parameters[x].alternative = 7;
  EXPECT_TRUE(Search(it.bound).find_legal(start));
}

TEST(FindLegal, FindsTheSameWhateverWasSearchedBefore) {
  const Fixture it(with_rule("dim(x, 0) >= 4"));
  Search used(it.bound);
  CandidateCall other = plain(it.bound);
  other.parameters[y].dtype = DType::float32;
  ASSERT_TRUE(used.find_legal(other));
  EXPECT_EQ(used.find_legal(plain(it.bound))->arguments, Search(it.bound).find_legal(plain(it.bound))->arguments);
}

TEST(FindLegalShape, KeepsTheShape) {
  const Fixture it(with_rule("rank(x) == 2 or axis == 1"));
  CandidateCall start = plain(it.bound);
  start.parameters[x].alternative = 1;
  const auto found = Search(it.bound).find_legal_shape(start, x);
  ASSERT_TRUE(found);
  EXPECT_THAT(shape_of(*found, x), ElementsAre(2));
  EXPECT_EQ(found->arguments[axis], Value(std::int64_t{1}));
}

MutationStep take_axis(std::int64_t value) {
  return {.kind = MutationStep::Kind::argument, .place = axis, .value = Value(value)};
}

MutationStep take_vector() { return {.kind = MutationStep::Kind::alternative, .place = x, .position = 1}; }

MutationStep take_n(std::int64_t value) {
  return {.kind = MutationStep::Kind::symbol, .place = n, .value = Value(value)};
}

const auto any = [](const SlotCall&) { return true; };

TEST(FindLegalBeside, TakesOneOrTwoOfTheOthersAndKeepsWhatIsWanted) {
  const Fixture one(with_rule("rank(x) == 2 or axis == 1"));
  const auto found =
      Search(one.bound).find_legal_beside(plain(one.bound), take_vector(), {take_n(4), take_axis(1)}, any);
  ASSERT_TRUE(found);
  EXPECT_THAT(shape_of(*found, x), ElementsAre(2)) << "n need not change";
  EXPECT_EQ(found->arguments[axis], Value(std::int64_t{1}));
  const Fixture two(with_rule("rank(x) == 2 or (axis == 1 and n == 4)"));
  const auto both =
      Search(two.bound).find_legal_beside(plain(two.bound), take_vector(), {take_n(4), take_axis(1)}, any);
  ASSERT_TRUE(both) << "two steps";
  EXPECT_THAT(shape_of(*both, x), ElementsAre(4));
  EXPECT_EQ(both->arguments[axis], Value(std::int64_t{1}));
}

TEST(FindLegalBeside, TakesAStepThatLetsTheWantedBuildBesideOneThatARuleWants) {
  const Fixture it(with_rule("layout(x) != 'transposed' or axis == 1"));
  CandidateCall vector = plain(it.bound);
  vector.parameters[x].alternative = 1;
  const MutationStep wanted{.kind = MutationStep::Kind::layout, .place = x, .layout = Layout::transposed};
  MutationStep matrix = take_vector();
  matrix.position = 0;
  for (const auto& others : {std::vector{take_axis(1), matrix}, std::vector{matrix, take_axis(1)}}) {
    const auto found = Search(it.bound).find_legal_beside(vector, wanted, others, any);
    ASSERT_TRUE(found);
    EXPECT_THAT(shape_of(*found, x), ElementsAre(2, 4));
    EXPECT_EQ(found->arguments[axis], Value(std::int64_t{1}));
  }
  EXPECT_FALSE(Search(it.bound).find_legal_beside(vector, wanted, {take_n(4), take_axis(1)}, any));
}

TEST(FindLegalBeside, FindsNothingWhereTheOthersDoNotHelp) {
  const Fixture it(with_rule("rank(x) == 2 or axis == 1"));
  Search search(it.bound);
  EXPECT_FALSE(search.find_legal_beside(plain(it.bound), take_vector(), {}, any));
  EXPECT_FALSE(
      search.find_legal_beside(plain(it.bound), take_vector(), {take_n(4), take_axis(-1), take_axis(-2)}, any));
  MutationStep back = take_vector();
  back.position = 0;
  EXPECT_FALSE(search.find_legal_beside(plain(it.bound), take_vector(), {back}, any)) << "that would undo it";
}

TEST(FindLegalBeside, GoesOnAfterACallThatIsNotAllowed) {
  const Fixture it(with_rule("rank(x) == 2 or axis != 0"));
  const auto is_at_one = [](const SlotCall& call) { return *call.argument(axis).value == Value(std::int64_t{1}); };
  const auto found =
      Search(it.bound).find_legal_beside(plain(it.bound), take_vector(), {take_axis(-1), take_axis(1)}, is_at_one);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->arguments[axis], Value(std::int64_t{1}));
}

TEST(FindAt, FindsALegalCallAtALimit) {
  const Fixture it;
  const auto found = find_at(it, "n.most", BoundarySide::at);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, Verdict::accept);
  EXPECT_EQ(shape_of(*found, x).front(), 8);
  EXPECT_TRUE(is_legal(SlotCall(it.bound, found->arguments)));
}

TEST(FindAt, FindsACallThatBreaksTheRuleAlone) {
  const Fixture it;
  const auto found = find_at(it, "n.even", BoundarySide::remainder);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, Verdict::reject);
  EXPECT_TRUE(breaks_only(SlotCall(it.bound, found->arguments), *it.bound.find_rule("n.even")));
}

TEST(FindAt, RepairsWhatTheStepToTheObjectiveBreaks) {
  const Fixture it(with_rule("n <= 2 or axis == 1"));
  EXPECT_FALSE(find_at(it, "n.most", BoundarySide::at, Reach::one_step));
  const auto found = find_at(it, "n.most", BoundarySide::at);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->arguments[axis], Value(std::int64_t{1}));
}

TEST(FindAt, GivesTheVerdictOfTheRule) {
  OpSpec op = small_op();
  op.rules[1].on_violation = Verdict::undefined;
  const Fixture it(std::move(op));
  EXPECT_EQ(find_at(it, "n.even", BoundarySide::broken)->verdict, Verdict::undefined);
}

TEST(FindAt, FindsNothingWhereAnotherRuleBreaksToo) {
  const Fixture it(with_rule("n <= 8"));
  EXPECT_FALSE(find_at(it, "n.most", BoundarySide::above));
}

TEST(FindAt, FindsNothingWithoutAStart) {
  const Fixture it;
  const BoundRule& rule = *it.bound.find_rule("n.most");
  EXPECT_FALSE(Search(it.bound).find_at(rule, boundary_objectives_of(rule).front(), {}, Reach::two_steps));
}

TEST(FindAt, TriesEachStartThatChoosesOtherwise) {
  const Fixture it(with_rule("axis == 1 or n <= 4"));
  Search search(it.bound);
  CandidateCall other = plain(it.bound);
  other.parameters[axis].argument = std::int64_t{1};
  const std::vector<FoundCall> starts{*search.find_legal(plain(it.bound)), *search.find_legal(other)};
  const BoundRule& rule = *it.bound.find_rule("n.most");
  const auto found = search.find_at(rule, boundary_objectives_of(rule).front(), starts, Reach::one_step);
  ASSERT_TRUE(found) << "what was tried of the first start is tried again of the second";
  EXPECT_EQ(found->arguments[axis], Value(std::int64_t{1}));
}

}  // namespace
}  // namespace npu_cts::search
