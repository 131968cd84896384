// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <z3++.h>

namespace npu_cts::findings::prove {

/// A truth of three values: neither `yes` nor `no` where it is not defined; never both.
struct Truth {
  z3::expr yes;
  z3::expr no;
};

/// An integer, a dtype or a word as a term.
struct Number {
  z3::expr value;
  z3::expr defined;
  double most = 0;                  ///< its magnitude is at most this
  std::vector<z3::expr> factors{};  ///< of a product: sizes, none below 0
};

/// A shape or a list: as many of `items` as `length` says.
struct Sizes {
  z3::expr defined;  ///< whether there is a length; each item says for itself
  z3::expr length;
  std::vector<Number> items;
};

/// Terms made of terms, with what the evaluator of framework/rule calls not defined.
class Terms {
 public:
  explicit Terms(z3::context& context) : context_(context) {}

  [[nodiscard]] z3::context& context() const { return context_; }
  [[nodiscard]] z3::expr truth(std::int64_t value) const { return context_.bool_val(value != 0); }
  [[nodiscard]] z3::expr number(std::int64_t value) const { return context_.int_val(value); }

  [[nodiscard]] Truth unknown() const { return {truth(0), truth(0)}; }
  [[nodiscard]] Truth certain(const z3::expr& claim) const { return {claim, !claim}; }
  [[nodiscard]] Truth where(const z3::expr& defined, const z3::expr& claim) const {
    return {defined && claim, defined && !claim};
  }
  [[nodiscard]] Number undefined() const { return {number(0), truth(0)}; }
  [[nodiscard]] Number literal(std::int64_t value) const;
  [[nodiscard]] Sizes no_sizes() const { return {truth(0), number(0), {}}; }

  [[nodiscard]] z3::expr all(const std::vector<z3::expr>& claims) const;
  [[nodiscard]] z3::expr any(const std::vector<z3::expr>& claims) const;

  /// Returns `a` or `b` by `condition`, which is as defined as they say.
  [[nodiscard]] Number choose(const Truth& condition, const Number& a, const Number& b) const;
  [[nodiscard]] Sizes choose(const Truth& condition, const Sizes& a, const Sizes& b) const;
  [[nodiscard]] Truth choose(const Truth& condition, const Truth& a, const Truth& b) const;

  // Arithmetic in 64 bits: where a result might not fit, it is not defined there.
  [[nodiscard]] Number add(const Number& a, const Number& b) const;
  [[nodiscard]] Number subtract(const Number& a, const Number& b) const;
  [[nodiscard]] Number multiply(const Number& a, const Number& b) const;
  [[nodiscard]] Number floor_divide(const Number& a, const Number& b) const;
  [[nodiscard]] Number modulo(const Number& a, const Number& b) const;
  [[nodiscard]] Number least(const Number& a, const Number& b) const;
  [[nodiscard]] Number most(const Number& a, const Number& b) const;

  // Shapes.
  [[nodiscard]] Number item(const Sizes& sizes, const Number& index) const;  ///< negative from the end
  [[nodiscard]] Number at_offset(const Sizes& sizes, const z3::expr& offset) const;
  [[nodiscard]] Sizes solid(const Sizes& sizes) const;  ///< defined only where every item is
  [[nodiscard]] Number numel(const Sizes& sizes) const;
  [[nodiscard]] Sizes slice(const Sizes& whole, const Number& from, const Number& to) const;
  [[nodiscard]] Sizes replaced(const Sizes& whole, const Number& axis, const Number& size) const;
  [[nodiscard]] Sizes broadcast(const Sizes& a, const Sizes& b) const;
  [[nodiscard]] Sizes append(const Sizes& front, const Sizes& back) const;
  [[nodiscard]] Truth same(const Sizes& a, const Sizes& b) const;

 private:
  [[nodiscard]] Number fitting(z3::expr value, z3::expr defined, double most) const;
  [[nodiscard]] z3::expr active(const Sizes& sizes, std::size_t position) const;

  z3::context& context_;
};

/// Most items that a shape of terms has.
inline constexpr std::size_t most_items = 20;

}  // namespace npu_cts::findings::prove
