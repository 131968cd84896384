// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "framework/base/names.h"
#include "framework/record/journal.h"

namespace npu_cts::reports {

/// What a reader makes of a contested case: neither right nor wrong, judged by the documents, or right either way.
enum class ContestedPolicy : std::uint8_t { report, fail, pass };
constexpr auto names_of(ContestedPolicy) { return name_list("report", "fail", "pass"); }

/// Returns `result` as `policy` takes it, where it is contested.
CaseResult with_contested(CaseResult result, ContestedPolicy policy);

/// Returns `journal` with its contested cases as `policy` takes them. A journal itself always says 'contested'.
record::Journal with_contested(record::Journal journal, ContestedPolicy policy);

}  // namespace npu_cts::reports
