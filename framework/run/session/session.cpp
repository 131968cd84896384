// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/session.h"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/judge/output_digest.h"
#include "framework/rule/judge_call.h"
#include "framework/run/drive/last_lines.h"

namespace npu_cts::run {
namespace {

CaseResult ours(const Case& planned, std::string reason) {
  return {.id = planned.id,
          .status = Status::error,
          .reason = std::move(reason),
          .outcome = OutcomeKind::failed,
          .mismatch = std::nullopt};
}

/// Returns the rule that the values of an accepted call break: a fault of the generator's, not of the implementation's.
std::optional<std::string> broken_by_values(const BoundSpec& bound, const Call& call) {
  const Judgement judgement = judge_rules(bound, call);
  if (judgement.broken.empty()) return std::nullopt;
  return judgement.broken.front()->id;
}

}  // namespace

DriverOfCase one_driver_a_target(OpenDriver open) {
  const auto opened = std::make_shared<std::map<Target, std::shared_ptr<Driver>>>();
  return [open = std::move(open), opened](const Case& planned) -> Result<std::shared_ptr<Driver>> {
    auto& driver = (*opened)[planned.call.target];
    if (driver) return driver;
    auto fresh = open(planned.call.target);
    if (!fresh) return fresh.diagnostics();
    driver = std::move(*fresh);
    return driver;
  };
}

Session::Session(const Spec& spec, DriverOfCase driver_of, Judging judging, record::CaseSink& sink)
    : spec_(spec),
      specs_(spec),
      driver_of_(std::move(driver_of)),
      judging_(std::move(judging)),
      options_of_further_(judging_.options),
      sink_(sink) {
  options_of_further_.unsupported = Policy::reject;  // what it supports does not depend on the values
}

CaseResult Session::run(const Case& planned) {
  if (sink_.begin(planned.id)) is_broken_ = true;
  const std::int64_t begun = judging_.clock ? judging_.clock() : 0;
  CaseResult result = run_repeatedly(planned);
  if (judging_.clock) result.microseconds = judging_.clock() - begun;
  if (sink_.end(result)) is_broken_ = true;
  return result;
}

/// The worst of several verdicts counts.
CaseResult Session::run_repeatedly(const Case& planned) {
  CaseResult worst = run_open(planned);
  std::size_t failed = worst.status > Status::skip ? 1 : 0;
  for (std::size_t run = 1; run < judging_.repeat; ++run) {
    CaseResult next = run_open(planned);
    if (next.status > Status::skip) ++failed;
    if (next.status > worst.status) worst = std::move(next);
  }
  if (judging_.repeat > 1 && failed > 0) worst.reason += fmt::format(" (in {} of {} runs)", failed, judging_.repeat);
  return worst;
}

CaseResult Session::run_open(const Case& planned) {
  const BoundSpec* const bound = specs_.find(planned.call);
  if (bound == nullptr) return ours(planned, "the spec has no such operator");
  if (!is_run(planned)) {
    return {.id = planned.id,
            .status = Status::skip,
            .reason = fmt::format("the documents leave it {}", name_of(planned.expected)),
            .outcome = OutcomeKind::completed,
            .mismatch = std::nullopt};
  }
  const auto driver = driver_of_(planned);
  if (!driver) return ours(planned, "the driver did not open: " + one_line(driver.diagnostics().front()));
  const CallOfCase asked{.call = expand::fill(*bound, planned, judging_.challenge)};
  CaseResult result = run_call(*bound, planned, asked, **driver);
  if (result.status != Status::pass || !judging_.further_calls) return result;
  for (const CallOfCase& further : judging_.further_calls(*bound, planned, asked.call)) {
    CaseResult again = run_call(*bound, planned, further, **driver);
    if (again.status > Status::skip) return again;
  }
  return result;
}

CaseResult Session::run_call(const BoundSpec& bound, const Case& planned, const CallOfCase& asked, Driver& driver) {
  driver.name_next(planned.id);
  if (planned.expected == Verdict::accept) {
    if (const auto rule = broken_by_values(bound, asked.call))
      return ours(planned, fmt::format("the case's own values break '{}'", *rule));
  }
  const Observation seen = observe(bound.op(), asked.call, driver);
  const judging::JudgeOptions& options =
      asked.words.empty() || asked.is_typed_otherwise ? judging_.options : options_of_further_;
  CaseResult result = judging::judge_case(bound, planned, asked.call, seen, judging_.oracle, options);
  const bool has_failed = result.status > Status::skip;
  if (has_failed && !asked.words.empty()) {
    result.another = asked.words;
    result.nonce = asked.nonce;
    result.reason += fmt::format(" ({})", asked.words);
  }
  if (result.mismatch && judging_.matching_mutants)
    result.matching_mutants = judging_.matching_mutants(asked.call, seen);
  if (has_failed || judging_.keeps_printed) result.printed = last_lines(seen.outcome.printed);
  if (!judging_.challenge.empty() && planned.expected == Verdict::accept && seen.outcome.kind == OutcomeKind::completed)
    result.outputs = judging::output_digest(bound.op(), seen.outcome.outputs);
  if (judging_.on_failure && has_failed)
    judging_.on_failure({.bound = bound, .planned = planned, .call = asked.call, .seen = seen, .result = result});
  return result;
}

}  // namespace npu_cts::run
