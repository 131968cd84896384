// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/legality.h"

#include <algorithm>

#include <fmt/format.h>

namespace npu_cts::arrays {
namespace {

constexpr std::size_t most_combinations = 4096;

/// What a constraint says of every combination of its parameters' values.
class Table {
 public:
  Table(const Model& model, const Constraint& constraint) : parameters_(constraint.parameters) {
    for (const std::size_t parameter : parameters_) levels_.push_back(model.parameters[parameter].values.size());
    Row values(levels_.size(), 0);
    do forbidden_.push_back(!constraint.allows(values));
    while (advance(values));
  }

  /// Returns a forbidden tuple for each forbidden combination, each as small as it gets.
  [[nodiscard]] std::vector<Tuple> tuples() const {
    std::vector<Tuple> found;
    Row values(levels_.size(), 0);
    std::size_t at = 0;
    do {
      if (!forbidden_[at++]) continue;
      const bool known = std::ranges::any_of(found, [&](const Tuple& tuple) { return contains(values, tuple); });
      if (!known) found.push_back(to_tuple(reduce(values)));
    } while (advance(values));
    return found;
  }

 private:
  /// Makes `values` the next combination; returns whether there was one.
  bool advance(Row& values) const {
    for (std::size_t i = values.size(); i-- > 0;) {
      if (++values[i] < levels_[i]) return true;
      values[i] = 0;
    }
    return false;
  }

  /// Unsets each value that the rest is forbidden without.
  [[nodiscard]] Row reduce(Row values) const {
    for (Value& value : values) {
      const Value kept = value;
      value = unset;
      if (!all_forbidden(values)) value = kept;
    }
    return values;
  }

  [[nodiscard]] bool all_forbidden(const Row& partial) const {
    Row values(levels_.size(), 0);
    std::size_t at = 0;
    do {
      const bool agrees = std::ranges::equal(
          partial, values, [](Value wanted, Value value) { return wanted == unset || wanted == value; });
      if (agrees && !forbidden_[at]) return false;
      ++at;
    } while (advance(values));
    return true;
  }

  [[nodiscard]] Tuple to_tuple(const Row& values) const {
    Tuple tuple;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != unset) tuple.push_back({.parameter = parameters_[i], .value = values[i]});
    std::ranges::sort(tuple);
    return tuple;
  }

  [[nodiscard]] bool contains(const Row& values, const Tuple& tuple) const {
    return std::ranges::all_of(tuple, [&](const Cell& cell) {
      const auto at = std::ranges::find(parameters_, cell.parameter) - parameters_.begin();
      return values[static_cast<std::size_t>(at)] == cell.value;
    });
  }

  std::vector<std::size_t> parameters_;
  std::vector<std::size_t> levels_;
  std::vector<bool> forbidden_;
};

bool is_small(const Model& model, const Constraint& constraint) {
  std::size_t combinations = 1;
  for (const std::size_t parameter : constraint.parameters) {
    combinations *= model.parameters[parameter].values.size();
    if (combinations > most_combinations) return false;
  }
  return true;
}

Diagnostic too_wide(const Constraint& constraint) {
  return error_at(Kind::file_too_large, constraint.at,
                  fmt::format("a constraint over {} parameters is too wide", constraint.parameters.size()),
                  fmt::format("every combination of their values is tried, {} at most", most_combinations),
                  "split it into constraints over fewer parameters");
}

}  // namespace

Result<std::vector<Tuple>> forbidden_tuples(const Model& model) {
  std::vector<Tuple> tuples;
  Diagnostics errors;
  for (const Constraint& constraint : model.constraints) {
    if (!is_small(model, constraint)) {
      errors.push_back(too_wide(constraint));
      continue;
    }
    for (Tuple& tuple : Table(model, constraint).tuples()) tuples.push_back(std::move(tuple));
  }
  if (!errors.empty()) return errors;
  std::ranges::sort(tuples);
  tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
  return tuples;
}

}  // namespace npu_cts::arrays
