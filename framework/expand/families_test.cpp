// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/families.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "framework/search/search_testing.h"

namespace npu_cts {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::Not;
using namespace testing_search;

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

}  // namespace
}  // namespace npu_cts
