// SPDX-License-Identifier: Apache-2.0
#include "suites/cross_check.h"

#include "framework/model/storage.h"
#include "framework/rule/judge_call.h"
#include "framework/search/neighbours.h"
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

}  // namespace

CrossCheck compare_with_checks(const BoundSpec& bound) {
  CrossCheck cross_check;
  const auto* kernel = kernels::find_kernel(bound.op().name);
  if (kernel == nullptr) return cross_check;
  for (const search::FoundCall& base : search::legal_calls(bound)) {
    auto calls = search::neighbours_of(bound, base);
    calls.push_back(base.arguments);
    for (const SlotArguments& arguments : calls) {
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
