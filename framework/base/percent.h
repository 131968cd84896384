// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace npu_cts {

/// Returns how many percent of `whole` `part` is, to be printed with one digit behind the point: 100.0 says all of it.
inline double percent_of(std::size_t part, std::size_t whole) {
  constexpr double nearly_all = 99.9;
  if (part >= whole) return 100;
  return std::min(nearly_all, 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

/// Returns whether `part` is at least `percent` of `whole`, without the rounding of what is printed.
inline bool reaches(std::size_t part, std::size_t whole, double percent) {
  return 100.0 * static_cast<double>(part) >= percent * static_cast<double>(whole);
}

}  // namespace npu_cts
