// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/last_lines.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::run {
namespace {

constexpr std::size_t most_lines = 30;
constexpr std::size_t most_line_bytes = 300;

/// Returns a frame of a backtrace, "  #2 _ZN3fooEv+0x1c (lib.so+0x11ac)", with the function's name as its source has
/// it; any other line as it is.
std::string readable(const std::string& line) {
  const auto begin = line.find(" _Z");
  const auto end = line.find("+0x", begin);
  if (!line.starts_with("  #") || begin == std::string::npos || end == std::string::npos) return line;
  int status = 0;
  const std::string name = line.substr(begin + 1, end - begin - 1);
  const std::unique_ptr<char, void (*)(void*)> words(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                     std::free);
  return status == 0 ? line.substr(0, begin + 1) + words.get() + line.substr(end) : line;
}

}  // namespace

std::string shortened(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  std::string_view kept = text.substr(0, most_bytes);
  while (!kept.empty() && (text[kept.size()] & 0xC0) == 0x80) kept.remove_suffix(1);  // within a character
  return fmt::format("{} ({} bytes more)", kept, text.size() - kept.size());
}

std::vector<std::string> last_lines(std::string_view printed) {
  while (printed.ends_with('\n')) printed.remove_suffix(1);
  if (printed.empty()) return {};
  std::vector<std::string> lines = split(printed, '\n');
  lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(std::min(lines.size(), most_lines)));
  for (std::string& line : lines) line = escape_control(shortened(readable(line), most_line_bytes));
  return lines;
}

std::vector<Note> notes_of(const std::vector<std::string>& lines) {
  std::vector<Note> notes;
  for (const std::string& line : lines) {
    if (!trim(line).empty()) notes.push_back({.text = fmt::format("it printed: {}", line)});
  }
  return notes;
}

std::optional<Diagnostic> read_complaint(const std::vector<std::string>& lines) {
  constexpr std::string_view mark = ": error: ";
  auto line = lines.end();
  std::size_t place = std::string::npos;
  while (place == std::string::npos && line != lines.begin()) place = (--line)->find(mark);
  if (place == std::string::npos) return std::nullopt;
  Diagnostic said{.what = line->substr(0, place) + ": " + line->substr(place + mark.size()),
                  .notes = notes_of({lines.begin(), line})};
  for (++line; line != lines.end(); ++line) {
    for (const auto& [word, text] : {std::pair("  why: ", &said.why), std::pair("  hint: ", &said.hint)}) {
      if (text->empty() && line->starts_with(word)) *text = line->substr(std::string_view(word).size());
    }
  }
  return said;
}

std::string one_line(const Diagnostic& diagnostic) {
  constexpr std::size_t most_notes = 3;
  std::string text = diagnostic.what;
  const std::size_t count = diagnostic.notes.size();
  for (std::size_t i = count - std::min(count, most_notes); i < count; ++i) text += "; " + diagnostic.notes[i].text;
  return text;
}

}  // namespace npu_cts::run
