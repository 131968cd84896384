// SPDX-License-Identifier: Apache-2.0
#include "suites/cross_check.h"

#include "framework/model/storage.h"
#include "framework/rule/judge_call.h"
#include "framework/search/search.h"
#include "kernels/kernel.h"
#include "suites/left_open.h"

namespace npu_cts {
namespace {

/// Returns the spec's verdict on `call`; nothing where it leaves the call open, undefined or undecided.
std::optional<Verdict> word_on(const Judgement& judgement, const SlotCall& call) {
  if (judgement.verdict == Verdict::reject) return Verdict::reject;
  if (judgement.broken.empty() && is_legal(call)) return Verdict::accept;
  return std::nullopt;
}

/// Returns a legal call for each combination of dtypes that the spec admits, where a search finds one, in their order.
std::vector<search::FoundCall> legal_calls(const BoundSpec& bound) {
  search::Search search(bound);
  std::vector<search::FoundCall> calls;
  for (const auto& [choice, row] : search::legal_dtypes(bound)) {
    if (auto found = search.find_legal(search::first_candidate(bound, choice))) calls.push_back(*std::move(found));
  }
  return calls;
}

/// Returns the arguments, without values, of `base` and of the calls that one step from it makes.
std::vector<SlotArguments> calls_near(const BoundSpec& bound, const search::FoundCall& base) {
  search::CallBuilder builder(bound);
  builder.start(base.candidate);
  std::vector<SlotArguments> calls;
  for (search::MutationStep& step : search::MutationSteps(bound).from(base.arguments)) {
    const search::StepTaken taken(step, builder);
    if (builder.build() != nullptr) calls.push_back(builder.arguments());
  }
  calls.push_back(base.arguments);
  return calls;
}

}  // namespace

CrossCheck compare_with_checks(const BoundSpec& bound) {
  CrossCheck cross_check;
  const auto* kernel = kernels::find_kernel(bound.op().name);
  if (kernel == nullptr) return cross_check;
  for (const search::FoundCall& base : legal_calls(bound)) {
    for (const SlotArguments& arguments : calls_near(bound, base)) {
      const SlotCall slots(bound, arguments);
      if (cross_check.open.empty()) cross_check.open = differ_in_open(bound, to_call(bound, arguments));
      const Judgement judgement = judge_rules(slots);
      const auto word = word_on(judgement, slots);
      if (!word) continue;
      const Call call = to_call(bound, arguments);
      ++cross_check.compared;
      const auto refusal = kernel->check(bound.target(), request_of(call));
      if (refusal.has_value() == (*word == Verdict::reject)) continue;
      cross_check.first = {.call = call,
                           .spec = *word,
                           .broken = judgement.broken.empty() ? "" : judgement.broken.front()->id,
                           .refusal = refusal ? refusal->parameter + ": " + refusal->reason : ""};
      return cross_check;
    }
  }
  return cross_check;
}

}  // namespace npu_cts
