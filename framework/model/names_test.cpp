// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "framework/base/boxed.h"
#include "framework/model/case.h"
#include "framework/model/request.h"
#include "framework/model/result.h"
#include "framework/model/spec.h"

// Every closed set of words: each value has one of its own, and is found by it and by nothing else.
namespace npu_cts {
namespace {

/// Holds the table of `values` against its names; a name is unique, and leads back to its value.
template <class Values, class Find>
void expect_words(const Values& values, const Find& find) {
  std::set<std::string> words;
  for (const auto value : values) {
    const std::string word(name_of(value));
    EXPECT_FALSE(word.empty());
    EXPECT_TRUE(words.insert(word).second) << word << " stands for two";
    EXPECT_EQ(find(word), value) << word;
    EXPECT_FALSE(find(word + " ")) << word;
    EXPECT_FALSE(find(word.substr(1))) << word << " by its end";
  }
  EXPECT_FALSE(find(""));
  EXPECT_FALSE(find("no such word"));
}

TEST(ClosedSet, OfVerdicts) { expect_words(all_verdicts, &find_verdict); }
TEST(ClosedSet, OfPhases) { expect_words(all_phases, &find_phase); }
TEST(ClosedSet, OfKindsOfParameters) { expect_words(all_parameter_kinds, &find_parameter_kind); }
TEST(ClosedSet, OfGroups) { expect_words(all_groups, &find_group); }
TEST(ClosedSet, OfFills) { expect_words(all_fill_kinds, &find_fill_kind); }
TEST(ClosedSet, OfWhatAQuestionLeaves) { expect_words(all_leaves, &find_leaves); }
TEST(ClosedSet, OfFamilies) { expect_words(all_families, &find_family); }
TEST(ClosedSet, OfTiers) { expect_words(all_tiers, &find_tier); }
TEST(ClosedSet, OfStatuses) { expect_words(all_statuses, &find_status); }
TEST(ClosedSet, OfPolicies) { expect_words(all_policies, &find_policy); }
TEST(ClosedSet, OfOutcomes) { expect_words(all_outcome_kinds, &find_outcome_kind); }
TEST(ClosedSet, OfDispositions) { expect_words(all_dispositions, &find_disposition); }
TEST(ClosedSet, OfLayouts) { expect_words(all_layouts, &find_layout); }
TEST(ClosedSet, OfFormats) { expect_words(all_formats, &find_format); }
TEST(ClosedSet, OfEndsOfATensor) {
  expect_words(std::array{TensorEnd::before_start, TensorEnd::past_end}, &find_tensor_end);
}

TEST(ClosedSet, OfFaults) {
  std::array<Fault, fault_count> faults{};
  for (std::size_t i = 0; i < fault_count; ++i) faults[i] = static_cast<Fault>(i);
  expect_words(faults, &find_fault);
  std::set<std::string_view> words;
  for (const Fault fault : faults) EXPECT_TRUE(words.insert(words_of(fault)).second) << name_of(fault);
  EXPECT_EQ(find_fault(words_of(Fault::out_of_bounds)), std::nullopt) << "words are for people";
}

TEST(ClosedSet, OfFamiliesIsInTheOrderOfItsNames) {
  for (std::size_t i = 1; i < all_families.size(); ++i)
    EXPECT_LT(name_of(all_families[i - 1]), name_of(all_families[i]));
}

TEST(IsFailure, OfEveryStatusThatTurnsARunRed) {
  std::set<std::string_view> failures;
  for (const Status status : all_statuses) {
    if (is_failure(status)) failures.insert(name_of(status));
  }
  EXPECT_EQ(failures, (std::set<std::string_view>{"unexpected_pass", "fail", "crash", "timeout", "error"}));
}

TEST(PlainText, IsThatOfEachKindOfValue) {
  constexpr PlainText text;
  EXPECT_EQ(text(None{}), "none");
  EXPECT_EQ(text(true), "true");
  EXPECT_EQ(text(false), "false");
  EXPECT_EQ(text(std::int64_t{-7}), "-7");
  EXPECT_EQ(text(std::string("word")), "word");
  EXPECT_EQ(text(DType::bfloat16), "bfloat16");
  EXPECT_EQ(text(std::vector<std::int64_t>{1, -2}), "[1, -2]");
  EXPECT_EQ(text(std::vector<std::int64_t>{}), "[]");
}

TEST(Numel, OfAScalarIsOne) {
  EXPECT_EQ(numel({}), 1);
  EXPECT_EQ(numel({2, 3}), 6);
  EXPECT_EQ(numel({2, 0, 3}), 0);
}

TEST(MapTensors, MapsTensorsAndKeepsTheRest) {
  const Arguments arguments{
      {"a", None{}}, {"n", std::int64_t{3}}, {"x", Tensor{.type = {.dtype = DType::int8, .shape = {2}}}}};
  const auto mapped = map_tensors(arguments, [](const std::string& key, const Tensor& tensor) {
    return Boxed<std::string>(key + to_text(tensor.type.shape));
  });
  EXPECT_EQ(mapped.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<None>(mapped.at("a")));
  EXPECT_EQ(std::get<std::int64_t>(mapped.at("n")), 3);
  EXPECT_EQ(*std::get<Boxed<std::string>>(mapped.at("x")), "x[2]");
}

}  // namespace
}  // namespace npu_cts
