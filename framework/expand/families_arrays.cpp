// SPDX-License-Identifier: Apache-2.0
// The family members in which choices meet: arrays of legal calls (choice_array.h).

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/arrays/check.h"
#include "framework/expand/choice_array.h"
#include "framework/expand/families.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::expand {
namespace {

/// Elements of all tensors of a call of the family size-pairs, and of its results: enough for two sizes of 1,025 that
/// meet.
constexpr std::int64_t most_elements = std::int64_t{5} << 18;

/// The row in names of a base, where the operator has no rows.
constexpr std::string_view unnamed_row = "any";

bool is_small(const SlotCall& call) { return search::elements_of(call) <= most_elements; }

}  // namespace

/// Returns a base for each row and each choice of what may be left out, of calls that `set`, if there is one, fills.
std::vector<ArrayBase> Families::array_bases(const Conditional<DataSet>* set) {
  std::vector<ArrayBase> bases;
  std::set<std::string> names;
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    std::string name = combinations_[i].row.empty() ? std::string(unnamed_row) : combinations_[i].row;
    for (const search::DTypeOf& column : combinations_[i].dtypes) {
      const Parameter& parameter = *bound_.parameters()[column.slot].written;
      if (parameter.optional && column.dtype) name += "+" + parameter.key;
    }
    if (names.contains(name)) continue;
    if (set != nullptr && build_with(*set, bases_[i].candidate) != Verdict::accept) continue;
    bases.push_back({.name = name, .candidate = set == nullptr ? bases_[i].candidate : search_.builder().candidate()});
    names.insert(std::move(name));
  }
  return bases;
}

/// Adds the calls of `array` that it has in no family yet, and counts what meets in it.
void Families::add_array(PlannedArray array, const std::vector<ArrayCall>& calls, const std::string& data_set) {
  for (const ArrayCall& call : std::span(calls).subspan(array.rows.size())) {
    const std::string row = call.name.substr(0, call.name.find_first_of("+,"));
    add({.family = array.family,
         .content = call.name,
         .covers = {{ReasonKind::row, row == unnamed_row ? all_dtypes : row}},
         .at = {.file = bound_.op().file, .line = 1, .column = 1},
         .data_set = data_set},
        call.found.arguments, Verdict::accept);
    array.rows.push_back(call.row);
  }
  const arrays::Check check = arrays::check(array.model, array.rows, array.strength);
  plan_.choices.push_back({.op = bound_.op().name,
                           .family = array.family,
                           .met = check.covered,
                           .missed = check.missed,
                           .infeasible = check.infeasible});
}

void Families::add_pairs() {
  const bool has_triples = tier_ == Tier::full && wants("triples/");
  if (!wants("pairs/") && !has_triples) return;
  ChoiceArray array(search_, array_bases(nullptr), choice_axes(bound_), {});
  const std::vector<ArrayCall> pairs = array.cover(2, {});
  PlannedArray planned{.family = Family::pairs, .model = array.model(), .rows = {}, .strength = 2};
  add_array(planned, pairs, "");
  if (!has_triples) return;
  const std::vector<ArrayCall> triples = array.cover(3, pairs);
  planned = {.family = Family::triples, .model = array.model(), .rows = {}, .strength = 3};
  for (const ArrayCall& call : pairs) planned.rows.push_back(call.row);
  add_array(std::move(planned), triples, "");
}

void Families::add_size_pairs() {
  const SizeHints& hints = bound_.op().hints.sizes;
  if (hints.of.empty() || !wants("size-pairs/")) return;
  const auto set =
      std::ranges::find(bound_.data_sets(), hints.data_set, [](const auto& one) { return one.written->id; });
  const std::vector<ArrayBase> bases = array_bases(set == bound_.data_sets().end() ? nullptr : &*set);
  if (bases.empty()) return;
  std::vector<ArrayCall> calls;
  PlannedArray planned{.family = Family::size_pairs, .model = {}, .rows = {}, .strength = 2};
  for (const Tier tier : {Tier::fast, Tier::full}) {
    if (tier > tier_) continue;
    ChoiceArray array(search_, bases, size_axes(bound_, tier), is_small);
    for (ArrayCall& call : array.equals()) {
      if (std::ranges::find(calls, call.row, &ArrayCall::row) == calls.end()) calls.push_back(std::move(call));
    }
    calls = array.cover(2, calls);
    planned.model = array.model();
  }
  add_array(std::move(planned), calls, hints.data_set);
}

}  // namespace npu_cts::expand
