// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/base/names.h"

namespace npu_cts {

/// Returns the words that the source has for the values of a closed set: {"smoke", "fast", "full"}.
template <ClosedSet Enum>
std::vector<std::string> enumerators_of() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    const auto word = [](std::string_view value) { return std::string(value.substr(value.rfind(':') + 1)); };
    return std::vector<std::string>{word(written<static_cast<Enum>(I)>())...};
  }
  (std::make_index_sequence<every<Enum>.size()>());
}

/// Returns the names of a closed set as the source would write them: "7.1.0-initial" is "7_1_0_initial".
template <ClosedSet Enum>
std::vector<std::string> names_as_words() {
  std::vector<std::string> names = all_names<Enum>();
  for (std::string& name : names) {
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return names;
}

}  // namespace npu_cts
