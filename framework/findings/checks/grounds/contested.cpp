// SPDX-License-Identifier: Apache-2.0
// The checks of contested facts: evidence against a refusal.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/findings/checks/grounds/grounds.h"
#include "framework/findings/checks/grounds/terms.h"
#include "framework/model/expression.h"
#include "framework/rule/bound_spec.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"
#include "framework/search/dtype_choices.h"

namespace npu_cts::findings {
namespace {

/// Returns a call that has the dtypes of `choice`; each tensor is a vector of one element.
SlotArguments call_of(const BoundSpec& bound, const search::DTypeChoice& choice) {
  SlotArguments arguments(bound.parameters().size());
  for (const search::DTypeOf& column : choice) {
    if (!column.dtype) continue;
    const bool is_tensor = bound.parameters()[column.slot].written->kind == ParameterKind::tensor;
    arguments[column.slot] =
        is_tensor ? Value(Tensor{.type = {.dtype = *column.dtype, .shape = {1}}}) : Value(*column.dtype);
  }
  return arguments;
}

/// Returns how many combinations of dtypes `contested` is about: those that `rule` refuses.
std::size_t count_combinations(const BoundSpec& bound, const Conditional<Contested>& contested, const BoundRule& rule) {
  const auto is_meant = [&](const search::DTypeChoice& choice) {
    const SlotArguments arguments = call_of(bound, choice);
    const SlotCall call(bound, arguments);
    return breaks(call, rule) && (!contested.when || decide(*contested.when, call) == true);
  };
  return static_cast<std::size_t>(
      std::ranges::count_if(search::illegal_dtypes(bound, search::legal_dtypes(bound)), is_meant));
}

/// Returns the rule on dtypes that `one` is about, where it refuses and tests are against it; null where there is none.
/// Tests are a list of combinations. What code admits is none, and neither is what `when` says of shapes and storage.
const BoundRule* find_refusal(const BoundSpec& bound, const Conditional<Contested>& contested) {
  const Parts parts = contested.when ? bound.parts_of(*contested.when) : Parts{};
  if (contested.written->by != "vendor-tests" || parts.shapes != 0 || parts.storage != 0) return nullptr;
  const BoundRule* const rule = bound.find_rule(contested.written->subject);
  const bool refuses_dtypes = rule != nullptr && rule->phase == Phase::dtype && rule->on_violation == Verdict::reject;
  return refuses_dtypes ? rule : nullptr;
}

/// What a place where evidence of a sort was seen is called.
struct SeenAs {
  std::string_view by;
  std::string_view words;
};
constexpr std::array seen_as{SeenAs{"vendor-tests", "test tests"}, SeenAs{"vendor-code", "code checks engine kernels"},
                             SeenAs{"callers", "program programs callers stacks"}};

/// Returns whether `where` names a place of evidence by `by`, and none of a sort that stands before it: tests have
/// code too. Callers may have tests and code.
bool is_place_of(std::string_view where, std::string_view by) {
  for (const SeenAs& sort : seen_as) {
    const bool is_it = has_word(where, sort.words);
    if (by == "callers" && sort.by != by) continue;
    if (is_it || sort.by == by) return is_it && sort.by == by;
  }
  return false;
}

/// Returns whether `expression` as a whole says what is not so. A part of it may: it tells calls apart.
bool is_negative(const ExpressionPtr& expression) { return expression && expression->kind == ExprKind::logical_not; }

void collect_dtypes(const ExpressionPtr& expression, std::set<std::string, std::less<>>& dtypes) {
  for_each_node(expression, [&](const Expression& node) {
    if (node.kind == ExprKind::dtype) dtypes.emplace(name_of(node.dtype));
  });
}

/// Returns a dtype of `said` that stands in a set of `expression` with others that are not said, and not in `meant`:
/// the text is about fewer calls than the condition. Empty where there is none.
std::string narrower_dtype(const ExpressionPtr& expression, const std::set<std::string, std::less<>>& said,
                           const std::set<std::string, std::less<>>& meant) {
  std::string narrower;
  for_each_node(expression, [&](const Expression& node) {
    if (node.kind != ExprKind::set) return;
    const auto is_said = [&](const ExpressionPtr& one) { return said.contains(name_of(one->dtype)); };
    const bool are_dtypes =
        std::ranges::all_of(node.children, [](const ExpressionPtr& one) { return one->kind == ExprKind::dtype; });
    if (!are_dtypes || std::ranges::all_of(node.children, is_said)) return;
    for (const ExpressionPtr& one : node.children) {
      if (is_said(one) && !meant.contains(name_of(one->dtype))) narrower = name_of(one->dtype);
    }
  });
  return narrower;
}

/// Returns a dtype that the condition of `one` has and its text lacks, or that the text has and neither condition nor
/// rule does; empty where there is none.
std::string other_dtype(const OpSpec& op, const Contested& one) {
  std::set<std::string, std::less<>> meant;
  std::set<std::string, std::less<>> said;
  collect_dtypes(one.when, meant);
  for (const std::string_view word : words_in(one.says.en)) {
    if (find_named<DType>(word)) said.emplace(word);
  }
  for (const std::string& dtype : meant) {
    if (!said.contains(dtype)) return dtype;
  }
  const auto rule = std::ranges::find(op.rules, one.subject, &Rule::id);
  if (rule != op.rules.end()) {
    for (const ExpressionPtr& part : {rule->require, rule->when}) {
      if (std::string dtype = narrower_dtype(part, said, meant); !dtype.empty()) return dtype;
    }
    collect_dtypes(rule->require, meant);
    collect_dtypes(rule->when, meant);
  }
  for (const std::string& dtype : said) {
    if (!meant.contains(dtype)) return dtype;
  }
  return "";
}

/// Returns the number before "combination" in `text`; nothing where there is none.
std::optional<std::size_t> stated_combinations(std::string_view text) {
  const std::size_t end = text.find(" combination");
  if (end == std::string_view::npos) return std::nullopt;
  std::size_t start = end;
  while (start > 0 && is_ascii_digit(text[start - 1])) --start;
  const auto number = parse_integer(text.substr(start, end - start));
  return number ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

/// Returns whether `fact`, as a statement names it, is what `one` contests: its rule, or what its derived rule follows
/// from.
bool is_contested(const OpSpec& op, std::string_view fact, const Contested& one) {
  fact = fact.substr(0, fact.find('@'));
  if (contains(op.rules, one.subject, &Rule::id)) return fact == one.subject;
  const std::string_view key = std::string_view(one.subject).substr(0, one.subject.find('.'));
  return fact.starts_with(key) && (fact.size() == key.size() || fact[key.size()] == '.');
}

/// Returns whether each statement that `one` cites, and there is one, grounds the refusal that it contests.
bool stands_on_refusal(const Spec& spec, const OpSpec& op, const Contested& one) {
  return !one.cite.empty() && std::ranges::all_of(one.cite, [&](const std::string& id) {
    const Statement* const statement = find_statement(spec, id);
    return statement != nullptr && std::ranges::any_of(statement->encodes, [&](const Grounded& grounded) {
             return is_contested(op, grounded.fact, one);
           });
  });
}

}  // namespace

Findings find_unfounded_contests(const Spec& spec, const OpSpec& op) {
  Findings found;
  for (const Contested& one : op.contested) {
    const bool is_known = one.subject.find('.') == std::string::npos || contains(op.rules, one.subject, &Rule::id) ||
                          find_parameter(op, one.subject.substr(0, one.subject.find('.'))) != nullptr;
    if (is_known && !spec.statements.empty() && !stands_on_refusal(spec, op, one))
      found.push_back(finding(
          op, one.id, one.at,
          fmt::format("'{}' stands on no statement that grounds '{}', or on another one too", one.id, one.subject)));
    if (!is_place_of(one.where, one.by))
      found.push_back(finding(op, one.id, one.at,
                              fmt::format("'{}' is evidence by {}, and was seen in '{}'", one.id, one.by, one.where)));
    if (is_negative(one.when))
      found.push_back(
          finding(op, one.id, one.at,
                  fmt::format("'{}' says of which calls there is no evidence, not of which there is", one.id)));
    const auto refuses = [&](const Target& target) {
      if (!holds(one.applies, spec, target)) return false;
      const BoundSpec bound = BoundSpec::bind(spec, op, target);
      const BoundRule* const rule = bound.find_rule(one.subject);
      return rule != nullptr && rule->on_violation == Verdict::reject;
    };
    if (!std::ranges::any_of(supported_targets(spec, op), refuses))
      found.push_back(
          finding(op, one.id, one.at,
                  fmt::format("'{}' contests '{}', by which nothing is refused there", one.id, one.subject)));
  }
  return found;
}

Findings find_miscounted_contests(const Spec& spec, const OpSpec& op) {
  Findings found;
  for (const Contested& one : op.contested) {
    if (const std::string dtype = other_dtype(op, one); !dtype.empty())
      found.push_back(
          finding(op, one.id, one.at, fmt::format("'{}' and its text are not both about {}", one.id, dtype)));
  }
  for (const Target& target : supported_targets(spec, op)) {
    const auto is_done = [&](const Contested& one) {
      return !holds(one.applies, spec, target) || contains(found, one.id, &Finding::subject);
    };
    if (std::ranges::all_of(op.contested, is_done)) continue;
    const BoundSpec bound = BoundSpec::bind(spec, op, target);
    for (const auto& contested : bound.contested()) {
      const Contested& one = *contested.written;
      const BoundRule* const rule = find_refusal(bound, contested);
      if (rule == nullptr || is_done(one)) continue;
      const std::size_t count = count_combinations(bound, contested, *rule);
      if (stated_combinations(one.says.en) != count)
        found.push_back(finding(op, one.id, one.at,
                                fmt::format("'{}' is about {} of dtypes, and its text does not say so", one.id,
                                            counted(count, "combination"))));
    }
  }
  return found;
}

}  // namespace npu_cts::findings
