// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/expression_edits.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "framework/expression/parse_expression.h"
#include "framework/expression/print_expression.h"

namespace npu_cts::mutants {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

ExpressionPtr parsed(std::string_view text) {
  const Scope scope{.parameters = {{"x", ParameterKind::tensor}, {"k", ParameterKind::integer}},
                    .symbols = {{"n", Type::integer}}};
  return *parse_expression(text, {}, scope);
}

/// Returns the edits, each as "+" or "-" for its reach and the whole.
std::vector<std::string> texts(const std::vector<ExpressionEdit>& edits) {
  std::vector<std::string> all;
  for (const ExpressionEdit& edit : edits)
    all.push_back((edit.reach == Reach::more ? "+" : "-") + to_text(*edit.whole));
  return all;
}

TEST(ExpressionEdits, MoveEachEndOfARangeBothWays) {
  EXPECT_THAT(texts(edits_of(parsed("k in 1..8"))),
              ElementsAre("+true", "-false", "-k in 2..8", "+k in 0..8", "+k in 1..9", "-k in 1..7"));
}

TEST(ExpressionEdits, KnowWhichWayANegatedAtomPulls) {
  EXPECT_THAT(texts(edits_of(parsed("not k < 3 and n == 1"))),
              AllOf(Contains("-not true and n == 1"), Contains("+not false and n == 1"),
                    Contains("-not k < 4 and n == 1"), Contains("+not k < 3 and (n == 1 or n == 2)")));
}

TEST(ExpressionEdits, LeaveMembersOutAndTakeOtherDtypesIn) {
  const auto edits = texts(edits_of(parsed("dtype(x) in {int8, int32}")));
  EXPECT_THAT(edits, Contains("-dtype(x) in {int32}"));
  EXPECT_THAT(edits, Contains("+dtype(x) in {int8, int32, float64}"));
}

TEST(ExpressionEdits, LeaveOutTheEndsOfAQuantifiersDomain) {
  EXPECT_THAT(texts(edits_of(parsed("all(i in 0..k: dim(x, i) == n)"))),
              AllOf(Contains("+all(i in 1..k: dim(x, i) == n)"), Contains("+all(i in 0..k + -1: dim(x, i) == n)")));
}

TEST(ExpressionEdits, MakeNeighboursOfAShape) {
  EXPECT_THAT(texts(neighbours_of_shape(parsed("[k, n]"), "x")),
              ElementsAre("+[dim(x, 0), n]", "+[k + 1, n]", "+[k + -1, n]", "+[n]", "+[n, k]", "+[k, dim(x, 1)]",
                          "+[k, n + 1]", "+[k, n + -1]", "+[k]", "+[1, k, n]", "+[k, n, 1]"));
  EXPECT_THAT(neighbours_of_shape(parsed("shape(x)"), "x"), IsEmpty());
}

}  // namespace
}  // namespace npu_cts::mutants
