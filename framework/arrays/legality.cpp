// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/legality.h"

#include <algorithm>

namespace npu_cts::arrays {

/// Chooses values one after another, the parameter with the fewest legal ones first. Each choice forbids what is left
/// of the tuples that it all but completes.
class Search {
 public:
  Search(const Legality& legality, std::span<const Literal> preferred)
      : legality_(legality),
        preferred_(preferred),
        row_(legality.space_.parameters(), no_literal),
        blocked_(legality.space_.literals(), 0),
        chosen_in_(legality.clauses_.size(), 0) {
    for (const Literals& clause : legality_.clauses_)
      if (clause.size() == 1) ++blocked_[clause.front()];
    sound_ = std::ranges::none_of(legality_.clauses_, &Literals::empty);
  }

  std::optional<Literals> run(std::span<const Literal> partial) {
    for (const Literal literal : partial) {
      if (literal == no_literal) continue;
      if (blocked_[literal] > 0) return std::nullopt;
      choose(literal);
    }
    if (!sound_) return std::nullopt;
    for (std::size_t p = 0; p < row_.size(); ++p)
      if (legality_.constrains(p) && row_[p] == no_literal && !fill(legality_.component_[p])) return std::nullopt;
    fill_free();
    return row_;
  }

 private:
  void choose(Literal literal) {
    row_[legality_.space_.parameter_of(literal)] = literal;
    for (const std::size_t clause : legality_.clauses_of_[literal])
      if (++chosen_in_[clause] + 1 == legality_.clauses_[clause].size()) ++blocked_[missing(clause)];
  }

  void undo(Literal literal) {
    for (const std::size_t clause : legality_.clauses_of_[literal])
      if (chosen_in_[clause]-- + 1 == legality_.clauses_[clause].size()) --blocked_[missing(clause)];
    row_[legality_.space_.parameter_of(literal)] = no_literal;
  }

  /// Returns the only literal of `clause` that the row lacks.
  [[nodiscard]] Literal missing(std::size_t clause) const {
    return *std::ranges::find_if(legality_.clauses_[clause], [&](Literal literal) {
      return row_[legality_.space_.parameter_of(literal)] != literal;
    });
  }

  [[nodiscard]] std::size_t legal_values(std::size_t parameter) const {
    std::size_t count = 0;
    for (Literal l = legality_.space_.first(parameter); l < legality_.space_.end(parameter); ++l)
      count += blocked_[l] == 0 ? 1U : 0U;
    return count;
  }

  /// Returns the parameter of `component` without a value that has the fewest legal ones.
  [[nodiscard]] std::optional<std::size_t> tightest(std::size_t component) const {
    std::optional<std::size_t> best;
    std::size_t fewest = 0;
    for (std::size_t p = 0; p < row_.size(); ++p) {
      if (row_[p] != no_literal || legality_.component_[p] != component) continue;
      const std::size_t count = legal_values(p);
      if (!best || count < fewest) {
        best = p;
        fewest = count;
      }
      if (fewest <= 1) break;
    }
    return best;
  }

  /// Gives each parameter of `component` a value: others have no say in it.
  [[nodiscard]] bool fill(std::size_t component) {
    const auto parameter = tightest(component);
    if (!parameter) return true;
    const Literal wanted = preferred_[*parameter];
    if (wanted != no_literal && try_literal(wanted, component)) return true;
    for (Literal l = legality_.space_.first(*parameter); l < legality_.space_.end(*parameter); ++l)
      if (l != wanted && try_literal(l, component)) return true;
    return false;
  }

  [[nodiscard]] bool try_literal(Literal literal, std::size_t component) {
    if (blocked_[literal] > 0) return false;
    choose(literal);
    if (fill(component)) return true;
    undo(literal);
    return false;
  }

  void fill_free() {
    for (std::size_t p = 0; p < row_.size(); ++p)
      if (row_[p] == no_literal) row_[p] = preferred_[p] != no_literal ? preferred_[p] : legality_.space_.first(p);
  }

  const Legality& legality_;
  std::span<const Literal> preferred_;
  Literals row_;
  std::vector<std::size_t> blocked_;    ///< by literal: tuples that it would complete
  std::vector<std::size_t> chosen_in_;  ///< by forbidden tuple: its literals in the row
  bool sound_ = true;
};

Legality::Legality(const Space& space, std::span<const Tuple> forbidden)
    : space_(space), clauses_of_(space.literals()), component_(space.parameters(), free) {
  for (const Tuple& tuple : forbidden) {
    Literals clause;
    for (const Cell& cell : tuple) {
      clause.push_back(space.literal(cell));
      clauses_of_[clause.back()].push_back(clauses_.size());
    }
    clauses_.push_back(std::move(clause));
    connect(tuple);
  }
}

void Legality::connect(const Tuple& tuple) {
  for (const Cell& cell : tuple) {
    const std::size_t joined = component_[cell.parameter];
    const std::size_t into = tuple.front().parameter;
    component_[cell.parameter] = component_[into] == free ? into : component_[into];
    if (joined == free) continue;
    std::ranges::replace(component_, joined, component_[cell.parameter]);
  }
}

bool Legality::conflicts(std::span<const Literal> row, Literal literal) const {
  return std::ranges::any_of(clauses_of_[literal], [&](std::size_t clause) {
    return std::ranges::all_of(
        clauses_[clause], [&](Literal other) { return other == literal || row[space_.parameter_of(other)] == other; });
  });
}

std::optional<Literals> Legality::complete(std::span<const Literal> partial, std::span<const Literal> preferred) const {
  return Search(*this, preferred).run(partial);
}

}  // namespace npu_cts::arrays
