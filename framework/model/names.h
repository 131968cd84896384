// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace npu_cts {

/// Looks a word up in the table of an enumeration whose values count from 0.
template <class Enum, std::size_t N>
std::optional<Enum> find_in(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// Returns the first of `range` whose `member` is `key`, or null.
template <class Range, class Key, class Member>
auto* find_by(const Range& range, const Key& key, Member member) {
  const auto it = std::ranges::find(range, key, member);
  return it == range.end() ? nullptr : &*it;
}

}  // namespace npu_cts
