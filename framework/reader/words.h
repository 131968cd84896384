// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"

namespace npu_cts::reader {

/// A closed set of words that a key may hold: what one of them is called, and all of them.
struct Words {
  std::string noun;
  std::vector<std::string> known;
};

/// Returns the words of an enumeration of `count` values that count from 0.
template <class Enum>
Words words_of(std::string noun, std::size_t count) {
  Words words{std::move(noun), {}};
  for (std::size_t i = 0; i < count; ++i) words.known.emplace_back(name_of(static_cast<Enum>(i)));
  return words;
}

/// Returns the message that `word` is none of `words`, with the nearest of them.
Diagnostic unknown_word(std::string_view word, const Words& words, const Location& at);

}  // namespace npu_cts::reader
