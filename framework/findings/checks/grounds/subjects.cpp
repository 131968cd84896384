// SPDX-License-Identifier: Apache-2.0
// The check of declared contradictions against their subjects: what they name, claim and cite is about the subject.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/names.h"
#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"
#include "framework/findings/checks/grounds/grounds.h"
#include "framework/findings/checks/grounds/terms.h"
#include "framework/model/expression.h"
#include "framework/search/conditions/conditions.h"

namespace npu_cts::findings {
namespace {

using Words = std::set<std::string, std::less<>>;

/// The parameters that facts are about.
class Concerned {
 public:
  explicit Concerned(const OpSpec& op) : op_(op) {}

  void add(const ExpressionPtr& expression) {
    for_each_node(expression, [&](const Expression& node) {
      const Symbol* const symbol = find_symbol(op_, node.name);
      if (node.kind == ExprKind::symbol && symbol != nullptr) return add(symbol->value);
      if (find_parameter(op_, node.name) != nullptr) keys_.insert(node.name);
    });
  }

  void add_formula(const std::string& formula) {
    for (const std::string_view word : words_in(formula)) {
      if (find_parameter(op_, word) != nullptr) keys_.emplace(word);
    }
  }

  void add_behaviour(const ImplementationDefined& behaviour) {
    add(behaviour.when);
    for (const Variant& one : behaviour.variants) add_formula(one.formula);
  }

  void add_subject(const std::string& subject) {
    if (const auto* const rule = find_by(op_.rules, subject, &Rule::id)) {
      add(rule->require);
      return add(rule->when);
    }
    if (const auto* const row = find_by(op_.rows, subject, &Row::id)) {
      for (const auto& [key, cell] : row->cells) keys_.insert(key);
    }
    if (const auto* const behaviour = find_by(op_.implementation_defined, subject, &ImplementationDefined::id))
      add_behaviour(*behaviour);
    if (const auto* const example = find_by(op_.examples, subject, &Example::id)) {
      for (const auto& [key, value] : example->call.arguments) keys_.insert(key);
    }
    if (const Symbol* const symbol = find_symbol(op_, subject)) add(symbol->value);
    add_part(subject.substr(0, subject.find('.')));
  }

  [[nodiscard]] const Words& keys() const { return keys_; }

 private:
  void add_part(const std::string& name) {
    if (find_parameter(op_, name) != nullptr) keys_.insert(name);
    for (const Output& one : op_.outputs) {
      if (one.name != name) continue;
      for (const auto& dated : one.shape) add(dated.value);
      for (const auto& dated : one.dtype) add(dated.value);
    }
  }

  const OpSpec& op_;
  Words keys_;
};

/// Returns a parameter that the text of `one` names, where its subject is about none of those; empty where it is. Only
/// the Chinese is asked: an English word may be called like a parameter, and mean none.
std::string named_beside(const OpSpec& op, const Contradiction& one) {
  Concerned concerned(op);
  concerned.add_subject(one.subject);
  std::string beside;
  for (const std::string_view word : words_in(one.text.zh)) {
    if (find_parameter(op, word) == nullptr) continue;
    if (concerned.keys().contains(word)) return {};
    beside = word;
  }
  return beside;
}

/// Adds to `ways` what makes `claim` true, or untrue where it `is_denied`: each in the words of the other.
void add_ways(const ExpressionPtr& claim, bool is_denied, Words& ways) {
  const ExprKind joins = is_denied ? ExprKind::logical_and : ExprKind::logical_or;
  if (claim->kind == joins) {
    for (const ExpressionPtr& part : claim->children) add_ways(part, is_denied, ways);
  } else if (claim->kind == ExprKind::logical_not) {
    add_ways(claim->children.front(), !is_denied, ways);
  } else if (claim->kind == ExprKind::absent || claim->kind == ExprKind::given) {
    const bool is_given = (claim->kind == ExprKind::given) != is_denied;
    ways.insert(to_text(*claim->children.front()) + (is_given ? " is given" : " is none"));
  } else if (claim->kind == ExprKind::equal || claim->kind == ExprKind::not_equal) {
    const bool is_equal = (claim->kind == ExprKind::equal) != is_denied;
    ways.insert(to_text(*claim->children[0]) + (is_equal ? " == " : " != ") + to_text(*claim->children[1]));
  } else {
    ways.insert((is_denied ? "not " : "") + to_text(*claim));
  }
}

/// Returns `way` with one sign for each number: what loses may have another limit. The digits of names stay.
std::string without_numbers(std::string_view way) {
  std::string text;
  for (const std::string_view word : words_in(way)) {
    if (!is_number(word)) continue;
    const auto at = static_cast<std::size_t>(word.data() - way.data());
    text += std::string(way.substr(0, at)) + '#';
    way.remove_prefix(at + word.size());
  }
  return text + std::string(way);
}

/// Returns what makes `claim` true, but for its numbers.
Words ways_of(const ExpressionPtr& claim) {
  Words all;
  add_ways(claim, false, all);
  Words ways;
  for (const std::string& way : all) ways.insert(without_numbers(way));
  return ways;
}

/// Returns whether `claim` says that `symbol` is always what it is in some calls: one of its branches.
bool is_of_branch(const ExpressionPtr& claim, const Symbol& symbol) {
  if (claim->kind != ExprKind::equal || claim->children[0]->name != symbol.name) return false;
  if (symbol.value->kind != ExprKind::conditional) return false;
  const auto& branches = symbol.value->children;
  return same_tree(claim->children[1], branches[1]) || same_tree(claim->children[1], branches[2]);
}

/// Returns whether the claim that `one` rejects is its subject's: a rule or a branch of a symbol, said of every call,
/// or anything about a parameter.
bool is_claim_of_subject(const OpSpec& op, const Contradiction& one) {
  if (const auto* const rule = find_by(op.rules, one.subject, &Rule::id))
    return ways_of(one.rejected_claim) == ways_of(search::claim_kept(rule->require, rule->when));
  if (const Symbol* const symbol = find_symbol(op, one.subject)) return is_of_branch(one.rejected_claim, *symbol);
  Concerned claim(op);
  claim.add(one.rejected_claim);
  return claim.keys().contains(one.subject);
}

/// Returns whether the statements that a contradiction cites are all said to tell nothing of calls.
bool is_informative(const Spec& spec, const Contradiction& one) {
  std::set<Disposition> said;
  for (const Statement* const statement : cited_by(spec, one)) said.insert(statement->disposition);
  return said == std::set{Disposition::informative};
}

/// What the statements that a contradiction cites ground, without the place at which it holds.
Words grounded_by(const Spec& spec, const Contradiction& one) {
  Words facts;
  for (const Statement* const statement : cited_by(spec, one)) {
    for (const Grounded& grounded : statement->encodes) facts.insert(grounded.fact.substr(0, grounded.fact.find('@')));
  }
  std::erase_if(facts, [](const std::string& fact) { return fact.starts_with("contradictions."); });
  return facts;
}

bool was_seen_in(const ImplementationDefined& behaviour, const std::string& program) {
  return contains(behaviour.variants, program, &Variant::seen_in);
}

/// Returns whether some of `facts` are variants of `behaviour`.
bool has_variant(const Words& facts, const ImplementationDefined& behaviour) {
  return std::ranges::any_of(facts, [&](const std::string& fact) { return fact.starts_with(behaviour.id + "."); });
}

/// Returns a behaviour that the program of `one` shows and its subject, another, does not: one that its statements
/// ground. The subject itself where it is no page's and the program shows no variant of it. Empty: there is none.
std::string other_behaviour(const OpSpec& op, const Contradiction& one, const Words& facts) {
  const auto* const subject = find_by(op.implementation_defined, one.subject, &ImplementationDefined::id);
  if (subject == nullptr || one.seen_in.empty() || was_seen_in(*subject, one.seen_in)) return {};
  const bool is_of_pages =
      std::ranges::any_of(subject->variants, [](const Variant& variant) { return !variant.cite.empty(); });
  if (!is_of_pages) return subject->id;
  for (const ImplementationDefined& behaviour : op.implementation_defined) {
    if (has_variant(facts, behaviour) && was_seen_in(behaviour, one.seen_in)) return behaviour.id;
  }
  return {};
}

/// Returns what of `one` is not about its subject; empty where all is.
std::string what_is_beside(const Spec& spec, const OpSpec& op, const Contradiction& one) {
  if (const std::string key = named_beside(op, one); !key.empty()) return fmt::format("its text names '{}'", key);
  if (one.rejected_claim && !is_claim_of_subject(op, one)) return "its rejected claim is another";
  if (spec.statements.empty()) return {};  // a spec without an inventory cannot cite
  const Words facts = grounded_by(spec, one);
  if (is_informative(spec, one) && one.subject != op.name) return "its statements tell nothing of calls";
  const auto* const example = find_by(op.examples, one.subject, &Example::id);
  if (example != nullptr && !facts.contains("examples." + one.subject)) return "its statements are of other examples";
  if (const std::string id = other_behaviour(op, one, facts); !id.empty())
    return fmt::format("'{}' has what the program shows, or nothing has", id);
  const auto* const rule = find_by(op.rules, one.subject, &Rule::id);
  const bool is_of_silence = rule != nullptr && rule->cite.empty() && !rule->question.empty();
  if (is_of_silence && one.resolution.en.find("open question") == std::string::npos)
    return "no statement grounds that, and it is resolved";
  return {};
}

}  // namespace

Findings find_contradictions_off_subject(const Spec& spec, const OpSpec& op) {
  Findings found;
  for (const Contradiction& one : op.contradictions) {
    if (const std::string what = what_is_beside(spec, op, one); !what.empty())
      found.push_back(finding(op, one.id, one.at,
                              fmt::format("contradiction '{}' is about '{}', and {}", one.id, one.subject, what)));
  }
  return found;
}

}  // namespace npu_cts::findings
