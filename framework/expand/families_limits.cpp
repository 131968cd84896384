// SPDX-License-Identifier: Apache-2.0
// The family members in which a legal call stands at a limit beside choices: a backend may take a size that a rule just
// allows only in calls of one kind.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "framework/expand/choices/choice_array.h"
#include "framework/expand/choices/key_beside.h"
#include "framework/expand/families.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"
#include "framework/search/boundary_objectives.h"
#include "framework/search/legal_steps.h"

namespace npu_cts::expand {
namespace {

/// Calls at a limit, of sizes that are usual elsewhere, have so many elements at most.
constexpr std::int64_t most_of_usual = std::int64_t{1} << 18;

/// A limit that a rule draws, and a legal call may stand at.
struct Limit {
  const BoundRule* rule;
  std::string name;         ///< the side and the mark of its objective
  std::int64_t difference;  ///< of both sides there
  BoundNode left;
  BoundNode right;
  Parts depends_on;

  [[nodiscard]] bool is_reached_by(const SlotCall& call) const {
    const auto a = number_of(left, call);
    const auto b = a ? number_of(right, call) : std::nullopt;
    return b && *a - *b == difference && binds(call, *rule) == true;
  }
};

Limit limit_of(const BoundSpec& bound, const BoundRule& rule, const search::BoundaryObjective& objective) {
  BoundNode left = bound.names().bind(*objective.left);
  BoundNode right = bound.names().bind(*objective.right);
  Parts compared = bound.parts_of(left);
  compared |= bound.parts_of(right);
  return {.rule = &rule,
          .name = std::string(name_of(objective.side)) + objective.mark,
          .difference = objective.difference,
          .left = std::move(left),
          .right = std::move(right),
          .depends_on = bound.with_builds(compared)};
}

/// The limits of a target, and the values of choices that a legal call has had beside each.
class LimitsMet {
 public:
  explicit LimitsMet(const BoundSpec& bound) {
    for (const BoundRule& rule : bound.rules()) {
      if (rule.on_violation != Verdict::reject) continue;
      for (const search::BoundaryObjective& one : search::boundary_objectives_of(rule)) {
        const bool is_limit = !one.broken && one.side != search::BoundarySide::next;  // that is beside what is refused
        if (!is_limit) continue;
        limits_.push_back(limit_of(bound, rule, one));
        depend_on_ |= limits_.back().depends_on;
      }
    }
    std::ranges::sort(limits_, {}, [](const Limit& one) { return std::pair(one.rule->id, one.name); });
  }

  /// Returns whether `changes` of a call may lead to a limit: of most calls, no more has to be known.
  [[nodiscard]] bool are_moved_by(const Parts& changes) const { return changes.meets(depend_on_); }

  /// What follows are steps from another start, to calls of at most so many elements.
  void start(std::int64_t most) {
    used_.clear();
    most_ = most;
  }

  /// Returns a limit for which `call` is a case: one that `changes` led to, and that is not met yet beside one of
  /// `cells`. Null where there is none. No two cases from one start have the same limit.
  const Limit* take(const SlotCall& call, const Parts& changes, std::span<const arrays::Cell> cells) {
    const Limit* taken = nullptr;
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      const auto is_new = [&](const arrays::Cell& cell) { return !known_.contains(key_beside(i + 1, cell)); };
      if (used_.contains(i) || !changes.meets(limits_[i].depends_on) || std::ranges::none_of(cells, is_new)) continue;
      if (!limits_[i].is_reached_by(call) || (taken == nullptr && !is_case(call, changes))) continue;
      for (const arrays::Cell& cell : cells) known_.insert(key_beside(i + 1, cell));
      used_.insert(i);
      if (taken == nullptr) taken = &limits_[i];
    }
    return taken;
  }

 private:
  [[nodiscard]] bool is_case(const SlotCall& call, const Parts& changes) const {
    return search::elements_of(call) <= most_ && is_legal(call, changes) && !search::depends_on_unseen_layout(call);
  }

  std::vector<Limit> limits_;
  Parts depend_on_;  ///< all of them
  std::int64_t most_ = 0;
  std::set<std::size_t> used_;  ///< those that the start has led to
  search::KeySet known_;        ///< a limit and a value of a choice that met
};

/// Returns those of `steps` that choose a size, large ones first. None is empty.
std::vector<search::MutationStep> sizes_of(std::vector<search::MutationStep> steps) {
  std::erase_if(steps, [](const search::MutationStep& step) { return search::size_in(step) < 1; });
  std::ranges::stable_sort(steps, std::ranges::greater(), search::size_in);
  return steps;
}

}  // namespace

/// Adds legal calls that are a step from `calls` and stand at a limit: each limit beside each value of a choice that
/// one of `calls` has. The first `usual` of them lead to no large call.
void Families::add_limits_beside(const std::vector<ArrayCall>& calls, const CellsBeside& cells_beside,
                                 std::size_t usual) {
  LimitsMet limits(bound_);
  search::CallBuilder& builder = search_.builder();
  for (const ArrayCall& start : calls) {
    limits.start(&start < calls.data() + usual ? most_of_usual : most_elements);
    std::vector<search::MutationStep> steps = search_.steps().from(start.found.arguments);
    search::add_packed_steps(steps);
    builder.start(start.found.candidate);
    for (search::MutationStep& step : steps) {
      const search::StepTaken taken(step, builder);
      const SlotCall* const call = limits.are_moved_by(builder.changes()) ? builder.build() : nullptr;
      if (call == nullptr) continue;
      const Limit* const limit = limits.take(*call, builder.changes(), cells_beside(start, step));
      if (limit == nullptr) continue;
      add({.family = Family::boundary,
           .content = limit->rule->id + "/" + limit->name + "/with/" + start.name,
           .covers = {{ReasonKind::rule, limit->rule->id}},
           .at = limit->rule->at},
          builder.arguments(), Verdict::accept);
    }
  }
}

void Families::add_limits_beside(const ChoiceArray& array, const std::vector<ArrayCall>& calls, std::size_t usual) {
  const auto cells_beside = [&](const ArrayCall& call, const search::MutationStep& step) {
    return array.cells_beside(call, step);
  };
  add_limits_beside(calls, cells_beside, usual);
}

/// Returns the call of each of `bases`, those of an array with so many `axes`; `smallest`: as small as it may be.
std::vector<ArrayCall> Families::calls_of(const std::vector<ArrayBase>& bases, std::size_t axes, bool smallest) {
  std::vector<ArrayCall> calls;
  for (const ArrayBase& base : bases) {
    ArrayCall call{.row = arrays::Row(axes + 1, 0), .name = base.name};
    call.row.front() = static_cast<arrays::Value>(calls.size());
    search::CallBuilder& builder = search_.builder();
    builder.start(base.candidate);
    std::vector<search::MutationStep> sizes;
    if (smallest) sizes = sizes_of(search_.steps_from_here());
    const search::LegalSteps taken(sizes, builder);
    builder.build();
    call.found = {.candidate = builder.candidate(), .arguments = builder.arguments()};
    calls.push_back(std::move(call));
  }
  return calls;
}

/// Adds each limit beside each row and each choice of what may be left out, and beside what `more` choose. Where a
/// limit makes a call large, its other sizes are small.
void Families::add_limits_beside_bases(const ChoiceArray& array, const std::vector<ArrayCall>& more) {
  const std::vector<ArrayBase> bases = array_bases(nullptr);
  const std::size_t axes = array.parameters().size() - 1;
  std::vector<ArrayCall> calls = calls_of(bases, axes, false);
  const std::size_t usual = calls.size();
  std::ranges::move(calls_of(bases, axes, true), std::back_inserter(calls));
  std::ranges::copy(more, std::back_inserter(calls));
  add_limits_beside(array, calls, usual);
}

/// Returns whether a plan wants a limit beside the choices of an array.
bool Families::wants_limits_beside() const {
  return std::ranges::any_of(bound_.rules(),
                             [this](const BoundRule& rule) { return wants("boundary/" + rule.id + "/"); });
}

}  // namespace npu_cts::expand
