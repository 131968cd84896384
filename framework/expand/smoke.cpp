// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/smoke.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace npu_cts::expand {
namespace {

/// What a case shows: that a call with the fact ends so.
using Shown = std::pair<Reason, Verdict>;

/// A call that several rules refuse shows none of them: a backend that knows one refuses it.
std::vector<Shown> shown_by(const Case& planned) {
  std::vector<Shown> shown;
  const bool is_refused = planned.expected == Verdict::reject || planned.expected == Verdict::unsupported;
  if (is_refused && std::ranges::count(planned.covers, ReasonKind::rule, &Reason::kind) > 1) return shown;
  for (const Reason& fact : planned.covers) shown.emplace_back(fact, planned.expected);
  return shown;
}

/// Returns the places of the cases to keep: the case that shows most that is new comes first, of several the first.
std::set<std::size_t> chosen_of(const std::vector<Case>& cases) {
  std::multimap<std::size_t, std::size_t, std::greater<>> waiting;  // how much a case showed when asked last, its place
  for (std::size_t i = 0; i < cases.size(); ++i) waiting.emplace(shown_by(cases[i]).size(), i);
  std::set<Shown> seen;
  std::set<std::size_t> chosen;
  while (!waiting.empty() && waiting.begin()->first > 0) {
    const auto [gain, place] = *waiting.begin();
    waiting.erase(waiting.begin());
    const std::vector<Shown> shown = shown_by(cases[place]);
    const auto left =
        static_cast<std::size_t>(std::ranges::count_if(shown, [&](const Shown& one) { return !seen.contains(one); }));
    if (left < gain) {
      if (left > 0) waiting.emplace(left, place);
      continue;
    }
    chosen.insert(place);
    seen.insert(shown.begin(), shown.end());
  }
  return chosen;
}

Plan smoke_of(const Plan& plan) {
  Plan smoke{.coverage_gaps = plan.coverage_gaps};
  for (const std::size_t place : chosen_of(plan.cases)) smoke.cases.push_back(plan.cases[place]);
  return smoke;
}

}  // namespace

void keep_smoke(std::vector<TargetPlan>& plans) {
  std::map<std::shared_ptr<const Plan>, std::shared_ptr<const Plan>> smoke;
  for (TargetPlan& plan : plans) {
    std::shared_ptr<const Plan>& one = smoke[plan.shared];
    if (one == nullptr) one = std::make_shared<const Plan>(smoke_of(*plan.shared));
    plan.shared = one;
  }
}

}  // namespace npu_cts::expand
