// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/record/journal.h"

namespace npu_cts::record {
namespace {

/// Returns whether a run of `info` can end `planned` as `result` says.
bool can_end_so(const PlannedCase& planned, const CaseResult& result, const RunInfo& info) {
  const bool accepts = planned.expected == Verdict::accept;
  const bool refuses = planned.expected == Verdict::reject || planned.expected == Verdict::unsupported;
  const bool claims_nothing = result.outcome == OutcomeKind::unsupported;
  if (is_failure(result.status) || result.status == Status::expected_fail) return true;
  if (result.status == Status::skip)
    return !(accepts || refuses) || (claims_nothing && info.unsupported == Policy::allow);
  if (result.status == Status::contested) return planned.expected == Verdict::reject;
  if (result.attribution || result.mismatch) return false;  // it passes, or is weak
  const bool completes = result.outcome == OutcomeKind::completed;
  const bool is_extension = completes && result.status == Status::weak && info.extensions == Policy::allow;
  const bool has_refused = result.outcome == OutcomeKind::refused || claims_nothing;
  return accepts ? completes : refuses && (has_refused || is_extension);
}

}  // namespace

std::optional<std::string> find_impossible(const PlannedCase& planned, const CaseResult& result, const RunInfo& info) {
  if (can_end_so(planned, result, info)) return std::nullopt;
  return fmt::format("'{}' cannot end as '{}': the documents say {}, and its outcome is '{}'",
                     escape_control(planned.id), name_of(result.status), name_of(planned.expected),
                     name_of(result.outcome));
}

}  // namespace npu_cts::record
