// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/side_by_side.h"
#include "framework/expand/families.h"
#include "framework/expand/plan_parts.h"

namespace npu_cts::expand {
namespace {

/// What targets with the same search show: what is found for the first of them serves the others.
class SharedWitnesses {
 public:
  /// They must outlive it.
  SharedWitnesses(const Spec& spec, const OpSpec& op, const Target& first)
      : bound_(BoundSpec::bind(spec, op, first)), families_(bound_) {
    families_.add_legal_dtypes();
    families_.add_choices();
    found_ = families_.take();
  }

  /// Returns what is found at the target of `bound`, less the witnesses of what is in `shown`.
  Plan at(const BoundSpec& bound, const std::set<std::string>& shown) {
    families_.add_rule_witnesses(shown);
    families_.add_data_witnesses(bound, shown);
    Plan plan = found_;
    merge(families_.take(), plan);
    if (bound.target() != bound_.target()) move_to(bound.target(), plan);
    families_.add_examples(bound.target());
    merge(families_.take(), plan);
    add_contested(bound, plan);
    return plan;
  }

 private:
  BoundSpec bound_;
  Families families_;
  Plan found_;
};

/// Returns the part of plan_witnesses that is about `op`.
Plan witnesses_of(const Spec& spec, const OpSpec& op) {
  Plan all;
  std::set<int> refused;        // lines of the support cells that were shown
  std::set<std::string> shown;  // "negative RULE", "boundary RULE", "data SET", "users SET", "size-pairs SET"
  std::map<std::string, SharedWitnesses> searches;
  const Filters everywhere{.releases = {"all"}};
  for (const auto& group : groups_of(spec, op, targets_of(spec, op, everywhere))) {
    const BoundSpec bound = BoundSpec::bind(spec, op, group.front());
    if (!bound.is_supported()) {
      if (refused.insert(bound.support()->at.line).second) take(refused_calls(bound, Tier::fast, 1), all);
      continue;
    }
    auto& search =
        searches.try_emplace(same_search_key(spec, op, group.front()), spec, op, group.front()).first->second;
    Plan part = search.at(bound, shown);
    for (const Case& planned : part.cases)
      shown.insert(fmt::format("{} {}", name_of(planned.family), planned.covers.front().id));
    take(std::move(part), all);
  }
  return all;
}

}  // namespace

Plan plan_witnesses(const Spec& spec) {
  std::vector<Plan> parts(spec.operators.size());
  side_by_side(parts.size(), [&](std::size_t i) { parts[i] = witnesses_of(spec, spec.operators[i]); });
  Plan all;
  for (Plan& part : parts) take(std::move(part), all);
  return all;
}

}  // namespace npu_cts::expand
