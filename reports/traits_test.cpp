// SPDX-License-Identifier: Apache-2.0
#include "reports/traits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

OpSpec invented() {
  OpSpec op;
  op.parameters.resize(3);
  op.parameters[0].key = "x";
  op.parameters[1].key = "bias";
  op.parameters[1].optional = true;
  op.parameters[2].key = "axis";
  return op;
}

Call call_of(DType dtype, std::int64_t axis) {
  Call call;
  call.arguments["x"] = Tensor{.type = {.dtype = dtype, .shape = {2, 3}, .storage_offset = 4}};
  call.arguments["axis"] = axis;
  return call;
}

std::vector<std::string> says(const Call& call) {
  std::vector<std::string> all;
  for (const Trait& trait : traits_of(invented(), call)) all.push_back(trait.says);
  return all;
}

TEST(Traits, AreInTheLanguageOfTheRules) {
  EXPECT_THAT(says(call_of(DType::int8, -1)),
              ElementsAre("dtype(x) == int8", "rank(x) == 2", "layout(x) == contiguous", "format(x) == ND",
                          "storage_offset(x) > 0", "bias is none", "axis == -1"));
  Call call = call_of(DType::int8, -1);
  call.arguments["bias"] = None{};
  EXPECT_THAT(says(call), testing::Contains("bias is none")) << "given as none is none";
  call.arguments["bias"] = Tensor{};
  EXPECT_THAT(says(call), testing::Contains("bias is not none"));
}

/// Returns what ten wrong calls share that differ from each of `right` calls in what they are.
std::vector<std::string> shared(DType wrong, std::int64_t wrong_axis, std::size_t right) {
  TraitCounts counts;
  for (int i = 0; i < 10; ++i) counts.add_wrong(traits_of(invented(), call_of(wrong, wrong_axis + i % 2)));
  for (std::size_t i = 0; i < right; ++i) counts.add_right(traits_of(invented(), call_of(DType::int8, -1)));
  return counts.shared();
}

TEST(Traits, AreSharedWhereFewRightCallsHaveThem) {
  EXPECT_THAT(shared(DType::float16, 1, 100), ElementsAre("dtype(x) == float16", "axis != -1"));
  EXPECT_THAT(shared(DType::int8, 1, 100), ElementsAre("axis != -1")) << "each of two other values";
  EXPECT_THAT(shared(DType::int8, -1, 100), IsEmpty()) << "one of the two is the usual one";
}

TEST(Traits, AreSharedByChanceWhereFewCallsAreWrong) {
  const auto shared_by = [](std::size_t wrong) {
    TraitCounts counts;
    for (std::size_t i = 0; i < wrong; ++i) counts.add_wrong({{"axis", "axis == 1"}});
    for (int i = 0; i < 98; ++i) counts.add_right({{"axis", "axis == 1"}});
    for (int i = 0; i < 400; ++i) counts.add_right({{"axis", "axis == 2"}});
    return counts.shared();
  };
  EXPECT_THAT(shared_by(2), IsEmpty()) << "a fifth of all calls has it: one pair in 25 does";
  EXPECT_THAT(shared_by(6), ElementsAre("axis == 1")) << "no other of the same argument";
}

TEST(Traits, AreNotNamedOfAFewCalls) {
  const auto shared_by = [](int wrong) {
    TraitCounts counts;
    for (int i = 0; i < wrong; ++i) counts.add_wrong({{"axis", "axis == 1"}});
    for (int i = 0; i < 400; ++i) counts.add_right({{"axis", "axis == 2"}});
    return counts.shared();
  };
  EXPECT_THAT(shared_by(4), IsEmpty()) << "a plan makes some cases alike in many ways";
  EXPECT_THAT(shared_by(5), ElementsAre("axis == 1"));
}

TEST(Traits, SayThatAnArgumentIsGivenBeforeWhatItsOnlyDtypeIs) {
  TraitCounts counts;
  for (int i = 0; i < 10; ++i) counts.add_wrong({{"bias", "dtype(bias) == int32"}, {"bias", "bias is not none"}});
  for (int i = 0; i < 100; ++i) counts.add_right({{"bias", "bias is none"}});
  EXPECT_THAT(counts.shared(), ElementsAre("bias is not none"));
}

TEST(Traits, AreNoChanceByTheCountOfPairs) {
  EXPECT_TRUE(is_no_chance(2, 1, 8, 18)) << "3 of 55 pairs of 11 calls lie among the 3 of the group";
  EXPECT_FALSE(is_no_chance(2, 1, 8, 19));
  EXPECT_FALSE(is_no_chance(2, 0, 0, 2)) << "there is no other group";
  EXPECT_FALSE(is_no_chance(0, 0, 0, 2));
}

}  // namespace
}  // namespace npu_cts::reports
