// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/expand/families.h"

namespace npu_cts::expand {
namespace {

/// Returns the targets of the release of `bound` that support the operator, by the id of their products.
std::vector<Target> supported_in_release(const BoundSpec& bound) {
  std::vector<Target> targets = supported_targets(bound.spec(), bound.op());
  std::erase_if(targets, [&](const Target& target) { return target.release != bound.target().release; });
  std::ranges::sort(targets);
  return targets;
}

/// A legal call of another target, and what of its dtypes no call before it has.
struct Transferred {
  std::string dtypes;
  SlotArguments arguments;
};

/// Returns legal calls of the operator at `target`: the first, and those with a dtype that none before it has; `most`
/// at most.
std::vector<Transferred> find_calls(const BoundSpec& bound, const Target& target, std::size_t most) {
  const BoundSpec supported = BoundSpec::bind(bound.spec(), bound.op(), target);
  search::Search search(supported);
  std::set<std::pair<std::size_t, std::optional<DType>>> known;
  std::vector<Transferred> calls;
  for (const auto& [choice, row] : search::legal_dtypes(supported)) {
    if (calls.size() == most) break;
    search::DTypeChoice fresh = choice;
    std::erase_if(fresh, [&](const search::DTypeOf& one) { return known.contains({one.slot, one.dtype}); });
    const auto found =
        fresh.empty() && !calls.empty() ? std::nullopt : search.find_legal(search::first_candidate(supported, choice));
    if (!found) continue;
    for (const search::DTypeOf& one : fresh) known.emplace(one.slot, one.dtype);
    calls.push_back({.dtypes = to_text(supported, fresh), .arguments = found->arguments});
  }
  return calls;
}

/// Returns the cases of what may be chosen in a legal call at `target`.
std::vector<Case> choices_at(const BoundSpec& bound, const Target& target) {
  const BoundSpec supported = BoundSpec::bind(bound.spec(), bound.op(), target);
  Families families(supported);
  families.add_choices();
  return families.take().cases;
}

}  // namespace

Plan refused_calls(const BoundSpec& bound, Tier tier, std::size_t most) {
  const SupportCell& cell = *bound.support();
  Plan plan;
  const auto add = [&](std::string content, Call call) {
    Case refused{.family = Family::support,
                 .content = std::move(content),
                 .call = std::move(call),
                 .expected = cell.state == SupportState::no ? Verdict::unsupported : Verdict::open,
                 .covers = {{ReasonKind::rule, std::string(support_rule_id)}},
                 .at = cell.at};
    refused.call.target = bound.target();
    refused.id = case_id(refused.call, content_of(refused.family, refused.content));
    plan.cases.push_back(std::move(refused));
  };
  for (const Target& target : supported_in_release(bound)) {
    for (const auto& [dtypes, arguments] : find_calls(bound, target, most))
      add(plan.cases.empty() ? "refused" : "refused/" + dtypes, to_call(bound, arguments));
    if (plan.cases.empty()) continue;
    if (tier == Tier::full) {
      for (Case& chosen : choices_at(bound, target))
        add("refused/with/" + content_of(chosen.family, chosen.content), std::move(chosen.call));
    }
    std::ranges::sort(plan.cases, {}, &Case::id);
    return plan;
  }
  plan.coverage_gaps = {{.what = "refused", .family = Family::support, .target = bound.target(), .at = cell.at}};
  return plan;
}

}  // namespace npu_cts::expand
