// SPDX-License-Identifier: Apache-2.0
#include "framework/search/dtype_choices.h"

#include <gmock/gmock.h>

#include "framework/search/search_testing.h"

namespace npu_cts::search {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace testing_search;

std::vector<std::string> legal_in(const Fixture& it) {
  std::vector<std::string> texts;
  for (const auto& [choice, row] : legal_dtypes(it.bound)) texts.push_back(row + ":" + to_text(it.bound, choice));
  return texts;
}

std::vector<std::string> illegal_in(const Fixture& it) {
  std::vector<std::string> texts;
  for (const DTypeChoice& choice : illegal_dtypes(it.bound, legal_dtypes(it.bound)))
    texts.push_back(to_text(it.bound, choice));
  return texts;
}

TEST(DTypeColumns, AreTheTensorsAndDTypesByKey) {
  OpSpec op = small_op();
  op.parameters.push_back(testing_rule::parameter("a", ParameterKind::dtype));
  EXPECT_THAT(dtype_columns(Fixture(op).bound), ElementsAre(3, 0, 1));
  op.parameters[0].reserved = true;
  EXPECT_THAT(dtype_columns(Fixture(op).bound), ElementsAre(3, 1));
}

TEST(LegalDTypes, AreEveryCombinationOfTheListsWithoutRows) {
  EXPECT_THAT(legal_in(Fixture()),
              ElementsAre(":x=int8,y=none", ":x=int8,y=float32", ":x=float16,y=none", ":x=float16,y=float32"));
}

TEST(LegalDTypes, AreThoseOfTheRows) {
  EXPECT_THAT(legal_in(Fixture(with_rows())), ElementsAre("first:x=int8,y=float32", "second:x=float16,y=none"));
}

TEST(LegalDTypes, AreNotThoseThatARuleOnDTypesRefuses) {
  OpSpec op = small_op();
  op.rules.push_back(rule("no.int8", "dtype(x) != int8", Phase::dtype));
  EXPECT_THAT(legal_in(Fixture(op)), ElementsAre(":x=float16,y=none", ":x=float16,y=float32"));
}

TEST(LegalDTypes, AreNoneOfAParameterThatTheTargetDoesNotHave) {
  OpSpec op = small_op();
  op.parameters[1].applies.products = {"p2"};
  EXPECT_THAT(legal_in(Fixture(op)), ElementsAre(":x=int8", ":x=float16"));
}

TEST(FirstDTypes, AreTheFirstOfTheCells) {
  const Fixture it(with_rows());
  EXPECT_EQ(to_text(it.bound, *first_dtypes(it.bound, it.bound.op().rows[0])), "x=int8,y=float32");
  EXPECT_EQ(to_text(it.bound, *first_dtypes(it.bound, it.bound.op().rows[1])), "x=float16,y=none");
}

TEST(FirstDTypes, AreTheFirstOfTheCellsThoughARuleRefusesThem) {
  OpSpec op = with_rows();
  op.rules.push_back(rule("no.int8", "dtype(x) != int8", Phase::dtype));
  const Fixture it(op);
  EXPECT_EQ(to_text(it.bound, *first_dtypes(it.bound, it.bound.op().rows[0])), "x=int8,y=float32");
}

TEST(FirstDTypes, AreNoneOfACellWithoutDTypes) {
  OpSpec op = with_rows();
  op.rows[0].cells.begin()->second = {};
  const Fixture it(op);
  EXPECT_FALSE(first_dtypes(it.bound, it.bound.op().rows[0]));
}

TEST(IllegalDTypes, AreTheRestOfThePage) {
  EXPECT_THAT(illegal_in(Fixture(with_rows())), ElementsAre("x=int8,y=none", "x=float16,y=float32"));
  EXPECT_THAT(illegal_in(Fixture()), IsEmpty());
}

TEST(IllegalDTypes, AreOfTheListsOfEveryProduct) {
  OpSpec op = small_op();
  op.parameters[0].dtypes.insert(op.parameters[0].dtypes.begin(),
                                 {.value = {DType::int64}, .applies = {.products = {"p2"}}});
  EXPECT_THAT(illegal_in(Fixture(op)), ElementsAre("x=int64,y=float32", "x=int64,y=none"));
}

}  // namespace
}  // namespace npu_cts::search
