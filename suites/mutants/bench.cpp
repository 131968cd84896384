// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/bench.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "framework/expand/fill.h"
#include "framework/judge/judge_case.h"
#include "framework/model/storage.h"
#include "kernels/kernel.h"
#include "suites/kernel_oracle.h"
#include "suites/mutants/planned_cases.h"
#include "suites/reference_driver.h"

namespace npu_cts::mutants {
namespace {

/// Multiply-adds of a case at another target than those where mutants are tried first: there are many.
constexpr std::int64_t dearest_elsewhere = std::int64_t{1} << 16;

/// Counts `result` to `finding`, and returns whether it says what is to be found.
bool ends(Finding& finding, const CaseResult& result) {
  ++finding.ran;
  if (result.status == Status::pass || result.status == Status::weak) return false;
  if (result.status == Status::fail) {
    finding.caught_by = result.id;
    finding.reason = result.reason;
  } else {
    finding.error = result.id + ": " + result.reason;
  }
  return true;
}

}  // namespace

ValueCase::ValueCase(const BoundSpec& bound, const Case& planned)
    : bound_(bound), planned_(planned), call_(expand::fill(bound, planned)), request_(request_of(call_)) {}

CaseResult ValueCase::judge(const Mutant& mutant) {
  if (!mutant.is_on_path(planned_.call.target, request_)) return {.id = planned_.id, .reason = {}};
  const judging::Oracle remembering = [this, ask = kernel_oracle()](const Call& call,
                                                                    const std::vector<VariantChoice>& choices) {
    auto known = answers_.find(choices);
    if (known == answers_.end()) known = answers_.emplace(choices, ask(call, choices)).first;
    return known->second;
  };
  const auto driver = open_reference_driver(planned_.call.target, mutant.run);
  const run::Observation seen = run::observe(bound_.op(), call_, *driver);
  return judging::judge_case(bound_, planned_, call_, seen, remembering, {});
}

bool fails_when_accepted(const BoundSpec& bound, const Case& planned) {
  const run::Observation accepted{.outcome = {}};
  return judging::judge_case(bound, planned, planned.call, accepted, kernel_oracle(), {}).status == Status::fail;
}

bool fails_when_refused(const BoundSpec& bound, const Case& planned) {
  const run::Observation refused{.outcome = {.kind = OutcomeKind::refused}};
  return judging::judge_case(bound, planned, planned.call, refused, kernel_oracle(), {}).status == Status::fail;
}

bool is_caught(const Oversight& oversight, const BoundSpec& bound, const Case& planned) {
  if (planned.expected == Verdict::accept) {
    if (oversight.refuses == nullptr || !oversight.refuses(request_of(planned.call))) return false;
    return fails_when_refused(bound, planned);
  }
  if (oversight.overlook == nullptr) return false;
  Request request = request_of(planned.call);
  oversight.overlook(request);
  if (kernels::find_kernel(oversight.op)->check(planned.call.target, request)) return false;
  return fails_when_accepted(bound, planned);
}

Bench::Bench(const Spec& spec, std::string_view op, Tier last) : specs_(spec), op_(*find_operator(spec, op)) {
  std::vector<TieredCase> cases = cases_up_to(spec, op, last);
  std::ranges::stable_sort(cases, {}, &TieredCase::cost);
  for (TieredCase& one : cases) {
    if (one.planned.expected == Verdict::reject)
      refused_.push_back(std::move(one.planned));
    else if (shows_values(one, dearest) && is_tried_first(op_, one.planned.call.target))
      accepted_.push_back({.planned = std::move(one.planned)});
    else if (shows_values(one, dearest_elsewhere))
      elsewhere_.push_back(std::move(one.planned));
    else if (one.planned.expected == Verdict::accept)
      large_.push_back(std::move(one.planned));
  }
}

Finding Bench::examine(const Mutant& mutant) {
  Finding finding;
  for (Prepared& one : accepted_) {
    if (!one.values) one.values = std::make_unique<ValueCase>(specs_.at(op_, one.planned.call.target), one.planned);
    if (ends(finding, one.values->judge(mutant))) return finding;
  }
  if (!mutant.harmless.empty()) return finding;
  for (const Case& planned : elsewhere_) {
    ValueCase values(specs_.at(op_, planned.call.target), planned);
    if (ends(finding, values.judge(mutant))) return finding;
  }
  return finding;
}

bool Bench::is_shown_by(Finding& finding, const Oversight& oversight, const Case& planned) {
  ++finding.ran;
  if (!is_caught(oversight, specs_.at(op_, planned.call.target), planned)) return false;
  finding.caught_by = planned.id;
  return true;
}

Finding Bench::examine(const Oversight& oversight) {
  Finding finding;
  for (const Prepared& one : accepted_) {
    if (is_shown_by(finding, oversight, one.planned)) return finding;
  }
  for (const std::vector<Case>* const cases : {&elsewhere_, &large_, &refused_}) {
    for (const Case& planned : *cases) {
      if (is_shown_by(finding, oversight, planned)) return finding;
    }
  }
  return finding;
}

}  // namespace npu_cts::mutants
