// SPDX-License-Identifier: Apache-2.0
#include "framework/explain/explain.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/sort.h"
#include "framework/expand/expand.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::explain {
namespace {

std::vector<const BoundRule*> kept_by(const SlotCall& call, const Judgement& judgement) {
  std::vector<const BoundRule*> kept;
  if (judgement.verdict == Verdict::unsupported && contains(judgement.broken, call.bound().support_rule())) return kept;
  for (const BoundRule& rule : call.bound().rules()) {
    const bool applies = binds(call, rule) == true;
    if (applies && !contains(judgement.broken, &rule) && !contains(judgement.blocked, &rule)) kept.push_back(&rule);
  }
  return kept;
}

Call at(const Target& target, Call call) {
  call.target = target;
  return call;
}

std::vector<Holding> holdings_of(BoundSpecs& specs, const OpSpec& op, const Call& call,
                                 const std::vector<Target>& targets) {
  std::vector<Holding> holds;
  for (const Target& target : targets) {
    if (judge(specs.at(op, target), call).verdict != Verdict::accept) continue;
    const bool is_new =
        holds.empty() || holds.back().release != target.release || holds.back().product != target.product;
    if (is_new) holds.push_back({.release = target.release, .product = target.product});
    holds.back().modes.push_back(target.mode);
  }
  return holds;
}

std::vector<std::string> changes_between(const Target& from, const Target& to) {
  std::vector<std::string> changes;
  if (from.product != to.product) changes.push_back("product: " + to.product);
  if (from.mode != to.mode) changes.push_back(fmt::format("mode: {}", to.mode));
  if (from.release != to.release) changes.push_back("release: " + to.release);
  return changes;
}

/// Returns the supported targets, those that differ from that of `bound` in the fewest fields first.
std::vector<Target> supported_near(const BoundSpec& bound, std::vector<Target> targets) {
  std::erase_if(targets, [&](const Target& other) {
    const SupportCell* const cell = find_support(bound.spec(), bound.op(), other);
    return cell == nullptr || cell->state != SupportState::yes;
  });
  sort_stably(targets, {}, [&](const Target& other) { return changes_between(bound.target(), other).size(); });
  return targets;
}

std::optional<Nearest> nearest_to(const BoundSpec& bound, const Call& call, BoundSpecs& specs,
                                  const std::vector<Target>& targets) {
  if (bound.is_supported()) return nearest_legal(bound, call);
  const std::vector<Target> near = supported_near(bound, targets);
  for (const Target& target : near) {
    if (judge(specs.at(bound.op(), target), call).verdict == Verdict::accept) {
      return Nearest{.call = at(target, call), .changes = changes_between(call.target, target)};
    }
  }
  if (near.empty()) return std::nullopt;
  auto nearest = nearest_legal(specs.at(bound.op(), near.front()), at(near.front(), call));
  if (!nearest) return std::nullopt;
  const std::vector<std::string> changes = changes_between(call.target, near.front());
  nearest->changes.insert(nearest->changes.begin(), changes.begin(), changes.end());
  return nearest;
}

constexpr std::size_t cells_beside = 2;  ///< in how many cells a call may miss a row that it is near to

/// Returns in how many cells `row` does not admit the dtypes of `call`.
std::size_t cells_missed(const Row& row, const Call& call) {
  return static_cast<std::size_t>(std::ranges::count_if(row.cells, [&](const auto& cell) {
    const auto it = call.arguments.find(cell.first);
    const auto* tensor = it == call.arguments.end() ? nullptr : std::get_if<Tensor>(&it->second);
    const auto* word = it == call.arguments.end() ? nullptr : std::get_if<DType>(&it->second);
    if (tensor == nullptr && word == nullptr) return !cell.second.none;
    const DType dtype = tensor != nullptr ? tensor->type.dtype : *word;
    return !contains(cell.second.dtypes, dtype);
  }));
}

/// Returns the names that recorded contradictions use for what `call` touches: the rules it breaks and the parameters
/// those speak of alone, its row or the rows it is near to, and the implementation-defined behaviour it meets.
std::set<std::string> touched_by(const SlotCall& slots, const Call& call, const Judgement& judgement) {
  const BoundSpec& bound = slots.bound();
  std::set<std::string> touched;
  for (const BoundRule* rule : judgement.broken) {
    touched.insert(rule->id);
    if (rule->derived) touched.insert(rule->id.substr(0, rule->id.find('.')));
  }
  if (!judgement.row.empty()) touched.emplace(judgement.row);
  const bool misses_rows = touched.contains(std::string(rows_rule_id));
  for (const Row& row : bound.op().rows) {
    if (misses_rows && bound.holds(row.applies) && cells_missed(row, call) <= cells_beside) touched.insert(row.id);
  }
  for (const auto& [behaviour, when] : bound.implementation_defined()) {
    if (!when || decide(*when, slots) == true) touched.insert(behaviour->id);
  }
  return touched;
}

std::vector<const Contradiction*> contradictions_near(const SlotCall& slots, const Call& call,
                                                      const Judgement& judgement) {
  std::vector<const Contradiction*> near;
  const std::set<std::string> touched = touched_by(slots, call, judgement);
  for (const Contradiction& one : slots.bound().op().contradictions) {
    if (slots.bound().holds(one.applies) && touched.contains(one.subject)) near.push_back(&one);
  }
  return near;
}

std::vector<const ResultFormula*> formulas_of(const SlotCall& slots) {
  std::vector<const ResultFormula*> formulas;
  for (const auto& [formula, when] : slots.bound().formulas()) {
    if (!when || decide(*when, slots) == true) formulas.push_back(formula);
  }
  return formulas;
}

}  // namespace

Explanation explain(const BoundSpec& bound, const Call& call) {
  const SlotCall slots(bound, call.arguments);
  Explanation it;
  it.judgement = judge(slots);
  it.kept = kept_by(slots, it.judgement);
  it.contradictions = contradictions_near(slots, call, it.judgement);
  it.contested = contested_by(slots, it.judgement);
  const Filters everywhere{.releases = {"all"}};
  const std::vector<Target> targets = expand::targets_of(bound.spec(), bound.op(), everywhere);
  BoundSpecs specs(bound.spec());
  it.holds = holdings_of(specs, bound.op(), call, targets);
  if (it.judgement.verdict == Verdict::accept) it.formulas = formulas_of(slots);
  if (it.judgement.verdict != Verdict::accept) it.nearest = nearest_to(bound, call, specs, targets);
  return it;
}

}  // namespace npu_cts::explain
