// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/prove.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expression/print_expression.h"
#include "framework/findings/prove/solver.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::findings {
namespace {

using prove::Answer;
using prove::Reply;
using prove::SpecSolver;

bool reads_values(const ExpressionPtr& expression) {
  return (expression->kind == ExprKind::at && expression->children[0]->type == Type::tensor) ||
         std::ranges::any_of(expression->children, reads_values);
}

/// Settles the open ways of one operator, target by target.
class OpenWays {
 public:
  explicit OpenWays(std::vector<expand::OpenWay>& ways) : ways_(ways), found_(ways.size()) {}

  void ask(const BoundSpec& bound) {
    SpecSolver solver(bound);
    for (const BoundRule& rule : bound.rules()) {
      if (!contains(ways_, rule.id, &expand::OpenWay::rule)) continue;
      const search::Decision decision(bound, rule);
      for (std::size_t i = 0; i < decision.ways().size(); ++i) {
        const auto open =
            std::ranges::find_if(ways_, [&](const expand::OpenWay& one) { return is_way(one, decision, i); });
        if (open != ways_.end()) ask(decision, i, solver, found_[static_cast<std::size_t>(open - ways_.begin())]);
      }
    }
  }

  void settle() {
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      const Found& found = found_[i];
      ways_[i].impossible = !found.possible && found.unknown.empty();
      if (found.possible) {
        ways_[i].why = "a call shows it that the plan does not reach";
      } else if (!found.unknown.empty()) {
        ways_[i].why = found.unknown;
      } else if (found.rules.empty()) {
        ways_[i].why = "excluded by the rule itself";
      } else {
        ways_[i].why = "excluded by " + join(found.rules, ", ");
        if (ways_[i].way.starts_with(name_of(Layout::transposed))) ways_[i].why += "; two axes longer than 1 show it";
      }
    }
  }

 private:
  /// What is known of a way over all targets.
  struct Found {
    bool possible = false;
    std::string unknown = {};          ///< why, where some answer was
    std::set<std::string> rules = {};  ///< that exclude it, besides its own
  };

  static bool is_way(const expand::OpenWay& open, const search::Decision& decision, std::size_t place) {
    const search::ConditionWay& way = decision.ways()[place];
    return open.rule == decision.rule().id && open.broken == way.broken && open.way == way.name &&
           open.condition == to_text(*decision.conditions()[way.condition].written);
  }

  static void ask(const search::Decision& decision, std::size_t place, SpecSolver& solver, Found& found) {
    if (found.possible) return;
    const BoundRule& rule = decision.rule();
    const auto question = decision.question_of(place);
    if (!question) {
      found.unknown = "it is about a word that the spec does not have";
      return;
    }
    if (std::ranges::any_of(question->holds, reads_values)) {
      found.unknown = "it reads values, which the solver's calls do not carry";
      return;
    }
    const bool broken = decision.ways()[place].broken;
    const Answer answer = broken ? solver.breaks_only(rule, *question) : solver.legal(*question);
    if (answer.reply == Reply::impossible) {
      for (const std::string& id : answer.core) {
        if (id != rule.id) found.rules.insert(id);
      }
    } else if (answer.reply == Reply::possible && is_shown(decision, place, *answer.witness)) {
      found.possible = true;
    } else {
      found.unknown = answer.why.empty() ? "the evaluator does not confirm the solver's call" : answer.why;
    }
  }

  static bool is_shown(const search::Decision& decision, std::size_t place, const Call& call) {
    const SlotCall slots(decision.bound(), call.arguments);
    const bool is_so = decision.ways()[place].broken ? breaks_only(slots, decision.rule()) : is_legal(slots);
    return is_so && !decision.shown_by(slots, {place}).empty();
  }

  std::vector<expand::OpenWay>& ways_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<expand::ConditionCoverage> prove_open_ways(const Spec& spec, const expand::PlanOptions& options,
                                                       std::vector<expand::ConditionCoverage> coverage) {
  for (expand::ConditionCoverage& one : coverage) {
    const auto op = std::ranges::find(spec.operators, one.op, &OpSpec::name);
    OpenWays ways(one.open);
    for (const auto& group : expand::groups_of(spec, *op, expand::targets_of(spec, *op, options.filters))) {
      const BoundSpec bound = BoundSpec::bind(spec, *op, group.front());
      if (bound.is_supported()) ways.ask(bound);
    }
    ways.settle();
  }
  return coverage;
}

}  // namespace npu_cts::findings
