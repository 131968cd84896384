// SPDX-License-Identifier: Apache-2.0
#include "reports/diagnose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

CaseResult right(std::string id, std::int64_t k) {
  CaseResult result;
  result.id = std::move(id);
  result.sizes = {{"k", k}, {"m", 1}};
  return result;
}

CaseResult wrong(std::string id, std::int64_t k, std::vector<std::string> like) {
  CaseResult result = right(std::move(id), k);
  result.status = Status::fail;
  result.mismatch = Mismatch{.output = "out", .index = {0}, .got = "1", .want = "2"};
  result.matching_mutants = std::move(like);
  return result;
}

std::vector<Suspicion> diagnosis_of(const std::vector<CaseResult>& results) {
  Diagnosis diagnosis;
  for (const CaseResult& result : results) diagnosis.add({}, result);
  return diagnosis.suspicions();
}

/// Returns `results`, and `count` right ones of each size of `sizes`.
std::vector<CaseResult> with_right(std::vector<CaseResult> results, int count, const std::vector<std::int64_t>& sizes) {
  for (const std::int64_t k : sizes) {
    for (int i = 0; i < count; ++i) results.push_back(right("right", k));
  }
  return results;
}

/// Returns what is said of two wrong calls in `mode`, where `right_there` calls in it and `right_elsewhere` in
/// another are right.
std::vector<std::string> only_at(const std::string& mode, std::size_t right_there, std::size_t right_elsewhere) {
  Diagnosis diagnosis;
  diagnosis.add({.product = "one", .release = "1", .mode = mode}, wrong("a", 4, {}));
  diagnosis.add({.product = "two", .release = "1", .mode = mode}, wrong("b", 4, {}));
  for (std::size_t i = 0; i < right_there; ++i)
    diagnosis.add({.product = "one", .release = "1", .mode = mode}, right("c", 4));
  for (std::size_t i = 0; i < right_elsewhere; ++i)
    diagnosis.add({.product = "one", .release = "1", .mode = "other"}, right("d", 4));
  return diagnosis.suspicions().front().only_at;
}

TEST(Diagnose, SuspectsNothingWhereAllValuesAreRight) {
  EXPECT_THAT(diagnosis_of({right("a", 1), right("b", 2)}), IsEmpty());
}

TEST(Diagnose, PutsACaseUnderTheMistakeThatExplainsMost) {
  const auto found = diagnosis_of({wrong("a", 4, {"sums in int16", "drops k"}), wrong("b", 4, {"drops k"}),
                                   wrong("c", 4, {"sums in int16"}), wrong("d", 4, {"sums in int16"})});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].wrong, "sums in int16");
  EXPECT_EQ(found[0].cases, 3U);
  EXPECT_EQ(found[0].first, "a");
  EXPECT_EQ(found[1].wrong, "drops k");
  EXPECT_EQ(found[1].cases, 1U);
}

TEST(Diagnose, SaysFromWhichSizeOn) {
  const auto found = diagnosis_of(
      with_right({right("e", 9000), wrong("c", 8192, {"rounds"}), wrong("d", 4096, {"rounds"})}, 5, {1, 64}));
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_TRUE(found[0].from);
  EXPECT_EQ(found[0].from->symbol, "k") << "m is the same everywhere and tells nothing";
  EXPECT_EQ(found[0].from->from, 4096);
  EXPECT_EQ(found[0].from->right_at, 64);
}

TEST(Diagnose, TakesNoSizeForAThresholdThatIsOneByChance) {
  const auto found = diagnosis_of({right("a", 24), wrong("b", 31, {"rounds"})});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_FALSE(found[0].from);
}

TEST(Diagnose, TakesNoSizeWhereOnlyOneSmallerSizeWasSeen) {
  const auto found = diagnosis_of(with_right({wrong("c", 20, {"rounds"}), wrong("d", 40, {"rounds"})}, 10, {1}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_FALSE(found[0].from);
}

TEST(Diagnose, TakesNoSizeWhereFewCasesAreWrongAboveIt) {
  const std::vector<CaseResult> two{wrong("c", 4096, {"rounds"}), wrong("d", 4096, {"rounds"})};
  EXPECT_TRUE(diagnosis_of(with_right(two, 4, {1, 64}))[0].from);
  EXPECT_FALSE(diagnosis_of(with_right(two, 1, {1, 64}))[0].from) << "two of four: by chance one time in six";
  EXPECT_FALSE(diagnosis_of(with_right(two, 4, {1, 64, 8192, 9000, 9001}))[0].from) << "14 of 22 are as large";
}

TEST(Diagnose, TakesNoSizeThatHoldsFewValues) {
  EXPECT_FALSE(diagnosis_of(with_right({wrong("d", 8, {}), wrong("e", 9, {})}, 9, {1, 2, 3}))[0].from)
      << "a data set has more values than tensors of these sizes hold";
}

TEST(Diagnose, TakesNoSizeWhereWhatNothingExplainsIsWrongBelow) {
  auto results = with_right({wrong("c", 257, {"tail"}), wrong("d", 300, {"tail"})}, 5, {1, 50});
  EXPECT_TRUE(diagnosis_of(results)[0].from);
  results.push_back(wrong("e", 50, {}));
  EXPECT_FALSE(diagnosis_of(results)[0].from);
  results.back().matching_mutants = {"another"};
  EXPECT_TRUE(diagnosis_of(results)[0].from) << "a mistake that is known explains itself";
}

TEST(Diagnose, TakesNoSizeWhereAnotherExplainsAsMuch) {
  auto results = with_right({wrong("c", 80, {"rounds"}), wrong("d", 90, {"rounds"})}, 5, {1, 20});
  EXPECT_TRUE(diagnosis_of(results)[0].from);
  for (CaseResult& result : results) result.sizes["b"] = 3 * result.sizes["k"];
  const auto found = diagnosis_of(results);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_FALSE(found[0].from);
}

TEST(Diagnose, SaysWhichModeAllWrongCasesHaveWhereItIsNoChance) {
  EXPECT_THAT(only_at("graph", 1, 10), ElementsAre("graph")) << "of the one release nothing can be said";
  EXPECT_THAT(only_at("graph", 50, 10), IsEmpty()) << "two in fifty-two are wrong: ten right ones tell nothing";
  EXPECT_THAT(only_at("graph", 1, 0), IsEmpty()) << "no other mode was seen";
}

TEST(Diagnose, PutsWhatNothingExplainsLast) {
  const auto found = diagnosis_of({wrong("a", 4, {}), wrong("b", 4, {}), wrong("c", 4, {"rounds"})});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[1].wrong, "");
  EXPECT_EQ(found[1].cases, 2U);
}

}  // namespace
}  // namespace npu_cts::reports
