// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/device_bench.h"

#include <algorithm>
#include <utility>

#include "framework/expand/fill.h"
#include "framework/expression/nodes.h"
#include "framework/search/conditions/conditions.h"
#include "suites/mutants/bench.h"

namespace npu_cts::mutants {
namespace {

/// Returns whether some argument or symbol has another value in a call that leaves it out.
bool has_other_defaults(const BoundSpec& a, const BoundSpec& b) {
  for (std::size_t i = 0; i < a.parameters().size(); ++i) {
    const Value* const x = a.parameters()[i].default_value;
    const Value* const y = b.parameters()[i].default_value;
    if ((x == nullptr) != (y == nullptr) || (x != nullptr && !(*x == *y))) return true;
  }
  return false;
}

/// Returns the claims that are all true of the calls that break `rule`.
std::vector<ExpressionPtr> broken_claims(const BoundRule& rule) {
  std::vector<ExpressionPtr> claims;
  if (rule.when) claims.push_back(rule.when);
  claims.push_back(search::negation_of(rule.require));
  return claims;
}

}  // namespace

JudgedCase judged(const BoundSpec& bound, const Case& planned) {
  JudgedCase one{.planned = &planned, .bound = &bound};
  if (planned.expected != Verdict::reject) return one;
  one.broken = judge(bound, planned.call).broken;
  if (one.broken.empty()) one.broken = judge(bound, expand::fill(bound, planned)).broken;
  std::erase_if(one.broken, [](const BoundRule* rule) { return rule->on_violation != Verdict::reject; });
  one.is_contested = !fails_when_accepted(bound, planned);
  return one;
}

DeviceBench::DeviceBench(const OpSpec& op, const SpecDevice& device)
    : op_(op), refuses_none_of_(device.refuses_none_of) {
  device.change(op_);
}

const DeviceBench::Bound& DeviceBench::at(const BoundSpec& bound) {
  auto& known = bounds_[&bound];
  if (known) return *known;
  auto made = std::make_unique<Bound>(
      Bound{.bound = BoundSpec::bind(bound.spec(), op_, bound.target()), .has_other_defaults = false});
  const bool all = made->has_other_defaults = has_other_defaults(bound, made->bound);
  for (const BoundRule& rule : bound.rules()) {
    const BoundRule* const other = made->bound.find_rule(rule.id);
    if (all || other == nullptr || !same_tree(rule.require, other->require) || !same_tree(rule.when, other->when))
      made->released.insert(rule.id);
  }
  for (const BoundRule& rule : made->bound.rules()) {
    if (made->released.contains(rule.id) || bound.find_rule(rule.id) == nullptr) made->changed.push_back(rule.index);
  }
  known = std::move(made);
  return *known;
}

bool DeviceBench::may_differ(const BoundSpec& bound) {
  if (!refuses_none_of_.empty()) {
    const std::size_t slot = bound.names().parameter(refuses_none_of_);
    return slot != no_slot && bound.parameters()[slot].applies;
  }
  const Bound& device = at(bound);
  return !device.changed.empty() || !device.released.empty();
}

bool DeviceBench::differs(const JudgedCase& one) {
  if (!refuses_none_of_.empty()) {
    const auto given = one.planned->call.arguments.find(refuses_none_of_);
    return one.planned->expected == Verdict::accept && given != one.planned->call.arguments.end() &&
           std::holds_alternative<None>(given->second);
  }
  const Bound& device = at(*one.bound);
  const Arguments& arguments = one.planned->call.arguments;
  if (one.planned->expected == Verdict::reject) {
    const auto is_released = [&](const BoundRule* rule) { return device.released.contains(rule->id); };
    return std::ranges::all_of(one.broken, is_released) &&
           judge(SlotCall(device.bound, arguments)).verdict != Verdict::reject;
  }
  if (device.changed.empty()) return false;
  const SlotCall call(device.bound, arguments);
  return std::ranges::any_of(device.changed, [&](std::size_t at) {
    const BoundRule& rule = device.bound.rules()[at];
    return rule.on_violation == Verdict::reject && breaks(call, rule);
  });
}

bool DeviceBench::is_proved_equal(Provers& provers) {
  if (!refuses_none_of_.empty()) return false;
  std::set<std::string> asked;
  return std::ranges::all_of(provers, [&](auto& entry) {
    const BoundSpec& bound = *entry.first;
    if (!may_differ(bound)) return true;
    const std::string key = same_spec_key(bound.spec(), bound.op(), bound.target()) + "|" +
                            same_spec_key(bound.spec(), op_, bound.target());
    if (!asked.insert(key).second) return true;
    if (!entry.second) entry.second = std::make_unique<findings::prove::SpecSolver>(bound);
    return is_proved_equal(bound, *entry.second);
  });
}

/// Asks for a legal call that the device refuses, then for one that is legal to the device and that the spec refuses.
bool DeviceBench::is_proved_equal(const BoundSpec& bound, findings::prove::SpecSolver& prover) {
  const Bound& device = at(bound);
  if (device.has_other_defaults) return false;
  std::vector<ExpressionPtr> kept;
  for (const std::size_t at : device.changed) {
    const BoundRule& rule = device.bound.rules()[at];
    if (!rule.on_data) kept.push_back(search::claim_kept(rule.require, rule.when));
    if (rule.on_violation != Verdict::reject) continue;
    if (prover.kept_but({}, broken_claims(rule)).reply != findings::prove::Reply::impossible) return false;
  }
  return std::ranges::all_of(device.released, [&](const std::string& id) {
    const BoundRule& rule = *bound.find_rule(id);
    if (rule.on_violation != Verdict::reject) return true;
    std::vector<ExpressionPtr> claims = broken_claims(rule);
    claims.insert(claims.end(), kept.begin(), kept.end());
    return prover.kept_but(device.released, claims).reply == findings::prove::Reply::impossible;
  });
}

}  // namespace npu_cts::mutants
