// SPDX-License-Identifier: Apache-2.0
#include "framework/base/diagnostic.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/sort.h"
#include "framework/base/text.h"

namespace npu_cts {
namespace {

/// Wider lines of source are cut around the caret: a message must fit a screen.
constexpr std::size_t widest_line = 160;

std::string to_text(const Location& at) {
  std::string text = escape_control(at.file);
  if (at.line > 0) text += fmt::format(":{}", at.line);
  if (at.line > 0 && at.column > 0) text += fmt::format(":{}", at.column);
  return text;
}

std::optional<std::string_view> line_of(std::string_view source, int line) {
  if (line <= 0) return std::nullopt;
  for (int i = 1; i < line; ++i) {
    const auto end = source.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    source.remove_prefix(end + 1);
  }
  const std::string_view found = source.substr(0, source.find('\n'));
  if (found.empty()) return std::nullopt;
  return found.ends_with('\r') ? found.substr(0, found.size() - 1) : found;
}

/// Returns the offset in bytes of the code point in `column`, which counts from 1; the size of `line` where it ends
/// before.
std::size_t offset_of(std::string_view line, int column) {
  std::size_t at = 0;
  for (int i = 1; i < column && at < line.size(); ++i) {
    ++at;
    while (at < line.size() && continues_character(line[at])) ++at;
  }
  return at;
}

/// Returns how many columns of a terminal `text` takes: Chinese characters and full-width marks take two.
std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (continues_character(text[i])) continue;
    const auto lead = static_cast<unsigned char>(text[i]);
    width += lead >= 0xE3 && lead <= 0xED ? 2 : lead == 0xEF ? 2 : 1;
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string plain{text};
  std::ranges::replace(plain, '\t', ' ');
  return escape_control(plain);
}

std::string excerpt(const Location& at, std::string_view source) {
  const auto line = line_of(source, at.line);
  if (!line) return {};
  std::size_t caret = offset_of(*line, at.column);
  std::string_view shown = *line;
  std::string_view before_cut;
  if (shown.size() > widest_line) {
    std::size_t from = caret > widest_line / 2 ? caret - widest_line / 2 : 0;
    while (from < shown.size() && continues_character(shown[from])) ++from;
    std::size_t count = std::min(widest_line, shown.size() - from);
    while (from + count < shown.size() && continues_character(shown[from + count])) ++count;
    shown = shown.substr(from, count);
    caret -= std::min(caret, from);
    if (from > 0) before_cut = "...";
  }
  const std::string number = fmt::format("{:5}", at.line);
  std::string text = fmt::format("{} | {}{}\n", number, before_cut, printable(shown));
  if (at.column <= 0) return text;
  const std::size_t indent = before_cut.size() + width_of(printable(shown.substr(0, caret)));
  text += fmt::format("{} | {}^\n", std::string(number.size(), ' '), std::string(indent, ' '));
  return text;
}

}  // namespace

Diagnostic error_at(Kind kind, Location at, std::string what, std::string why, std::string hint) {
  return {.kind = kind, .at = std::move(at), .what = std::move(what), .why = std::move(why), .hint = std::move(hint)};
}

std::string to_text(const Diagnostic& diagnostic, std::string_view source) {
  std::string text = to_text(diagnostic.at);
  if (!text.empty()) text += ": ";
  text += fmt::format("{}: {} [{}]\n", name_of(diagnostic.level), escape_control(diagnostic.what),
                      info_of(diagnostic.kind).name);
  text += excerpt(diagnostic.at, source);
  if (!diagnostic.why.empty()) text += fmt::format("  why: {}\n", escape_control(diagnostic.why));
  if (!diagnostic.hint.empty()) text += fmt::format("  hint: {}\n", escape_control(diagnostic.hint));
  for (const Note& note : diagnostic.notes) {
    const std::string at = to_text(note.at);
    text += fmt::format("  note: {}{}{}\n", at, at.empty() ? "" : ": ", escape_control(note.text));
  }
  return text;
}

bool has_error(std::span<const Diagnostic> diagnostics) {
  return std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.level == Level::error; });
}

void sort_by_place(Diagnostics& diagnostics) { sort_stably(diagnostics, {}, &Diagnostic::at); }

}  // namespace npu_cts
