// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/explore.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "framework/base/find.h"
#include "framework/base/names_testing.h"
#include "framework/explore/explore_testing.h"
#include "framework/explore/failure_text.h"
#include "framework/explore/replay.h"

namespace npu_cts::explore {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing_explore::Seen;
using testing_explore::Wrong;

/// An exploration of an implementation of `same`, and what it told.
struct Explored {
  std::vector<Failure> failures;
  Exploration done;
};

const Spec& spec() {
  static const Spec same = testing_explore::spec_of_same();
  return same;
}

/// The calls of a failure refer to these.
BoundSpecs& bound_specs() {
  static BoundSpecs specs(spec());
  return specs;
}

Explored explore(const Wrong& wrong, ExploreOptions options = {}) {
  const Bench bench = testing_explore::bench_of(wrong);
  BoundSpecs& specs = bound_specs();
  Drawers drawers(specs, {{&spec().operators.front(),
                           {{.product = "alpha", .release = "1.0", .mode = "eager"},
                            {.product = "beta", .release = "1.0", .mode = "eager"}}}});
  if (options.most_calls == SIZE_MAX) options.most_calls = 4000;
  Explored explored;
  Explorer explorer(bench, drawers, options, [&](const Failure& failure) { explored.failures.push_back(failure); });
  if (std::filesystem::is_directory(options.corpus)) explorer.replay(specs, read_saved(options.corpus, spec()).value());
  EXPECT_EQ(explorer.explore(), std::nullopt);
  explored.done = explorer.so_far();
  return explored;
}

std::string text_of(const std::vector<Failure>& failures) {
  std::string text;
  for (const Failure& failure : failures) text += failure_text(failure.story, {});
  return text;
}

const Tensor& x_of(const DecidedCall& call) { return std::get<Tensor>(call.call.arguments.find("x")->second); }

/// Returns the size of x in the first failure that was told.
Shape smallest_x(const Wrong& wrong) {
  const Explored explored = explore(wrong);
  if (explored.failures.empty()) return {};
  return x_of(explored.failures.front().story.call).type.shape;
}

TEST(Explore, FindsNothingWrongWithWhatIsRight) {
  const Explored explored = explore({});
  EXPECT_EQ(text_of(explored.failures), "");
  EXPECT_EQ(explored.done.calls, 4000U);
  EXPECT_GT(explored.done.expected.at(Verdict::accept), 1000U);
  EXPECT_GT(explored.done.expected.at(Verdict::reject), 200U);
}

TEST(Explore, StopsBetweenTwoCallsWhereItIsToldTo) {
  std::size_t asked = 0;
  const Explored explored = explore({}, {.is_stopped = [&] { return ++asked > 100; }});
  EXPECT_TRUE(explored.done.is_stopped);
  EXPECT_GT(explored.done.calls, 0U);
  EXPECT_LE(explored.done.calls, 100U);
}

TEST(Explore, TellsOfAFailureThoughItIsStoppedWhileItShrinks) {
  bool has_failed = false;
  const auto is_wrong = [&](const Seen& call) { return has_failed = has_failed || call.n > 64; };
  const Explored explored = explore({.is_wrong = is_wrong}, {.is_stopped = [&] { return has_failed; }});
  ASSERT_THAT(explored.failures, SizeIs(1));
  EXPECT_TRUE(explored.failures.front().story.fails_again);
  EXPECT_GT(x_of(explored.failures.front().story.call).type.shape[1], 64);
  EXPECT_TRUE(explored.done.is_stopped);
}

TEST(Explore, ShrinksWhatIsWrongBeyondASizeToTheFirstSizeBeyondIt) {
  EXPECT_THAT(smallest_x({.is_wrong = [](const Seen& call) { return call.n > 64; }}), ElementsAre(1, 65));
  EXPECT_THAT(smallest_x({.is_wrong = [](const Seen& call) { return call.m > 16; }}), ElementsAre(17, 1));
  EXPECT_THAT(smallest_x({.is_wrong = [](const Seen& call) { return call.m == call.n && call.m > 2; }}),
              ElementsAre(3, 3));
}

TEST(Explore, StartsAnImplementationFewTimesForACallThatFailsAlone) {
  const Wrong wrong{.is_wrong = [](const Seen& call) { return call.n > 64; }};
  std::size_t starts = 0;
  Bench bench = testing_explore::bench_of(wrong);
  bench.start = [&starts, start = bench.start] {
    ++starts;
    return start();
  };
  Drawers drawers(bound_specs(),
                  {{&spec().operators.front(), {{.product = "alpha", .release = "1.0", .mode = "eager"}}}});
  Explorer explorer(bench, drawers, {.most_failures = 1}, [](const Failure&) {});
  ASSERT_EQ(explorer.explore(), std::nullopt);
  EXPECT_LE(starts, explorer.so_far().sequences + 3);  // alone, for all tries, and for what is left
}

TEST(Explore, ShrinksOnNewImplementationsWhereOneThatRanBeforeMisleads) {
  EXPECT_THAT(smallest_x({.is_wrong = [](const Seen& call) { return call.n > 64 || call.earlier > 40; }}),
              ElementsAre(1, 65));
}

TEST(Explore, ShrinksWhatFailsInTheFirstCallOfAnImplementationOnly) {
  EXPECT_THAT(smallest_x({.is_wrong = [](const Seen& call) { return call.earlier == 0 && call.n > 64; }}),
              ElementsAre(1, 65));
}

TEST(Explore, TellsWhatWasSeenOfTheCallThatItTells) {
  std::size_t most = 12;  // then it fails no more: in the middle of the shared tries
  const auto is_wrong = [&](const Seen& call) { return call.n > 64 && most > 0 && most-- > 0; };
  const Explored explored = explore({.is_wrong = is_wrong}, {.most_failures = 1});
  ASSERT_THAT(explored.failures, SizeIs(1));
  const TriedStory& story = explored.failures.front().story;
  EXPECT_EQ(story.tried.seen.outcome.outputs.front().tensor.type.shape, x_of(story.call).type.shape);
}

TEST(Explore, ShrinksArgumentsLayoutsAndValues) {
  const Explored explored = explore({.is_wrong = [](const Seen& call) { return call.mode == 2; }}, {.seed = 2});
  ASSERT_EQ(explored.failures.size(), 2U) << text_of(explored.failures);  // one for each dtype
  const Call& call = explored.failures.front().story.call.call;
  EXPECT_EQ(call.arguments.at("mode"), Value(std::int64_t{2}));
  EXPECT_EQ(std::get<Tensor>(call.arguments.at("x")).type.layout, Layout::contiguous);
  EXPECT_EQ(std::get<Tensor>(call.arguments.at("x")).type.storage_offset, 0);
  EXPECT_EQ(std::get<Tensor>(call.arguments.at("x")).values.front(), std::byte{0});
}

TEST(Explore, ShrinksTheStorageOffsetThatMattersToTheFirstThatDoes) {
  for (const std::int64_t most : {0, 127, 32'767}) {
    const auto is_wrong = [most](const Seen& call) { return call.x.type.storage_offset > most; };
    const Explored explored = explore({.is_wrong = is_wrong});
    ASSERT_FALSE(explored.failures.empty()) << most;
    for (const Failure& failure : explored.failures) EXPECT_EQ(x_of(failure.story.call).type.storage_offset, most + 1);
  }
}

TEST(Explore, KeepsTheOneValueThatMatters) {
  const Wrong wrong{.is_wrong = [](const Seen& call) {
    return call.x.type.dtype == DType::int8 && contains(call.x.values, std::byte{100});
  }};
  const Explored explored = explore(wrong);
  ASSERT_EQ(explored.failures.size(), 1U) << text_of(explored.failures);
  const auto& values = x_of(explored.failures.front().story.call).values;
  EXPECT_EQ(std::ranges::count(values, std::byte{100}), 1);
  EXPECT_LE(std::ssize(values) - std::ranges::count(values, std::byte{0}), 4);  // single ones only of small tensors
}

TEST(Explore, FindsWhatAcceptsTooMuchAndNamesTheOneRule) {
  const Wrong wrong{
      .refuses = [](const Seen& call) { return call.m < 1 || call.n < 1 || call.mode < 0 || call.mode > 3; }};
  const Explored explored = explore(wrong);
  ASSERT_EQ(explored.failures.size(), 1U) << text_of(explored.failures);
  const TriedStory& story = explored.failures.front().story;
  EXPECT_THAT(story.call.broken, ElementsAre("n.most"));
  EXPECT_EQ(story.tried.result.attribution->fault, Fault::accepted_invalid);
  EXPECT_THAT(x_of(story.call).type.shape, ElementsAre(1, 401));
  EXPECT_THAT(failure_text(story, {}), HasSubstr("  rule: n.most: n is at most 400 (same.yaml:"));
}

TEST(Explore, LeavesOutAnArgumentThatIsRequired) {
  std::string text(testing_explore::spec_text);
  for (const std::string_view removed : {"=0", ", defaults: [{value: 0}]"})
    text.erase(text.find(removed), removed.size());
  const Spec required = run::testing_session::spec_of(text);
  BoundSpecs specs(required);
  Drawers drawers(specs, {{&required.operators.front(), {{.product = "alpha", .release = "1.0", .mode = "eager"}}}});
  std::vector<std::string> broken;
  const Wrong wrong;  // takes a call without mode
  const Bench bench = testing_explore::bench_of(wrong);
  Explorer explorer(bench, drawers, {.most_calls = 4000},
                    [&](const Failure& failure) { broken = failure.story.call.broken; });
  ASSERT_EQ(explorer.explore(), std::nullopt);
  EXPECT_THAT(broken, ElementsAre("mode.given"));
}

TEST(Explore, FindsWhatRefusesTooMuch) {
  Wrong wrong;
  wrong.refuses = [usual = wrong.refuses](const Seen& call) { return usual(call) || call.n > 255; };
  const Explored explored = explore(wrong);
  ASSERT_FALSE(explored.failures.empty());
  EXPECT_EQ(explored.failures.front().story.tried.result.attribution->fault, Fault::refused_valid);
  EXPECT_THAT(x_of(explored.failures.front().story.call).type.shape, ElementsAre(1, 256));
}

TEST(Explore, KeepsOfTheCallsBeforeOnlyThoseThatMatter) {
  const Explored third = explore({.is_wrong = [](const Seen& call) { return call.earlier >= 2; }});
  ASSERT_FALSE(third.failures.empty());
  EXPECT_THAT(third.failures.front().story.before, SizeIs(2));

  const Explored same_n = explore({.is_wrong = [](const Seen& call) { return call.n == call.last_n && call.n > 1; }});
  ASSERT_FALSE(same_n.failures.empty());
  EXPECT_THAT(same_n.failures.front().story.before, SizeIs(1));
  EXPECT_LE(x_of(same_n.failures.front().story.call).type.shape.back(), 4);

  const Explored other_dtype =
      explore({.is_wrong = [](const Seen& call) { return call.earlier > 0 && call.x.type.dtype != call.last_dtype; }});
  ASSERT_FALSE(other_dtype.failures.empty());
  EXPECT_THAT(other_dtype.failures.front().story.before, SizeIs(1));
}

TEST(Explore, FindsWhatFailsOnceInAThousandCalls) {
  const Explored explored =
      explore({.is_wrong = [](const Seen& call) { return call.earlier == 999; }}, {.most_calls = 100'000});
  ASSERT_FALSE(explored.failures.empty());
  EXPECT_THAT(explored.failures.front().story.before, SizeIs(999));
}

TEST(Explore, SaysWhereAFailureDoesNotComeAgain) {
  bool has_failed = false;
  const Explored explored = explore({.is_wrong = [&](const Seen&) { return !std::exchange(has_failed, true); }});
  ASSERT_EQ(explored.failures.size(), 1U) << text_of(explored.failures);
  EXPECT_FALSE(explored.failures.front().story.fails_again);
  EXPECT_THAT(failure_text(explored.failures.front().story, {}), HasSubstr("a second run did not fail"));
}

TEST(Explore, DrawsTheSameCallsForASeedAndOthersForAnother) {
  const Wrong wrong{.is_wrong = [](const Seen& call) { return call.n > 64; }};
  const auto text = [&](std::uint64_t seed) {
    const Explored explored = explore(wrong, {.seed = seed, .most_calls = 500});
    return explored.done.coverage.to_text() + text_of(explored.failures);
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

TEST(Explore, CountsTheChoicesThatItHasSeen) {
  const std::string text = explore({}).done.coverage.to_text();
  EXPECT_THAT(text, HasSubstr("layouts 3"));
  EXPECT_THAT(text, HasSubstr("patterns "));
  EXPECT_THAT(text, HasSubstr("targets 2"));
  EXPECT_THAT(explore({}, {.most_calls = 1}).done.coverage.to_text(), HasSubstr("never broken, of "));
}

/// A folder that is gone when the test ends.
class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(Corpus, GrowsByFailuresAndByNewChoicesAndIsReplayedFirst) {
  const Wrong wrong{.is_wrong = [](const Seen& call) { return call.earlier > 0 && call.n > 64; }};
  const Explored first = explore(wrong, {.most_calls = 1000, .corpus = folder_});
  ASSERT_FALSE(first.failures.empty());
  EXPECT_GT(first.done.kept, 10U);

  const Explored second = explore(wrong, {.seed = 2, .most_calls = 1, .corpus = folder_});
  EXPECT_GT(second.done.replayed, 10U);
  ASSERT_FALSE(second.failures.empty());
  EXPECT_THAT(second.failures.front().name, testing::StartsWith("failures/"));

  const Explored fixed = explore({}, {.most_calls = 1000, .corpus = folder_});
  EXPECT_EQ(text_of(fixed.failures), "");
  EXPECT_LT(fixed.done.kept, first.done.kept);  // the same seed shows little that is new
}

TEST_F(Corpus, HoldsTheExpectedAndTheGotValuesOfAFailure) {
  const Explored explored =
      explore({.is_wrong = [](const Seen& call) { return call.n > 64; }}, {.most_calls = 1000, .corpus = folder_});
  ASSERT_FALSE(explored.failures.empty());
  const auto failure = folder_ / explored.failures.front().name;
  for (const char* file : {"call.yaml", "arguments.x.npy", "out.got.npy", "out.want.npy", "manifest.json"})
    EXPECT_TRUE(std::filesystem::exists(failure / file)) << file;
}

TEST_F(Corpus, ReplaysACallFileWithoutValues) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "plain.yaml") << "call: same\nproduct: alpha\nmode: eager\narguments:\n"
                                           "  x: {dtype: int8, shape: [2, 70]}\n";
  const auto saved = read_saved(folder_, spec());
  ASSERT_TRUE(saved);
  ASSERT_THAT(*saved, SizeIs(1));
  BoundSpecs specs(spec());
  const Wrong wrong{.is_wrong = [](const Seen& call) { return call.n > 64; }};
  const Bench bench = testing_explore::bench_of(wrong);
  const TriedStory replayed = replay(specs, bench, saved->front());
  EXPECT_EQ(saved->front().name, "plain.yaml");
  EXPECT_EQ(replayed.tried.result.status, Status::fail);
  EXPECT_THAT(x_of(replayed.call).values, SizeIs(140));
}

TEST_F(Corpus, NamesTheLineOfACallFileThatCannotBeRead) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "bad.yaml") << "call: sam\nproduct: alpha\nmode: eager\narguments: {}\n";
  const auto saved = read_saved(folder_, spec());
  ASSERT_FALSE(saved);
  EXPECT_THAT(saved.diagnostics().front().at.file, testing::EndsWith("bad.yaml"));
}

TEST_F(Corpus, ThatCannotBeReadIsNoEmptyOne) {
  const auto saved = read_saved(folder_ / "nowhere", spec());
  ASSERT_FALSE(saved);
  EXPECT_THAT(saved.diagnostics().front().at.file, testing::EndsWith("nowhere"));
}

TEST(Pattern, HasItsNamesInTheOrderOfItsValues) { EXPECT_EQ(names_as_words<Pattern>(), enumerators_of<Pattern>()); }

}  // namespace
}  // namespace npu_cts::explore
