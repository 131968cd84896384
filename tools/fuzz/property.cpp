// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/property.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts::fuzz {
namespace {

/// Returns the code points of `line`: bytes that do not continue another.
int width(std::string_view line) {
  return static_cast<int>(std::ranges::count_if(line, std::not_fn(continues_character)));
}

/// Returns whether `at` is a place of `text`, its end included; without a line it is the whole file.
bool lies_inside(const Location& at, std::string_view text, const Location& first) {
  if (at.file != first.file) return false;
  if (at.line == 0) return at.column == 0;
  const std::vector<std::string> lines = split(text, '\n');
  const int row = at.line - first.line;
  if (row < 0 || row > static_cast<int>(lines.size())) return false;
  if (row == static_cast<int>(lines.size())) return at.column <= 1;
  const int before = row == 0 ? first.column - 1 : 0;
  return at.column >= 0 && at.column <= before + width(lines[static_cast<std::size_t>(row)]) + 1;
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20U && c != '\n') || c == '\x7F'; }

}  // namespace

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

void broken(std::string_view property, std::string_view about) {
  const std::string line = "broken: " + std::string(property) + ": " + std::string(about) + '\n';
  std::fputs(line.c_str(), stderr);
  std::abort();
}

void hold(bool claim, std::string_view property, std::string_view about) {
  if (!claim) broken(property, about);
}

void hold_diagnostics(const Diagnostics& found, std::string_view text, const Location& first) {
  for (const Diagnostic& diagnostic : found) {
    const std::string printed = to_text(diagnostic, text);
    hold(!diagnostic.what.empty() && !diagnostic.why.empty() && !diagnostic.hint.empty(), "a message is whole",
         printed);
    hold(std::ranges::none_of(printed, &is_control), "a message prints on any terminal", printed);
    hold(is_utf8(printed), "a message is text", printed);
    hold(lies_inside(diagnostic.at, text, first), "a message stands inside its file", printed);
    for (const Note& note : diagnostic.notes) {
      hold(note.at.file != first.file || lies_inside(note.at, text, first), "a note stands inside its file", printed);
    }
  }
}

}  // namespace npu_cts::fuzz
