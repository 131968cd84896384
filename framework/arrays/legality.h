// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "framework/arrays/model.h"
#include "framework/arrays/space.h"
#include "framework/base/result.h"

namespace npu_cts::arrays {

/// Returns tuples such that a row is legal exactly if it contains none of them. None can lose a cell.
/// Errors: a constraint over more combinations of values than can be tried.
Result<std::vector<Tuple>> forbidden_tuples(const Model& model);

/// Which rows are legal, by the tuples that no row may contain.
class Legality {
 public:
  Legality(const Space& space, std::span<const Tuple> forbidden);

  /// Returns whether a constraint speaks of `parameter`.
  [[nodiscard]] bool constrains(std::size_t parameter) const { return component_[parameter] != free; }

  /// Returns whether constraints connect the two parameters, through others or directly.
  [[nodiscard]] bool connects(std::size_t a, std::size_t b) const {
    return constrains(a) && component_[a] == component_[b];
  }

  /// Returns whether `row` with `literal` in it contains a forbidden tuple that `literal` is part of.
  [[nodiscard]] bool conflicts(std::span<const Literal> row, Literal literal) const;

  /// Returns a legal full row that contains `partial`, and elsewhere what `preferred` has where that is legal.
  [[nodiscard]] std::optional<Literals> complete(std::span<const Literal> partial,
                                                 std::span<const Literal> preferred) const;

  [[nodiscard]] const Space& space() const { return space_; }

 private:
  friend class Search;
  static constexpr std::size_t free = static_cast<std::size_t>(-1);

  void connect(const Tuple& tuple);

  const Space& space_;
  std::vector<Literals> clauses_;
  std::vector<std::vector<std::size_t>> clauses_of_;  ///< by literal
  std::vector<std::size_t> component_;                ///< by parameter
};

/// Returns the tuples of at most `strength` cells that no legal row contains, without those that contain another.
/// Tuples are sorted literals. Needs a legal row.
std::vector<Literals> infeasible_tuples(const Legality& legality, std::size_t strength);

}  // namespace npu_cts::arrays
