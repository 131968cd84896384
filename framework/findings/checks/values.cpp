// SPDX-License-Identifier: Apache-2.0
// The check of the values that data sets and examples give to legal calls.

#include <array>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/findings/checks/check.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::findings {
namespace {

/// Adds the tensors whose elements `rule` reads to `keys`.
void add_read(const Rule& rule, std::set<std::string>& keys) {
  const auto add = [&](const Expression& node) {
    if (node.kind == ExprKind::at) keys.insert(node.children.front()->name);
  };
  for_each_node(rule.when, add);
  for_each_node(rule.require, add);
}

/// Returns the first rule on values that `planned`, which is legal but for them, breaks with its values or with others.
const BoundRule* broken_by_values(const BoundSpec& bound, const Case& planned, const std::set<std::string>& keys) {
  for (const std::string_view challenge : {"", "others"}) {
    const Call call = expand::fill_some(bound, planned, challenge, keys);
    const SlotCall slots(bound, call.arguments);
    for (const BoundRule& rule : bound.rules()) {
      if (rule.on_data && breaks(slots, rule)) return &rule;
    }
  }
  return nullptr;
}

/// Returns what gives `planned` the values that `rule` reads, in words, and where that stands.
std::pair<std::string, Location> values_of(const OpSpec& op, const Case& planned, const Rule& rule) {
  if (planned.family == Family::examples) return {fmt::format("example '{}'", planned.content), planned.at};
  const std::string id = planned.data_set.empty() ? "default" : planned.data_set;
  if (const DataSet* const set = find_by(op.hints.data, id, &DataSet::id))
    return {fmt::format("data set '{}'", id), set->at};
  std::set<std::string> keys;
  add_read(rule, keys);
  return {fmt::format("what fills '{}' without a data set", *keys.begin()), find_parameter(op, *keys.begin())->at};
}

}  // namespace

Findings find_values_that_break_rules(const Examined& examined) {
  std::set<std::string> keys;
  for (const Rule& rule : examined.op.rules) add_read(rule, keys);
  if (keys.empty()) return {};
  std::set<std::pair<std::string, std::string>> said;
  Findings found;
  for (const Case& planned : examined.plan.cases) {
    if (planned.call.op != examined.op.name || planned.expected != Verdict::accept) continue;
    const BoundSpec* const bound = examined.bound.find(planned.call);
    const BoundRule* const rule = bound == nullptr ? nullptr : broken_by_values(*bound, planned, keys);
    if (rule == nullptr) continue;
    const auto [what, at] = values_of(examined.op, planned, *rule);
    if (!said.emplace(what, rule->id).second) continue;
    found.push_back(finding(examined.op, rule->id, at, fmt::format("{} breaks rule '{}'", what, rule->id)));
    found.back().why = fmt::format("so do the values of '{}', which is to be accepted", planned.id);
    found.back().notes = {{rule->at, "the rule"}};
  }
  return found;
}

}  // namespace npu_cts::findings
