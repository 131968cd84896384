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

const Notation* find_notation(Op op) {
  static constexpr std::pair<Op, Notation> table[] = {
      {Op::equal, comparison(" == ")},
      {Op::not_equal, comparison(" != ")},
      {Op::less, comparison(" < ")},
      {Op::less_equal, comparison(" <= ")},
      {Op::greater, comparison(" > ")},
      {Op::greater_equal, comparison(" >= ")},
      {Op::in, comparison(" in ")},
      {Op::range, {"..", Binding::interval, Binding::sum, Binding::sum}},
      {Op::add, sum(" + ")},
      {Op::subtract, sum(" - ")},
      {Op::difference, sum(" - ")},
      {Op::multiply, term(" * ")},
      {Op::floor_divide, term(" // ")},
      {Op::modulo, term(" % ")},
  };
  for (const auto& [key, notation] : table) {
    if (key == op) return &notation;
  }
  return nullptr;
}

bool is_connective(const Expression& node) { return node.op == Op::logical_or || node.op == Op::logical_and; }

Binding binding_of(const Expression& node) {
  if (is_connective(node) && node.children.size() == 1) return binding_of(*node.children[0]);
  if (const Notation* const notation = find_notation(node.op)) return notation->binding;
  if (node.op == Op::logical_or) return Binding::disjunction;
  if (node.op == Op::logical_and) return Binding::conjunction;
  if (node.op == Op::logical_not) return Binding::negation;
  if (node.op == Op::given || node.op == Op::absent) return Binding::comparison;
  if (node.op == Op::negate || (node.op == Op::integer && node.integer < 0)) return Binding::unary;
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
  const bool plain_number = operand.op == Op::integer && operand.integer >= 0;
  return "-" +
         print(operand, plain_number ? static_cast<Binding>(static_cast<int>(Binding::primary) + 1) : Binding::unary);
}

// NOLINTNEXTLINE(readability-function-size): an exhaustive switch
std::string print(const Expression& node) {
  if (const Notation* const notation = find_notation(node.op)) {
    return print(*node.children[0], notation->left) + std::string(notation->sign) +
           print(*node.children[1], notation->right);
  }
  if (const Function* const function = find_function(node.op)) {
    return fmt::format("{}({})", function->name, print_list(node));
  }
  const bool single = node.children.size() == 1;
  switch (node.op) {
    case Op::integer:
      return fmt::format("{}", node.integer);
    case Op::boolean:
      return node.integer != 0 ? "true" : "false";
    case Op::dtype:
      return std::string(name_of(node.dtype));
    case Op::word:
      return print_word(node.name);
    case Op::logical_not:
      return "not " + print(*node.children[0], Binding::negation);
    case Op::logical_and:
      return print_parts(node, " and ", single ? Binding::disjunction : Binding::negation);
    case Op::logical_or:
      return print_parts(node, " or ", single ? Binding::disjunction : Binding::conjunction);
    case Op::given:
      return node.children[0]->name + " is given";
    case Op::absent:
      return node.children[0]->name + " is none";
    case Op::set:
      return fmt::format("{{{}}}", print_list(node));
    case Op::negate:
      return print_negation(*node.children[0]);
    case Op::conditional:
      return fmt::format("if({})", print_list(node));
    case Op::all_of:
    case Op::any_of:
      return fmt::format("{}({} in {}: {})", node.op == Op::all_of ? "all" : "any", node.name,
                         print(*node.children[0], Binding::interval), print(*node.children[1]));
    case Op::shape:
      return fmt::format("[{}]", print_list(node));
    case Op::splice:
      return "*" + print(*node.children[0]);
    default:
      return node.name;  // parameter, symbol, variable
  }
}

}  // namespace

std::string to_text(const Expression& expression) { return print(expression); }

}  // namespace npu_cts
