// SPDX-License-Identifier: Apache-2.0
#include "reports/page_patch.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::reports {
namespace {

constexpr std::size_t context = 3;  // lines around a change

using PageLines = std::vector<std::string>;

bool is_blank(const std::string& line) { return trim(line).empty() || trim(line) == "\r"; }
bool is_fence(const std::string& line) { return trim(line).starts_with("```"); }

/// Returns behind how many lines of the page the block ends that `line` is in. A blank line in a program ends nothing.
std::size_t end_of_block(const PageLines& page, std::size_t line) {
  bool in_program = false;
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (is_fence(page[i])) in_program = !in_program;
    if (i >= line && !in_program && is_blank(page[i])) return i;
  }
  return page.size();
}

/// Returns what is added behind how many lines of the page, in the order of the page.
std::map<std::size_t, PageLines> additions_of(const PageLines& page, const std::vector<PageNote>& notes) {
  std::map<std::size_t, PageLines> additions;
  for (const PageNote& note : notes) {
    PageLines& added = additions[end_of_block(page, std::min(note.line, page.size()))];
    added.emplace_back();  // a note is a block of its own
    added.insert(added.end(), note.lines.begin(), note.lines.end());
  }
  return additions;
}

/// Changes so near to each other that they share their context.
struct Hunk {
  std::size_t first;  ///< lines of the page before it
  std::size_t last;   ///< lines of the page up to its end
  std::vector<std::pair<std::size_t, PageLines>> additions;
};

std::vector<Hunk> hunks_of(const std::map<std::size_t, PageLines>& additions, std::size_t lines) {
  std::vector<Hunk> hunks;
  for (const auto& [at, added] : additions) {
    const std::size_t first = at < context ? 0 : at - context;
    const std::size_t last = std::min(lines, at + context);
    if (hunks.empty() || first > hunks.back().last) hunks.push_back({first, last, {}});
    hunks.back().last = last;
    hunks.back().additions.emplace_back(at, added);
  }
  return hunks;
}

std::string hunk_text(const Hunk& hunk, const PageLines& page) {
  std::string text;
  auto next = hunk.additions.begin();
  for (std::size_t i = hunk.first; i <= hunk.last; ++i) {
    for (; next != hunk.additions.end() && next->first == i; ++next) {
      for (const std::string& line : next->second) text += "+" + line + "\n";
    }
    if (i == hunk.last) break;
    text += " " + page[i] + "\n";
  }
  return text;
}

std::size_t added_by(const Hunk& hunk) {
  std::size_t added = 0;
  for (const auto& [at, lines] : hunk.additions) added += lines.size();
  return added;
}

}  // namespace

std::string patch_of(const std::string& path, const std::string& text, const std::vector<PageNote>& notes) {
  if (notes.empty()) return {};
  PageLines page = split(text, '\n');
  page.pop_back();  // what stands behind the last line end: nothing, or a line that nothing can be added behind
  std::string patch = fmt::format("--- a/{0}\n+++ b/{0}\n", path);
  std::size_t before = 0;
  for (const Hunk& hunk : hunks_of(additions_of(page, notes), page.size())) {
    const std::size_t lines = hunk.last - hunk.first;
    patch +=
        fmt::format("@@ -{},{} +{},{} @@\n", hunk.first + 1, lines, hunk.first + before + 1, lines + added_by(hunk));
    patch += hunk_text(hunk, page);
    before += added_by(hunk);
  }
  return patch;
}

}  // namespace npu_cts::reports
