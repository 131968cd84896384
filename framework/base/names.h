// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace npu_cts {

// A closed set is an enumeration that counts from 0, and a function beside it that gives the names of its values:
//   constexpr auto names_of(Tier) { return name_list("smoke", "fast", "full"); }

template <std::convertible_to<std::string_view>... Name>
constexpr std::array<std::string_view, sizeof...(Name)> name_list(Name... names) {
  return {names...};
}

template <class Enum>
concept ClosedSet = std::is_enum_v<Enum> && requires {
  names_of(Enum{});
};

template <ClosedSet Enum>
inline constexpr auto name_table = names_of(Enum{});

/// Every value of a closed set, in order.
template <ClosedSet Enum>
inline constexpr auto every = [] {
  std::array<Enum, name_table<Enum>.size()> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Enum>(i);
  return values;
}();

template <ClosedSet Enum>
constexpr std::string_view name_of(Enum value) {
  return name_table<Enum>[static_cast<std::size_t>(value)];
}

template <ClosedSet Enum>
std::vector<std::string> all_names() {
  return {name_table<Enum>.begin(), name_table<Enum>.end()};
}

/// Returns the value that has this name, or nothing.
template <ClosedSet Enum>
constexpr std::optional<Enum> find_named(std::string_view name) {
  const auto it = std::ranges::find(name_table<Enum>, name);
  if (it == name_table<Enum>.end()) return std::nullopt;
  return static_cast<Enum>(it - name_table<Enum>.begin());
}

}  // namespace npu_cts
