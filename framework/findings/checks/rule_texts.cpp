// SPDX-License-Identifier: Apache-2.0
// The check of a text against the expressions that it puts into words.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/checks/grounds/terms.h"

namespace npu_cts::findings {
namespace {

/// Words of which one stands in a text that speaks of what is not so.
constexpr std::array<std::string_view, 16> negative_words{
    "no",    "not",    "nor",    "neither", "none",  "nowhere", "without", "other",
    "false", "unless", "except", "cannot",  "never", "nothing", "outside", "only"};

/// Returns the numbers of `text` that stand for themselves: no part of a word, and none of a release like 7.1.0.
std::set<std::string> lone_numbers_in(std::string_view text) {
  std::set<std::string> numbers;
  for (const std::string_view word : words_in(text, ".")) {
    if (is_number(word)) numbers.emplace(word);
  }
  return numbers;
}

/// Returns whether `index` of `owner` is a number that no text says: the 1 of at(x, 1), the -2 of dim(x, -2).
bool is_place(const Expression& owner, const Expression& index) {
  if (owner.kind == ExprKind::at) return index.kind == ExprKind::integer;
  const bool is_from_end = index.kind == ExprKind::negate || (index.kind == ExprKind::integer && index.integer < 0);
  return owner.kind == ExprKind::dim && is_from_end;
}

/// What expressions speak of.
class Spoken {
 public:
  explicit Spoken(const OpSpec& op) : op_(op) {}

  void add(const ExpressionPtr& expression) {
    if (!expression) return;
    if (expression->kind == ExprKind::integer) numbers_.insert(fmt::format("{}", std::abs(expression->integer)));
    if (expression->kind == ExprKind::parameter) names_.insert(expression->name);
    if (expression->kind == ExprKind::dtype) names_.emplace(name_of(expression->dtype));
    if (expression->kind == ExprKind::symbol) add_symbol(expression->name);
    for (const ExpressionPtr& child : expression->children) {
      const bool is_index = child != expression->children.front() && is_place(*expression, *child);
      if (!is_index) add(child);
    }
  }

  [[nodiscard]] const std::set<std::string>& numbers() const { return numbers_; }
  [[nodiscard]] const std::set<std::string, std::less<>>& names() const { return names_; }

 private:
  void add_symbol(const std::string& name) {
    const Symbol* const symbol = find_symbol(op_, name);
    if (symbol != nullptr && names_.insert(name).second) add(symbol->value);
  }

  const OpSpec& op_;
  std::set<std::string> numbers_;
  std::set<std::string, std::less<>> names_;
};

/// Returns what the text of `rule` says and the rule does not; empty where it says no such thing.
std::string said_beyond(const OpSpec& op, const Rule& rule) {
  Spoken spoken(op);
  spoken.add(rule.require);
  spoken.add(rule.when);
  for (const std::string* const text : {&rule.text.en, &rule.text.zh}) {
    for (const std::string& number : lone_numbers_in(*text)) {
      if (!spoken.numbers().contains(number)) return number;
    }
  }
  // an English word may be called like a parameter, and mean none: the axis, the input
  for (const std::string_view word : words_in(rule.text.zh)) {
    if (find_parameter(op, word) != nullptr && !spoken.names().contains(word)) return fmt::format("'{}'", word);
  }
  return "";
}

/// Returns whether `text` has a word for what is not so.
bool has_negation(const Text& text) {
  return std::ranges::any_of(words_in(text.en), [](std::string_view word) { return contains(negative_words, word); });
}

/// Returns whether `when` is said of the calls that are not so, and `text` has no word for it.
bool hides_negation(const ExpressionPtr& when, const Text& text) {
  return when && when->kind == ExprKind::logical_not && !has_negation(text);
}

/// Returns what the text of `claim` speaks of and the claim does not: a dtype or a parameter. Empty where there is
/// none.
std::string said_beyond(const OpSpec& op, const ExpressionPtr& claim, const Text& text) {
  Spoken spoken(op);
  spoken.add(claim);
  for (const std::string_view word : words_in(text.zh)) {
    const bool is_name = find_named<DType>(word).has_value() || find_parameter(op, word) != nullptr;
    if (is_name && !spoken.names().contains(word)) return std::string(word);
  }
  return "";
}

/// Returns a number that `text` has twice; empty where there is none.
std::string number_said_twice(std::string_view text) {
  std::set<std::string_view> said;
  for (const std::string_view word : words_in(text, ".")) {
    if (is_number(word) && !said.insert(word).second) return std::string(word);
  }
  return "";
}

/// Returns an end of a range in `rule` that its text does not say, though it says the other; empty where there is none.
std::string unsaid_end(const Rule& rule) {
  const std::set<std::string> said = lone_numbers_in(rule.text.en);
  std::string unsaid;
  for_each_node(rule.require, [&](const Expression& node) {
    if (node.kind != ExprKind::range) return;
    std::vector<std::string> ends;
    for (const ExpressionPtr& end : node.children) {
      if (end->kind == ExprKind::integer) ends.push_back(fmt::format("{}", end->integer));
    }
    if (ends.size() != 2 || said.contains(ends[0]) == said.contains(ends[1])) return;
    unsaid = said.contains(ends[0]) ? ends[1] : ends[0];
  });
  return unsaid;
}

/// Returns a number that the text of an integer `parameter` has and no rule about it alone does; empty where there is
/// none, or no such rule.
std::string value_beyond_rules(const OpSpec& op, const Parameter& parameter) {
  Spoken spoken(op);
  for (const Rule& rule : op.rules) {
    Spoken own(op);
    own.add(rule.require);
    if (own.names().size() == 1 && own.names().contains(parameter.key)) spoken.add(rule.require);
  }
  if (parameter.kind != ParameterKind::integer || spoken.numbers().empty()) return "";
  for (const std::string& number : lone_numbers_in(parameter.text.en)) {
    if (!spoken.numbers().contains(number)) return number;
  }
  return "";
}

bool has_inequality(const ExpressionPtr& expression) {
  bool found = false;
  for_each_node(expression, [&](const Expression& node) {
    found = found || node.kind == ExprKind::not_equal || node.kind == ExprKind::logical_not;
  });
  return found;
}

/// Returns a number that the condition of `one` has and its text lacks, or that the text has and neither the condition
/// nor the rule that is contested does; empty where there is none. A count of combinations is no such number.
std::string unsaid_number(const OpSpec& op, const Contested& one) {
  Spoken meant(op);
  meant.add(one.when);
  const std::set<std::string> said = lone_numbers_in(one.says.en);
  for (const std::string& number : meant.numbers()) {
    if (!said.contains(number)) return number;
  }
  if (const auto rule = std::ranges::find(op.rules, one.subject, &Rule::id); rule != op.rules.end()) {
    meant.add(rule->when);
    meant.add(rule->require);
  }
  for (const std::string& number : said) {
    const bool is_count = one.says.en.find(number + " combination") != std::string::npos;
    if (!is_count && !meant.numbers().contains(number)) return number;
  }
  return "";
}

/// Takes what is found of a fact: its id, its place, and what.
using Report = std::function<void(const std::string& id, const Location& at, std::string what)>;

void ask_rules(const OpSpec& op, const Report& report) {
  for (const Rule& rule : op.rules) {
    if (const std::string what = said_beyond(op, rule); !what.empty())
      report(rule.id, rule.at, fmt::format("the text of rule '{}' says {}, and the rule does not", rule.id, what));
    if (const std::string number = unsaid_end(rule); !number.empty())
      report(rule.id, rule.at,
             fmt::format("the text of rule '{}' says one end of a range, and not {}", rule.id, number));
    if (hides_negation(rule.when, rule.text))
      report(rule.id, rule.at,
             fmt::format("rule '{}' is about calls that are not so, and its text has no 'not'", rule.id));
  }
}

void ask_parameters(const OpSpec& op, const Report& report) {
  for (const Parameter& one : op.parameters) {
    const bool is_of_values = one.kind == ParameterKind::integer;  // it says what each means, once
    if (const std::string number = number_said_twice(one.text.en); is_of_values && !number.empty())
      report(one.key, one.at, fmt::format("the text of parameter '{}' says what {} means twice", one.key, number));
    if (const std::string number = value_beyond_rules(op, one); !number.empty())
      report(one.key, one.at, fmt::format("the text of parameter '{}' says {}, and its rules do not", one.key, number));
  }
}

void ask_disputes(const OpSpec& op, const Report& report) {
  for (const Contradiction& one : op.contradictions) {
    if (!one.rejected_claim) continue;
    if (const std::string what = said_beyond(op, one.rejected_claim, one.text); !what.empty())
      report(one.id, one.at,
             fmt::format("the text of contradiction '{}' says '{}', and its rejected claim does not", one.id, what));
  }
  for (const Contested& one : op.contested) {
    if (has_inequality(one.when) && !has_negation(one.says))
      report(one.id, one.at, fmt::format("'{}' is about what is not so, and its text has no 'not'", one.id));
    if (const std::string number = unsaid_number(op, one); !number.empty())
      report(one.id, one.at, fmt::format("'{}' and its text are not both about {}", one.id, number));
  }
}

void ask_formulas(const OpSpec& op, const Report& report) {
  for (const ResultFormula& one : op.formulas) {
    const std::set<std::string> known = lone_numbers_in(one.formula);
    for (const std::string& number : lone_numbers_in(one.text.en)) {
      if (!known.contains(number))
        report(one.id, one.at,
               fmt::format("the text of formula '{}' says {}, and the formula does not", one.id, number));
    }
  }
}

}  // namespace

Findings find_texts_against_rules(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  const auto report = [&](const std::string& id, const Location& at, std::string what) {
    found.push_back(finding(op, id, at, std::move(what)));
  };
  ask_rules(op, report);
  ask_parameters(op, report);
  ask_disputes(op, report);
  ask_formulas(op, report);
  return found;
}

}  // namespace npu_cts::findings
