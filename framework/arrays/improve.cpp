// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/greedy.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace npu_cts::arrays {
namespace {

/// A cell that was changed in one of the last steps stays as it is.
constexpr std::uint64_t tabu_steps = 4;

/// One step of so many goes to a random row.
constexpr std::size_t steps_per_jump = 1000;

class Improver {
 public:
  Improver(std::vector<Literals> rows, const Legality& legality, Coverage& coverage, Random& random,
           const ImproveOptions& options)
      : legality_(legality), coverage_(coverage), random_(random), options_(options), rows_(std::move(rows)) {
    changed_at_.assign(rows_.size(), std::vector<std::uint64_t>(legality.space().parameters(), 0));
  }

  std::vector<Literals> run() {
    std::vector<Literals> best = rows_;
    for (std::uint64_t i = 0; i < options_.steps; ++i) {
      while (coverage_.open() == 0) {
        best = rows_;
        if (rows_.size() <= std::max(options_.least, options_.seeds.size())) return best;
        remove_row();
      }
      ++now_;
      step();
    }
    return coverage_.open() == 0 ? rows_ : best;
  }

 private:
  struct Move {
    std::size_t row;
    Literal to;
    std::ptrdiff_t score;
    std::uint64_t changed_at;
  };

  [[nodiscard]] bool is_fixed(std::size_t row, std::size_t parameter) const {
    return row < options_.seeds.size() && options_.seeds[row][parameter] != no_literal;
  }

  /// Takes away the row whose tuples the others cover best.
  void remove_row() {
    std::size_t best = options_.seeds.size();
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = options_.seeds.size(); i < rows_.size(); ++i) {
      const std::size_t only = coverage_.only_in(rows_[i]);
      if (only >= fewest) continue;
      best = i;
      fewest = only;
    }
    coverage_.remove(rows_[best]);
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(best));
    changed_at_.erase(changed_at_.begin() + static_cast<std::ptrdiff_t>(best));
  }

  void step() {
    const Literals tuple = coverage_.pick_open(random_);
    const auto move = random_.below(steps_per_jump) == 0 ? std::nullopt : best_move(tuple);
    if (!move) return jump(tuple);
    coverage_.change(rows_[move->row], move->to);
    changed_at_[move->row][legality_.space().parameter_of(move->to)] = now_;
  }

  /// Returns the one literal of `tuple` that `row` lacks, or no_literal where it lacks more.
  [[nodiscard]] Literal only_missing(const Literals& row, const Literals& tuple) const {
    Literal missing = no_literal;
    for (const Literal literal : tuple) {
      if (row[legality_.space().parameter_of(literal)] == literal) continue;
      if (missing != no_literal) return no_literal;
      missing = literal;
    }
    return missing;
  }

  /// Returns the best legal change of one cell that covers `tuple`; among equals that of the cell that rested longest.
  [[nodiscard]] std::optional<Move> best_move(const Literals& tuple) const {
    std::optional<Move> best;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Literal to = only_missing(rows_[i], tuple);
      if (to == no_literal) continue;
      const std::size_t parameter = legality_.space().parameter_of(to);
      const std::uint64_t changed_at = changed_at_[i][parameter];
      if ((changed_at != 0 && now_ - changed_at <= tabu_steps) || is_fixed(i, parameter)) continue;
      if (legality_.conflicts(rows_[i], to)) continue;
      const std::ptrdiff_t score = coverage_.score(rows_[i], to);
      if (best && (score < best->score || (score == best->score && changed_at >= best->changed_at))) continue;
      best = Move{.row = i, .to = to, .score = score, .changed_at = changed_at};
    }
    return best;
  }

  /// Makes a random row cover `tuple`, with whatever else must change to keep it legal.
  void jump(const Literals& tuple) {
    const std::size_t row = random_.below(rows_.size());
    Literals wanted =
        row < options_.seeds.size() ? options_.seeds[row] : Literals(legality_.space().parameters(), no_literal);
    for (const Literal literal : tuple) {
      Literal& cell = wanted[legality_.space().parameter_of(literal)];
      if (cell != no_literal && cell != literal) return;
      cell = literal;
    }
    const auto legal = legality_.complete(wanted, rows_[row]);
    if (!legal) return;
    for (std::size_t p = 0; p < legal->size(); ++p) {
      if ((*legal)[p] == rows_[row][p]) continue;
      coverage_.change(rows_[row], (*legal)[p]);
      changed_at_[row][p] = now_;
    }
  }

  const Legality& legality_;
  Coverage& coverage_;
  Random& random_;
  const ImproveOptions& options_;
  std::vector<Literals> rows_;
  std::vector<std::vector<std::uint64_t>> changed_at_;  ///< by row and parameter: the step, 0 where never
  std::uint64_t now_ = 0;
};

}  // namespace

std::vector<Literals> improve(std::vector<Literals> rows, const Legality& legality, Coverage& coverage, Random& random,
                              const ImproveOptions& options) {
  return Improver(std::move(rows), legality, coverage, random, options).run();
}

}  // namespace npu_cts::arrays
