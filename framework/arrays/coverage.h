// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/arrays/random.h"
#include "framework/arrays/space.h"

namespace npu_cts::arrays {

using Word = std::uint64_t;

/// Returns how many bits `row` has in common with the blocks of `plane` that `keys` name. A block has row.size() words.
std::size_t common_bits(const Word* plane, std::span<const std::uint32_t> keys, std::span<const Word> row);

inline constexpr std::size_t most_strength = 4;

/// Rows at most: each tuple counts its rows in 16 bits.
inline constexpr std::size_t most_rows = 0xFFFF;

/// How many rows cover each tuple of `strength` literals, and which tuples are open: feasible and not covered.
///
/// A tuple of sorted literals a < b < c has the number C(a,1) + C(b,2) + C(c,3). A plane has a block of bits for each
/// tuple of one literal less: bit c of block (a, b) speaks of (a, b, c), and so do bit b of block (a, c) and bit a of
/// block (b, c). So the tuples that a literal would cover in a row are counted a word at a time.
class Coverage {
 public:
  Coverage(const Space& space, std::size_t strength);

  /// Returns the bytes that a Coverage takes.
  static double bytes(const Space& space, std::size_t strength);

  /// Says that no row contains `tuple`, which is at most `strength` sorted literals. Comes before any row.
  void exclude(const Literals& tuple);

  void add(std::span<const Literal> row);
  void remove(std::span<const Literal> row);

  /// Changes one cell of a full row.
  void change(Literals& row, Literal to);

  /// Returns how many open tuples have `to` and otherwise literals of `set`, which is sorted.
  std::size_t gain(std::span<const Literal> set, Literal to);

  /// Returns by how much fewer tuples were open after `change(row, to)`.
  std::ptrdiff_t score(std::span<const Literal> row, Literal to);

  /// Returns how many tuples only the full `row` covers, which is one of the rows.
  std::size_t only_in(std::span<const Literal> row);

  [[nodiscard]] std::size_t open() const { return open_; }

  /// Returns an open tuple; there is one.
  Literals pick_open(Random& random);

 private:
  using Chosen = std::array<Literal, most_strength>;
  using Plane = std::vector<Word>;

  /// The literals of a row before and behind those of one parameter.
  struct Others {
    std::span<const Literal> below, above;
  };

  [[nodiscard]] Others others(std::span<const Literal> sorted, Literal literal) const;
  template <class Then>
  void choose(std::span<const Literal> from, std::size_t count, std::size_t base, std::uint32_t number, Then&& then);
  template <class Then>
  void choose_with(const Others& others, Literal literal, std::size_t size, Then&& then);

  void open_all(Literals& block);
  void exclude(const Literals& tuple, std::size_t from);
  [[nodiscard]] bool is_open(const Chosen& tuple) const;
  void flip(Plane& plane, const Chosen& tuple);
  [[nodiscard]] std::uint32_t block_without(const Chosen& tuple, std::size_t left_out) const;
  void cover(std::uint32_t number);
  void uncover(std::uint32_t number);
  void forget_covered();
  void mask(std::span<const Literal> set);
  std::size_t count(const Plane& plane, const Others& others, Literal literal);
  [[nodiscard]] Literals search_open(Random& random) const;

  const Space& space_;
  std::size_t strength_;
  std::size_t words_;                                                    ///< of a block
  std::array<std::vector<std::uint32_t>, most_strength + 1> binomials_;  ///< [i][n] is C(n, i)
  std::vector<std::uint16_t> counts_;                                    ///< by number of the tuple
  Plane open_bits_;
  Plane once_bits_;  ///< covered by one row
  std::size_t open_ = 0;
  std::vector<Chosen> reopened_;     ///< every tuple that is open again after it was covered; may have others
  Chosen chosen_{};                  ///< the tuple that choose() is at
  std::vector<std::uint32_t> keys_;  ///< space for count()
  std::vector<Word> mask_;           ///< the set that count() looks at
};

}  // namespace npu_cts::arrays
