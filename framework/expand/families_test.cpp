// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/families.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "framework/search/search_testing.h"

namespace npu_cts::expand {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::Not;
using namespace search::testing_search;

std::vector<Case> foreign_in(const Fixture& it) {
  Families families(it.bound);
  families.add_foreign_dtypes();
  return families.take().cases;
}

auto says(const std::string& content) { return Field(&Case::content, content); }

TEST(ForeignDTypes, StandBesideTheDTypesOfEachRow) {
  const Fixture it(with_rows());
  const auto cases = foreign_in(it);
  EXPECT_THAT(cases, AllOf(Contains(says("x=bool")), Contains(says("x=bool,row=second"))));
  EXPECT_THAT(cases, Not(Contains(says("x=bool,row=first")))) << "it is the one without a row";
  EXPECT_THAT(cases, Contains(says("y=int8,row=second"))) << "a row that leaves y out takes none";
  EXPECT_THAT(cases, Each(Field(&Case::expected, Verdict::reject)));
}

TEST(ForeignDTypes, HaveNoRowWhereTheOperatorHasNone) {
  EXPECT_THAT(foreign_in(Fixture()), AllOf(Contains(says("x=bool")), Not(Contains(says("x=bool,row=")))));
}

TEST(Choices, HaveALayoutThatTheShapeOfNoBaseCanHave) {
  OpSpec op = small_op();
  op.parameters[0].shapes = {shape("vector", "[n]"), shape("matrix", "[n, 4]")};
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_choices();
  EXPECT_THAT(families.take().cases, Contains(AllOf(Field(&Case::family, Family::storage), says("x=ND,transposed"))));
}

TEST(Conditions, ThatACallShowsBesideAWiderOneHaveNoCaseOfTheirOwn) {
  OpSpec op = small_op();
  op.parameters[1].shapes = {shape("square", "[n, n + 1]")};
  const Fixture it(std::move(op));
  Families families(it.bound);
  families.add_rules();
  families.add_conditions();
  std::vector<std::string> contents;  // up to the hash of the condition
  for (const Case& one : families.take().cases) contents.push_back(one.content.substr(0, one.content.rfind('.')));
  EXPECT_THAT(contents, Contains("y.shape/alone-swapped"));
  EXPECT_THAT(contents, Not(Contains("y.shape/alone-axis0-swapped"))) << "there are no other axes to exchange";
}

}  // namespace
}  // namespace npu_cts::expand
