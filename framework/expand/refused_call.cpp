// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
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

/// Returns the first legal call of the operator at `target`.
std::optional<SlotArguments> find_call(const BoundSpec& bound, const Target& target) {
  const BoundSpec supported = BoundSpec::bind(bound.spec(), bound.op(), target);
  search::Search search(supported);
  for (const auto& [choice, row] : search::legal_dtypes(supported)) {
    if (const auto found = search.find_legal(search::first_candidate(supported, choice))) return found->arguments;
  }
  return std::nullopt;
}

}  // namespace

Plan refused_call(const BoundSpec& bound) {
  const SupportCell& cell = *bound.support();
  for (const Target& target : supported_in_release(bound)) {
    const auto found = find_call(bound, target);
    if (!found) continue;
    Case refused{.id = {},
                 .family = Family::support,
                 .content = "refused",
                 .call = to_call(bound, *found),
                 .expected = cell.state == SupportState::no ? Verdict::unsupported : Verdict::open,
                 .covers = {{ReasonKind::rule, std::string(support_rule_id)}},
                 .data_set = {},
                 .at = cell.at};
    refused.id = case_id(refused.call, content_of(refused.family, refused.content));
    return {.cases = {std::move(refused)}, .coverage_gaps = {}};
  }
  return {.cases = {},
          .coverage_gaps = {{.what = "refused", .family = Family::support, .target = bound.target(), .at = cell.at}}};
}

}  // namespace npu_cts::expand
