// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"
#include "framework/base/names.h"

namespace npu_cts::reader {

/// A closed set of words that a key may hold: what one of them is called, and all of them.
struct Words {
  std::string noun;
  std::vector<std::string> known;
};

/// Returns the names of a closed set.
template <ClosedSet Enum>
Words words_of(std::string noun) {
  return {std::move(noun), all_names<Enum>()};
}

/// Returns the message that `word` is none of `words`, with the nearest of them.
Diagnostic unknown_word(std::string_view word, const Words& words, const Location& at);

}  // namespace npu_cts::reader
