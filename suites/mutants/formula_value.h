// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "framework/model/tensor.h"
#include "suites/mutants/interval.h"

namespace npu_cts::mutants {

/// Whether the last step of a formula keeps its numbers within ends that the formula says.
enum class HasEnds : std::uint8_t { no, yes };

/// What a formula, or a part of it, gives: row-major over `shape`.
struct FormulaValue {
  Shape shape = {};
  std::vector<Interval> elements = {};
  std::optional<DType> dtype = std::nullopt;  ///< of a parameter that nothing was done to
  HasEnds has_ends = HasEnds::no;
  std::optional<std::size_t> summed_axis = std::nullopt;  ///< of an operand of '@': the products along it are summed

  /// Returns its elements along one axis.
  [[nodiscard]] FormulaValue along_one_axis() const {
    FormulaValue flat = *this;
    flat.shape = {static_cast<std::int64_t>(elements.size())};
    return flat;
  }
};

/// How `conv` moves over the image: of the height, then of the width.
struct Convolution {
  std::array<std::int64_t, 2> stride{1, 1};
  std::array<std::int64_t, 2> padding{0, 0};
  std::array<std::int64_t, 2> dilation{1, 1};
  double padding_value = 0;
};

/// Returns the value of a name in formulas, or nothing where formulas cannot say it.
using FormulaNames = std::function<std::optional<FormulaValue>(std::string_view)>;

/// Returns the value of `expression`, the right side of a formula without faults. Operators bind as in Python.
/// Nothing where a part has no value: bits of numbers that are not known, shapes that do not fit. 'sum' is over groups:
/// each has a part of the summed axis of the operands, and a row of every other matrix.
std::optional<FormulaValue> value_of_formula(std::string_view expression, const FormulaNames& names,
                                             const Convolution& convolution);

}  // namespace npu_cts::mutants
