// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/pict_text.h"

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts::arrays {
namespace {

/// Cuts one line into tokens.
class Line {
 public:
  Line(std::string_view text, Location at) : text_(text), at_(std::move(at)) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    while (skip_blanks()) tokens.push_back(next());
    return tokens;
  }

 private:
  bool skip_blanks() {
    while (here_ < text_.size() && (text_[here_] == ' ' || text_[here_] == '\t' || text_[here_] == '\r')) ++here_;
    return here_ < text_.size();
  }

  Token next() {
    begin_ = here_;
    const char c = text_[here_];
    if (c == '[') return quoted(TokenKind::name, ']');
    if (c == '"') return quoted(TokenKind::text, '"');
    if (is_ascii_digit(c) || c == '-' || c == '.') return run_of(TokenKind::number, is_of_number);
    if (is_ascii_letter(c)) return run_of(TokenKind::word, is_name_character);
    for (const std::string_view sign : {"<>", "<=", ">=", "<", ">", "=", "(", ")", "{", "}", ",", ";"}) {
      if (!text_.substr(here_).starts_with(sign)) continue;
      here_ += sign.size();
      return token(TokenKind::sign, std::string(sign));
    }
    ++here_;
    while (here_ < text_.size() && continues_character(text_[here_])) ++here_;
    return token(TokenKind::bad, std::string(text_.substr(begin_, here_ - begin_)));
  }

  static bool is_of_number(char c) { return is_ascii_alphanumeric(c) || c == '-' || c == '+' || c == '.'; }

  Token run_of(TokenKind kind, bool (*belongs)(char)) {
    while (here_ < text_.size() && belongs(text_[here_])) ++here_;
    std::string found(text_.substr(begin_, here_ - begin_));
    return token(kind, kind == TokenKind::word ? to_lower(found) : std::move(found));
  }

  Token quoted(TokenKind kind, char close) {
    std::string inside;
    for (++here_; here_ < text_.size() && text_[here_] != close; ++here_) {
      if (text_[here_] == '\\' && here_ + 1 < text_.size()) ++here_;
      inside += text_[here_];
    }
    if (here_ == text_.size()) return token(TokenKind::bad, std::string(text_.substr(begin_)));
    ++here_;
    return token(kind, std::move(inside));
  }

  [[nodiscard]] Token token(TokenKind kind, std::string text) const {
    Location at = at_;
    at.column = column_after(text_.substr(0, begin_));
    return {.kind = kind, .text = std::move(text), .at = std::move(at)};
  }

  std::string_view text_;
  Location at_;
  std::size_t begin_ = 0;
  std::size_t here_ = 0;
};

}  // namespace

std::vector<Token> to_tokens(std::string_view text, const Location& from) {
  std::vector<Token> tokens;
  Location at = from;
  for (const std::string& line : split(text, '\n')) {
    if (!trim(line).starts_with('#'))
      for (Token& token : Line(line, at).run()) tokens.push_back(std::move(token));
    ++at.line;
  }
  Location end = tokens.empty() ? from : tokens.back().at;
  tokens.push_back({.kind = TokenKind::end, .at = std::move(end)});
  return tokens;
}

std::string escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '"' || c == ']') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace npu_cts::arrays
