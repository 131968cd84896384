// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/prove.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expression/print_expression.h"
#include "framework/findings/prove/solver.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::findings {
namespace {

using prove::Answer;
using prove::Reply;
using prove::SpecSolver;

std::string text_of(const Rule& rule) {
  std::string text = fmt::format("{}\n{}\n{}\n", rule.id, rule.when ? to_text(*rule.when) : "", to_text(*rule.require));
  for (const ExpressionPtr& child : rule.require->children) text += child->name + "\n";
  return text;
}

std::string key_of(std::span<const BoundRule> rules) {
  std::string key;
  for (const Rule& rule : rules) key += text_of(rule);
  return key;
}

/// Returns the targets of `op` whose rules differ, each the first of those that share them.
std::vector<BoundSpec> groups_of(const Spec& spec, const OpSpec& op) {
  std::vector<BoundSpec> groups;
  std::set<std::string> seen;
  for (const Target& target : supported_targets(spec, op)) {
    BoundSpec bound = BoundSpec::bind(spec, op, target);
    if (seen.insert(key_of(bound.rules())).second) groups.push_back(std::move(bound));
  }
  return groups;
}

/// What is known of one fact of the spec over all groups.
struct Standing {
  std::string name = {};
  Location at = {};
  Target target = {};  ///< where it was asked last
  bool possible = false;
  std::string unknown = {};  ///< why, where some answer was
  std::string twin = {};     ///< a rule that says the same
  Location twin_at = {};
  std::vector<std::string> core = {};  ///< rules that exclude it
  bool lists_dtypes = false;           ///< of a rule: BoundRule::lists_dtypes
};

/// Questions that few rules were enough to answer with "impossible": wherever the same rules hold, so does the answer.
class Excluded {
 public:
  void keep(const std::string& asked, const BoundSpec& group, const std::vector<std::string>& core) {
    known_.emplace(asked, Reason{core, texts_of(group, core)});
  }

  /// Returns the rules that exclude what was `asked` for `group`, or null.
  [[nodiscard]] const std::vector<std::string>* find(const std::string& asked, const BoundSpec& group) const {
    const auto [first, last] = known_.equal_range(asked);
    const auto it = std::find_if(
        first, last, [&](const auto& entry) { return texts_of(group, entry.second.core) == entry.second.texts; });
    return it == last ? nullptr : &it->second.core;
  }

 private:
  struct Reason {
    std::vector<std::string> core;
    std::string texts;
  };

  static std::string texts_of(const BoundSpec& group, const std::vector<std::string>& core) {
    std::string texts;
    for (const Rule& rule : group.rules()) {
      if (contains(core, rule.id)) texts += text_of(rule);
    }
    return texts;
  }

  std::multimap<std::string, Reason> known_;
};

class OpProver {
 public:
  OpProver(const Spec& spec, const OpSpec& op, Proof& proof) : spec_(spec), op_(op), proof_(proof) {}

  void run() {
    const std::vector<BoundSpec> groups = groups_of(spec_, op_);
    for (const BoundSpec& group : groups) {
      SpecSolver solver(group);
      prove_ways(group, solver);
      prove_rules(group, solver);
    }
    for (const auto& [key, way] : shapes_) report_way(way, groups.back());
    for (const auto& [key, rule] : rules_) report_rule(rule);
  }

 private:
  using Ways = std::vector<ExpressionPtr>;

  /// Returns the rows, or one claim that binds nothing.
  static Ways rows_of(const BoundSpec& group) {
    const BoundRule* const rows = group.find_rule(rows_rule_id);
    return rows == nullptr ? Ways{nullptr} : rows->require->children;
  }

  static std::vector<std::pair<std::string, ExpressionPtr>> shapes_of(const BoundSpec& group) {
    std::vector<std::pair<std::string, ExpressionPtr>> shapes;
    for (const Rule& rule : group.rules()) {
      if (!rule.derived || !rule.id.ends_with(".shape")) continue;
      for (const ExpressionPtr& way : rule.require->children) {
        shapes.emplace_back(fmt::format("{}={}", rule.id.substr(0, rule.id.size() - 6), way->name), way);
      }
    }
    return shapes;
  }

  /// Asks for a legal call of every row with every shape alternative. A row must have one on each target; an
  /// alternative may be there for some products alone, and needs one somewhere.
  void prove_ways(const BoundSpec& group, SpecSolver& solver) {
    for (const ExpressionPtr& row : rows_of(group)) {
      Standing of_row = row ? Standing{.name = row->name, .at = row->at, .target = group.target()} : Standing{};
      if (row) ask_way(group, solver, {row}, of_row);
      for (const auto& [name, way] : shapes_of(group)) {
        Standing& standing = shapes_[{way->at, name}];
        standing = {.name = name,
                    .at = way->at,
                    .target = group.target(),
                    .possible = standing.possible,
                    .unknown = standing.unknown,
                    .core = standing.core};
        ask_way(group, solver, row ? Ways{row, way} : Ways{way}, standing);
      }
      if (row) report_way(of_row, group);
    }
  }

  void ask_way(const BoundSpec& group, SpecSolver& solver, const Ways& claims, Standing& standing) {
    std::vector<BoundNode> bound;
    for (const ExpressionPtr& claim : claims) bound.push_back(group.names().bind(*claim));
    const auto shows = [&](const Call& call) {
      const SlotCall slots(group, call.arguments);
      const auto holds = [&](const BoundNode& claim) { return decide(claim, slots) == true; };
      return std::ranges::all_of(bound, holds) && is_legal(slots);
    };
    std::string asked;
    for (const ExpressionPtr& claim : claims) asked += to_text(*claim) + "\n";
    const auto ask = [&] {
      if (const auto* core = excluded_.find(asked, group)) return Answer{.reply = Reply::impossible, .core = *core};
      ++proof_.counts.asked;
      Answer answer = solver.legal(claims);
      if (answer.reply == Reply::impossible) excluded_.keep(asked, group, answer.core);
      return answer;
    };
    settle(legal_, shows, ask, standing);
  }

  void prove_rules(const BoundSpec& group, SpecSolver& solver) {
    for (const BoundRule& rule : group.rules()) {
      Standing& standing = rules_[{rule.at, rule.id}];
      standing.name = rule.id;
      standing.at = rule.at;
      standing.target = group.target();
      standing.lists_dtypes = rule.lists_dtypes;
      if (rule.on_data && !standing.unknown.empty()) continue;
      const auto shows = [&](const Call& call) { return decides(SlotCall(group, call.arguments), rule); };
      const auto ask = [&] {
        ++proof_.counts.asked;
        return solver.breaks_only(rule, rule.on_violation);
      };
      const bool implied = settle(broken_, shows, ask, standing) == Reply::impossible;
      if (implied && !standing.possible) find_twin(group, solver, rule, standing);
    }
  }

  /// Returns whether `call` breaks `rule`, and no other whose verdict is as strict.
  static bool decides(const SlotCall& call, const BoundRule& rule) {
    const std::vector<const BoundRule*> broken = judge_rules(call).broken;
    return contains(broken, &rule) && std::ranges::all_of(broken, [&](const BoundRule* other) {
             return other == &rule || other->on_violation < rule.on_violation;
           });
  }

  static void find_twin(const BoundSpec& group, SpecSolver& solver, const BoundRule& rule, Standing& standing) {
    for (const BoundRule& other : group.rules()) {
      const bool is_weaker = other.on_violation < rule.on_violation;
      if (&other == &rule || is_weaker || other.on_data || other.phase != rule.phase) continue;
      if (solver.tells_apart(rule, other).reply != Reply::impossible) continue;
      standing.twin = other.id;
      standing.twin_at = other.at;
      return;
    }
  }

  /// Settles one question: by a call that was found before, or by the solver, whose call the evaluator must confirm.
  template <class Shows, class Ask>
  Reply settle(std::vector<Call>& known, Shows shows, Ask ask, Standing& standing) {
    if (std::ranges::any_of(known, shows)) {
      standing.possible = true;
      ++proof_.counts.possible;
      return Reply::possible;
    }
    Answer answer = ask();
    if (answer.reply == Reply::possible && !shows(*answer.witness)) {
      answer = {.reply = Reply::unknown, .why = "the evaluator does not confirm the solver's call"};
    }
    switch (answer.reply) {
      case Reply::possible:
        standing.possible = true;
        known.push_back(std::move(*answer.witness));
        ++proof_.counts.possible;
        break;
      case Reply::impossible:
        standing.core = answer.core;
        ++proof_.counts.impossible;
        break;
      case Reply::unknown:
        standing.unknown = answer.why.empty() ? "the solver gave up" : answer.why;
        ++proof_.counts.unknown;
        break;
    }
    return answer.reply;
  }

  void report_way(const Standing& way, const BoundSpec& group) {
    if (way.possible || !reported_.insert({way.at, way.name}).second) return;
    if (!way.unknown.empty()) {
      report_unknown(way, fmt::format("the solver cannot say whether a legal call has '{}'", way.name));
      return;
    }
    Finding excluded = finding(op_, way.name, way.at, fmt::format("no legal call has '{}': proved", way.name));
    excluded.kind = kinds::unsatisfiable_spec;
    excluded.why = fmt::format("rules exclude it for every call of the box ({})", where(way.target));
    excluded.hint = "correct a rule that excludes it, remove it, or declare the contradiction about it";
    excluded.causes = way.core;
    excluded.causes.push_back(way.name);
    excluded.where = only(way.target);
    for (const Rule& rule : group.rules()) {
      if (!contains(way.core, rule.id)) continue;
      excluded.notes.push_back({rule.at, fmt::format("rule '{}' is here", rule.id)});
    }
    proof_.found.push_back(std::move(excluded));
  }

  /// Returns what holds on `target` and nowhere else.
  [[nodiscard]] Applies only(const Target& target) const {
    const std::size_t release = *find_release(spec_, target.release);
    return {.since = release, .until = release, .products = {target.product}, .modes = {target.mode}};
  }

  void report_rule(const Standing& rule) {
    if (rule.possible) return;
    if (rule.unknown.empty() && rule.lists_dtypes) return;  // of tensors of one dtype, each list implies the others
    if (!rule.unknown.empty()) {
      report_unknown(rule, fmt::format("the solver cannot say whether the others imply rule '{}'", rule.name));
      return;
    }
    Finding implied =
        finding(op_, rule.name, rule.at, fmt::format("the other rules imply rule '{}': proved", rule.name));
    implied.kind = kinds::redundant_rule;
    if (!rule.twin.empty()) implied.notes.push_back({rule.twin_at, fmt::format("rule '{}' says the same", rule.twin)});
    proof_.found.push_back(std::move(implied));
  }

  void report_unknown(const Standing& fact, std::string what) {
    Finding unknown = finding(op_, fact.name, fact.at, std::move(what));
    unknown.kind = kinds::not_proved;
    unknown.why = fmt::format("{} ({})", fact.unknown, where(fact.target));
    proof_.found.push_back(std::move(unknown));
  }

  const Spec& spec_;
  const OpSpec& op_;
  Proof& proof_;
  std::vector<Call> legal_;   ///< found so far, whatever their target was
  std::vector<Call> broken_;  ///< that break one rule
  Excluded excluded_;
  std::map<std::pair<Location, std::string>, Standing> shapes_;
  std::map<std::pair<Location, std::string>, Standing> rules_;
  std::set<std::pair<Location, std::string>> reported_;
};

}  // namespace

bool has_solver() { return true; }

Result<Proof> prove_spec(const Spec& spec) {
  Proof proof;
  for (const OpSpec& op : spec.operators) OpProver(spec, op, proof).run();
  return proof;
}

}  // namespace npu_cts::findings
