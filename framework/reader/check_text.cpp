// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/places.h"

#include <string>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/base/yaml_name.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts::reader {
namespace {

using namespace std::string_view_literals;

Diagnostic not_text(const Location& at, std::string what, std::string hint) {
  return error_at(Kind::not_text, at, std::move(what), "YAML is plain UTF-8 text here, the same to every reader",
                  std::move(hint));
}

/// Returns the offset of the first control character that is neither a tab nor part of a line end, or npos.
std::size_t find_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != 0x7F && byte != 0xC2) continue;
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (byte == '\t' || byte == '\n' || (byte == '\r' && next == '\n')) continue;
    if (byte != 0xC2 || next < 0xA0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<Diagnostic> check_text(std::string_view text, std::string_view file) {
  if (text.size() > Limits::bytes) {
    return error_at(Kind::file_too_large, {std::string(file), 0, 0}, fmt::format("the file has {} bytes", text.size()),
                    fmt::format("a file may have at most {} bytes", Limits::bytes),
                    "split it, or check that it is the file you meant");
  }
  const auto place_of = [&](std::size_t offset) { return Places(text, file).at(offset); };
  if (text.starts_with("\xEF\xBB\xBF")) {
    return not_text(place_of(0), "the file begins with a byte order mark", "save it as UTF-8 without one");
  }
  if (const std::size_t offset = utf8_prefix(text); offset < text.size()) {
    return not_text(place_of(offset), fmt::format("the byte '{}' is no UTF-8", escape_control(text.substr(offset, 1))),
                    "save the file as UTF-8");
  }
  if (const std::size_t offset = find_control(text); offset != std::string_view::npos) {
    const std::size_t length = text[offset] == '\xC2' ? 2 : 1;
    return not_text(place_of(offset),
                    fmt::format("control character '{}'", escape_control(text.substr(offset, length))),
                    "delete it; line ends are LF or CR LF");
  }
  return std::nullopt;
}

std::optional<Diagnostic> check_word(std::string_view word, const Place& at) {
  const auto instead = disputed_as(word);
  if (!instead || word == "true"sv || word == "false"sv || word == "none"sv) return std::nullopt;
  return error_at(Kind::ambiguous_scalar, at, fmt::format("the bare word '{}' is not part of the language", word),
                  "some YAML readers take it for a truth value or for nothing, others for a word",
                  fmt::format("write {}, or '\"{}\"' if the word itself is meant", *instead, word));
}

}  // namespace npu_cts::reader
