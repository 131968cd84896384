// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/gates/source_tree.h"

namespace npu_cts::gates {

/// A sentence of a Markdown page: a table cell and a list item end one too. Code is one word, a link is its text.
struct Sentence {
  std::size_t line = 0;  ///< where it begins, counted from 1
  std::string text;
  std::size_t words = 0;

  friend bool operator==(const Sentence&, const Sentence&) = default;
};

/// Returns the sentences of `page` in their order. Headings and fenced blocks have none.
std::vector<Sentence> sentences_of(const SourceFile& page);

/// Returns the middle of the sentences' lengths in words, the larger of two; 0 where there are none.
std::size_t median_words(const std::vector<Sentence>& sentences);

}  // namespace npu_cts::gates
