// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/terms.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace npu_cts::findings::prove {
namespace {

constexpr double int64_end = 9.2e18;  // a little below 2^63: rounding up makes a check too many, never one too few

bool is_literal(const z3::expr& term, std::int64_t& value) { return term.is_numeral_i64(value); }

bool is_positive_literal(const z3::expr& term) {
  std::int64_t value = 0;
  return is_literal(term, value) && value > 0;
}

}  // namespace

Number Terms::literal(std::int64_t value) const {
  return {number(value), truth(1), std::abs(static_cast<double>(value))};
}

z3::expr Terms::all(const std::vector<z3::expr>& claims) const {
  z3::expr_vector parts(context_);
  for (const z3::expr& claim : claims) parts.push_back(claim);
  return z3::mk_and(parts);
}

z3::expr Terms::any(const std::vector<z3::expr>& claims) const {
  z3::expr_vector parts(context_);
  for (const z3::expr& claim : claims) parts.push_back(claim);
  return z3::mk_or(parts);
}

Number Terms::choose(const Truth& condition, const Number& a, const Number& b) const {
  return {z3::ite(condition.yes, a.value, b.value), (condition.yes && a.defined) || (condition.no && b.defined),
          std::max(a.most, b.most)};
}

Sizes Terms::choose(const Truth& condition, const Sizes& a, const Sizes& b) const {
  Sizes chosen{
      (condition.yes && a.defined) || (condition.no && b.defined), z3::ite(condition.yes, a.length, b.length), {}};
  for (std::size_t i = 0; i < std::max(a.items.size(), b.items.size()); ++i) {
    const Number& left = i < a.items.size() ? a.items[i] : undefined();
    const Number& right = i < b.items.size() ? b.items[i] : undefined();
    chosen.items.push_back(choose(condition, left, right));
  }
  return chosen;
}

/// Where the condition is not defined, both may still agree.
Truth Terms::choose(const Truth& condition, const Truth& a, const Truth& b) const {
  return {(condition.yes && a.yes) || (condition.no && b.yes) || (a.yes && b.yes),
          (condition.yes && a.no) || (condition.no && b.no) || (!condition.yes && !condition.no && a.no && b.no)};
}

Number Terms::fitting(z3::expr value, z3::expr defined, double most) const {
  if (most < int64_end) return {std::move(value), std::move(defined), most};
  const z3::expr low = context_.int_val(std::numeric_limits<std::int64_t>::min());
  const z3::expr high = context_.int_val(std::numeric_limits<std::int64_t>::max());
  z3::expr fits = defined && low <= value && value <= high;
  return {std::move(value), std::move(fits), int64_end};
}

Number Terms::add(const Number& a, const Number& b) const {
  return fitting(a.value + b.value, a.defined && b.defined, a.most + b.most);
}

Number Terms::subtract(const Number& a, const Number& b) const {
  return fitting(a.value - b.value, a.defined && b.defined, a.most + b.most);
}

Number Terms::multiply(const Number& a, const Number& b) const {
  return fitting(a.value * b.value, a.defined && b.defined, a.most * b.most);
}

/// The solver's division keeps the remainder from falling below zero: for a divisor above zero it rounds down.
Number Terms::floor_divide(const Number& a, const Number& b) const {
  if (is_positive_literal(b.value)) return {a.value / b.value, a.defined && b.defined, a.most};
  return fitting(z3::ite(b.value > 0, a.value / b.value, -a.value / -b.value), a.defined && b.defined && b.value != 0,
                 a.most + 1);
}

Number Terms::modulo(const Number& a, const Number& b) const {
  if (is_positive_literal(b.value)) return {z3::mod(a.value, b.value), a.defined && b.defined, b.most};
  return {z3::ite(b.value > 0, z3::mod(a.value, b.value), -z3::mod(-a.value, -b.value)),
          a.defined && b.defined && b.value != 0, b.most};
}

Number Terms::least(const Number& a, const Number& b) const {
  return {z3::ite(a.value <= b.value, a.value, b.value), a.defined && b.defined, std::max(a.most, b.most)};
}

Number Terms::most(const Number& a, const Number& b) const {
  return {z3::ite(a.value >= b.value, a.value, b.value), a.defined && b.defined, std::max(a.most, b.most)};
}

}  // namespace npu_cts::findings::prove
