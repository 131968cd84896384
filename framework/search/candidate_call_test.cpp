// SPDX-License-Identifier: Apache-2.0
#include "framework/search/candidate_call.h"

#include <gmock/gmock.h>

#include "framework/search/search_testing.h"

// Calls from choices: what a candidate builds, and that a builder which goes on says what a fresh one says.
namespace npu_cts::search {
namespace {

using testing::ElementsAre;
using namespace testing_search;
using Kind = MutationStep::Kind;

std::optional<SlotArguments> built(const BoundSpec& bound, const CandidateCall& candidate) {
  CallBuilder builder(bound);
  builder.start(candidate);
  if (builder.build() == nullptr) return std::nullopt;
  return builder.arguments();
}

const TensorType& type_of(const std::optional<SlotArguments>& arguments, std::size_t slot) {
  return std::get<Tensor>((*arguments)[slot].value()).type;
}

TEST(FirstCandidate, TakesTheFirstOfEveryHint) {
  const Fixture it;
  const auto arguments = built(it.bound, plain(it.bound));
  EXPECT_THAT(type_of(arguments, x).shape, ElementsAre(2, 4));
  EXPECT_EQ((*arguments)[axis], Value(std::int64_t{0}));
  EXPECT_FALSE((*arguments)[y]);
}

TEST(FirstCandidate, LeavesAReservedAttributeOut) {
  OpSpec op = small_op();
  op.parameters[2].reserved = true;
  const Fixture it(std::move(op));
  EXPECT_FALSE((*built(it.bound, plain(it.bound)))[axis]);
}

TEST(CallBuilder, BuildsShapesFromSymbols) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  candidate.symbols[0] = std::int64_t{6};
  candidate.parameters[y].dtype = DType::float32;
  const auto arguments = built(it.bound, candidate);
  EXPECT_THAT(type_of(arguments, x).shape, ElementsAre(6, 4));
  EXPECT_THAT(type_of(arguments, y).shape, ElementsAre(6));
}

TEST(CallBuilder, JudgesSymbolsByTheCallAndNotByTheChoice) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  candidate.edits = {{.kind = Kind::set_size, .place = x, .position = 0, .size = 5}};
  CallBuilder builder(it.bound);
  builder.start(candidate);
  const SlotCall* const call = builder.build();
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->symbol(0).number, 5);
}

TEST(CallBuilder, BuildsNothingOfAShapeThatIsNotThere) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  candidate.parameters[x].alternative = 2;
  EXPECT_FALSE(built(it.bound, candidate));
}

TEST(CallBuilder, BuildsNothingThatIsTooLargeOrNegative) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  for (const std::int64_t size : {max_elements, std::int64_t{-1}}) {
    candidate.symbols[0] = size;
    EXPECT_FALSE(built(it.bound, candidate)) << size;
  }
}

TEST(CallBuilder, BuildsNoTransposedVectorAndNoStridedElement) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  candidate.parameters[x].layout = Layout::transposed;
  EXPECT_TRUE(built(it.bound, candidate));
  candidate.parameters[x].alternative = 1;
  EXPECT_FALSE(built(it.bound, candidate));
  candidate.parameters[x].layout = Layout::strided;
  EXPECT_TRUE(built(it.bound, candidate));
  candidate.symbols[0] = std::int64_t{1};
  EXPECT_FALSE(built(it.bound, candidate));
}

TEST(CallBuilder, SaysWhereAnotherChoiceMayLetItBuild) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  CallBuilder builder(it.bound);
  builder.start(candidate);
  ASSERT_NE(builder.build(), nullptr);
  EXPECT_EQ(builder.unblocking_places(), std::nullopt);
  candidate.parameters[x].layout = Layout::transposed;
  candidate.parameters[x].alternative = 1;  // of x: [n]
  builder.start(candidate);
  ASSERT_EQ(builder.build(), nullptr);
  const auto places = builder.unblocking_places();
  ASSERT_TRUE(places);
  EXPECT_TRUE((*places)[x]);
  EXPECT_TRUE((*places)[n]);
  EXPECT_FALSE((*places)[y]);
  EXPECT_FALSE((*places)[axis]);
}

TEST(CallBuilder, MakesEditsLastAndInTheirOrder) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  candidate.edits = {{.kind = Kind::insert_axis, .place = x, .position = 0, .size = 7},
                     {.kind = Kind::drop_axis, .place = x, .position = 2}};
  EXPECT_THAT(type_of(built(it.bound, candidate), x).shape, ElementsAre(7, 2));
}

TEST(CallBuilder, BuildsNothingOfAnEditThatCannotBeMade) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  for (const MutationStep& edit : {MutationStep{.kind = Kind::remove, .place = y},
                                   MutationStep{.kind = Kind::drop_axis, .place = x, .position = 2},
                                   MutationStep{.kind = Kind::set_dtype, .place = axis}}) {
    candidate.edits = {edit};
    EXPECT_FALSE(built(it.bound, candidate));
  }
}

TEST(CallBuilder, BuildsATensorBeforeOneThatItsShapeReads) {
  OpSpec op = small_op();
  op.parameters[0].shapes = {shape("like", "if(y is given, [9], [n])")};
  const Fixture it(std::move(op));
  CandidateCall candidate = plain(it.bound);
  candidate.parameters[y].dtype = DType::float32;
  CallBuilder builder(it.bound);
  for (int i = 0; i < 2; ++i) {  // the second finds y of the first
    builder.start(candidate);
    ASSERT_NE(builder.build(), nullptr);
    EXPECT_THAT(type_of(builder.arguments(), x).shape, ElementsAre(2));
  }
}

TEST(StepTaken, IsTakenBackAtItsEnd) {
  const Fixture it;
  CallBuilder builder(it.bound);
  builder.start(plain(it.bound));
  const CandidateCall before = builder.candidate();
  std::vector<MutationStep> steps = MutationSteps(it.bound).from(*built(it.bound, before));
  ASSERT_FALSE(steps.empty());
  for (MutationStep& step : steps) {
    const MutationStep was = step;
    { const StepTaken taken(step, builder); }
    EXPECT_EQ(builder.candidate(), before);
    EXPECT_EQ(step, was);
  }
}

/// The one thing that a builder gets wrong if it forgets what a change touches.
TEST(CallBuilder, ThatGoesOnBuildsWhatAFreshOneBuilds) {
  const Fixture it;
  CandidateCall candidate = plain(it.bound);
  candidate.parameters[y].dtype = DType::float32;
  std::vector<MutationStep> steps = MutationSteps(it.bound).from(*built(it.bound, candidate));
  std::vector<MutationStep> others = steps;
  CallBuilder builder(it.bound);
  builder.start(candidate);
  int seen = 0;
  for (MutationStep& step : steps) {
    const StepTaken one(step, builder);
    for (std::size_t i = 0; i < others.size(); i += 3) {
      const StepTaken two(others[i], builder);
      const bool is_built = builder.build() != nullptr;
      const auto fresh = built(it.bound, builder.candidate());
      ASSERT_EQ(is_built, fresh.has_value());
      if (!is_built) continue;
      ASSERT_EQ(builder.arguments(), *fresh);
      ++seen;
    }
  }
  EXPECT_GT(seen, 100);
}

TEST(AgreeOn, LooksAtTheNamesAlone) {
  const Fixture it;
  const CandidateCall a = plain(it.bound);
  SlotSet names(4);
  names[axis] = true;
  CandidateCall b = a;
  b.symbols[0] = std::int64_t{4};
  b.parameters[x].layout = Layout::strided;
  b.edits = {{.kind = Kind::remove, .place = x}};
  EXPECT_TRUE(agree_on(names, a, b));
  names[n] = true;
  EXPECT_FALSE(agree_on(names, a, b));
  names = SlotSet(4);
  names[x] = true;
  b.parameters[x].layout = Layout::contiguous;
  EXPECT_FALSE(agree_on(names, a, b)) << "the edit differs";
}

TEST(DependsOnUnseenLayout, IsNotWhereAStrideShowsItOrAnotherRuleRefuses) {
  OpSpec op = small_op();
  op.rules.push_back(rule("x.layout", "layout(x) == contiguous"));
  const Fixture it(std::move(op));
  const auto depends = [&](std::int64_t rows, Layout layout, std::size_t alternative) {
    CandidateCall candidate = plain(it.bound);
    candidate.symbols[0] = rows;
    candidate.parameters[x].layout = layout;
    candidate.parameters[x].alternative = alternative;
    candidate.edits = {{.kind = Kind::set_size, .place = x, .position = 0, .size = rows}};
    const auto arguments = built(it.bound, candidate);
    return depends_on_unseen_layout(SlotCall(it.bound, *arguments));
  };
  EXPECT_FALSE(depends(2, Layout::transposed, 0));
  EXPECT_FALSE(depends(2, Layout::strided, 1));
  EXPECT_FALSE(depends(2, Layout::contiguous, 0));
  EXPECT_FALSE(depends(1, Layout::transposed, 0)) << "n.even refuses it in either layout";
}

TEST(DependsOnUnseenLayout, IsWhereAnotherVerdictWouldFollow) {
  OpSpec op = small_op();
  op.rules = {rule("x.layout", "layout(x) == contiguous")};
  const Fixture it(std::move(op));
  CandidateCall candidate = plain(it.bound);
  candidate.symbols[0] = std::int64_t{1};
  candidate.parameters[x].layout = Layout::transposed;
  const auto row = built(it.bound, candidate);
  EXPECT_TRUE(depends_on_unseen_layout(SlotCall(it.bound, *row)));
  const Fixture free;
  EXPECT_FALSE(depends_on_unseen_layout(SlotCall(free.bound, *row))) << "no rule asks for the layout";
}

}  // namespace
}  // namespace npu_cts::search
