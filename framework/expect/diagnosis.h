// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "framework/model/result.h"
#include "framework/record/journal.h"

namespace npu_cts::expect {

/// Returns what the failure `result` of `planned` has in common with failures of the same cause, in words. Where its
/// values are like those of wrong implementations, `like` says which of them is named; empty: the first.
std::string diagnosis_of(const record::PlannedCase& planned, const CaseResult& result, std::string_view like = {});

}  // namespace npu_cts::expect
