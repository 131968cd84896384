// The search for a call on one side of a limit.
//
// A rule says the same of two candidate calls that choose the same for every name it reads (BoundRule::reads). So
// starts that agree there share what was tried, and a second step is tried only where it can help: on the names of the
// rule itself while the objective is not reached, on the names of every rule in the way once it is.

#include <algorithm>
#include <utility>

#include "framework/expand/mutation_steps.h"
#include "framework/expand/search.h"
#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

constexpr std::size_t starts_with_two_steps = 3;

/// How a call stands to a objective.
enum class Stand : std::uint8_t {
  away,
  there,  ///< at the objective, with other rules in the way
  found,
};

/// Returns the part of `candidate` that chooses for what is in `names`.
CandidateCall restricted(const BoundSpec& bound, CandidateCall candidate, const SlotSet& names) {
  const auto is_named = [&](const std::string& name) {
    const std::size_t place = bound.place_of(name);
    return place != no_slot && names[place];
  };
  const auto is_other = [&](const auto& entry) { return !is_named(entry.first); };
  std::erase_if(candidate.dtypes, is_other);
  std::erase_if(candidate.alternatives, is_other);
  std::erase_if(candidate.layouts, is_other);
  std::erase_if(candidate.formats, is_other);
  std::erase_if(candidate.symbols, is_other);
  std::erase_if(candidate.arguments, is_other);
  std::erase_if(candidate.edits, [&](const ArgumentEdit& edit) { return !is_named(edit.key); });
  return candidate;
}

class ObjectiveSearch {
 public:
  ObjectiveSearch(const BoundSpec& bound, const BoundRule& rule, const BoundaryObjective& objective)
      : bound_(bound), rule_(rule), objective_(objective), names_(rule.reads) {
    if (!objective.left) return;
    left_ = bound.names().bind(*objective.left);
    right_ = bound.names().bind(*objective.right);
  }

  /// Returns what `start` itself or one step from it finds.
  std::optional<FoundCall> try_one_step(const FoundCall& start) {
    if (const Tried* before = find_tried(start)) {
      return before->there.empty() ? std::nullopt : try_again(start, steps_read(start), before->there);
    }
    const std::vector<MutationStep> steps = steps_read(start);
    Tried& tried = tried_.emplace_back(Tried{.choices = restricted(bound_, start.candidate, names_), .there = {}});
    for (std::size_t i = 0; i <= steps.size(); ++i) {
      CandidateCall candidate = start.candidate;
      if (i > 0) apply(steps[i - 1], candidate);
      const auto call = build_call(bound_, candidate);
      const Stand stand = call ? stand_of(*call) : Stand::away;
      if (stand == Stand::found) return found(candidate, *call);
      if (stand == Stand::there) tried.there.push_back(i);
    }
    return std::nullopt;
  }

  /// Returns what two steps from `start` find, of which the first is on a name of the rule. Needs try_one_move before.
  std::optional<FoundCall> try_two_steps(const FoundCall& start) {
    Tried* tried = find_tried(start);
    const std::vector<MutationStep> firsts = steps_read(start);
    const std::vector<MutationStep> steps = mutation_steps_from(bound_, start.call);
    for (const std::size_t first : tried->there) {
      if (first == 0) continue;
      if (auto one = repair(start.candidate, firsts[first - 1], steps)) return one;
    }
    if (std::exchange(tried->pairs, true)) return std::nullopt;
    const bool can_be_there = !tried->there.empty();
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      for (std::size_t k = i + 1; k < firsts.size(); ++k) {
        if (can_be_there && (firsts[i].kind == MutationStep::Kind::edit || firsts[k].kind == MutationStep::Kind::edit))
          continue;
        if (auto one = look_at(start.candidate, firsts[i], firsts[k])) return one;
      }
    }
    return std::nullopt;
  }

  /// Returns the starts worth two steps: those that the rule speaks of first, then those that give what it names, then
  /// those to which the fewest parts of its condition are missing.
  [[nodiscard]] std::vector<const FoundCall*> by_promise(const std::vector<FoundCall>& starts) const {
    const auto promise = [&](const FoundCall* start) {
      bool gives = true;
      for (std::size_t slot = 0; slot < bound_.parameters().size(); ++slot) {
        const bool is_named = names_[slot];
        gives = gives && (!is_named || start->call.arguments.contains(bound_.parameters()[slot].written->key));
      }
      const SlotCall call(bound_, start->call.arguments);
      return std::pair((binds(call, rule_) == true ? 0 : 2) + (gives ? 0 : 1), missing_parts(call));
    };
    std::vector<const FoundCall*> sorted;
    for (const FoundCall& start : starts) sorted.push_back(&start);
    std::ranges::stable_sort(sorted, {}, promise);
    sorted.resize(std::min(sorted.size(), starts_with_two_steps));
    return sorted;
  }

 private:
  /// Returns how many parts of the rule's condition `call` does not keep.
  [[nodiscard]] std::ptrdiff_t missing_parts(const SlotCall& call) const {
    if (!rule_.condition || rule_.condition->kind != ExprKind::logical_and) return 0;
    return std::ranges::count_if(rule_.condition->children,
                                 [&](const BoundNode& part) { return decide(part, call) != true; });
  }

  struct Tried {
    CandidateCall choices;           ///< for the names of the rule
    std::vector<std::size_t> there;  ///< the steps to the objective, from 1; 0 is the start
    bool pairs = false;              ///< whether two steps were tried, in vain
  };

  Tried* find_tried(const FoundCall& start) {
    const auto it = std::ranges::find(tried_, restricted(bound_, start.candidate, names_), &Tried::choices);
    return it == tried_.end() ? nullptr : &*it;
  }

  [[nodiscard]] bool is_at_goal(const SlotCall& call) const {
    if (!left_) return true;
    const auto left = number_of(*left_, call);
    const auto right = number_of(*right_, call);
    return left && right && *left - *right == objective_.difference;
  }

  [[nodiscard]] Stand stand_of(const Call& call) const {
    const SlotCall slots(bound_, call.arguments);
    if (!is_at_goal(slots)) return Stand::away;
    if (!objective_.broken) return is_legal(slots) ? Stand::found : Stand::there;
    if (!breaks(slots, rule_)) return Stand::away;
    return breaks_only(slots, rule_) ? Stand::found : Stand::there;
  }

  [[nodiscard]] FoundCall found(const CandidateCall& candidate, const Call& call) const {
    return {.candidate = candidate, .call = call, .verdict = objective_.broken ? rule_.on_violation : Verdict::accept};
  }

  /// Tries the steps that led to the objective from a start with the same choices.
  std::optional<FoundCall> try_again(const FoundCall& start, const std::vector<MutationStep>& steps,
                                     const std::vector<std::size_t>& there) const {
    for (const std::size_t i : there) {
      CandidateCall candidate = start.candidate;
      if (i > 0) apply(steps[i - 1], candidate);
      const auto call = build_call(bound_, candidate);
      if (call && stand_of(*call) == Stand::found) return found(candidate, *call);
    }
    return std::nullopt;
  }

  /// Tries with `first`, which leads to the objective, each step that touches every rule in the way.
  std::optional<FoundCall> repair(const CandidateCall& start, const MutationStep& first,
                                  const std::vector<MutationStep>& steps) const {
    CandidateCall candidate = start;
    apply(first, candidate);
    const auto call = build_call(bound_, candidate);
    if (!call) return std::nullopt;
    const Judgement judgement = judge_rules(bound_, *call);
    std::vector<const BoundRule*> in_the_way = judgement.broken;
    if (!objective_.broken) in_the_way.insert(in_the_way.end(), judgement.blocked.begin(), judgement.blocked.end());
    std::erase_if(in_the_way, [&](const BoundRule* rule) { return rule == &rule_ || rule->on_data; });
    for (const MutationStep& second : steps) {
      const bool can_help =
          std::ranges::all_of(in_the_way, [&](const BoundRule* rule) { return bool{rule->reads[second.place]}; });
      if (!can_help) continue;
      if (auto one = look_at(start, second, first)) return one;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<FoundCall> look_at(const CandidateCall& start, const MutationStep& one,
                                                 const MutationStep& other) const {
    if (are_of_one_choice(one, other)) return std::nullopt;
    CandidateCall candidate = start;
    apply(one, candidate);
    apply(other, candidate);
    const auto call = build_call(bound_, candidate);
    if (!call || stand_of(*call) != Stand::found) return std::nullopt;
    return found(candidate, *call);
  }

  [[nodiscard]] std::vector<MutationStep> steps_read(const FoundCall& start) const {
    std::vector<MutationStep> steps = mutation_steps_from(bound_, start.call);
    std::erase_if(steps, [&](const MutationStep& step) { return !names_[step.place]; });
    return steps;
  }

  const BoundSpec& bound_;
  const BoundRule& rule_;
  const BoundaryObjective& objective_;
  const SlotSet& names_;
  std::optional<BoundNode> left_;  ///< of the objective's comparison; nothing: any call will do
  std::optional<BoundNode> right_;
  std::vector<Tried> tried_;
};

}  // namespace

std::optional<FoundCall> find_at(const BoundSpec& bound, const BoundRule& rule, const BoundaryObjective& objective,
                                 const std::vector<FoundCall>& starts, Reach reach) {
  ObjectiveSearch search(bound, rule, objective);
  for (const FoundCall& start : starts) {
    if (auto found = search.try_one_step(start)) return found;
  }
  if (reach == Reach::one_step) return std::nullopt;
  for (const FoundCall* start : search.by_promise(starts)) {
    if (auto found = search.try_two_steps(*start)) return found;
  }
  return std::nullopt;
}

}  // namespace npu_cts
