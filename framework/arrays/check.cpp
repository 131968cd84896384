// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/check.h"

#include <algorithm>
#include <map>

#include "framework/base/find.h"

namespace npu_cts::arrays {
namespace {

/// Says whether a legal row contains a tuple, by trying values one after another.
class Feasibility {
 public:
  explicit Feasibility(const Model& model) : model_(model), constraints_of_(model.parameters.size()) {
    for (const Constraint& constraint : model.constraints)
      for (const std::size_t parameter : constraint.parameters) constraints_of_[parameter].push_back(&constraint);
    has_row_ = true;
    for (std::size_t p = 0; p < model.parameters.size() && has_row_; ++p) has_row_ = has_legal_value(p);
  }

  bool operator()(const Tuple& tuple) {
    Tuple constrained;
    for (const Cell& cell : tuple)
      if (!constraints_of_[cell.parameter].empty()) constrained.push_back(cell);
    const auto [entry, is_new] = known_.try_emplace(std::move(constrained), false);
    if (is_new) entry->second = has_row_ && search(entry->first);
    return entry->second;
  }

 private:
  bool has_legal_value(std::size_t parameter) {
    Cell cell{.parameter = parameter, .value = 0};
    for (; cell.value < model_.parameters[parameter].values.size(); ++cell.value)
      if (search({cell})) return true;
    return false;
  }

  /// Looks at the parameters that constraints connect with `tuple`. Those connected with one cell come after one
  /// another.
  bool search(const Tuple& tuple) {
    row_.assign(model_.parameters.size(), unset);
    for (const Cell& cell : tuple) {
      row_[cell.parameter] = cell.value;
      if (!holds_at(cell.parameter)) return false;
    }
    return std::ranges::all_of(tuple, [&](const Cell& cell) {
      order_ = open_around(cell.parameter);
      return fill(0);
    });
  }

  /// Returns the parameters without a value that constraints connect with `parameter`, near ones first.
  [[nodiscard]] std::vector<std::size_t> open_around(std::size_t parameter) const {
    std::vector<std::size_t> reached{parameter};
    std::vector<bool> known(model_.parameters.size(), false);
    known[parameter] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const Constraint* constraint : constraints_of_[reached[i]]) {
        for (const std::size_t p : constraint->parameters) {
          if (!known[p]) reached.push_back(p);
          known[p] = true;
        }
      }
    }
    std::erase_if(reached, [&](std::size_t p) { return row_[p] != unset; });
    return reached;
  }

  bool fill(std::size_t from) {
    if (from == order_.size()) return true;
    Value& value = row_[order_[from]];
    for (value = 0; value < model_.parameters[order_[from]].values.size(); ++value)
      if (holds_at(order_[from]) && fill(from + 1)) return true;
    value = unset;
    return false;
  }

  /// Returns whether the constraints on `parameter` hold whose parameters all have values.
  [[nodiscard]] bool holds_at(std::size_t parameter) const {
    return std::ranges::all_of(constraints_of_[parameter], [&](const Constraint* constraint) {
      Row values;
      for (const std::size_t p : constraint->parameters) values.push_back(row_[p]);
      return contains(values, unset) || constraint->allows(values);
    });
  }

  const Model& model_;
  std::vector<std::vector<const Constraint*>> constraints_of_;  ///< by parameter
  std::map<Tuple, bool> known_;
  Row row_;
  std::vector<std::size_t> order_;  ///< in which the search gives values
  bool has_row_ = false;            ///< a legal one
};

class Checker {
 public:
  Checker(const Model& model, std::span<const Row> rows) : model_(model), is_feasible_(model) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (is_legal(model, rows[i]))
        legal_.push_back(&rows[i]);
      else
        check_.illegal_rows.push_back(i);
    }
  }

  Check run(std::size_t strength) {
    std::vector<std::size_t> columns;
    choose(columns, strength);
    return std::move(check_);
  }

 private:
  void choose(std::vector<std::size_t>& columns, std::size_t strength) {
    if (columns.size() == strength) return count(columns);
    const std::size_t first = columns.empty() ? 0 : columns.back() + 1;
    for (std::size_t p = first; p < model_.parameters.size(); ++p) {
      columns.push_back(p);
      choose(columns, strength);
      columns.pop_back();
    }
  }

  /// Counts the tuples of one choice of parameters. Their values are the digits of a number.
  void count(const std::vector<std::size_t>& columns) {
    std::size_t tuples = 1;
    for (const std::size_t p : columns) tuples *= model_.parameters[p].values.size();
    seen_.assign(tuples, false);
    for (const Row* row : legal_) {
      std::size_t number = 0;
      for (const std::size_t p : columns) number = number * model_.parameters[p].values.size() + (*row)[p];
      seen_[number] = true;
    }
    for (std::size_t number = 0; number < tuples; ++number) {
      if (seen_[number]) {
        ++check_.covered;
      } else {
        count_unseen(columns, number);
      }
    }
  }

  void count_unseen(const std::vector<std::size_t>& columns, std::size_t number) {
    Tuple tuple(columns.size());
    for (std::size_t i = columns.size(); i-- > 0;) {
      const std::size_t levels = model_.parameters[columns[i]].values.size();
      tuple[i] = {.parameter = columns[i], .value = static_cast<Value>(number % levels)};
      number /= levels;
    }
    if (!is_feasible_(tuple)) {
      ++check_.infeasible;
      return;
    }
    ++check_.missed;
    if (!check_.first_missed) check_.first_missed = std::move(tuple);
  }

  const Model& model_;
  Feasibility is_feasible_;
  std::vector<const Row*> legal_;
  std::vector<bool> seen_;
  Check check_;
};

}  // namespace

Check check(const Model& model, std::span<const Row> rows, std::size_t strength) {
  return Checker(model, rows).run(strength);
}

}  // namespace npu_cts::arrays
