// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace npu_cts {

/// A sign of formulas that the legend of a page explains. Names, numbers, brackets and + - * / explain themselves.
struct FormulaSign {
  std::string_view sign;      ///< a function, or an operator that not every reader knows
  std::size_t arguments = 0;  ///< that a function takes; 0: no function
  std::string_view en;
  std::string_view zh;

  [[nodiscard]] constexpr bool is_function() const { return arguments > 0; }
};

inline constexpr std::array formula_signs{
    FormulaSign{"@", 0, "product of matrices, summed in integers", "矩阵乘，按整数累加"},
    FormulaSign{"clip", 3, "clip(x, low, high): x, but at least low and at most high",
                "clip(x, low, high)：将 x 限制在 low 与 high 之间"},
    FormulaSign{"conv", 2, "convolution, summed in integers", "卷积，按整数累加"},
    FormulaSign{"flat", 1, "its elements along one axis", "按元素排成一维"},
    FormulaSign{"round", 1, "nearest integer; of two, the even one", "四舍六入五成双"},
    FormulaSign{"sum", 1, "sum over groups", "对各分组求和"},
    FormulaSign{"trunc", 1, "the integer part", "向零取整"},
    FormulaSign{"&", 0, "and of bits", "按位与"},
    FormulaSign{"|", 0, "or of bits", "按位或"},
    FormulaSign{"<<", 0, "shift of bits to the left", "左移"},
};

}  // namespace npu_cts
