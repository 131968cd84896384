// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/condition_coverage.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "framework/base/find.h"
#include "framework/expand/families.h"
#include "framework/expression/print_expression.h"

namespace npu_cts::expand {
namespace {

/// Collects over targets: a way is shown where one target shows it.
class Collector {
 public:
  void add(const search::AskedRule& asked) {
    const search::Decision& decision = asked.decision;
    for (std::size_t i = 0; i < decision.ways().size(); ++i) {
      const search::ConditionWay& way = decision.ways()[i];
      const auto& open = way.broken ? asked.open_broken : asked.open_kept;
      const bool is_shown = !contains(open, i);
      OpenWay one{.rule = decision.rule().id,
                  .condition = to_text(*decision.conditions()[way.condition].written),
                  .way = way.name,
                  .broken = way.broken,
                  .at = decision.rule().at};
      const auto known = ways_.try_emplace(std::tuple(one.rule, one.condition, way.broken, way.name), one, false).first;
      known->second.second = known->second.second || is_shown;
    }
  }

  [[nodiscard]] ConditionCoverage take(std::string op) const {
    ConditionCoverage coverage{.op = std::move(op), .ways = ways_.size()};
    std::map<std::pair<std::string, std::string>, std::pair<bool, bool>> decides;  // kept, broken
    for (const auto& [key, one] : ways_) {
      const auto& [way, is_shown] = one;
      auto& [kept, broken] = decides[{way.rule, way.condition}];
      (way.broken ? broken : kept) |= is_shown;
      if (!is_shown) coverage.open.push_back(way);
    }
    coverage.conditions = decides.size();
    coverage.decide = static_cast<std::size_t>(
        std::ranges::count_if(decides, [](const auto& one) { return one.second.first && one.second.second; }));
    return coverage;
  }

 private:
  std::map<std::tuple<std::string, std::string, bool, std::string>, std::pair<OpenWay, bool>> ways_;
};

}  // namespace

std::vector<ConditionCoverage> cover_conditions(const Spec& spec, const PlanOptions& options) {
  std::vector<ConditionCoverage> all;
  for (const OpSpec& op : spec.operators) {
    if (!options.filters.ops.empty() && !contains(options.filters.ops, op.name)) continue;
    Collector collector;
    for (const auto& group : groups_of(spec, op, targets_of(spec, op, options.filters))) {
      const BoundSpec bound = BoundSpec::bind(spec, op, group.front());
      if (!bound.is_supported()) continue;
      Families families(bound);
      families.add_rules();
      families.add_conditions();
      for (const search::AskedRule& asked : families.asked()) collector.add(asked);
    }
    all.push_back(collector.take(op.name));
  }
  return all;
}

}  // namespace npu_cts::expand
