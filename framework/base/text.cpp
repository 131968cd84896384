// SPDX-License-Identifier: Apache-2.0
#include "framework/base/text.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "framework/base/ascii.h"

namespace npu_cts {
namespace {

struct Band {
  unsigned char low;
  unsigned char high;
};

/// How many bytes follow a lead byte, and the band the first of them must lie in (RFC 3629, table 3-7 of Unicode).
struct LeadInfo {
  std::size_t following;
  Band second;
};

std::optional<LeadInfo> lead_of(unsigned char lead) {
  if (lead < 0x80) return LeadInfo{0, {0, 0}};
  if (lead < 0xC2) return std::nullopt;
  if (lead < 0xE0) return LeadInfo{1, {0x80, 0xBF}};
  if (lead == 0xE0) return LeadInfo{2, {0xA0, 0xBF}};
  if (lead == 0xED) return LeadInfo{2, {0x80, 0x9F}};
  if (lead < 0xF0) return LeadInfo{2, {0x80, 0xBF}};
  if (lead == 0xF0) return LeadInfo{3, {0x90, 0xBF}};
  if (lead < 0xF4) return LeadInfo{3, {0x80, 0xBF}};
  if (lead == 0xF4) return LeadInfo{3, {0x80, 0x8F}};
  return std::nullopt;
}

bool inside(char byte, Band band) {
  const auto value = static_cast<unsigned char>(byte);
  return band.low <= value && value <= band.high;
}

/// Returns the length in bytes of the well-formed code point that `text` begins with, or 0.
std::size_t code_point_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = lead_of(static_cast<unsigned char>(text.front()));
  if (!lead || text.size() <= lead->following) return 0;
  for (std::size_t i = 1; i <= lead->following; ++i) {
    if (!inside(text[i], i == 1 ? lead->second : Band{0x80, 0xBF})) return 0;
  }
  return lead->following + 1;
}

/// Returns whether the code point `bytes` moves, hides or colours what follows it on a terminal: C0, DEL, C1, byte
/// order, and the marks that turn the direction of writing.
bool is_control(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() == 1) return first < 0x20 || first == 0x7F;
  if (bytes.size() == 2) return first == 0xC2 && static_cast<unsigned char>(bytes[1]) < 0xA0;
  if (bytes == "\xEF\xBB\xBF") return true;
  if (bytes.size() != 3 || first != 0xE2) return false;
  const auto second = static_cast<unsigned char>(bytes[1]);
  const auto third = static_cast<unsigned char>(bytes[2]);
  const bool turns = second == 0x80 && ((0xAA <= third && third <= 0xAE) || third == 0x8E || third == 0x8F);
  const bool isolates = second == 0x81 && 0xA6 <= third && third <= 0xA9;
  const bool breaks = second == 0x80 && (third == 0xA8 || third == 0xA9);
  return turns || isolates || breaks;
}

/// Returns the code point of `bytes`, two or three in UTF-8.
unsigned code_point_of(std::string_view bytes) {
  unsigned code = static_cast<unsigned char>(bytes[0]) & (bytes.size() == 2 ? 0x1FU : 0x0FU);
  for (const char byte : bytes.substr(1)) code = (code << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
  return code;
}

/// Not fmt::join, whose formatter of strings is 8 kB of the command.
template <class Range>
std::string join_all(const Range& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != &*parts.begin()) text += separator;
    text += part;
  }
  return text;
}

}  // namespace

std::string join(std::span<const std::string> parts, std::string_view separator) { return join_all(parts, separator); }

std::string join(const std::set<std::string>& parts, std::string_view separator) { return join_all(parts, separator); }

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  for (;;) {
    const auto end = text.find(separator);
    pieces.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

bool has_name(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool goes_on = end < text.size() && is_name_character(text[end]);
    if (!goes_on && (at == 0 || !is_name_character(text[at - 1]))) return true;
  }
  return false;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string escape_control(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t length = code_point_length(text);
    const std::size_t taken = std::max<std::size_t>(length, 1);
    const std::string_view bytes = text.substr(0, taken);
    if (length != 0 && !is_control(bytes)) {
      safe += bytes;
    } else {
      for (const char byte : bytes) safe += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
    }
    text.remove_prefix(taken);
  }
  return safe;
}

std::string yaml_scalar(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(code_point_length(text), 1);
    const std::string_view bytes = text.substr(0, length);
    if (bytes == "\"" || bytes == "\\") quoted += '\\';
    quoted += length > 1 && is_control(bytes) ? fmt::format("\\u{:04X}", code_point_of(bytes)) : escape_control(bytes);
    text.remove_prefix(length);
  }
  return quoted + '"';
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  if (digits.front() == '0' && text != "0") return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::size_t utf8_prefix(std::string_view text) {
  std::size_t good = 0;
  while (good < text.size()) {
    const bool is_ascii = static_cast<unsigned char>(text[good]) < 0x80;
    const std::size_t length = is_ascii ? 1 : code_point_length(text.substr(good));
    if (length == 0) break;
    good += length;
  }
  return good;
}

bool is_utf8(std::string_view text) { return utf8_prefix(text) == text.size(); }

std::uint64_t stable_hash(std::string_view text, std::uint64_t before) {
  std::uint64_t hash = before;
  for (const char byte : text) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001B3U;
  }
  return hash;
}

}  // namespace npu_cts
