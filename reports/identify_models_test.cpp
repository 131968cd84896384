#include "reports/identify_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Freedom freedom(std::string id, const std::vector<std::string>& models) {
  Freedom made;
  made.id = std::move(id);
  for (const std::string& model : models) {
    made.models.emplace_back();
    made.models.back().id = model;
  }
  return made;
}

const OpSpec& op() {
  static const OpSpec made = [] {
    OpSpec frobnicate;
    frobnicate.freedoms = {freedom("rounding", {"even", "away"}), freedom("field", {"clip", "wrap", "trap"})};
    return frobnicate;
  }();
  return made;
}

CaseResult agreeing(std::string id, std::vector<ModelChoice> agrees) {
  CaseResult result;
  result.id = std::move(id);
  result.agrees = std::move(agrees);
  return result;
}

TEST(IdentifyModels, NamesTheModelThatExplainsEveryCase) {
  const auto found = identify_models(op(), std::vector{agreeing("a", {{{"rounding", "even"}}, {{"rounding", "away"}}}),
                                                       agreeing("b", {{{"rounding", "away"}}})});
  EXPECT_THAT(found.fits, ElementsAre(ModelChoice{{"rounding", "away"}}));
  EXPECT_EQ(found.cases, 2U);
  EXPECT_THAT(found.disagreeing, IsEmpty());
}

TEST(IdentifyModels, KeepsEveryModelThatTheCasesCannotTellApart) {
  const auto found = identify_models(op(), std::vector{agreeing("a", {{{"field", "clip"}}, {{"field", "trap"}}})});
  EXPECT_THAT(found.fits, ElementsAre(ModelChoice{{"field", "clip"}}, ModelChoice{{"field", "trap"}}));
}

TEST(IdentifyModels, JoinsWhatCasesSayOfDifferentFreedoms) {
  const auto found =
      identify_models(op(), std::vector{agreeing("a", {{{"rounding", "even"}}}), agreeing("b", {{{"field", "wrap"}}})});
  EXPECT_THAT(found.fits, ElementsAre(ModelChoice{{"field", "wrap"}, {"rounding", "even"}}));
}

TEST(IdentifyModels, NamesTwoCasesThatNoModelExplainsTogether) {
  const auto found = identify_models(
      op(), std::vector{agreeing("c", {{{"rounding", "even"}}, {{"rounding", "away"}}}),
                        agreeing("b", {{{"rounding", "away"}}}), agreeing("a", {{{"rounding", "even"}}})});
  EXPECT_THAT(found.fits, IsEmpty());
  EXPECT_THAT(found.disagreeing, ElementsAre("a", "b"));
}

TEST(IdentifyModels, NamesThreeCasesWhereNoTwoDisagree) {
  const auto found = identify_models(op(), std::vector{agreeing("a", {{{"field", "clip"}}, {{"field", "wrap"}}}),
                                                       agreeing("b", {{{"field", "wrap"}}, {{"field", "trap"}}}),
                                                       agreeing("c", {{{"field", "trap"}}, {{"field", "clip"}}})});
  EXPECT_THAT(found.fits, IsEmpty());
  EXPECT_THAT(found.disagreeing, ElementsAre("a", "b", "c"));
}

TEST(IdentifyModels, SeesAMixtureOfJointChoices) {
  const auto found = identify_models(
      op(), std::vector{
                agreeing("a", {{{"rounding", "even"}, {"field", "clip"}}, {{"rounding", "away"}, {"field", "wrap"}}}),
                agreeing("b", {{{"rounding", "even"}, {"field", "wrap"}}, {{"rounding", "away"}, {"field", "clip"}}})});
  EXPECT_THAT(found.disagreeing, ElementsAre("a", "b"));
}

TEST(IdentifyModels, SaysNothingWhereNothingIsFree) {
  const auto found = identify_models(op(), std::vector{agreeing("a", {})});
  EXPECT_EQ(found, ModelIdentification{});
}

TEST(IdentifyModels, FitsNothingWhereACaseFollowsAModelTheLawLacks) {
  const auto found = identify_models(op(), std::vector{agreeing("a", {{{"rounding", "up"}}})});
  EXPECT_THAT(found.fits, IsEmpty());
  EXPECT_THAT(found.disagreeing, ElementsAre("a"));
}

}  // namespace
}  // namespace npu_cts
