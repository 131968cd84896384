// SPDX-License-Identifier: Apache-2.0
// The search for a call on one side of a limit.
//
// It starts from the legal calls of the target, one for each combination of dtypes, and looks for a call at the
// objective: one where a comparison of the rule has the wanted difference, and that is legal or breaks the rule alone.
// It tries each start, then each start with one step, then the first few starts with two.
//
// A rule says the same of two candidate calls that choose the same for every name it reads (BoundRule::reads). So
// starts that agree there share what was tried, and a second step is tried only where it can help: on the names of the
// rule itself while the objective is not reached, on the names of every rule in the way once it is.

#include <algorithm>
#include <utility>

#include "framework/base/find.h"
#include "framework/rule/evaluate.h"
#include "framework/search/search.h"

namespace npu_cts::search {
namespace {

constexpr std::size_t starts_with_two_steps = 3;

/// Where a search is: what a call is to its objective.
enum class SearchState : std::uint8_t {
  unbuilt,  ///< there is no call: what is compared, or all of one at the objective, cannot be built
  away,
  kept,   ///< at the objective, but the rule that is to be broken is not
  there,  ///< at the objective, with other rules in the way
  found,
};

/// Returns whether `step` chooses what `candidate` has: then it is no step.
bool is_idle(const MutationStep& step, const CandidateCall& candidate) {
  if (step.is_edit()) return false;
  if (step.kind == MutationStep::Kind::symbol)
    return candidate.symbols[step.place - candidate.parameters.size()] == step.value;
  const ParameterChoice& choice = candidate.parameters[step.place];
  if (step.kind == MutationStep::Kind::alternative) return choice.alternative == step.position;
  if (step.kind == MutationStep::Kind::layout) return choice.layout == step.layout;
  if (step.kind == MutationStep::Kind::format) return choice.format == step.format;
  if (step.kind == MutationStep::Kind::storage_offset) return choice.storage_offset == step.size;
  return choice.argument == step.value;
}

class ObjectiveSearch {
 public:
  ObjectiveSearch(Search& search, const BoundRule& rule, const BoundaryObjective& objective)
      : builder_(search.builder()),
        bound_(builder_.bound()),
        steps_(search.steps()),
        rule_(rule),
        objective_(objective),
        names_(rule.reads) {
    for (std::size_t slot = 0; slot < bound_.parameters().size(); ++slot) {
      if (names_[slot]) slots_.push_back(slot);
    }
    if (!objective.left) return;
    left_ = bound_.names().bind(*objective.left);
    right_ = bound_.names().bind(*objective.right);
    const SlotSet left = bound_.reads_of(*left_);
    const SlotSet right = bound_.reads_of(*right_);
    for (std::size_t slot = 0; slot < bound_.parameters().size(); ++slot) {
      if (left[slot] || right[slot]) compared_slots_.push_back(slot);
    }
    compared_ = bound_.parts_of(*left_);
    compared_ |= bound_.parts_of(*right_);
    built_from_ = bound_.with_builds(compared_);
  }

  /// Returns what `start` itself or one step from it finds.
  std::optional<FoundCall> try_one_step(const FoundCall& start) {
    if (const Tried* before = find_tried(start)) return try_again(start, before->there);
    Tried& tried = tried_.emplace_back(Tried{.start = &start});
    set_out(start);
    const SearchState at_start = look();
    if (at_start == SearchState::found) return found();
    if (at_start == SearchState::there) tried.there.push_back(0);
    std::vector<MutationStep> steps = steps_.from(start.arguments, names_);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const StepTaken taken(steps[i], builder_);
      const SearchState after = look();
      if (after == SearchState::found) return found();
      if (after == SearchState::there) tried.there.push_back(i + 1);
      tried.away.push_back(after == SearchState::away);
    }
    return std::nullopt;
  }

  /// Returns what two steps from `start` find, of which the first is on a name of the rule. Needs try_one_step before.
  std::optional<FoundCall> try_two_steps(const FoundCall& start) {
    Tried& tried = *find_tried(start);
    std::vector<MutationStep> firsts = steps_.from(start.arguments, names_);
    std::vector<MutationStep> steps = steps_.from(start.arguments);
    set_out(start);
    for (const std::size_t first : tried.there) {
      if (first == 0) continue;
      if (auto one = repair(firsts[first - 1], steps)) return one;
    }
    if (std::exchange(tried.pairs, true)) return std::nullopt;
    return try_pairs(firsts, tried);
  }

  /// Returns the starts worth two steps: those that the rule speaks of first, then those that give what it names, then
  /// those to which the fewest parts of its condition are missing.
  [[nodiscard]] std::vector<const FoundCall*> by_promise(const std::vector<FoundCall>& starts) const {
    const auto promise = [&](const FoundCall& start) {
      bool gives = true;
      for (std::size_t slot = 0; slot < start.arguments.size(); ++slot) {
        gives = gives && (!names_[slot] || start.arguments[slot]);
      }
      const SlotCall call(bound_, start.arguments);
      return std::pair((binds(call, rule_) == true ? 0 : 2) + (gives ? 0 : 1), missing_parts(call));
    };
    using Promise = decltype(promise(starts.front()));
    std::vector<std::pair<Promise, const FoundCall*>> promised;
    for (const FoundCall& start : starts) promised.emplace_back(promise(start), &start);
    std::ranges::stable_sort(promised, {}, &std::pair<Promise, const FoundCall*>::first);
    std::vector<const FoundCall*> sorted;
    for (std::size_t i = 0; i < std::min(promised.size(), starts_with_two_steps); ++i)
      sorted.push_back(promised[i].second);
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
    const FoundCall* start;               ///< the first of those that choose the same for the names of the rule
    std::vector<std::size_t> there = {};  ///< the steps to the objective, from 1; 0 is the start
    std::vector<bool> away = {};          ///< by step: whether what is compared is built, and is not at the objective
    bool pairs = false;                   ///< whether two steps were tried, in vain
  };

  void set_out(const FoundCall& start) {
    builder_.start(start.candidate);
    is_from_legal_ = start.verdict == Verdict::accept;
  }

  Tried* find_tried(const FoundCall& start) {
    return find_where(tried_,
                      [&](const Tried& tried) { return agree_on(names_, tried.start->candidate, start.candidate); });
  }

  [[nodiscard]] bool is_at_objective(const SlotCall& call) const {
    if (!left_) return true;
    const auto left = number_of(*left_, call);
    const auto right = left ? number_of(*right_, call) : std::nullopt;
    return left && right && *left - *right == objective_.difference;
  }

  /// Returns how the call of the candidate stands.
  SearchState look() {
    const SlotCall* call = builder_.build(compared_slots_);  // mostly, what is compared says enough
    if (call == nullptr) return SearchState::unbuilt;
    if (!is_at_objective(*call)) return SearchState::away;
    call = builder_.build(slots_);
    if (call == nullptr) return SearchState::unbuilt;
    if (objective_.broken && !breaks(*call, rule_)) return SearchState::kept;
    call = builder_.build();
    if (call == nullptr) return SearchState::unbuilt;
    const Changes changes = is_from_legal_ ? Changes(builder_.changes()) : std::nullopt;
    if (!objective_.broken) return is_legal(*call, changes) ? SearchState::found : SearchState::there;
    return breaks_only(*call, rule_, changes) ? SearchState::found : SearchState::there;
  }

  /// Returns the call that was built last.
  [[nodiscard]] FoundCall found() const {
    return {.candidate = builder_.candidate(),
            .arguments = builder_.arguments(),
            .verdict = objective_.broken ? rule_.on_violation : Verdict::accept};
  }

  /// Tries the steps that led to the objective from a start with the same choices.
  std::optional<FoundCall> try_again(const FoundCall& start, const std::vector<std::size_t>& there) {
    if (there.empty()) return std::nullopt;
    std::vector<MutationStep> steps = steps_.from(start.arguments, names_);
    set_out(start);
    for (const std::size_t i : there) {
      std::optional<StepTaken> taken;
      if (i > 0) taken.emplace(steps[i - 1], builder_);
      if (look() == SearchState::found) return found();
    }
    return std::nullopt;
  }

  /// Tries with `first`, which leads to the objective, each step that touches every rule in the way.
  std::optional<FoundCall> repair(MutationStep& first, std::vector<MutationStep>& steps) {
    const std::vector<const BoundRule*> in_the_way = rules_in_the_way(first);
    for (MutationStep& second : steps) {
      const bool can_help =
          std::ranges::all_of(in_the_way, [&](const BoundRule* rule) { return bool{rule->reads[second.place]}; });
      if (!can_help) continue;
      if (auto one = look_at(second, first)) return one;
    }
    return std::nullopt;
  }

  /// Returns the other rules that `first` breaks or, where the call is to be legal, leaves undecided.
  std::vector<const BoundRule*> rules_in_the_way(MutationStep& first) {
    const StepTaken taken(first, builder_);
    const SlotCall* const call = builder_.build();
    if (call == nullptr) return {};  // another start may show what this one cannot build
    const Judgement judgement = judge_rules(*call);
    std::vector<const BoundRule*> rules = judgement.broken;
    if (!objective_.broken) rules.insert(rules.end(), judgement.blocked.begin(), judgement.blocked.end());
    std::erase_if(rules, [&](const BoundRule* rule) { return rule == &rule_ || rule->on_data; });
    return rules;
  }

  std::optional<FoundCall> try_pairs(std::vector<MutationStep>& steps, const Tried& tried) {
    const bool can_be_there = !tried.there.empty();
    std::vector<bool> is_left_out;
    for (const MutationStep& step : steps)
      is_left_out.push_back((can_be_there && step.is_edit()) || is_idle(step, builder_.candidate()));
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (is_left_out[i]) continue;
      const StepTaken first(steps[i], builder_);
      for (std::size_t k = i + 1; k < steps.size(); ++k) {
        if (is_left_out[k]) continue;
        if (stays_away(tried, steps, i, k) || are_of_one_choice(steps[i], steps[k])) continue;
        const StepTaken second(steps[k], builder_);
        if (look() == SearchState::found) return found();
      }
    }
    return std::nullopt;
  }

  /// Returns whether one of two steps leaves the objective as far as the other alone does.
  [[nodiscard]] bool stays_away(const Tried& tried, const std::vector<MutationStep>& steps, std::size_t i,
                                std::size_t k) const {
    return (tried.away[i] && !may_move(steps[k])) || (tried.away[k] && !may_move(steps[i]));
  }

  /// Returns whether `step` may change what is compared. An edit is made last, and nothing is built of it.
  [[nodiscard]] bool may_move(const MutationStep& step) const {
    return parts_of(step).meets(step.is_edit() ? compared_ : built_from_);
  }

  std::optional<FoundCall> look_at(MutationStep& one, MutationStep& other) {
    if (are_of_one_choice(one, other)) return std::nullopt;
    const StepTaken first(one, builder_);
    const StepTaken second(other, builder_);
    return look() == SearchState::found ? std::optional(found()) : std::nullopt;
  }

  CallBuilder& builder_;
  const BoundSpec& bound_;
  const MutationSteps& steps_;
  const BoundRule& rule_;
  const BoundaryObjective& objective_;
  const SlotSet& names_;
  std::vector<std::size_t> slots_;           ///< the parameters among them
  std::vector<std::size_t> compared_slots_;  ///< those that the objective's comparison reads
  std::optional<BoundNode> left_;            ///< of the objective's comparison; nothing: any call will do
  std::optional<BoundNode> right_;
  Parts compared_;              ///< what the comparison reads
  Parts built_from_;            ///< that, and what it is built from
  bool is_from_legal_ = false;  ///< whether the builder's start is legal
  std::vector<Tried> tried_;
};

}  // namespace

std::optional<FoundCall> Search::find_at(const BoundRule& rule, const BoundaryObjective& objective,
                                         const std::vector<FoundCall>& starts, Reach reach) {
  ObjectiveSearch search(*this, rule, objective);
  for (const FoundCall& start : starts) {
    if (auto found = search.try_one_step(start)) return found;
  }
  if (reach == Reach::one_step) return std::nullopt;
  for (const FoundCall* start : search.by_promise(starts)) {
    if (auto found = search.try_two_steps(*start)) return found;
  }
  return std::nullopt;
}

}  // namespace npu_cts::search
