// SPDX-License-Identifier: Apache-2.0
#include "reports/contested.h"

#include <utility>

namespace npu_cts::reports {
CaseResult with_contested(CaseResult result, ContestedPolicy policy) {
  if (policy == ContestedPolicy::report || result.status != Status::contested) return result;
  const bool is_wrong = policy == ContestedPolicy::fail && result.outcome == OutcomeKind::completed;
  result.status = is_wrong ? Status::fail : Status::pass;
  if (is_wrong) result.attribution = attribution_of(Fault::accepted_invalid, "");
  return result;
}

record::Journal with_contested(record::Journal journal, ContestedPolicy policy) {
  if (policy == ContestedPolicy::report) return journal;
  for (CaseResult& result : journal.results) result = with_contested(std::move(result), policy);
  return journal;
}

}  // namespace npu_cts::reports
