// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/words.h"

#include <fmt/format.h>

#include "framework/base/nearest_word.h"
#include "framework/base/text.h"

namespace npu_cts::reader {
namespace {

constexpr std::size_t most_listed = 16;

}  // namespace

Diagnostic unknown_word(std::string_view word, const Words& words, const Location& at) {
  const auto nearest = nearest_word(word, words.known);
  std::string why = fmt::format("it is not among the {} names known here", words.known.size());
  if (words.known.empty()) why = "none is known here";
  if (!words.known.empty() && words.known.size() <= most_listed) {
    why = fmt::format("known here: {}", join(words.known, ", "));
  }
  return error_at(Kind::unknown_name, at, fmt::format("unknown {} '{}'", words.noun, word), std::move(why),
                  nearest ? fmt::format("write '{}'", *nearest) : "write one that is known");
}

}  // namespace npu_cts::reader
