// SPDX-License-Identifier: Apache-2.0
#include "reports/document/escape.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts::document {
namespace {

struct Decoded {
  char32_t character = 0;
  std::size_t bytes = 0;
};

/// Returns the character that `text` begins with; nothing where its bytes are not UTF-8.
std::optional<Decoded> decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes == 0 || bytes > text.size() || !is_utf8(text.substr(0, bytes))) return std::nullopt;
  constexpr std::array<unsigned, 5> lead_bits{0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t character = lead & lead_bits[bytes];
  for (std::size_t i = 1; i < bytes; ++i) character = (character << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return Decoded{character, bytes};
}

struct Range {
  char32_t first, last;
};

/// Characters that show nothing, or change how their neighbours are shown.
constexpr std::array hidden{
    Range{0x00, 0x1F},     Range{0x7F, 0x9F},     Range{0xAD, 0xAD},     Range{0x61C, 0x61C},
    Range{0x180E, 0x180E}, Range{0x200B, 0x200F}, Range{0x2028, 0x202E}, Range{0x2060, 0x206F},
    Range{0xFEFF, 0xFEFF}, Range{0xFFF9, 0xFFFB}, Range{0xFFFE, 0xFFFF}, Range{0xE0000, 0xE0FFF},
};

bool is_hidden(char32_t character) {
  const bool noncharacter = (character & 0xFFFE) == 0xFFFE || (character >= 0xFDD0 && character <= 0xFDEF);
  return noncharacter || std::ranges::any_of(hidden, [character](const Range& range) {
           return range.first <= character && character <= range.last;
         });
}

/// Returns `text` with each byte that is in `special` behind a backslash.
std::string with_backslashes(std::string_view text, std::string_view special) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// Returns `text` with a backslash before each underscore that is not inside a word, where it would be emphasis.
std::string with_edge_underscores_escaped(std::string_view text) {
  const auto is_word = [&](std::size_t i) { return i < text.size() && is_ascii_alphanumeric(text[i]); };
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '_' && !(i > 0 && is_word(i - 1) && is_word(i + 1))) escaped += '\\';
    escaped += text[i];
  }
  return escaped;
}

/// Returns how many bytes at the beginning of `text` are printable ASCII: nearly all of what is ever written.
std::size_t printable_ascii(std::string_view text) {
  const auto end = std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~'; });
  return static_cast<std::size_t>(end - text.begin());
}

/// Returns whether csv_field leaves `text` as it is, as nearly always. One look at each byte: a report has millions.
bool is_csv_as_it_is(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() == '=' || text.front() == '+' || text.front() == '-' || text.front() == '@') return false;
  for (const char c : text) {
    if (c <= ' ' || c > '~' || c == ',' || c == ';' || c == '"') return false;
  }
  return true;
}

bool is_plain(char c) { return is_ascii_alphanumeric(c) || std::string_view("._-").find(c) != std::string_view::npos; }

}  // namespace

std::string visible(std::string_view text) {
  if (printable_ascii(text) == text.size()) return std::string(text);
  std::string shown;
  while (!text.empty()) {
    if (const std::size_t ascii = printable_ascii(text); ascii > 0) {
      shown += text.substr(0, ascii);
      text.remove_prefix(ascii);
      continue;
    }
    const std::optional<Decoded> next = decode(text);
    const std::size_t bytes = next ? next->bytes : 1;
    if (!next) {
      shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(text.front()));
    } else if (next->character == U'\n') {
      shown += "\\n";
    } else if (next->character == U'\t') {
      shown += "\\t";
    } else if (is_hidden(next->character)) {
      shown += fmt::format("\\u{{{:X}}}", static_cast<std::uint32_t>(next->character));
    } else {
      shown += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return shown;
}

std::string xml_escaped(std::string_view text) {
  std::string shown = visible(text);
  const auto is_special = [](char c) { return c == '&' || c == '<' || c == '>' || c == '"' || c == '\''; };
  if (std::ranges::none_of(shown, is_special)) return shown;
  std::string escaped;
  for (const char c : shown) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string markdown_escaped(std::string_view text) {
  return with_edge_underscores_escaped(with_backslashes(visible(text), "\\`*{}[]<>|~&!$"));
}

std::string markdown_line_start(std::string markdown) {
  markdown.erase(0, markdown.find_first_not_of(' '));
  const std::size_t digits = std::min(markdown.find_first_not_of("0123456789"), markdown.size());
  if (!markdown.empty() && std::string_view("#+-=:").find(markdown.front()) != std::string_view::npos) {
    markdown.insert(0, "\\");
  } else if (digits > 0 && digits < markdown.size() && (markdown[digits] == '.' || markdown[digits] == ')') &&
             (digits + 1 == markdown.size() || markdown[digits + 1] == ' ')) {
    markdown.insert(digits, "\\");
  }
  return markdown;
}

std::string markdown_code(std::string_view text) {
  const std::string shown = visible(text);
  if (shown.empty()) return "` `";
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : shown) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const bool padded = shown.front() == '`' || shown.back() == '`' || shown.front() == ' ';
  const std::string_view space = padded ? " " : "";
  return fmt::format("{}{}{}{}{}", fence, space, with_backslashes(shown, "|"), space, fence);
}

std::string csv_field(std::string_view text) {
  std::string field = visible(text);
  const std::size_t first = field.find_first_not_of(' ');
  if (first != std::string::npos && std::string_view("=+-@").find(field[first]) != std::string_view::npos) {
    field.insert(0, "'");
  }
  const auto needs_quotes = [](char c) { return c == ',' || c == ';' || c == '"' || c == ' '; };
  if (std::ranges::none_of(field, needs_quotes)) return field;
  std::string quoted = "\"";
  std::string_view rest = field;
  for (auto end = rest.find('"'); end != std::string_view::npos; end = rest.find('"')) {
    quoted.append(rest.substr(0, end)).append("\"\"");
    rest.remove_prefix(end + 1);
  }
  return quoted.append(rest).append("\"");
}

std::string csv_line(std::span<const std::string> fields) {
  return csv_line(std::vector<std::string_view>(fields.begin(), fields.end()));
}

std::string csv_line(std::span<const std::string_view> fields) {
  std::string line;
  for (const std::string_view field : fields) {
    if (is_csv_as_it_is(field)) {
      line.append(field) += ',';
    } else {
      line.append(csv_field(field)) += ',';
    }
  }
  line.back() = '\r';
  line += '\n';
  return line;
}

std::string anchor_of(std::string_view name) {
  std::string anchor;
  for (const char c : name)
    anchor += is_plain(c) ? std::string(1, c) : fmt::format("~{:02x}", static_cast<unsigned char>(c));
  return anchor;
}

}  // namespace npu_cts::document
