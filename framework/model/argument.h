// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "framework/model/dtype.h"
#include "framework/model/name_map.h"

namespace npu_cts {

/// An argument that is given as none.
struct None {
  friend bool operator==(const None&, const None&) = default;
};

/// The value of one argument, whose tensors are of the form `T`: with values, in memory, in a frame or on a device.
/// A dtype argument (`output_dtype`) holds a DType; an enumeration, its word.
template <class T>
using ArgumentOf = std::variant<None, bool, std::int64_t, std::string, DType, std::vector<std::int64_t>, T>;

/// Values by parameter key (the spec's key, the same in every release). An absent key takes its default.
template <class T>
using ArgumentsOf = NameMap<ArgumentOf<T>>;

/// Returns `arguments` with `map(key, tensor)` for every tensor.
template <class T, class Map>
auto map_tensors(const ArgumentsOf<T>& arguments, const Map& map) {
  using Mapped = std::invoke_result_t<const Map&, const std::string&, const T&>;
  ArgumentsOf<Mapped> mapped;
  mapped.reserve(arguments.size());
  for (const auto& entry : arguments) {
    const std::string& key = entry.first;
    const auto convert = [&](const auto& held) -> ArgumentOf<Mapped> {
      if constexpr (std::is_same_v<std::decay_t<decltype(held)>, T>) {
        return map(key, held);
      } else {
        return held;
      }
    };
    mapped.try_emplace(key, std::visit(convert, entry.second));
  }
  return mapped;
}

/// A visitor made of functions, one for each kind of value or several.
template <class... Functions>
struct Visitor : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Visitor(Functions...) -> Visitor<Functions...>;

/// Visits what is no tensor as plain text: none, true, -1, a word as it is, int8, [1, 2].
struct PlainText {
  std::string operator()(None none) const;
  std::string operator()(bool flag) const;
  std::string operator()(std::int64_t number) const;
  std::string operator()(const std::string& word) const;
  std::string operator()(DType dtype) const;
  std::string operator()(const std::vector<std::int64_t>& numbers) const;
};

}  // namespace npu_cts
