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

/// Returns what names_of is to return.
template <std::convertible_to<std::string_view>... Name>
constexpr std::array<std::string_view, sizeof...(Name)> name_list(Name... names) {
  return {names...};
}

/// An enumeration that counts from 0 and gives the names of its values.
template <class Enum>
concept ClosedSet = std::is_enum_v<Enum> && requires {
  names_of(Enum{});
};

/// Returns how the source writes `value`, with its namespace: "npu_cts::Tier::fast". What is no enumerator is a cast.
template <auto value>
constexpr std::string_view written() {
  constexpr std::string_view mark = "value = ";
  constexpr std::string_view function = __PRETTY_FUNCTION__;
  constexpr std::size_t start = function.find(mark) + mark.size();
  return function.substr(start, function.find_first_of(";]", start) - start);
}

/// The names of a closed set, one for each of its values.
template <ClosedSet Enum>
inline constexpr auto name_table = [] {
  constexpr auto names = names_of(Enum{});
  static_assert(!written<static_cast<Enum>(names.size() - 1)>().starts_with('('), "a name stands for no value");
  static_assert(written<static_cast<Enum>(names.size())>().starts_with('('), "a value has no name");
  return names;
}();

/// Every value of a closed set, in order.
template <ClosedSet Enum>
inline constexpr auto every = [] {
  std::array<Enum, name_table<Enum>.size()> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Enum>(i);
  return values;
}();

/// Returns the name of `value`, which is one of its closed set.
template <ClosedSet Enum>
constexpr std::string_view name_of(Enum value) {
  return name_table<Enum>[static_cast<std::size_t>(value)];
}

/// Returns the names of a closed set, in the order of its values.
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
