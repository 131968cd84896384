// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string_view>

namespace npu_cts::mutants {

/// The numbers that an element may be, where float32 rounds on the way. Both ends are infinite where it is not known.
struct Interval {
  double low = 0;
  double high = 0;

  [[nodiscard]] bool is_one() const { return low == high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// A whole number beyond it wraps or stops, which no formula says.
inline constexpr double largest_whole = 2147483647;

/// Returns whether `one` is a single whole number.
inline bool is_whole(const Interval& one) { return one.is_one() && std::rint(one.low) == one.low; }

Interval times(const Interval& a, const Interval& b);
Interval plus(const Interval& a, const Interval& b);

/// Makes one number of two.
using Combination = Interval (*)(const Interval&, const Interval&);

/// Returns what the operator `sign` makes of two numbers: "*", "/", "+", "-", "&", "|" or "<<".
Combination combination_of(std::string_view sign);

}  // namespace npu_cts::mutants
