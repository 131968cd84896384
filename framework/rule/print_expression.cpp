#include "framework/rule/print_expression.h"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/tensor.h"
#include "framework/rule/functions.h"

namespace npu_cts {
namespace {

/// How tightly a notation binds; a looser part stands in parentheses.
enum class Binding : std::uint8_t {
  disjunction,
  conjunction,
  negation,
  comparison,
  interval,
  sum,
  term,
  unary,
  primary
};

/// How a binary operator is written.
struct Notation {
  std::string_view sign;
  Binding binding;
  Binding left;
  Binding right;
};

constexpr Notation comparison(std::string_view sign) {
  return {sign, Binding::comparison, Binding::interval, Binding::interval};
}
constexpr Notation sum(std::string_view sign) { return {sign, Binding::sum, Binding::sum, Binding::term}; }
constexpr Notation term(std::string_view sign) { return {sign, Binding::term, Binding::term, Binding::unary}; }

const Notation* find_notation(ExprKind kind) {
  static constexpr std::pair<ExprKind, Notation> table[] = {
      {ExprKind::equal, comparison(" == ")},
      {ExprKind::not_equal, comparison(" != ")},
      {ExprKind::less, comparison(" < ")},
      {ExprKind::less_equal, comparison(" <= ")},
      {ExprKind::greater, comparison(" > ")},
      {ExprKind::greater_equal, comparison(" >= ")},
      {ExprKind::in, comparison(" in ")},
      {ExprKind::range, {"..", Binding::interval, Binding::sum, Binding::sum}},
      {ExprKind::add, sum(" + ")},
      {ExprKind::subtract, sum(" - ")},
      {ExprKind::difference, sum(" - ")},
      {ExprKind::multiply, term(" * ")},
      {ExprKind::floor_divide, term(" // ")},
      {ExprKind::modulo, term(" % ")},
  };
  for (const auto& [key, notation] : table) {
    if (key == kind) return &notation;
  }
  return nullptr;
}

bool is_connective(const Expression& node) {
  return node.kind == ExprKind::logical_or || node.kind == ExprKind::logical_and;
}

Binding binding_of(const Expression& node) {
  if (is_connective(node) && node.children.size() == 1) return binding_of(*node.children[0]);
  if (const Notation* const notation = find_notation(node.kind)) return notation->binding;
  if (node.kind == ExprKind::logical_or) return Binding::disjunction;
  if (node.kind == ExprKind::logical_and) return Binding::conjunction;
  if (node.kind == ExprKind::logical_not) return Binding::negation;
  if (node.kind == ExprKind::given || node.kind == ExprKind::absent) return Binding::comparison;
  if (node.kind == ExprKind::negate || (node.kind == ExprKind::integer && node.integer < 0)) return Binding::unary;
  return Binding::primary;
}

std::string print(const Expression& node);

std::string print(const Expression& node, Binding least) {
  return binding_of(node) < least ? fmt::format("({})", print(node)) : print(node);
}

std::string print_parts(const Expression& node, std::string_view separator, Binding least) {
  std::vector<std::string> parts;
  parts.reserve(node.children.size());
  for (const ExpressionPtr& child : node.children) parts.push_back(print(*child, least));
  return join(parts, separator);
}

std::string print_list(const Expression& node) { return print_parts(node, ", ", Binding::disjunction); }

std::string print_word(const std::string& word) {
  return find_layout(word) || find_format(word) ? word : fmt::format("'{}'", word);
}

std::string print_negation(const Expression& operand) {
  const bool plain_number = operand.kind == ExprKind::integer && operand.integer >= 0;
  return "-" +
         print(operand, plain_number ? static_cast<Binding>(static_cast<int>(Binding::primary) + 1) : Binding::unary);
}

// NOLINTNEXTLINE(readability-function-size): an exhaustive switch
std::string print(const Expression& node) {
  if (const Notation* const notation = find_notation(node.kind)) {
    return print(*node.children[0], notation->left) + std::string(notation->sign) +
           print(*node.children[1], notation->right);
  }
  if (const Function* const function = find_function(node.kind)) {
    return fmt::format("{}({})", function->name, print_list(node));
  }
  const bool single = node.children.size() == 1;
  switch (node.kind) {
    case ExprKind::integer:
      return fmt::format("{}", node.integer);
    case ExprKind::boolean:
      return node.integer != 0 ? "true" : "false";
    case ExprKind::dtype:
      return std::string(name_of(node.dtype));
    case ExprKind::word:
      return print_word(node.name);
    case ExprKind::logical_not:
      return "not " + print(*node.children[0], Binding::negation);
    case ExprKind::logical_and:
      return print_parts(node, " and ", single ? Binding::disjunction : Binding::negation);
    case ExprKind::logical_or:
      return print_parts(node, " or ", single ? Binding::disjunction : Binding::conjunction);
    case ExprKind::given:
      return node.children[0]->name + " is given";
    case ExprKind::absent:
      return node.children[0]->name + " is none";
    case ExprKind::set:
      return fmt::format("{{{}}}", print_list(node));
    case ExprKind::negate:
      return print_negation(*node.children[0]);
    case ExprKind::conditional:
      return fmt::format("if({})", print_list(node));
    case ExprKind::all_of:
    case ExprKind::any_of:
      return fmt::format("{}({} in {}: {})", node.kind == ExprKind::all_of ? "all" : "any", node.name,
                         print(*node.children[0], Binding::interval), print(*node.children[1]));
    case ExprKind::shape:
      return fmt::format("[{}]", print_list(node));
    case ExprKind::splice:
      return "*" + print(*node.children[0]);
    default:
      return node.name;  // parameter, symbol, variable
  }
}

}  // namespace

std::string to_text(const Expression& expression) { return print(expression); }

}  // namespace npu_cts
