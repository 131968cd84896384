// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/names.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"
#include "framework/expression/nodes.h"
#include "framework/expression/parser.h"
#include "framework/model/tensor.h"

// The part of the parser that checks types and says what is wrong.
namespace npu_cts {
namespace {

constexpr std::array<std::string_view, 11> reserved_words{"and",  "or",  "not", "in",   "is",   "given",
                                                          "none", "all", "any", "true", "false"};

struct Habit {
  std::string_view text;
  std::string_view hint;
};

/// What people write who come from other languages.
constexpr std::array habits{
    Habit{"=", "write '==' to compare"},
    Habit{"!", "write 'not'"},
    Habit{"&", "write 'and'"},
    Habit{"|", "write 'or'"},
    Habit{"/", "write '//' for the quotient rounded down"},
    Habit{"**", "write the product"},
    Habit{"None", "write 'NAME is none'"},
    Habit{"none", "write 'NAME is none'"},
    Habit{"not", "write 'not' in front of the comparison, or parentheses around it"},
    Habit{"True", "write 'true'"},
    Habit{"False", "write 'false'"},
};

/// Returns the hint of the habit that `text` is, or `fallback`.
std::string hint_for(std::string_view text, std::string_view fallback) {
  const Habit* const habit = find_by(habits, text, &Habit::text);
  return std::string(habit != nullptr ? habit->hint : fallback);
}

std::string quote(const Token& token) {
  return token.kind == TokenKind::end ? "the end" : fmt::format("'{}'", escape_control(token.text));
}

}  // namespace

bool is_reserved(std::string_view word) { return word == "if" || contains(reserved_words, word); }

const Token& Parser::peek_next() const { return tokens_[std::min(position_ + 1, tokens_.size() - 1)]; }
bool Parser::at_sign(std::string_view text) const { return peek().kind == TokenKind::sign && peek().text == text; }
bool Parser::at_word(std::string_view text) const { return peek().kind == TokenKind::name && peek().text == text; }

Token Parser::take() {
  const Token token = peek();
  if (token.kind != TokenKind::end) ++position_;
  return token;
}

bool Parser::take_sign(std::string_view text) {
  if (!at_sign(text)) return false;
  ++position_;
  return true;
}

bool Parser::take_word(std::string_view text) {
  if (!at_word(text)) return false;
  ++position_;
  return true;
}

bool Parser::expect(std::string_view sign, std::string_view after) {
  if (take_sign(sign)) return true;
  fail(Kind::expression_syntax, place(peek()), fmt::format("expected '{}', found {}", sign, quote(peek())),
       fmt::format("'{}' stands {}", sign, after), hint_for(peek().text, "add it"));
  return false;
}

bool Parser::require(const ExpressionPtr& node, Type type, std::string_view where) {
  if (fits(node->type, type)) return true;
  fail(Kind::expression_type, node->at, fmt::format("{} stands {}", describe(node->type), where),
       fmt::format("{} is asked for there", describe(type)),
       node->type == Type::tensor ? "write a fact of the tensor, as 'rank(x)' or 'dim(x, 0)'"
                                  : fmt::format("write {}", describe(type)));
  return false;
}

ExpressionPtr Parser::compare(ExprKind kind, const ExpressionPtr& a, const ExpressionPtr& b) {
  const bool ordered = kind != ExprKind::equal && kind != ExprKind::not_equal;
  for (const ExpressionPtr& side : {a, b}) {
    if (ordered && !require(side, Type::integer, "beside '<', '<=', '>' or '>='")) return nullptr;
    if (side->type == Type::tensor || side->type == Type::set) {
      return fail(Kind::expression_type, side->at, fmt::format("{} stands in a comparison", describe(side->type)),
                  "integers, dtypes, words, shapes and truth values can be compared",
                  side->type == Type::set ? "write 'in' for a member" : "write a fact of the tensor, as 'shape(x)'");
    }
  }
  if (!fits(a->type, b->type)) {
    return fail(Kind::expression_type, b->at,
                fmt::format("{} is compared with {}", describe(a->type), describe(b->type)),
                "only values of one type can be equal", "compare values of one type");
  }
  if (!require_known_word(*a, *b) || !require_known_word(*b, *a)) return nullptr;
  return make_node(kind, Type::boolean, {a, b}, a->at);
}

ExpressionPtr Parser::membership(const ExpressionPtr& value, const ExpressionPtr& set) {
  if (!require(set, Type::set, "after 'in'")) return nullptr;
  if (!fits(value->type, member_type(*set))) {
    return fail(Kind::expression_type, value->at,
                fmt::format("{} is looked for in a set whose members are of another type", describe(value->type)),
                fmt::format("a member of the set is {}", describe(member_type(*set))), "compare values of one type");
  }
  if (set->kind == ExprKind::set) {
    for (const ExpressionPtr& member : set->children) {
      if (!require_known_word(*value, *member)) return nullptr;
    }
  }
  return make_node(ExprKind::in, Type::boolean, {value, set}, value->at);
}

ExpressionPtr Parser::arithmetic(ExprKind kind, const ExpressionPtr& a, const ExpressionPtr& b) {
  if (kind == ExprKind::subtract && a->type == Type::set) {
    if (!require(b, Type::set, "after 'SET -'")) return nullptr;
    if (member_type(*a) == member_type(*b)) return make_node(ExprKind::difference, Type::set, {a, b}, a->at);
    return fail(Kind::expression_type, b->at, "set has members of another type",
                "only sets of one type can be subtracted", "write a set of the same type");
  }
  if (kind == ExprKind::subtract && b->type == Type::set) {
    return fail(Kind::expression_type, b->at, "a set is subtracted from an integer", "'..' binds looser than '-'",
                "write parentheses around the range");
  }
  if (!require(a, Type::integer, "in arithmetic") || !require(b, Type::integer, "in arithmetic")) return nullptr;
  return make_node(kind, Type::integer, {a, b}, a->at);
}

bool Parser::require_known_word(const Expression& source, const Expression& word) {
  if (word.kind != ExprKind::word) return true;
  std::vector<std::string> known;
  if (source.kind == ExprKind::layout_of && !find_named<Layout>(word.name)) known = all_names<Layout>();
  if (source.kind == ExprKind::format_of && !find_named<Format>(word.name)) known = all_names<Format>();
  if (known.empty()) return true;
  const auto nearest = nearest_word(word.name, known);
  fail(Kind::unknown_name, word.at,
       fmt::format("unknown {} '{}'", source.kind == ExprKind::layout_of ? "layout" : "format",
                   escape_control(word.name)),
       fmt::format("there are {}", npu_cts::join(known, ", ")),
       fmt::format("write '{}'", nearest.value_or(known.front())));
  return false;
}

ExpressionPtr Parser::fail(Kind kind, const Location& at, std::string what, std::string why, std::string hint) {
  if (!error_) error_ = error_at(kind, at, std::move(what), std::move(why), std::move(hint));
  return nullptr;
}

ExpressionPtr Parser::fail_value() {
  return fail(Kind::expression_syntax, place(peek()), fmt::format("expected a value, found {}", quote(peek())),
              "a value is a name, a number, a quoted word, a function, a set or a shape",
              hint_for(peek().text, "write a value here"));
}

ExpressionPtr Parser::fail_trailing() {
  return fail(Kind::expression_syntax, place(peek()), fmt::format("unexpected {} after the expression", quote(peek())),
              "the expression is complete before it",
              hint_for(peek().text, "remove it, or write an operator before it"));
}

ExpressionPtr Parser::fail_deep() {
  return fail(Kind::expression_syntax, place(peek()), "expression is nested too deeply",
              fmt::format("an expression has at most {} levels", max_expression_depth), "name parts of it as symbols");
}

ExpressionPtr Parser::fail_chain() {
  return fail(Kind::expression_syntax, place(peek()),
              fmt::format("second comparison {} follows a first", quote(peek())), "comparisons do not chain",
              "join two comparisons with 'and'");
}

ExpressionPtr Parser::fail_name(const Token& token) {
  if (is_reserved(token.text)) {
    return fail(Kind::expression_syntax, place(token), fmt::format("expected a value, found '{}'", token.text),
                fmt::format("'{}' is a word of the language", token.text), hint_for(token.text, "write a value here"));
  }
  if (scope_.later.contains(token.text)) {
    return fail(Kind::unknown_name, place(token), fmt::format("symbol '{}' is not defined above", token.text),
                "a symbol uses only symbols above it", "move its definition above this one");
  }
  const std::vector<std::string> known = known_names();
  const auto nearest = token.text.size() > 1 ? nearest_word(token.text, known) : std::nullopt;
  std::string hint =
      hint_for(token.text, nearest ? fmt::format("write '{}'", *nearest)
                                   : "define it as a symbol, quote it if it is a word, or write a parameter's key");
  if (const Function* const function = find_function(token.text)) hint = fmt::format("write '{}'", function->use);
  return fail(Kind::unknown_name, place(token), fmt::format("unknown name '{}'", escape_control(token.text)),
              "names are parameters, symbols, dtypes, layouts and formats", std::move(hint));
}

ExpressionPtr Parser::fail_function(const Token& token) {
  if (is_reserved(token.text)) return fail_name(token);
  std::vector<std::string> known{"if", "all", "any"};
  for (const Function& function : all_functions()) known.emplace_back(function.name);
  const auto nearest = nearest_word(token.text, known);
  return fail(Kind::unknown_name, place(token), fmt::format("unknown function '{}'", escape_control(token.text)),
              fmt::format("functions are {}", npu_cts::join(known, ", ")),
              nearest ? fmt::format("write '{}'", *nearest) : "write one of them");
}

std::vector<std::string> Parser::known_names() const {
  std::vector<std::string> known(variables_.begin(), variables_.end());
  for (const auto& [key, kind] : scope_.parameters) known.push_back(key);
  for (const auto& [key, type] : scope_.symbols) known.push_back(key);
  const auto add = [&](const auto& names) { known.insert(known.end(), names.begin(), names.end()); };
  add(name_table<DType>);
  add(name_table<Layout>);
  add(name_table<Format>);
  known.emplace_back("true");
  known.emplace_back("false");
  return known;
}

}  // namespace npu_cts
