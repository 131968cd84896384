// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/attempt.h"

#include <algorithm>
#include <utility>

#include "framework/run/drive/last_lines.h"

namespace npu_cts::explore {

/// Returns the driver for `target`, or null where none opens.
run::Driver* Attempt::driver_for(const Target& target) {
  if (!open_) {
    auto started = bench_.start();
    if (!started) {
      trouble_ = run::one_line(started.diagnostics().front());
      return nullptr;
    }
    open_ = std::move(*started);
  }
  std::unique_ptr<run::Driver>& driver = drivers_[target];
  if (driver) return driver.get();
  auto opened = open_(target);
  if (opened) {
    driver = std::move(*opened);
  } else {
    trouble_ = run::one_line(opened.diagnostics().front());
  }
  return driver.get();
}

void Attempt::say(const DecidedCall* call) const {
  if (bench_.on_call) bench_.on_call(call);
}

Tried Attempt::run(const DecidedCall& call) {
  run::Driver* const driver = driver_for(call.call.target);
  if (driver == nullptr) {
    return {.result = {.id = call.planned.id,
                       .status = Status::error,
                       .reason = "the driver did not open: " + trouble_,
                       .outcome = OutcomeKind::failed,
                       .mismatch = std::nullopt}};
  }
  driver->name_next(call.planned.id);
  say(&call);
  run::Observation seen = run::observe(call.bound->op(), call.call, *driver);
  CaseResult result = judging::judge_case(*call.bound, call.planned, call.call, seen, bench_.oracle, bench_.options);
  say(nullptr);
  return {.result = std::move(result), .seen = std::move(seen)};
}

void Attempt::pass(const DecidedCall& call) {
  run::Driver* const driver = driver_for(call.call.target);
  if (driver == nullptr) return;
  driver->name_next(call.planned.id);
  say(&call);
  run::observe(call.bound->op(), call.call, *driver);
  say(nullptr);
}

Signature signature_of(const DecidedCall& call, const CaseResult& result) {
  Signature signature{.status = result.status, .fault = std::nullopt, .broken = call.broken};
  if (result.attribution) {
    signature.fault = result.attribution->fault;
    signature.tensor = result.attribution->tensor;
  }
  std::ranges::sort(signature.broken);
  return signature;
}

bool is_same_way(const Signature& first, const Signature& now) {
  return first.status == now.status && first.fault == now.fault && first.tensor == now.tensor &&
         first.broken.empty() == now.broken.empty() && std::ranges::includes(first.broken, now.broken);
}

}  // namespace npu_cts::explore
