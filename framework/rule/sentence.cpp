#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/tensor.h"
#include "framework/rule/print_expression.h"

// The part of the printer that speaks English and Chinese. One table of phrases; `$1` and `$2` are the parts.
namespace npu_cts {
namespace {

struct Phrase {
  ExprKind kind;
  std::string_view en;
  std::string_view zh;
};

constexpr std::array phrases{
    Phrase{ExprKind::logical_not, "it is not so that $1", "并非（$1）"},
    Phrase{ExprKind::equal, "$1 equals $2", "$1等于$2"},
    Phrase{ExprKind::not_equal, "$1 differs from $2", "$1不等于$2"},
    Phrase{ExprKind::less, "$1 is less than $2", "$1小于$2"},
    Phrase{ExprKind::less_equal, "$1 is at most $2", "$1不大于$2"},
    Phrase{ExprKind::greater, "$1 is greater than $2", "$1大于$2"},
    Phrase{ExprKind::greater_equal, "$1 is at least $2", "$1不小于$2"},
    Phrase{ExprKind::given, "$1 is given", "传入了$1"},
    Phrase{ExprKind::absent, "$1 is not given", "未传入$1"},
    Phrase{ExprKind::range, "$1 to $2", "$1到$2"},
    Phrase{ExprKind::axes, "the axes of $1", "$1的各轴"},
    Phrase{ExprKind::difference, "$1 except $2", "$1（$2除外）"},
    Phrase{ExprKind::add, "$1 plus $2", "$1加$2"},
    Phrase{ExprKind::subtract, "$1 minus $2", "$1减$2"},
    Phrase{ExprKind::multiply, "$1 times $2", "$1乘以$2"},
    Phrase{ExprKind::floor_divide, "$1 divided by $2 and rounded down", "$1除以$2（向下取整）"},
    Phrase{ExprKind::modulo, "the remainder of $1 divided by $2", "$1除以$2的余数"},
    Phrase{ExprKind::ceil_divide, "$1 divided by $2 and rounded up", "$1除以$2（向上取整）"},
    Phrase{ExprKind::negate, "minus $1", "负的$1"},
    Phrase{ExprKind::absolute, "the magnitude of $1", "$1的绝对值"},
    Phrase{ExprKind::minimum, "the least of $1", "$1中的最小者"},
    Phrase{ExprKind::maximum, "the greatest of $1", "$1中的最大者"},
    Phrase{ExprKind::rank, "the rank of $1", "$1的维数"},
    Phrase{ExprKind::dim, "the size of axis $2 of $1", "$1第$2轴的大小"},
    Phrase{ExprKind::last, "the size of the last axis of $1", "$1最后一轴的大小"},
    Phrase{ExprKind::numel, "the number of elements of $1", "$1的元素个数"},
    Phrase{ExprKind::product, "the number of elements of $1", "$1的元素个数"},
    Phrase{ExprKind::bytes, "the bytes of one element of $1", "$1每个元素的字节数"},
    Phrase{ExprKind::dtype_of, "the dtype of $1", "$1的数据类型"},
    Phrase{ExprKind::layout_of, "the layout of $1", "$1的内存排布"},
    Phrase{ExprKind::format_of, "the format of $1", "$1的数据格式"},
    Phrase{ExprKind::shape_of, "the shape of $1", "$1的形状"},
    Phrase{ExprKind::slice, "axes $2 up to, not including, $3 of $1", "$1从第$2轴到第$3轴之前的部分"},
    Phrase{ExprKind::broadcast, "what $1 and $2 broadcast to", "$1与$2广播后的形状"},
    Phrase{ExprKind::broadcastable, "$1 and $2 can be broadcast together", "$1与$2可以互相广播"},
    Phrase{ExprKind::length, "the length of $1", "$1的长度"},
    Phrase{ExprKind::conditional, "$2 if $1, otherwise $3", "若$1则为$2，否则为$3"},
};

const Phrase* find_phrase(ExprKind kind) {
  const auto* const it = std::ranges::find(phrases, kind, &Phrase::kind);
  return it == phrases.end() ? nullptr : it;
}

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
    switch (node.kind) {
      case ExprKind::logical_and:
        return junction(node, pick(", and ", "，且"));
      case ExprKind::logical_or:
        return junction(node, pick(", or ", "，或"));
      case ExprKind::logical_not:
        return negation(node);
      case ExprKind::equal:
      case ExprKind::not_equal:
        return equality(node);
      case ExprKind::in:
        return membership(*node.children[0], *node.children[1]);
      case ExprKind::all_of:
      case ExprKind::any_of:
        return quantified(node);
      case ExprKind::set:
        return enumeration(node, pick(" and ", "和"));
      case ExprKind::minimum:
      case ExprKind::maximum:
        return fill(find_phrase(node.kind), {enumeration(node, pick(" and ", "与"))});
      case ExprKind::dim:
        return axis_size(node);
      case ExprKind::replace:
        return replacement(node);
      case ExprKind::at:
        return element(node);
      case ExprKind::splice:
        return "*" + say(*node.children[0]);
      case ExprKind::conditional:
        return node.type == Type::boolean ? choice(node) : phrase(node);
      default:
        return find_phrase(node.kind) != nullptr ? phrase(node) : spaced(to_text(node));
    }
  }

 private:
  [[nodiscard]] std::string_view pick(std::string_view en, std::string_view zh) const {
    return language_ == Language::en ? en : zh;
  }

  /// Latin words stand between blanks in a Chinese sentence.
  [[nodiscard]] std::string spaced(std::string text) const {
    return language_ == Language::en ? text : fmt::format(" {} ", text);
  }

  [[nodiscard]] std::string fill(const Phrase* phrase, const std::vector<std::string>& parts) const {
    const std::string_view pattern = pick(phrase->en, phrase->zh);
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
                          (node.kind == ExprKind::negate && (is_sum(*child) || is_product(*child)));
      parts.push_back(looser ? bracketed(*child) : say(*child));
    }
    return fill(find_phrase(node.kind), parts);
  }

  [[nodiscard]] std::string bracketed(const Expression& node) const {
    return language_ == Language::en ? fmt::format("({})", say(node)) : fmt::format("（{}）", say(node));
  }

  [[nodiscard]] std::string junction(const Expression& node, std::string_view word) const {
    std::vector<std::string> parts;
    const bool single = node.children.size() == 1;
    for (const ExpressionPtr& child : node.children) {
      parts.push_back(is_logic(*child) && !single ? bracketed(*child) : say(*child));
    }
    return join(parts, word);
  }

  [[nodiscard]] std::string negation(const Expression& node) const {
    const Expression& inner = *node.children[0];
    if (inner.kind == ExprKind::given) return fill(find_phrase(ExprKind::absent), {say(*inner.children[0])});
    if (inner.kind == ExprKind::absent) return fill(find_phrase(ExprKind::given), {say(*inner.children[0])});
    if (inner.kind == ExprKind::in) return outside(*inner.children[0], *inner.children[1]);
    return phrase(node);
  }

  [[nodiscard]] std::string equality(const Expression& node) const {
    const Expression& left = *node.children[0];
    const Expression& right = *node.children[1];
    const bool zero = right.kind == ExprKind::integer && right.integer == 0;
    if (left.kind == ExprKind::modulo && zero) {
      return is(
          say(*left.children[0]),
          node.kind == ExprKind::equal ? pick(" is a multiple of ", "是") : pick(" is not a multiple of ", "不是"),
          say(*left.children[1]), pick("", "的整数倍"));
    }
    if (!is_constant(right)) return phrase(node);
    return is(say(left), node.kind == ExprKind::equal ? pick(" is ", "为") : pick(" is not ", "不为"), say(right), "");
  }

  static std::string is(const std::string& left, std::string_view verb, const std::string& right,
                        std::string_view tail) {
    return fmt::format("{}{}{}{}", left, verb, right, tail);
  }

  [[nodiscard]] std::string membership(const Expression& value, const Expression& set) const {
    if (set.kind == ExprKind::set && set.children.size() == 1) {
      return is(say(value), pick(" is ", "为"), say(*set.children[0]), "");
    }
    if (set.kind == ExprKind::set) return is(say(value), pick(" is ", "为"), enumeration(set, pick(" or ", "或")), "");
    if (set.kind == ExprKind::range)
      return is(say(value), pick(" is in the range ", "在"), say(set), pick("", "范围内"));
    return is(say(value), pick(" is one of ", "属于"), say(set), "");
  }

  [[nodiscard]] std::string outside(const Expression& value, const Expression& set) const {
    if (set.kind == ExprKind::set)
      return is(say(value), pick(" is not ", "不为"), enumeration(set, pick(" or ", "或")), "");
    if (set.kind == ExprKind::range)
      return is(say(value), pick(" is not in the range ", "不在"), say(set), pick("", "范围内"));
    return is(say(value), pick(" is not one of ", "不属于"), say(set), "");
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
    const std::string domain = say(*node.children[0]);
    const std::string name = spaced(node.name);
    const std::string body = say(*node.children[1]);
    if (language_ == Language::en) {
      return fmt::format("for {} {} of {}, {}", node.kind == ExprKind::all_of ? "every" : "some", name, domain, body);
    }
    return node.kind == ExprKind::all_of ? fmt::format("对{}中的每个{}，{}", domain, name, body)
                                         : fmt::format("在{}中存在{}，使得{}", domain, name, body);
  }

  [[nodiscard]] std::string choice(const Expression& node) const {
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
    if (axis.integer == -1) return fill(find_phrase(ExprKind::last), {of});
    const std::string count = fmt::format("{}", 0 - static_cast<std::uint64_t>(axis.integer));
    return language_ == Language::en ? fmt::format("the size of axis {} from the end of {}", count, of)
                                     : fmt::format("{}倒数第 {} 轴的大小", of, count);
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
