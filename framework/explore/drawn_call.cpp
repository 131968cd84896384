// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/drawn_call.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "framework/base/random.h"
#include "framework/expand/fill.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::explore {
namespace {

/// Fills with one of the two data sets of each tensor.
Call filled(const BoundSpec& bound, const Call& call, const std::vector<ValueChoice>& values, const std::string& seed,
            std::size_t ValueChoice::*which) {
  return expand::fill(bound, call, seed, [&](const std::string& key) {
    const std::size_t slot = bound.names().parameter(key);
    const bool is_chosen = slot < values.size() && !bound.data_sets().empty();
    if (!is_chosen) return expand::find_fill(bound.op(), "default", key);
    return expand::find_fill(bound.op(), bound.data_sets()[values[slot].*which].written->id, key);
  });
}

/// Takes every element whose random bit is set from `other`.
void mix(Tensor& tensor, const Tensor& other, const Random& random) {
  const auto width = static_cast<std::size_t>(bytes_of(tensor.type.dtype));
  for (std::size_t i = 0; (i + 1) * width <= tensor.values.size(); ++i) {
    if ((random.bits(i) & 1) != 0) std::memcpy(&tensor.values[i * width], &other.values[i * width], width);
  }
}

/// The documents speak where a rule refuses, or where every rule is kept and decided.
std::optional<Verdict> verdict_of(const Judgement& judgement, const SlotCall& call) {
  if (judgement.verdict == Verdict::reject || judgement.verdict == Verdict::unsupported) return judgement.verdict;
  if (judgement.verdict == Verdict::accept && judgement.broken.empty() && is_legal(call)) return Verdict::accept;
  return std::nullopt;
}

/// Returns whether all data sets that `values` choose are for calls like `call`.
bool are_for(const SlotCall& call, const std::vector<ValueChoice>& values) {
  if (call.bound().data_sets().empty()) return true;
  return std::ranges::all_of(
      values, [&](const ValueChoice& choice) { return is_for(call, choice.first) && is_for(call, choice.second); });
}

}  // namespace

bool is_for(const SlotCall& call, std::size_t place) {
  const auto& when = call.bound().data_sets()[place].when;
  return !when || decide(*when, call) == true;
}

std::optional<DecidedCall> decide_call(const BoundSpec& bound, Call call) {
  const SlotCall slots(bound, call.arguments);
  const Judgement judgement = judge(slots);
  const auto verdict = verdict_of(judgement, slots);
  if (!verdict) return std::nullopt;
  DecidedCall decided{.bound = &bound, .broken = {}};
  decided.planned.family = Family::fuzz;
  decided.planned.expected = *verdict;
  for (const BoundRule* rule : judgement.broken) decided.broken.push_back(rule->id);
  if (!judgement.broken.empty()) decided.planned.at = judgement.broken.front()->at;
  if (judgement.broken.size() == 1)
    decided.planned.covers = {{ReasonKind::rule, decided.broken.front()}};  // of several, any code will do
  if (*verdict == Verdict::reject) {
    for (const Contested* one : contested_by(slots, judgement))
      decided.planned.covers.push_back({ReasonKind::contested, one->id});
  }
  decided.call = std::move(call);
  return decided;
}

Call with_values(const BoundSpec& bound, const Call& call, const std::vector<ValueChoice>& values,
                 const std::string& seed) {
  Call first = filled(bound, call, values, seed, &ValueChoice::first);
  const auto is_mixed = [](const ValueChoice& choice) { return choice.first != choice.second; };
  if (std::ranges::none_of(values, is_mixed)) return first;
  const Call second = filled(bound, call, values, seed, &ValueChoice::second);
  for (auto& [key, value] : first.arguments) {
    auto* const tensor = std::get_if<Tensor>(&value);
    const std::size_t slot = bound.names().parameter(key);
    if (tensor == nullptr || slot >= values.size() || !is_mixed(values[slot])) continue;
    mix(*tensor, std::get<Tensor>(second.arguments.find(key)->second), Random(fmt::format("{}|mixed|{}", seed, key)));
  }
  return first;
}

std::optional<DecidedCall> CallMaker::make(const DrawnCall& drawn, std::int64_t most_elements) {
  builder_.start(drawn.candidate);
  const SlotCall* const slots = builder_.build();
  if (slots == nullptr || search::elements_of(*slots) > most_elements) return std::nullopt;
  if (search::depends_on_unseen_layout(*slots) || !are_for(*slots, drawn.values)) return std::nullopt;
  const BoundSpec& bound = builder_.bound();
  const Call call = to_call(bound, builder_.arguments());
  auto decided = decide_call(bound, with_values(bound, call, drawn.values, drawn.seed));
  if (decided || drawn.values.empty()) return decided;
  return decide_call(bound, with_values(bound, call, {}, drawn.seed));  // what was drawn breaks a rule on values
}

}  // namespace npu_cts::explore
