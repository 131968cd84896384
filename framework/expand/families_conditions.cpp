// SPDX-License-Identifier: Apache-2.0
// The family member that shows each condition of each rule deciding alone (conditions.h).

#include <algorithm>
#include <set>
#include <utility>

#include "framework/expand/families.h"

namespace npu_cts::expand {

/// Returns bases that differ in more than one way: the first with each row, and with each dtype of each argument.
std::vector<const search::FoundCall*> Families::varied_bases() const {
  std::set<std::string_view> rows;
  std::set<std::pair<std::size_t, std::optional<DType>>> cells;
  std::vector<const search::FoundCall*> varied;
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    bool is_new = rows.insert(combinations_[i].row).second;
    for (const auto& [slot, dtype] : combinations_[i].dtypes) is_new = cells.emplace(slot, dtype).second || is_new;
    if (is_new) varied.push_back(&bases_[i]);
  }
  return varied;
}

void Families::add_conditions() {
  if (conditions_.asked().empty()) return;
  for (const search::FoundCall& base : bases_) conditions_.note(base);
  find_choices();
  for (const auto& [place, choice] : choices_) conditions_.note(choice);
  const std::vector<const search::FoundCall*> starts = varied_bases();
  for (const search::FoundCall* start : starts) conditions_.sweep(*start);
  for (const auto& [place, choice] : choices_) conditions_.sweep(choice, place);
  for (const search::FoundCall* start : starts) conditions_.sweep_pairs(*start);
  for (const auto& [place, choice] : choices_) conditions_.sweep_misses(choice, place);
  for (const auto& [place, choice] : choices_) conditions_.sweep_wraps(choice);
  conditions_.sweep_from_shown();
  for (const search::FoundCall* start : starts) conditions_.sweep_far_shapes(*start);
  if (!bases_.empty()) {
    conditions_.sweep_packs(bases_.front());
    conditions_.sweep_from_ones(bases_.front());
  }
  for (const search::ShownWay& shown : conditions_.shown()) {
    add({.family = shown.broken ? Family::negative : Family::boundary,
         .content = shown.rule->id + "/alone-" + shown.way,
         .covers = {{ReasonKind::rule, shown.rule->id}},
         .at = shown.rule->at},
        shown.found.arguments, shown.found.verdict);
  }
}

}  // namespace npu_cts::expand
