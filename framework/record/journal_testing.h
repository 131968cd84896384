// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/record/chain.h"

// What the tests of journals share: to change a journal, and to link its lines again as if a run had written them so.
// Not part of the library.
namespace npu_cts::testing_journal {

/// Returns the lines of `text`, each without its newline.
inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

inline std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Returns `text`, a journal, with no line linked.
inline std::string unlinked(std::string_view text) {
  auto lines = lines_of(text);
  for (std::string& line : lines) {
    const std::size_t link = line.rfind(R"(,"line":)");
    if (link != std::string::npos && line.find(R"("chain":)", link) != std::string::npos)
      line.replace(link, line.size(), "}");
  }
  return text_of(lines);
}

/// Returns `text` with each line linked anew that looks like an object.
inline std::string linked(std::string_view text) {
  Chain chain;
  std::string made;
  for (const std::string& line : lines_of(unlinked(text))) {
    const bool is_object = line.starts_with('{') && line.ends_with('}');
    made += is_object ? chain.link(line) : line + "\n";
  }
  return made;
}

}  // namespace npu_cts::testing_journal
