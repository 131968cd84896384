#include "framework/explain/explain.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/expand/expand.h"
#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

bool contains(const std::vector<const Rule*>& rules, const Rule& rule) {
  return std::ranges::find(rules, &rule) != rules.end();
}

std::vector<const Rule*> kept_by(const Spec& spec, const OpSpec& op, const Call& call, const Judgement& judgement) {
  const Facts facts(spec, op, call);
  std::vector<const Rule*> kept;
  for (const Rule& rule : *judgement.rules) {
    const bool applies = !rule.when || decide(*rule.when, facts) == true;
    if (applies && !contains(judgement.broken, rule) && !contains(judgement.blocked, rule)) kept.push_back(&rule);
  }
  return kept;
}

Call at(const Target& target, Call call) {
  call.target = target;
  return call;
}

std::vector<Holding> holdings_of(const Spec& spec, const OpSpec& op, const Call& call,
                                 const std::vector<Target>& targets) {
  std::vector<Holding> holds;
  for (const Target& target : targets) {
    if (judge(spec, op, at(target, call)).verdict != Verdict::accept) continue;
    const bool is_new =
        holds.empty() || holds.back().release != target.release || holds.back().product != target.product;
    if (is_new) holds.push_back({.release = target.release, .product = target.product, .modes = {}});
    holds.back().modes.push_back(target.mode);
  }
  return holds;
}

bool is_supported(const Spec& spec, const OpSpec& op, const Target& target) {
  const SupportCell* const cell = find_support(spec, op, target);
  return cell != nullptr && cell->state == SupportState::yes;
}

std::vector<std::string> changes_between(const Target& from, const Target& to) {
  std::vector<std::string> changes;
  if (from.product != to.product) changes.push_back("product: " + to.product);
  if (from.mode != to.mode) changes.push_back(fmt::format("mode: {}", name_of(to.mode)));
  if (from.release != to.release) changes.push_back("release: " + to.release);
  return changes;
}

/// Returns the supported targets, those that differ from `target` in the fewest fields first.
std::vector<Target> supported_near(const Spec& spec, const OpSpec& op, const Target& target,
                                   std::vector<Target> targets) {
  std::erase_if(targets, [&](const Target& other) { return !is_supported(spec, op, other); });
  std::ranges::stable_sort(targets, {}, [&](const Target& other) { return changes_between(target, other).size(); });
  return targets;
}

std::optional<Nearest> nearest_to(const Spec& spec, const OpSpec& op, const Call& call,
                                  const std::vector<Target>& targets) {
  if (is_supported(spec, op, call.target)) return nearest_legal(law_for(spec, op, call.target), call);
  const std::vector<Target> near = supported_near(spec, op, call.target, targets);
  for (const Target& target : near) {
    const Call moved = at(target, call);
    if (judge(spec, op, moved).verdict == Verdict::accept) {
      return Nearest{.call = moved, .changes = changes_between(call.target, target)};
    }
  }
  if (near.empty()) return std::nullopt;
  auto nearest = nearest_legal(law_for(spec, op, near.front()), at(near.front(), call));
  if (!nearest) return std::nullopt;
  const std::vector<std::string> changes = changes_between(call.target, near.front());
  nearest->changes.insert(nearest->changes.begin(), changes.begin(), changes.end());
  return nearest;
}

}  // namespace

Explanation explain(const Spec& spec, const OpSpec& op, const Call& call) {
  Explanation it;
  it.judgement = judge(spec, op, call);
  it.kept = kept_by(spec, op, call, it.judgement);
  PlanOptions everywhere;
  everywhere.releases = {"all"};
  const std::vector<Target> targets = targets_of(spec, op, everywhere);
  it.holds = holdings_of(spec, op, call, targets);
  if (it.judgement.verdict != Verdict::accept) it.nearest = nearest_to(spec, op, call, targets);
  return it;
}

}  // namespace npu_cts
