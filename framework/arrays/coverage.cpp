// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/coverage.h"

#include <algorithm>
#include <bit>

namespace npu_cts::arrays {
namespace {

constexpr std::size_t word_bits = 64;

std::size_t words_for(const Space& space) { return (space.literals() + word_bits - 1) / word_bits; }

/// Returns C(n, i).
double binomial(std::size_t n, std::size_t i) {
  double value = 1;
  for (std::size_t k = 0; k < i; ++k) value = value * static_cast<double>(n - k) / static_cast<double>(k + 1);
  return n < i ? 0 : value;
}

}  // namespace

double Coverage::bytes(const Space& space, std::size_t strength) {
  const double blocks = binomial(space.literals(), strength - 1);
  return binomial(space.literals(), strength) * sizeof(std::uint16_t) +
         2 * blocks * static_cast<double>(words_for(space) * sizeof(Word));
}

Coverage::Coverage(const Space& space, std::size_t strength)
    : space_(space), strength_(strength), words_(words_for(space)), mask_(words_) {
  for (std::size_t i = 0; i <= strength; ++i)
    for (std::size_t n = 0; n <= space.literals(); ++n)
      binomials_[i].push_back(static_cast<std::uint32_t>(binomial(n, i)));
  counts_.resize(binomials_[strength].back());
  open_bits_.resize(binomials_[strength - 1].back() * words_);
  once_bits_.resize(open_bits_.size());
  Literals block;
  open_all(block);
  for (const Word word : open_bits_) open_ += static_cast<std::size_t>(std::popcount(word));
  open_ /= strength;
}

/// Opens every tuple of literals of different parameters that begins with the literals of `block`.
void Coverage::open_all(Literals& block) {
  if (block.size() + 1 < strength_) {
    for (std::size_t p = block.empty() ? 0 : space_.parameter_of(block.back()) + 1; p < space_.parameters(); ++p) {
      for (Literal l = space_.first(p); l < space_.end(p); ++l) {
        block.push_back(l);
        open_all(block);
        block.pop_back();
      }
    }
    return;
  }
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < block.size(); ++i) number += binomials_[i + 1][block[i]];
  Word* const bits = open_bits_.data() + number * words_;
  for (std::size_t l = 0; l < space_.literals(); ++l) bits[l / word_bits] |= Word{1} << (l % word_bits);
  for (const Literal used : block) {
    const std::size_t p = space_.parameter_of(used);
    for (Literal l = space_.first(p); l < space_.end(p); ++l) bits[l / word_bits] &= ~(Word{1} << (l % word_bits));
  }
}

void Coverage::exclude(const Literals& tuple) { exclude(tuple, 0); }

/// Excludes the tuples that have literals of `tuple` and of parameters behind `from`.
void Coverage::exclude(const Literals& tuple, std::size_t from) {
  if (tuple.size() < strength_) {
    for (std::size_t p = from; p < space_.parameters(); ++p) {
      if (std::ranges::any_of(tuple, [&](Literal l) { return space_.parameter_of(l) == p; })) continue;
      for (Literal l = space_.first(p); l < space_.end(p); ++l) {
        Literals more = tuple;
        more.insert(std::ranges::upper_bound(more, l), l);
        exclude(more, p + 1);
      }
    }
    return;
  }
  Chosen chosen{};
  std::ranges::copy(tuple, chosen.begin());
  if (!is_open(chosen)) return;
  flip(open_bits_, chosen);
  --open_;
}

/// Returns the number of the block of `tuple` without the literal at `left_out`.
std::uint32_t Coverage::block_without(const Chosen& tuple, std::size_t left_out) const {
  std::uint32_t number = 0;
  for (std::size_t i = 0, place = 1; i < strength_; ++i)
    if (i != left_out) number += binomials_[place++][tuple[i]];
  return number;
}

bool Coverage::is_open(const Chosen& tuple) const {
  const Literal last = tuple[strength_ - 1];
  const std::size_t block = block_without(tuple, strength_ - 1) * words_;
  return (open_bits_[block + last / word_bits] >> (last % word_bits) & 1U) != 0;
}

void Coverage::flip(Plane& plane, const Chosen& tuple) {
  for (std::size_t i = 0; i < strength_; ++i)
    plane[block_without(tuple, i) * words_ + tuple[i] / word_bits] ^= Word{1} << (tuple[i] % word_bits);
}

void Coverage::cover(std::uint32_t number) {
  const std::uint16_t rows = ++counts_[number];
  if (rows > 2) return;
  flip(once_bits_, chosen_);
  if (rows == 2) return;
  flip(open_bits_, chosen_);
  --open_;
}

void Coverage::uncover(std::uint32_t number) {
  const std::uint16_t rows = --counts_[number];
  if (rows > 1) return;
  flip(once_bits_, chosen_);
  if (rows == 1) return;
  flip(open_bits_, chosen_);
  ++open_;
  reopened_.push_back(chosen_);
}

/// Goes over the sorted choices of `count` literals of `from`, which stand at places `base` and up of a tuple.
template <class Then>
void Coverage::choose(std::span<const Literal> from, std::size_t count, std::size_t base, std::uint32_t number,
                      Then&& then) {
  if (count == 0) return then(number);
  const std::vector<std::uint32_t>& binomials = binomials_[base + count];
  for (std::size_t i = count - 1; i < from.size(); ++i) {
    chosen_[base + count - 1] = from[i];
    const std::uint32_t more = number + binomials[from[i]];
    if (count == 1) {
      then(more);
    } else {
      choose(from.first(i), count - 1, base, more, then);
    }
  }
}

/// Goes over the tuples of `size` literals that have `literal`.
template <class Then>
void Coverage::choose_with(const Others& others, Literal literal, std::size_t size, Then&& then) {
  for (std::size_t above = 0; above < size; ++above) {
    const std::size_t below = size - 1 - above;
    choose(others.above, above, below + 1, binomials_[below + 1][literal], [&](std::uint32_t number) {
      chosen_[below] = literal;
      choose(others.below, below, 0, number, then);
    });
  }
}

void Coverage::add(std::span<const Literal> row) {
  choose(row, strength_, 0, 0, [&](std::uint32_t number) { cover(number); });
}

void Coverage::remove(std::span<const Literal> row) {
  choose(row, strength_, 0, 0, [&](std::uint32_t number) { uncover(number); });
  forget_covered();
}

void Coverage::change(Literals& row, Literal to) {
  Literal& cell = row[space_.parameter_of(to)];
  const Others around = others(row, to);
  choose_with(around, cell, strength_, [&](std::uint32_t number) { uncover(number); });
  choose_with(around, to, strength_, [&](std::uint32_t number) { cover(number); });
  cell = to;
  forget_covered();
}

/// Keeps the list of reopened tuples short.
void Coverage::forget_covered() {
  if (reopened_.size() < 2 * open_ + 1024) return;
  std::erase_if(reopened_, [&](const Chosen& tuple) { return !is_open(tuple); });
  std::ranges::sort(reopened_);
  reopened_.erase(std::unique(reopened_.begin(), reopened_.end()), reopened_.end());
}

Coverage::Others Coverage::others(std::span<const Literal> sorted, Literal literal) const {
  const std::size_t p = space_.parameter_of(literal);
  const auto begin = std::ranges::lower_bound(sorted, space_.first(p));
  const auto end = std::find_if(begin, sorted.end(), [&](Literal l) { return l >= space_.end(p); });
  return {.below = {sorted.begin(), begin}, .above = {end, sorted.end()}};
}

void Coverage::mask(std::span<const Literal> set) {
  std::ranges::fill(mask_, 0);
  for (const Literal l : set) mask_[l / word_bits] |= Word{1} << (l % word_bits);
}

/// Returns how many tuples of `literal` and the masked literals have a bit in `plane`.
std::size_t Coverage::count(const Plane& plane, const Others& others, Literal literal) {
  keys_.clear();
  choose_with(others, literal, strength_ - 1, [&](std::uint32_t block) { keys_.push_back(block); });
  return common_bits(plane.data(), keys_, mask_) / (strength_ - 1);  // once for each literal that is not in the block
}

std::size_t Coverage::gain(std::span<const Literal> set, Literal to) {
  mask(set);
  return count(open_bits_, others(set, to), to);
}

std::ptrdiff_t Coverage::score(std::span<const Literal> row, Literal to) {
  mask(row);
  const Others around = others(row, to);
  const std::size_t opened = count(once_bits_, around, row[space_.parameter_of(to)]);
  return static_cast<std::ptrdiff_t>(count(open_bits_, around, to)) - static_cast<std::ptrdiff_t>(opened);
}

std::size_t Coverage::only_in(std::span<const Literal> row) {
  mask(row);
  std::size_t sum = 0;
  for (const Literal literal : row) sum += count(once_bits_, others(row, literal), literal);
  return sum / strength_;
}

Literals Coverage::pick_open(Random& random) {
  while (!reopened_.empty()) {
    Chosen& picked = reopened_[random.below(reopened_.size())];
    if (is_open(picked)) return {picked.begin(), picked.begin() + static_cast<std::ptrdiff_t>(strength_)};
    picked = reopened_.back();
    reopened_.pop_back();
  }
  return search_open(random);
}

/// Returns an open tuple near a random place.
Literals Coverage::search_open(Random& random) const {
  std::size_t at = random.below(open_bits_.size());
  while (open_bits_[at] == 0) at = at + 1 == open_bits_.size() ? 0 : at + 1;
  const auto bit = static_cast<std::size_t>(std::countr_zero(open_bits_[at]));
  Literals tuple{static_cast<Literal>(at % words_ * word_bits + bit)};
  auto block = static_cast<std::uint32_t>(at / words_);
  for (std::size_t i = strength_ - 1; i > 0; --i) {
    const auto above = std::ranges::upper_bound(binomials_[i], block);
    tuple.push_back(static_cast<Literal>(above - binomials_[i].begin() - 1));
    block -= binomials_[i][tuple.back()];
  }
  std::ranges::sort(tuple);
  return tuple;
}

}  // namespace npu_cts::arrays
