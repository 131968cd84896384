// SPDX-License-Identifier: Apache-2.0
// The family members that make the calls of data sets, of users and of the documents.

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "framework/expand/families.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::expand {
namespace {

/// Gives `candidate` what `set` chooses: sizes, arguments, and how tensors are shaped and stored.
void choose_data_set(const BoundSpec& bound, search::CandidateCall& candidate, const DataSet& set) {
  const SlotNames& names = bound.names();
  const auto choice_of = [&](const std::string& key) -> search::ParameterChoice& {
    return candidate.parameters[names.parameter(key)];
  };
  for (const auto& [symbol, sizes] : set.sizes) {
    const auto hinted = bound.op().hints.symbols.find(symbol);
    const bool is_pack =
        hinted != bound.op().hints.symbols.end() && std::holds_alternative<Shape>(hinted->second.front());
    candidate.symbols[names.symbol(symbol)] = is_pack ? Value(sizes) : Value(sizes.front());
  }
  for (const auto& [key, value] : set.arguments) choice_of(key).argument = value;
  for (const auto& [key, layout] : set.layouts) choice_of(key).layout = layout;
  for (const auto& [key, format] : set.formats) choice_of(key).format = format;
  for (const auto& [key, id] : set.shapes) {
    const auto& shapes = bound.find_parameter(key)->shapes;
    const auto shape = std::ranges::find(shapes, id, [](const BoundShape& one) { return one.written->id; });
    choice_of(key).alternative = static_cast<std::size_t>(shape - shapes.begin());
  }
}

Family family_of(const DataSet& set) { return set.seen.empty() ? Family::data : Family::users; }

}  // namespace

/// Builds the call that the data set `one` makes of `candidate`. Returns its verdict where the set holds for it and it
/// is legal; one that users make may be refused.
std::optional<Verdict> Families::build_with(const Conditional<DataSet>& one, const search::CandidateCall& candidate) {
  search::CallBuilder& builder = search_.builder();
  builder.start(candidate, [&](search::CandidateCall& changed) { choose_data_set(bound_, changed, *one.written); });
  const SlotCall* const call = builder.build();
  if (call == nullptr || (one.when && decide(*one.when, *call) != true)) return std::nullopt;
  if (!one.written->seen.empty()) return judge_rules(*call).verdict;
  return is_legal(*call) ? std::optional(Verdict::accept) : std::nullopt;
}

/// Returns the call that the data set `one` makes of the legal one of a base.
std::optional<Families::DataCall> Families::call_of(const Conditional<DataSet>& one, std::size_t base) {
  const auto verdict = build_with(one, bases_[base].candidate);
  if (!verdict) return std::nullopt;
  const DataSet& set = *one.written;
  const auto& [dtypes, row] = combinations_[base];
  return DataCall{
      .naming = {.family = family_of(set),
                 .content = set.id + "/" + to_text(bound_, dtypes),
                 .covers = {{ReasonKind::data_set, set.id}, {ReasonKind::row, row.empty() ? all_dtypes : row}},
                 .at = set.at,
                 .data_set = set.id},
      .call = to_call(bound_, search_.builder().arguments()),
      .verdict = *verdict};
}

/// Returns the calls that the data set `one` makes of the legal ones.
std::vector<Families::DataCall> Families::calls_of(const Conditional<DataSet>& one) {
  const DataSet& set = *one.written;
  std::vector<DataCall> calls;
  if (!wants(content_of(family_of(set), set.id + "/")) || (set.needs_full_tier && tier_ != Tier::full)) return calls;
  for (std::size_t base = 0; base < bases_.size(); ++base) {
    if (auto call = call_of(one, base)) calls.push_back(*std::move(call));
  }
  if (tier_ == Tier::full && set.seen.empty()) std::ranges::move(calls_beside_choices(one), std::back_inserter(calls));
  return calls;
}

void Families::add_data_witnesses(const BoundSpec& at, const std::set<std::string>& shown) {
  const auto show = [&](const Conditional<DataSet>& one, Family family) {
    if (shown.contains(fmt::format("{} {}", name_of(family), one.written->id))) return;
    for (std::size_t base = 0; base < bases_.size(); ++base) {
      auto call = call_of(one, base);
      if (!call) continue;
      call->naming.family = family;
      add(std::move(call->naming), std::move(call->call), call->verdict);
    }
  };
  for (const Conditional<DataSet>& set : at.data_sets()) show(set, family_of(*set.written));
  for (const BoundSizeGroup& group : at.size_groups()) {
    if (group.written->is_named()) show(group.start, Family::size_pairs);
  }
}

void Families::add_data(const BoundSpec& at) {
  for (const Conditional<DataSet>& set : at.data_sets()) {
    const auto [calls, is_new] = data_calls_.try_emplace(set.written);
    if (is_new) calls->second = calls_of(set);
    for (const DataCall& one : calls->second) {
      Call call = one.call;
      call.target = at.target();
      add(one.naming, std::move(call), one.verdict);
    }
  }
}

void Families::add_examples(const Target& target) {
  for (const Example& example : bound_.op().examples) {
    if (!holds(example.applies, bound_.spec(), target)) continue;
    Call call = example.call;
    call.op = bound_.op().name;
    call.target = target;
    add({.family = Family::examples,
         .content = example.id,
         .covers = {{ReasonKind::example, example.id}},
         .at = example.at},
        std::move(call), example.verdict);
  }
}

}  // namespace npu_cts::expand
