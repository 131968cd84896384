// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/result.h"
#include "framework/record/journal.h"

namespace npu_cts::expect {

/// Returns what the failure `result` of `planned` has in common with failures of the same cause, in words.
std::string diagnosis_of(const record::PlannedCase& planned, const CaseResult& result);

}  // namespace npu_cts::expect
