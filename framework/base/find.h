// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace npu_cts {

/// Returns whether an element of `range`, or what `projection` makes of it, is `value`: std::ranges::contains of C++23.
template <class Range, class Value, class Projection = std::identity>
constexpr bool contains(const Range& range, const Value& value, Projection projection = {}) {
  return std::ranges::find(range, value, std::move(projection)) != std::ranges::end(range);
}

/// Returns the first of `range` whose `member` is `key`, or null.
template <class Range, class Key, class Member>
auto* find_by(const Range& range, const Key& key, Member member) {
  const auto it = std::ranges::find(range, key, member);
  return it == range.end() ? nullptr : &*it;
}

/// Returns the first of `range` that `is_it`, or null.
template <class Range, class Predicate>
auto* find_where(Range& range, Predicate is_it) {
  const auto it = std::ranges::find_if(range, std::move(is_it));
  return it == range.end() ? nullptr : &*it;
}

}  // namespace npu_cts
