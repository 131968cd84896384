// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expression/functions.h"
#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"
#include "framework/model/op_spec.h"

// The grammar of the sentences that expressions become, the other way round: for tests alone.
namespace npu_cts::reports::sentences {

/// What a sentence may mean: a type, and an expression with every part in parentheses.
using Reading = std::pair<Type, std::string>;
using Readings = std::set<Reading>;
using Spans = std::vector<std::string>;

/// Returns `tree` as readings are written. A set of one word is equality with it, and the last axis is axis -1.
inline std::string notation_of(const Expression& tree) {
  Spans parts;
  for (const ExpressionPtr& child : tree.children) parts.push_back(notation_of(*child));
  if (tree.kind == ExprKind::in && tree.children[1]->kind == ExprKind::set && tree.children[1]->children.size() == 1)
    return fmt::format("equal({},{})", parts[0], notation_of(*tree.children[1]->children[0]));
  if (tree.kind == ExprKind::dim && parts[1] == "-1") return fmt::format("last({})", parts[0]);
  if (tree.kind == ExprKind::all_of || tree.kind == ExprKind::any_of)
    return fmt::format("{}({},{},{})", tree.kind == ExprKind::all_of ? "all" : "any", tree.name, parts[0], parts[1]);
  if (const Function* function = find_function(tree.kind))
    return fmt::format("{}({})", function->name, join(parts, ","));
  const Notation& row = *find_notation(tree.kind);
  if (parts.empty() || tree.kind == ExprKind::shape) return to_text(tree);
  const std::string sign(trim(row.sign));
  return fmt::format("{}({})", tree.kind == ExprKind::equal ? "equal" : sign, join(parts, ","));
}

inline bool is_balanced(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth == 0;
}

/// Returns `text` with the brackets of ASCII, whatever its language.
inline std::string with_ascii_brackets(std::string text) {
  for (const auto& [wide, narrow] : {std::pair{"（", "("}, std::pair{"）", ")"}}) {
    for (std::size_t at = text.find(wide); at != std::string::npos; at = text.find(wide))
      text.replace(at, std::string_view(wide).size(), narrow);
  }
  return text;
}

/// Reads sentences of one operator in one language.
class SentenceReader {
 public:
  SentenceReader(const OpSpec& op, Language language) : op_(op), zh_(language == Language::zh), language_(language) {}

  const Readings& read(std::string text) {
    text = std::string(trim(text));
    const auto known = memory_.find(text);
    if (known != memory_.end()) return known->second;
    memory_[text];  // what is being read is no part of itself
    Readings found = leaf(text);
    if (text.size() > 2 && text.front() == '(' && text.back() == ')') {
      const std::string inner = text.substr(1, text.size() - 2);
      if (is_balanced(inner)) found.merge(Readings(read(inner)));
    }
    own(text, found);
    for (std::size_t kind = 0; kind < expression_kinds; ++kind) phrase(static_cast<ExprKind>(kind), text, found);
    return memory_[text] = std::move(found);
  }

  /// Returns the readings of a whole rule: with its condition, if it has one.
  Readings rule(const std::string& text) {
    Readings found = read(text);
    for (const Spans& parts : split_by(text, {pick("if ", "若"), pick(", then ", "，则"), ""})) {
      for (const auto& [when, condition] : read(parts[0])) {
        for (const auto& [type, require] : read(parts[1])) {
          if (when == Type::boolean && type == Type::boolean)
            found.emplace(Type::boolean, fmt::format("when {}: {}", condition, require));
        }
      }
    }
    return found;
  }

 private:
  [[nodiscard]] std::string pick(std::string_view en, std::string_view zh) const { return std::string(zh_ ? zh : en); }

  /// Returns every way to cut `text` into the parts between `marks`: the first begins it and the last ends it.
  static std::vector<Spans> split_by(const std::string& text, const Spans& marks) {
    std::vector<Spans> ways;
    const std::function<void(std::size_t, std::size_t, const Spans&)> go = [&](std::size_t from, std::size_t mark,
                                                                               const Spans& parts) {
      for (std::size_t at = from; at <= text.size(); ++at) {
        if (text.compare(at, marks[mark].size(), marks[mark]) != 0) continue;
        const std::size_t behind = at + marks[mark].size();
        const bool is_last = mark + 1 == marks.size();
        if (is_last && behind != text.size()) continue;
        const std::string part = text.substr(from, at - from);
        if (trim(part).empty() || !is_balanced(part)) continue;
        Spans longer = parts;
        longer.push_back(part);
        if (is_last) {
          ways.push_back(std::move(longer));
        } else {
          go(behind, mark + 1, longer);
        }
      }
    };
    if (text.starts_with(marks[0])) go(marks[0].size(), 1, {});
    return ways;
  }

  /// Returns `text` cut at every balanced `mark`.
  static Spans cut(const std::string& text, const std::string& mark) {
    Spans parts{""};
    for (std::size_t i = 0; i < text.size();) {
      if (text.compare(i, mark.size(), mark) == 0 && is_balanced(parts.back())) {
        parts.emplace_back();
        i += mark.size();
      } else {
        parts.back() += text[i++];
      }
    }
    return parts;
  }

  [[nodiscard]] Readings leaf(const std::string& text) const {
    if (parse_integer(text)) return {{Type::integer, text}};
    if (find_named<DType>(text)) return {{Type::dtype, text}};
    if (text == "true" || text == "false") return {{Type::boolean, text}};
    if (text.starts_with('[') && text.ends_with(']')) return {{Type::shape, text}};
    if (text.starts_with('\'') && text.ends_with('\'')) return {{Type::word, text}};
    if (find_named<Format>(text) || find_named<Layout>(text)) return {{Type::word, text}};
    const Symbol* const symbol = find_symbol(op_, text);
    if (symbol != nullptr && symbol->value) return {{symbol->value->type, text}};
    if (const Parameter* parameter = find_parameter(op_, text)) return {{type_of(parameter->kind), text}};
    return text.size() == 1 && text[0] >= 'a' && text[0] <= 'z' ? Readings{{Type::integer, text}} : Readings{};
  }

  /// Adds "NAME(a,b)" for every way to read the parts with types that `fits` takes.
  void combine(const Spans& parts, const std::string& name, Type type,
               const std::function<bool(const std::vector<Type>&)>& fits, Readings& found) {
    const std::function<void(const std::vector<Type>&, const Spans&)> go = [&](const std::vector<Type>& types,
                                                                               const Spans& said) {
      if (said.size() == parts.size()) {
        if (fits(types)) found.emplace(type, fmt::format("{}({})", name, join(said, ",")));
        return;
      }
      for (const auto& [one, text] : read(parts[said.size()])) {
        std::vector<Type> longer_types = types;
        Spans longer = said;
        longer_types.push_back(one);
        longer.push_back(text);
        go(longer_types, longer);
      }
    };
    go({}, {});
  }

  static bool takes(Takes what, Type type) {
    switch (what) {
      case Takes::integer:
        return type == Type::integer;
      case Takes::shape:
        return type == Type::shape || type == Type::list;
      case Takes::tensor:
        return type == Type::tensor;
      case Takes::tensor_or_shape:
        return type == Type::tensor || type == Type::shape;
      case Takes::tensor_or_dtype:
        return type == Type::tensor || type == Type::dtype;
      case Takes::elements:
        return type == Type::tensor || type == Type::list;
    }
    std::abort();
  }

  static bool all_are(const std::vector<Type>& types, Type type) {
    return std::ranges::all_of(types, [&](Type one) { return one == type; });
  }

  /// Reads what the pattern of `kind` says: "the rank of $1".
  void phrase(ExprKind kind, const std::string& text, Readings& found) {
    const std::string pattern = with_ascii_brackets(std::string(phrase_of(kind, language_)));
    if (pattern.find('$') == std::string::npos || kind == ExprKind::minimum || kind == ExprKind::maximum) return;
    Spans marks{""};
    std::vector<std::size_t> holes;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] != '$') {
        marks.back() += pattern[i];
      } else {
        holes.push_back(static_cast<std::size_t>(pattern[++i] - '1'));
        marks.emplace_back();
      }
    }
    for (const Spans& parts : split_by(text, marks)) {
      Spans ordered(parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i) ordered[holes[i]] = parts[i];
      phrase(kind, ordered, found);
    }
  }

  void phrase(ExprKind kind, const Spans& parts, Readings& found) {
    if (const Function* function = find_function(kind)) return call(*function, parts, found);
    if (kind == ExprKind::all_of || kind == ExprKind::any_of) return quantifier(kind, parts, found);
    const Notation& row = *find_notation(kind);
    const std::string sign(trim(row.sign));
    const auto any = [&](const std::vector<Type>& types) { return types.size() == parts.size(); };
    if (row.form == SyntaxForm::infix) return infix(row, parts, found);
    if (row.form == SyntaxForm::postfix) return combine(parts, sign, Type::boolean, any, found);
    if (row.form == SyntaxForm::prefix) {
      combine(parts, sign, kind == ExprKind::logical_not ? Type::boolean : Type::integer, any, found);
    }
    if (kind != ExprKind::conditional) return;
    for (const Type type : {Type::integer, Type::dtype, Type::shape}) {
      const auto choice = [&](const std::vector<Type>& t) {
        return t[0] == Type::boolean && t[1] == type && t[2] == type;
      };
      combine(parts, sign, type, choice, found);
    }
  }

  void call(const Function& function, const Spans& parts, Readings& found) {
    const auto fits = [&](const std::vector<Type>& types) {
      for (std::size_t i = 0; i < types.size(); ++i) {
        if (!takes(i == 0 ? function.first : function.rest, types[i])) return false;
      }
      return true;
    };
    combine(parts, std::string(function.name), function.type, fits, found);
  }

  void quantifier(ExprKind kind, const Spans& parts, Readings& found) {
    const std::string_view variable = trim(parts[0]);
    if (variable.size() != 1) return;
    for (const auto& [domain, in] : read(parts[1])) {
      for (const auto& [type, body] : read(parts[2])) {
        if (domain == Type::set && type == Type::boolean)
          found.emplace(Type::boolean,
                        fmt::format("{}({},{},{})", kind == ExprKind::all_of ? "all" : "any", variable, in, body));
      }
    }
  }

  void infix(const Notation& row, const Spans& parts, Readings& found) {
    const std::string sign(trim(row.sign));
    const auto same = [](const std::vector<Type>& types) { return types[0] == types[1]; };
    const auto integers = [](const std::vector<Type>& types) { return all_are(types, Type::integer); };
    const auto sets = [](const std::vector<Type>& types) { return all_are(types, Type::set); };
    if (row.kind == ExprKind::equal) return combine(parts, "equal", Type::boolean, same, found);
    if (row.kind == ExprKind::not_equal) return combine(parts, sign, Type::boolean, same, found);
    if (row.kind == ExprKind::difference) return combine(parts, sign, Type::set, sets, found);
    if (row.kind == ExprKind::range) return combine(parts, sign, Type::set, integers, found);
    combine(parts, sign, row.binding == Binding::comparison ? Type::boolean : Type::integer, integers, found);
  }

  /// Returns what `text` says where that is an integer, or `text`.
  std::string integer_of(const std::string& text) {
    for (const auto& [type, said] : read(text)) {
      if (type == Type::integer) return said;
    }
    return text;
  }

  /// Reads what the printer says by code of its own.
  void own(const std::string& text, Readings& found) {
    const auto truths = [](const std::vector<Type>& types) { return all_are(types, Type::boolean); };
    for (const auto& [kind, mark] : {std::pair{"and", phrase_of(ExprKind::logical_and, language_)},
                                     std::pair{"or", phrase_of(ExprKind::logical_or, language_)}}) {
      const Spans parts = cut(text, std::string(mark));
      if (parts.size() > 1 && std::ranges::none_of(parts, [&](const std::string& part) { return is_loose(part); }))
        combine(parts, kind, Type::boolean, truths, found);
    }
    const auto integers = [](const std::vector<Type>& types) { return all_are(types, Type::integer); };
    combine(enumerated(text, pick(" and ", "和")), "{}", Type::set, integers, found);
    for (const bool no : {false, true}) claims(text, no, found);
    for (const Spans& parts :
         split_by(text, {pick("if ", "若"), pick(", then ", "，则"), pick("; otherwise ", "；否则"), ""}))
      combine(parts, "if()", Type::boolean, truths, found);
    for (const Spans& parts : split_by(text, zh_ ? Spans{"", "的元素", ""} : Spans{"element ", " of ", ""})) {
      const std::string list(trim(parts[zh_ ? 1 : 0]));
      if (!list.starts_with('[') || list.find(']') != list.size() - 1) continue;
      Spans indices = split(list.substr(1, list.size() - 2), ',');
      for (std::string& index : indices) index = integer_of(std::string(trim(index)));
      for (const auto& [type, of] : read(parts[zh_ ? 0 : 1])) {
        if (takes(Takes::elements, type))
          found.emplace(Type::integer, fmt::format("at({},{})", of, join(indices, ",")));
      }
    }
    const Spans from_end =
        zh_ ? Spans{"", "倒数第 ", " 轴的大小。"} : Spans{"the size of axis ", " from the end of ", "。"};
    for (const Spans& parts : split_by(text + "。", from_end)) {
      for (const auto& [type, of] : read(parts[zh_ ? 0 : 1])) {
        if (takes(Takes::tensor_or_shape, type))
          found.emplace(Type::integer, fmt::format("dim({},-{})", of, trim(parts[zh_ ? 1 : 0])));
      }
    }
  }

  /// Reads "X is Y", "X is a multiple of N", "X is in the range A to B", "X is a, b or c", and their opposites.
  void claims(const std::string& text, bool no, Readings& found) {
    const std::string is = no ? pick(" is not ", "不") : pick(" is ", "");
    const std::string equal = no ? "!=" : "equal";
    const auto wrap = [&](const std::string& claim) { return no ? fmt::format("not({})", claim) : claim; };
    for (const Spans& parts :
         split_by(text + "。", {"", zh_ ? is + "是" : is + "a multiple of ", zh_ ? "的整数倍。" : "。"})) {
      for (const auto& [type, of] : read(parts[0])) {
        for (const auto& [other, by] : read(parts[1])) {
          if (type == Type::integer && other == Type::integer)
            found.emplace(Type::boolean, fmt::format("{}(%({},{}),0)", equal, of, by));
        }
      }
    }
    for (const Spans& parts :
         split_by(text + "。", {"", zh_ ? is + "在" : is + "in the range ", zh_ ? "范围内。" : "。"})) {
      for (const auto& [type, of] : read(parts[0])) {
        for (const auto& [set, range] : read(parts[1])) {
          if (type == Type::integer && set == Type::set)
            found.emplace(Type::boolean, wrap(fmt::format("in({},{})", of, range)));
        }
      }
    }
    for (const Spans& parts : split_by(text + "。", {"", zh_ ? is + "为" : is, "。"})) {
      const Spans members = enumerated(parts[1], pick(" or ", "或"));
      for (const auto& [type, of] : read(parts[0])) {
        const std::vector<std::string> said = read_as(type, members);
        if (said.size() != members.size()) continue;
        found.emplace(Type::boolean, members.size() == 1 ? fmt::format("{}({},{})", equal, of, said[0])
                                                         : wrap(fmt::format("in({},{{}}({}))", of, join(said, ","))));
      }
    }
  }

  /// Returns the readings of `members` that can be compared with a value of `type`.
  std::vector<std::string> read_as(Type type, const Spans& members) {
    std::vector<std::string> said;
    for (const std::string& member : members) {
      for (const auto& [one, text] : read(member)) {
        if (one == type || (type == Type::tensor && one == Type::list)) said.push_back(text);
      }
    }
    return said;
  }

  /// Returns whether the printer would put `part` of a junction in brackets: it says "for every" or "if" itself.
  [[nodiscard]] bool is_loose(const std::string& part) const {
    const std::string_view text = trim(part);
    for (const std::string& begin : zh_ ? Spans{"对", "若"} : Spans{"for every ", "for some ", "if "}) {
      if (text.starts_with(begin)) return true;
    }
    return zh_ && text.starts_with("在") && text.find("存在") != std::string_view::npos;
  }

  /// Returns "a", "b" and "c" of "a, b or c", where `last` is " or ".
  [[nodiscard]] Spans enumerated(const std::string& text, const std::string& last) const {
    Spans parts = cut(text, last);
    if (parts.size() > 2) return {text};
    Spans all = cut(parts[0], pick(", ", "、"));
    if (parts.size() == 2) all.push_back(parts[1]);
    return all;
  }

  const OpSpec& op_;
  bool zh_;
  Language language_;
  std::map<std::string, Readings> memory_;
};

}  // namespace npu_cts::reports::sentences
