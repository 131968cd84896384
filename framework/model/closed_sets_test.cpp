// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "framework/base/boxed.h"
#include "framework/base/kinds.h"
#include "framework/base/names_testing.h"
#include "framework/model/case.h"
#include "framework/model/request.h"
#include "framework/model/result.h"
#include "framework/model/spec.h"

namespace npu_cts {
namespace {

template <class Enum>
class EveryClosedSet : public testing::Test {};
using ClosedSets =
    testing::Types<DType, DTypeKind, Disposition, Family, Fault, FillKind, Format, Group, Layout, Leaves, Level,
                   OutcomeKind, ParameterKind, Phase, Policy, Status, SupportState, TensorEnd, Tier, Verdict>;
TYPED_TEST_SUITE(EveryClosedSet, ClosedSets);

TYPED_TEST(EveryClosedSet, HasANameOfEachValueWhichLeadsBackToIt) {
  std::set<std::string> names;
  for (const TypeParam value : every<TypeParam>) {
    const std::string name(name_of(value));
    EXPECT_FALSE(name.empty());
    EXPECT_TRUE(names.insert(name).second) << name << " stands for two";
    EXPECT_EQ(find_named<TypeParam>(name), value) << name;
    EXPECT_FALSE(find_named<TypeParam>(name + " ")) << name;
    EXPECT_NE(find_named<TypeParam>(name.substr(1)), value) << name << " by its end";
  }
  EXPECT_FALSE(find_named<TypeParam>(""));
  EXPECT_FALSE(find_named<TypeParam>("no such word"));
}

/// A closed set whose names are the words of the source, but for '-' and '_'.
template <class Enum>
class EveryClosedSetNamedAsWritten : public testing::Test {};
using SetsNamedAsWritten = testing::Types<Disposition, Family, Fault, FillKind, Group, Layout, Leaves, Level,
                                          OutcomeKind, ParameterKind, Phase, Policy, Status, TensorEnd, Tier, Verdict>;
TYPED_TEST_SUITE(EveryClosedSetNamedAsWritten, SetsNamedAsWritten);

TYPED_TEST(EveryClosedSetNamedAsWritten, HasItsNamesInTheOrderOfItsValues) {
  EXPECT_EQ(names_as_words<TypeParam>(), enumerators_of<TypeParam>());
}

TEST(ClosedSet, OfFaultsHasWordsForPeople) {
  std::set<std::string_view> words;
  for (const Fault fault : every<Fault>) {
    EXPECT_FALSE(words_of(fault).empty()) << name_of(fault);
    EXPECT_TRUE(words.insert(words_of(fault)).second) << name_of(fault);
  }
  EXPECT_EQ(find_named<Fault>(words_of(Fault::out_of_bounds)), std::nullopt);
}

TEST(ClosedSet, OfGroupsHasEachOnceInTheOrderOfACall) {
  EXPECT_EQ(std::set<Group>(groups_of_call.begin(), groups_of_call.end()).size(), every<Group>.size());
}

TEST(ClosedSet, OfFamiliesIsInTheOrderOfItsNames) {
  for (std::size_t i = 1; i < every<Family>.size(); ++i)
    EXPECT_LT(name_of(every<Family>[i - 1]), name_of(every<Family>[i]));
}

TEST(IsFailure, OfEveryStatusThatTurnsARunRed) {
  std::set<std::string_view> failures;
  for (const Status status : every<Status>) {
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
