// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/formula_syntax.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "framework/expression/parser.h"

namespace npu_cts {
namespace {

TEST(FormulaSyntax, AllowsWhatFormulasAreMadeOf) {
  for (const std::string_view formula :
       {"out = x1 @ x2 * scale + offset", "out = clip(round((x1 @ x2 + bias) * -scale), -256, 255) - 0.5 / n",
        "out = (scale & 0xFFFFE000) | (1 << 46)", "out = int8(int16(round(x)))", "out = conv(x, weight)"})
    EXPECT_EQ(find_formula_fault(formula), std::nullopt) << formula;
}

struct FaultyFormula {
  std::string_view name;
  std::string_view formula;
  std::size_t at;
};
void PrintTo(const FaultyFormula& row, std::ostream* out) { *out << row.name; }

class FormulaSyntax : public testing::TestWithParam<FaultyFormula> {};

TEST_P(FormulaSyntax, NamesTheFirstFault) {
  const auto fault = find_formula_fault(GetParam().formula);
  ASSERT_TRUE(fault) << GetParam().formula;
  EXPECT_EQ(fault->at, GetParam().at) << fault->what;
  EXPECT_FALSE(fault->what.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Each, FormulaSyntax,
    testing::Values(FaultyFormula{"Empty", "", 0}, FaultyFormula{"NoName", "= x", 0},
                    FaultyFormula{"NoEquals", "x + y", 2}, FaultyFormula{"NothingBehindEquals", "out =", 5},
                    FaultyFormula{"SignWithoutOperand", "out = x +", 9}, FaultyFormula{"TwoSigns", "out = x * / y", 10},
                    FaultyFormula{"TwoOperands", "out = x y", 8}, FaultyFormula{"UnknownSign", "out = x ^ y", 8},
                    FaultyFormula{"SingleShift", "out = x < y", 8}, FaultyFormula{"NotClosed", "out = (x + y", 12},
                    FaultyFormula{"NotOpened", "out = x)", 7}, FaultyFormula{"EmptyBrackets", "out = round()", 12},
                    FaultyFormula{"TooFewArguments", "out = clip(x, 1)", 6},
                    FaultyFormula{"TooManyArguments", "out = round(x, 1)", 6},
                    FaultyFormula{"FunctionAlone", "out = round + x", 6},
                    FaultyFormula{"CommaOutside", "out = x, y", 7}, FaultyFormula{"NumberForAName", "3 = scale", 0},
                    FaultyFormula{"TwoPoints", "out = 1.2.3", 6}, FaultyFormula{"ZeroForAName", "0 = scale", 0},
                    FaultyFormula{"TwoPointsBehindZero", "out = 0.2.3", 6}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(FormulaSyntax, EndsAtBracketsThatStandTooDeep) {
  const auto nested = [](std::size_t depth) {
    return "out = " + std::string(depth, '(') + "x" + std::string(depth, ')');
  };
  EXPECT_EQ(find_formula_fault(nested(max_expression_depth - 1)), std::nullopt);
  const auto fault = find_formula_fault(nested(30'000));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->what, "brackets stand in 64 others at most");
}

}  // namespace
}  // namespace npu_cts
