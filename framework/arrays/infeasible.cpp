// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "framework/arrays/legality.h"
#include "framework/arrays/random.h"

namespace npu_cts::arrays {
namespace {

/// Legal rows, so that most feasible tuples are found in one of them without a search.
class Witnesses {
 public:
  explicit Witnesses(std::size_t literals) : rows_with_(literals) {}

  void add(const Literals& row) {
    if (count_ == most) return;
    for (const Literal literal : row) rows_with_[literal][count_ / 64] |= std::uint64_t{1} << (count_ % 64);
    ++count_;
  }

  [[nodiscard]] bool contain(std::span<const Literal> tuple) const {
    for (std::size_t w = 0; w * 64 < count_; ++w) {
      std::uint64_t rows = ~std::uint64_t{0};
      for (const Literal literal : tuple) rows &= rows_with_[literal][w];
      if (rows != 0) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t most = 1024;
  std::vector<std::array<std::uint64_t, most / 64>> rows_with_;  ///< by literal, a bit per row
  std::size_t count_ = 0;
};

/// Goes over the tuples of each size, small ones first, so that each one found is minimal.
class Infeasible {
 public:
  explicit Infeasible(const Legality& legality) : legality_(legality), witnesses_(legality.space().literals()) {}

  std::vector<Literals> run(std::size_t strength) {
    for (std::size_t size = 1; size <= strength; ++size) extend({}, size);
    return std::move(found_);
  }

 private:
  void extend(const Literals& prefix, std::size_t size) {
    const Space& space = legality_.space();
    const std::size_t after = prefix.empty() ? 0 : space.parameter_of(prefix.back()) + 1;
    for (std::size_t p = after; p < space.parameters(); ++p) {
      if (!legality_.constrains(p) || (!prefix.empty() && !legality_.connects(space.parameter_of(prefix[0]), p)))
        continue;
      for (Literal literal = space.first(p); literal < space.end(p); ++literal) {
        Literals tuple = prefix;
        tuple.push_back(literal);
        const bool witnessed = witnesses_.contain(tuple);
        if (!witnessed && has_known(tuple)) continue;
        if (tuple.size() < size) {
          extend(tuple, size);
        } else if (!witnessed && !is_feasible(tuple)) {
          known_.insert(tuple);
          found_.push_back(tuple);
        }
      }
    }
  }

  /// Returns whether a part of `tuple` that has its last literal is known as infeasible.
  [[nodiscard]] bool has_known(const Literals& tuple) const {
    if (known_.empty()) return false;
    const std::size_t others = tuple.size() - 1;
    for (std::size_t chosen = 0; chosen < (std::size_t{1} << others); ++chosen) {
      Literals part;
      for (std::size_t i = 0; i < others; ++i)
        if ((chosen >> i & 1U) != 0) part.push_back(tuple[i]);
      part.push_back(tuple.back());
      if (known_.contains(part)) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_feasible(const Literals& tuple) {
    const Space& space = legality_.space();
    Literals partial(space.parameters(), no_literal);
    for (const Literal literal : tuple) partial[space.parameter_of(literal)] = literal;
    Literals preferred;
    for (std::size_t p = 0; p < space.parameters(); ++p)
      preferred.push_back(static_cast<Literal>(space.first(p) +
                                               random_.below(static_cast<std::size_t>(space.end(p) - space.first(p)))));
    const auto row = legality_.complete(partial, preferred);
    if (row) witnesses_.add(*row);
    return row.has_value();
  }

  const Legality& legality_;
  Witnesses witnesses_;
  Random random_{1};
  std::set<Literals> known_;
  std::vector<Literals> found_;
};

}  // namespace

std::vector<Literals> infeasible_tuples(const Legality& legality, std::size_t strength) {
  return Infeasible(legality).run(strength);
}

}  // namespace npu_cts::arrays
