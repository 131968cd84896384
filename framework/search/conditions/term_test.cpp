// SPDX-License-Identifier: Apache-2.0
#include "framework/search/conditions/term.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "framework/expression/print_expression.h"

namespace npu_cts::search {
namespace {

ExpressionPtr name(std::string_view of, Type type, int column) {
  return make_name(ExprKind::parameter, type, of, {.file = "op.yaml", .line = 1, .column = column});
}

std::string text(const Term& claim) { return to_text(*ExpressionPtr(claim)); }

TEST(Term, IsWrittenAsTheLanguageIs) {
  const Term n(name("n", Type::integer, 1));
  EXPECT_EQ(text(n % 8 == 0 && n > 1), "n % 8 == 0 and n > 1");
  EXPECT_EQ(text(-n <= n * 2 - 1), "-n <= n * 2 - 1");
  EXPECT_EQ(text((n != 3 && n < 5) && n + 1 >= std::int64_t{1} << 40), "(n != 3 and n < 5) and n + 1 >= 1099511627776");
}

TEST(Term, AsksForSizes) {
  const Term x(name("x", Type::tensor, 1));
  EXPECT_EQ(text(size_of(x, -1) == numel_of(x)), "dim(x, -1) == numel(x)");
  EXPECT_EQ(text(rank_of(x) == 2), "rank(x) == 2");
  const Term shape = Term::node(ExprKind::shape_of, Type::shape, {x});
  EXPECT_EQ(text(shape == with_size(shape, 0, 1)), "shape(x) == replace(shape(x), 0, 1)");
}

TEST(Term, StandsWhereItsFirstTreeDoes) {
  const ExpressionPtr a = name("a", Type::integer, 7);
  const ExpressionPtr b = name("b", Type::integer, 9);
  EXPECT_EQ(ExpressionPtr(Term(a) == b)->at.column, 7);
  const ExpressionPtr from_number = Term(1) + b;
  EXPECT_EQ(from_number->at.column, 9);
  EXPECT_EQ(from_number->children[0]->at.column, 9);
}

}  // namespace
}  // namespace npu_cts::search
