// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expression/functions.h"
#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"
#include "framework/model/tensor.h"

// The part of the printer that speaks English and Chinese.
namespace npu_cts {
namespace {

bool is_sum(const Expression& node) { return node.kind == ExprKind::add || node.kind == ExprKind::subtract; }
bool is_product(const Expression& node) {
  return node.kind == ExprKind::multiply || node.kind == ExprKind::floor_divide || node.kind == ExprKind::modulo ||
         node.kind == ExprKind::ceil_divide;
}
bool is_logic(const Expression& node) {
  return node.kind == ExprKind::logical_and || node.kind == ExprKind::logical_or || node.kind == ExprKind::all_of ||
         node.kind == ExprKind::any_of || (node.kind == ExprKind::conditional && node.type == Type::boolean);
}
bool is_constant(const Expression& node) {
  return node.kind == ExprKind::dtype || node.kind == ExprKind::word || node.kind == ExprKind::boolean ||
         node.kind == ExprKind::shape;
}

class Speaker {
 public:
  explicit Speaker(Language language) : language_(language) {}

  [[nodiscard]] std::string say(const Expression& node) const {
    using Saying = std::string (Speaker::*)(const Expression&) const;
    static constexpr std::pair<ExprKind, Saying> own[] = {
        {ExprKind::logical_and, &Speaker::junction}, {ExprKind::logical_or, &Speaker::junction},
        {ExprKind::logical_not, &Speaker::negation}, {ExprKind::equal, &Speaker::equality},
        {ExprKind::not_equal, &Speaker::equality},   {ExprKind::in, &Speaker::membership},
        {ExprKind::all_of, &Speaker::quantified},    {ExprKind::any_of, &Speaker::quantified},
        {ExprKind::set, &Speaker::members},          {ExprKind::minimum, &Speaker::extreme},
        {ExprKind::maximum, &Speaker::extreme},      {ExprKind::dim, &Speaker::axis_size},
        {ExprKind::slice, &Speaker::part},           {ExprKind::replace, &Speaker::replacement},
        {ExprKind::at, &Speaker::element},           {ExprKind::conditional, &Speaker::conditional},
    };
    const auto* const it = std::ranges::find(own, node.kind, &std::pair<ExprKind, Saying>::first);
    if (it != std::end(own)) return (this->*it->second)(node);
    return word(node.kind).empty() ? spaced(to_text(node)) : phrase(node);
  }

 private:
  [[nodiscard]] std::string_view pick(std::string_view en, std::string_view zh) const {
    return language_ == Language::en ? en : zh;
  }

  [[nodiscard]] std::string_view word(ExprKind kind) const { return phrase_of(kind, language_); }

  /// Latin words stand between blanks in a Chinese sentence.
  [[nodiscard]] std::string spaced(std::string text) const {
    return language_ == Language::en ? text : fmt::format(" {} ", text);
  }

  [[nodiscard]] std::string fill(ExprKind kind, const std::vector<std::string>& parts) const {
    const std::string_view pattern = word(kind);
    std::string result;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const bool mark = pattern[i] == '$' && i + 1 < pattern.size();
      const auto part = mark ? static_cast<std::size_t>(pattern[i + 1] - '1') : parts.size();
      if (part < parts.size()) {
        result += parts[part];
        ++i;
      } else {
        result += pattern[i];
      }
    }
    return result;
  }

  [[nodiscard]] std::string phrase(const Expression& node) const {
    std::vector<std::string> parts;
    for (const ExpressionPtr& child : node.children) {
      const bool looser = (is_product(node) && (is_sum(*child) || child->kind == ExprKind::conditional)) ||
                          (node.kind == ExprKind::subtract && child != node.children[0] && is_sum(*child)) ||
                          (is_product(node) && child != node.children[0] && is_product(*child)) ||
                          ((node.kind == ExprKind::negate || node.kind == ExprKind::absolute) &&
                           (is_sum(*child) || is_product(*child)));
      parts.push_back(looser ? bracketed(*child) : say(*child));
    }
    return fill(node.kind, parts);
  }

  [[nodiscard]] std::string bracketed(const Expression& node) const {
    return language_ == Language::en ? fmt::format("({})", say(node)) : fmt::format("（{}）", say(node));
  }

  [[nodiscard]] std::string junction(const Expression& node) const {
    std::vector<std::string> parts;
    const bool single = node.children.size() == 1;
    for (const ExpressionPtr& child : node.children) {
      parts.push_back(is_logic(*child) && !single ? bracketed(*child) : say(*child));
    }
    return join(parts, word(node.kind));
  }

  [[nodiscard]] std::string negation(const Expression& node) const {
    const Expression& inner = *node.children[0];
    if (inner.kind == ExprKind::given) return fill(ExprKind::absent, {say(*inner.children[0])});
    if (inner.kind == ExprKind::absent) return fill(ExprKind::given, {say(*inner.children[0])});
    if (inner.kind == ExprKind::in) return membership(inner, pick(" not", "不"));
    // The Chinese phrase has brackets. Without them the English one would end at the first "and".
    return is_logic(inner) && language_ == Language::en ? fill(node.kind, {bracketed(inner)}) : phrase(node);
  }

  [[nodiscard]] std::string equality(const Expression& node) const {
    const Expression& left = *node.children[0];
    const Expression& right = *node.children[1];
    const std::string_view no = node.kind == ExprKind::equal ? "" : pick(" not", "不");
    if (left.kind == ExprKind::modulo && right.kind == ExprKind::integer && right.integer == 0) {
      return claim(pick("{} is{} a multiple of {}", "{}{}是{}的整数倍"), *left.children[0], no, say(*left.children[1]));
    }
    return is_constant(right) ? claim(pick("{} is{} {}", "{}{}为{}"), left, no, say(right)) : phrase(node);
  }

  [[nodiscard]] std::string claim(std::string_view pattern, const Expression& subject, std::string_view no,
                                  const std::string& object) const {
    return fmt::format(fmt::runtime(pattern), say(subject), no, object);
  }

  [[nodiscard]] std::string membership(const Expression& node) const { return membership(node, ""); }
  [[nodiscard]] std::string membership(const Expression& node, std::string_view no) const {
    const Expression& value = *node.children[0];
    const Expression& set = *node.children[1];
    if (set.kind == ExprKind::set) {
      return claim(pick("{} is{} {}", "{}{}为{}"), value, no, enumeration(set, pick(" or ", "或")));
    }
    const bool range = set.kind == ExprKind::range;
    return claim(range ? pick("{} is{} in the range {}", "{}{}在{}范围内") : pick("{} is{} one of {}", "{}{}属于{}"),
                 value, no, say(set));
  }

  [[nodiscard]] std::string members(const Expression& node) const { return enumeration(node, word(node.kind)); }
  [[nodiscard]] std::string extreme(const Expression& node) const {
    return fill(node.kind, {enumeration(node, pick(" and ", "与"))});
  }

  /// Returns "a, b and c", with `word` before the last.
  [[nodiscard]] std::string enumeration(const Expression& node, std::string_view word) const {
    std::string result;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      if (i > 0) result += i + 1 == node.children.size() ? word : pick(", ", "、");
      result += say(*node.children[i]);
    }
    return result;
  }

  [[nodiscard]] std::string quantified(const Expression& node) const {
    return fill(node.kind, {spaced(node.name), say(*node.children[0]), say(*node.children[1])});
  }

  [[nodiscard]] std::string conditional(const Expression& node) const {
    if (node.type != Type::boolean) return phrase(node);
    const auto part = [&](std::size_t i) {
      return is_logic(*node.children[i]) ? bracketed(*node.children[i]) : say(*node.children[i]);
    };
    const std::string_view pattern = pick("if {}, then {}; otherwise {}", "若{}，则{}；否则{}");
    return fmt::format(fmt::runtime(pattern), part(0), part(1), part(2));
  }

  [[nodiscard]] std::string axis_size(const Expression& node) const {
    const Expression& axis = *node.children[1];
    const bool from_end = axis.kind == ExprKind::integer && axis.integer < 0;
    if (!from_end) return phrase(node);
    const std::string of = say(*node.children[0]);
    if (axis.integer == -1) return fill(ExprKind::last, {of});
    const std::string count = fmt::format("{}", 0 - static_cast<std::uint64_t>(axis.integer));
    return language_ == Language::en ? fmt::format("the size of axis {} from the end of {}", count, of)
                                     : fmt::format("{}倒数第 {} 轴的大小", of, count);
  }

  /// A shape without its last axes is told by what it lacks.
  [[nodiscard]] std::string part(const Expression& node) const {
    const auto from = number_of(*node.children[1]);
    const auto to = number_of(*node.children[2]);
    if (from != 0 || !to || *to >= 0) return phrase(node);
    const std::string of = say(*node.children[0]);
    if (*to == -1) return of + std::string(pick(" without its last axis", "去掉末轴"));
    const std::string count = fmt::format("{}", 0 - static_cast<std::uint64_t>(*to));
    return language_ == Language::en ? fmt::format("{} without its last {} axes", of, count)
                                     : fmt::format("{}去掉最后 {} 轴", of, count);
  }

  [[nodiscard]] std::string replacement(const Expression& node) const {
    std::string result = say(*node.children[0]);
    for (std::size_t i = 1; i + 1 < node.children.size(); i += 2) {
      const std::string axis = say(*node.children[i]);
      const std::string size = say(*node.children[i + 1]);
      result += language_ == Language::en ? fmt::format("{} axis {} made {}", i == 1 ? " with" : " and", axis, size)
                                          : fmt::format("{}将第{}轴改为{}", i == 1 ? "" : "、", axis, size);
    }
    return result;
  }

  [[nodiscard]] std::string element(const Expression& node) const {
    std::vector<std::string> indices;
    for (std::size_t i = 1; i < node.children.size(); ++i) indices.push_back(to_text(*node.children[i]));
    const std::string list = fmt::format("[{}]", join(indices, ", "));
    return language_ == Language::en ? fmt::format("element {} of {}", list, say(*node.children[0]))
                                     : fmt::format("{}的元素{}", say(*node.children[0]), spaced(list));
  }

  Language language_;
};

/// Joins double blanks, and takes blanks away beside Chinese punctuation and at the ends.
std::string tidy(std::string_view text) {
  static constexpr std::array<std::string_view, 6> marks{"，", "；", "、", "（", "）", "："};
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i + 1);
    const auto follows = [&](std::string_view mark) { return rest.starts_with(mark); };
    const auto precedes = [&](std::string_view mark) { return result.ends_with(mark); };
    const bool useless = text[i] == ' ' && (rest.starts_with(' ') || std::ranges::any_of(marks, follows) ||
                                            std::ranges::any_of(marks, precedes));
    if (!useless) result += text[i];
  }
  return std::string(trim(result));
}

}  // namespace

std::string to_sentence(const Expression& expression, Language language) {
  std::string sentence = Speaker(language).say(expression);
  return language == Language::en ? sentence : tidy(sentence);
}

}  // namespace npu_cts
