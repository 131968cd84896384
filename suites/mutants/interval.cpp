// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/interval.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace npu_cts::mutants {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double rounding = 1.0 / (1 << 22);  ///< of one step in float32, and as much again
constexpr double smallest = 1e-44;            ///< of a step that ends among the subnormal numbers

Interval interval_of(std::initializer_list<double> ends) {
  if (std::ranges::any_of(ends, [](double end) { return !std::isfinite(end); })) return {-infinite, infinite};
  return {std::min(ends), std::max(ends)};
}

/// Returns `one` after a rounding. Whole numbers are summed and multiplied without.
Interval rounded(Interval one, bool is_exact) {
  if (is_exact && is_whole(one) && std::abs(one.low) <= largest_whole) return one;
  if (is_exact && is_whole(one)) return {-infinite, infinite};
  return {one.low - std::abs(one.low) * rounding - smallest, one.high + std::abs(one.high) * rounding + smallest};
}

Interval divided(const Interval& a, const Interval& b) {
  if (b.low <= 0 && b.high >= 0) return {-infinite, infinite};
  return rounded(interval_of({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}), false);
}

/// Returns the bits of both, as `combine` makes one number of two; nothing of a number that is not known.
template <class Combine>
Interval of_bits(const Interval& a, const Interval& b, const Combine& combine) {
  if (!is_whole(a) || !is_whole(b)) return {-infinite, infinite};
  const auto bits = static_cast<double>(combine(static_cast<std::int64_t>(a.low), static_cast<std::int64_t>(b.low)));
  return {bits, bits};
}

}  // namespace

Interval times(const Interval& a, const Interval& b) {
  return rounded(interval_of({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}),
                 is_whole(a) && is_whole(b));
}

Interval plus(const Interval& a, const Interval& b) {
  return rounded(interval_of({a.low + b.low, a.high + b.high}), is_whole(a) && is_whole(b));
}

Combination combination_of(std::string_view sign) {
  using Number = std::int64_t;
  if (sign == "*") return times;
  if (sign == "/") return divided;
  if (sign == "+") return plus;
  if (sign == "-") return [](const Interval& a, const Interval& b) { return plus(a, {-b.high, -b.low}); };
  if (sign == "&") {
    return [](const Interval& a, const Interval& b) { return of_bits(a, b, [](Number x, Number y) { return x & y; }); };
  }
  if (sign == "|") {
    return [](const Interval& a, const Interval& b) { return of_bits(a, b, [](Number x, Number y) { return x | y; }); };
  }
  return [](const Interval& a, const Interval& b) {
    return of_bits(a, b, [](Number x, Number y) { return x * (Number{1} << std::clamp<Number>(y, 0, 52)); });
  };
}

}  // namespace npu_cts::mutants
