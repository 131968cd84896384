// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/arrays/model.h"

namespace npu_cts::arrays {

/// A parameter with one of its values, as one number: those of the first parameter, then those of the second, and so
/// on.
using Literal = std::uint16_t;
using Literals = std::vector<Literal>;

/// The literal that a partial row has for a parameter without a value.
inline constexpr Literal no_literal = 0xFFFF;

/// The literals of a model.
class Space {
 public:
  explicit Space(const Model& model) {
    for (const Parameter& parameter : model.parameters) {
      parameter_of_.insert(parameter_of_.end(), parameter.values.size(), first_.size());
      first_.push_back(first_.empty() ? Literal{0} : end_);
      end_ = static_cast<Literal>(parameter_of_.size());
    }
  }

  [[nodiscard]] std::size_t parameters() const { return first_.size(); }
  [[nodiscard]] std::size_t literals() const { return parameter_of_.size(); }
  [[nodiscard]] std::size_t parameter_of(Literal literal) const { return parameter_of_[literal]; }
  [[nodiscard]] Literal first(std::size_t parameter) const { return first_[parameter]; }

  /// Returns the end of the literals of `parameter`.
  [[nodiscard]] Literal end(std::size_t parameter) const {
    return parameter + 1 < first_.size() ? first_[parameter + 1] : end_;
  }

  [[nodiscard]] Literal literal(const Cell& cell) const {
    return static_cast<Literal>(first_[cell.parameter] + cell.value);
  }

  /// Returns the literals of a row; no_literal where it has no value.
  [[nodiscard]] Literals to_literals(const Row& row) const {
    Literals literals;
    for (std::size_t p = 0; p < row.size(); ++p)
      literals.push_back(row[p] == unset ? no_literal : literal({.parameter = p, .value = row[p]}));
    return literals;
  }

  [[nodiscard]] Row to_row(std::span<const Literal> literals) const {
    Row row;
    for (const Literal literal : literals)
      row.push_back(literal == no_literal ? unset : static_cast<Value>(literal - first_[parameter_of_[literal]]));
    return row;
  }

 private:
  Literals first_;
  std::vector<std::size_t> parameter_of_;
  Literal end_ = 0;
};

}  // namespace npu_cts::arrays
