// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/plan_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "framework/rule/judge_call.h"

namespace npu_cts::expand {
namespace {

/// Returns whether `planned` is there for a rule that refuses it, and no evidence contests that rule.
bool is_uncontested(const BoundSpec& bound, const Case& planned) {
  const Reason& first = planned.covers.front();
  if (first.kind != ReasonKind::rule) return false;
  const BoundRule* const rule = bound.find_rule(first.id);
  return rule != nullptr && rule->on_violation == Verdict::reject &&
         std::ranges::none_of(bound.contested(), [&](const auto& one) { return one.written->subject == rule->id; });
}

}  // namespace

void take(Plan part, Plan& all) {
  std::ranges::move(part.cases, std::back_inserter(all.cases));
  std::ranges::move(part.coverage_gaps, std::back_inserter(all.coverage_gaps));
  std::ranges::move(part.choices, std::back_inserter(all.choices));
}

void merge(Plan part, Plan& plan) {
  const auto before = static_cast<std::ptrdiff_t>(plan.cases.size());
  take(std::move(part), plan);
  std::ranges::inplace_merge(plan.cases, plan.cases.begin() + before, {}, &Case::id);
}

void move_to(const Target& target, Plan& plan) {
  for (Case& planned : plan.cases) {
    planned.call.target = target;
    planned.id = case_id(planned.call, content_of(planned.family, planned.content));
  }
  for (CoverageGap& gap : plan.coverage_gaps) gap.target = target;
}

void add_contested(const BoundSpec& bound, Plan& plan) {
  if (bound.contested().empty()) return;
  for (Case& planned : plan.cases) {
    if (planned.expected != Verdict::reject || is_uncontested(bound, planned)) continue;
    const SlotCall call(bound, planned.call.arguments);
    for (const Contested* one : contested_by(call, judge_rules(call)))
      planned.covers.push_back({ReasonKind::contested, one->id});
  }
}

}  // namespace npu_cts::expand
