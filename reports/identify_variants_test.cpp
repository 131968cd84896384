// SPDX-License-Identifier: Apache-2.0
#include "reports/identify_variants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ImplementationDefined behaviour(std::string id, const std::vector<std::string>& variants) {
  ImplementationDefined made;
  made.id = std::move(id);
  for (const std::string& variant : variants) {
    made.variants.emplace_back();
    made.variants.back().id = variant;
  }
  return made;
}

const OpSpec& op() {
  static const OpSpec made = [] {
    OpSpec frobnicate;
    frobnicate.implementation_defined = {behaviour("rounding", {"even", "away"}),
                                         behaviour("field", {"clip", "wrap", "trap"})};
    return frobnicate;
  }();
  return made;
}

CaseResult agreeing(std::string id, std::vector<VariantChoice> agrees) {
  CaseResult result;
  result.id = std::move(id);
  result.agrees = std::move(agrees);
  return result;
}

VariantIdentification identify(const std::vector<CaseResult>& results) {
  Agreements agreements;
  for (const CaseResult& result : results) agreements.add(result);
  return identify_variants(op(), agreements);
}

TEST(IdentifyVariants, NamesTheVariantThatExplainsEveryCase) {
  const auto found = identify(
      {agreeing("a", {{{"rounding", "even"}}, {{"rounding", "away"}}}), agreeing("b", {{{"rounding", "away"}}})});
  EXPECT_THAT(found.fits, ElementsAre(VariantChoice{{"rounding", "away"}}));
  EXPECT_EQ(found.cases, 2U);
  EXPECT_THAT(found.disagreeing, IsEmpty());
}

TEST(IdentifyVariants, KeepsEveryVariantThatTheCasesCannotTellApart) {
  const auto found = identify({agreeing("a", {{{"field", "clip"}}, {{"field", "trap"}}})});
  EXPECT_THAT(found.fits, ElementsAre(VariantChoice{{"field", "clip"}}, VariantChoice{{"field", "trap"}}));
}

TEST(IdentifyVariants, JoinsWhatCasesSayOfDifferentBehaviours) {
  const auto found = identify({agreeing("a", {{{"rounding", "even"}}}), agreeing("b", {{{"field", "wrap"}}})});
  EXPECT_THAT(found.fits, ElementsAre(VariantChoice{{"field", "wrap"}, {"rounding", "even"}}));
}

TEST(IdentifyVariants, NamesTwoCasesThatNoVariantExplainsTogether) {
  const auto found = identify({agreeing("c", {{{"rounding", "even"}}, {{"rounding", "away"}}}),
                               agreeing("b", {{{"rounding", "away"}}}), agreeing("a", {{{"rounding", "even"}}})});
  EXPECT_THAT(found.fits, IsEmpty());
  EXPECT_THAT(found.disagreeing, ElementsAre("a", "b"));
}

TEST(IdentifyVariants, NamesThreeCasesWhereNoTwoDisagree) {
  const auto found = identify({agreeing("a", {{{"field", "clip"}}, {{"field", "wrap"}}}),
                               agreeing("b", {{{"field", "wrap"}}, {{"field", "trap"}}}),
                               agreeing("c", {{{"field", "trap"}}, {{"field", "clip"}}})});
  EXPECT_THAT(found.fits, IsEmpty());
  EXPECT_THAT(found.disagreeing, ElementsAre("a", "b", "c"));
}

TEST(IdentifyVariants, SeesAMixtureOfJointChoices) {
  const auto found =
      identify({agreeing("a", {{{"rounding", "even"}, {"field", "clip"}}, {{"rounding", "away"}, {"field", "wrap"}}}),
                agreeing("b", {{{"rounding", "even"}, {"field", "wrap"}}, {{"rounding", "away"}, {"field", "clip"}}})});
  EXPECT_THAT(found.disagreeing, ElementsAre("a", "b"));
}

TEST(IdentifyVariants, SaysNothingWhereNothingIsFree) {
  const auto found = identify({agreeing("a", {})});
  EXPECT_EQ(found, VariantIdentification{});
}

TEST(IdentifyVariants, FitsNothingWhereACaseFollowsAVariantTheSpecLacks) {
  const auto found = identify({agreeing("a", {{{"rounding", "up"}}})});
  EXPECT_THAT(found.fits, IsEmpty());
  EXPECT_THAT(found.disagreeing, ElementsAre("a"));
}

}  // namespace
}  // namespace npu_cts::reports
