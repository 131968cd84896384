// SPDX-License-Identifier: Apache-2.0
#include "reports/traits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::reports {
namespace {

using testing::Contains;
using testing::ElementsAre;

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

std::vector<std::string> says(const std::vector<Trait>& traits) {
  std::vector<std::string> all;
  for (const Trait& trait : traits) all.push_back(trait.says());
  return all;
}

TEST(Traits, AreInTheLanguageOfTheRules) {
  EXPECT_THAT(
      says(traits_of(invented(), call_of(DType::int8, -1))),
      ElementsAre("dtype(x) == int8", "rank(x) == 2", "layout(x) == contiguous", "format(x) == ND", "dim(x, 0) == 2",
                  "last(x) == 3", "numel(x) == 6", "storage_offset(x) > 0", "bias is none", "axis == -1"));
  Call call = call_of(DType::int8, -1);
  call.arguments["bias"] = None{};
  EXPECT_THAT(says(traits_of(invented(), call)), Contains("bias is none")) << "given as none is none";
  call.arguments["bias"] = Tensor{};
  EXPECT_THAT(says(traits_of(invented(), call)), Contains("bias is not none"));
}

TEST(Traits, AreOfTheTargetAndOfTheSizes) {
  CaseResult result;
  result.sizes = {{"k", 17}};
  record::PlannedCase planned;
  planned.target = {.product = "p", .release = "1", .mode = "graph"};
  EXPECT_THAT(says(traits_of(planned, result)),
              ElementsAre("product == p", "release == 1", "mode == graph", "k == 17"));
}

TEST(Traits, NameTheRuleThatAnIllegalCallBreaks) {
  record::PlannedCase planned;
  planned.expected = Verdict::reject;
  planned.covers = {"x.rank"};
  EXPECT_THAT(says(traits_of(planned, {})), Contains("'x.rank' is broken"));
}

TEST(TraitNumbers, GiveEachTraitOne) {
  TraitNumbers numbers;
  const Trait one{.of = "x", .is = "is none"};
  const Trait other{.of = "y", .is = "is none"};
  EXPECT_EQ(numbers.of(one), 0U);
  EXPECT_EQ(numbers.of(other), 1U);
  EXPECT_EQ(numbers.of(one), 0U);
  EXPECT_THAT(numbers.all(), ElementsAre(one, other));
}

}  // namespace
}  // namespace npu_cts::reports
