// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/tokens.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, 7> long_signs{"//", "==", "!=", "<=", ">=", "..", "**"};
constexpr std::string_view short_signs = "+-*%<>()[]{},:/=!&|";
constexpr std::uint64_t max_magnitude = std::uint64_t{1} << 63U;

bool starts_name(char c) { return is_ascii_letter(c) || c == '_'; }

class Lexer {
 public:
  Lexer(std::string_view text, const Location& at) : text_(text), at_(at) {}

  Result<std::vector<Token>> run() {
    skip_blanks();
    while (position_ < text_.size()) {
      const auto error = next();
      if (error) return *error;
      skip_blanks();
    }
    tokens_.push_back({.kind = TokenKind::end, .value = 0, .offset = offset_});
    return std::move(tokens_);
  }

 private:
  std::optional<Diagnostic> next() {
    const char c = text_[position_];
    if (starts_name(c)) return take(TokenKind::name, run_of(is_name_character));
    if (is_ascii_digit(c)) return number();
    if (c == '\'') return word();
    for (const std::string_view sign : long_signs) {
      if (text_.substr(position_).starts_with(sign)) return take(TokenKind::sign, sign.size());
    }
    if (short_signs.find(c) != std::string_view::npos) return take(TokenKind::sign, 1);
    return stranger();
  }

  std::optional<Diagnostic> number() {
    const std::size_t size = run_of(is_ascii_digit);
    const std::string_view digits = text_.substr(position_, size);
    if (digits.size() > 1 && digits.front() == '0') {
      return error(fmt::format("number '{}' begins with a zero", digits), "some languages read such a number as octal",
                   "write it without the zero");
    }
    if (position_ + size < text_.size() && starts_name(text_[position_ + size])) {
      return error(fmt::format("number '{}' runs into a letter", digits), "numbers are plain decimal integers",
                   "put a blank or an operator between them");
    }
    std::uint64_t value = 0;
    for (const char digit : digits) {
      value = value > max_magnitude / 10 ? max_magnitude + 1 : value * 10 + static_cast<std::uint64_t>(digit - '0');
      if (value > max_magnitude) return error("number is too large", "integers have 64 bits", "write a smaller number");
    }
    take(TokenKind::integer, size);
    tokens_.back().value = value;
    return std::nullopt;
  }

  std::optional<Diagnostic> word() {
    const std::size_t close = text_.find('\'', position_ + 1);
    if (close == std::string_view::npos) {
      return error("quoted word does not end", "a word stands between single quotes", "add the closing \"'\"");
    }
    const std::size_t size = close - position_ - 1;
    if (size == 0) return error("quoted word is empty", "a word has at least one character", "write the word");
    take(TokenKind::word, size + 2);
    tokens_.back().text = text_.substr(close - size, size);
    return std::nullopt;
  }

  std::optional<Diagnostic> stranger() {
    std::size_t size = 1;
    while (position_ + size < text_.size() && continues_character(text_[position_ + size])) ++size;
    const std::string_view piece = text_.substr(position_, size);
    const std::string_view hint = piece == "\"" ? "write words between single quotes" : "remove it";
    return error(fmt::format("unexpected character '{}'", escape_control(piece)),
                 "expressions have names, integers, quoted words and operators", hint);
  }

  std::optional<Diagnostic> take(TokenKind kind, std::size_t size) {
    tokens_.push_back({.kind = kind, .text = text_.substr(position_, size), .value = 0, .offset = offset_});
    advance(size);
    return std::nullopt;
  }

  void skip_blanks() {
    advance(run_of([](char c) { return c == ' '; }));
  }

  void advance(std::size_t size) {
    for (const std::size_t stop = position_ + size; position_ < stop; ++position_) {
      offset_ += continues_character(text_[position_]) ? 0 : 1;
    }
  }

  template <class Predicate>
  std::size_t run_of(Predicate belongs) const {
    std::size_t size = 0;
    while (position_ + size < text_.size() && belongs(text_[position_ + size])) ++size;
    return size;
  }

  [[nodiscard]] Diagnostic error(std::string what, std::string_view why, std::string_view hint) const {
    return error_at(Kind::expression_syntax, shifted(at_, offset_), std::move(what), std::string(why),
                    std::string(hint));
  }

  std::string_view text_;
  const Location& at_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  int offset_ = 0;
};

}  // namespace

Location shifted(const Location& at, int offset) {
  return {.file = at.file, .line = at.line, .column = at.column > 0 ? at.column + offset : 0};
}

Result<std::vector<Token>> read_tokens(std::string_view text, const Location& at) {
  if (text.size() > max_expression_length) {
    return error_at(Kind::expression_syntax, at, fmt::format("expression has {} bytes", text.size()),
                    fmt::format("an expression has at most {}", max_expression_length), "name parts of it as symbols");
  }
  return Lexer(text, at).run();
}

}  // namespace npu_cts
