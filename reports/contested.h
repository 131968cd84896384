// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "framework/record/journal.h"

namespace npu_cts::reports {

/// What a reader makes of a contested case: neither right nor wrong, judged by the documents, or right either way.
enum class ContestedPolicy : std::uint8_t { report, fail, pass };
inline constexpr std::array all_contested_policies{ContestedPolicy::report, ContestedPolicy::fail,
                                                   ContestedPolicy::pass};
std::string_view name_of(ContestedPolicy policy);

/// Returns `result` as `policy` takes it, where it is contested.
CaseResult with_contested(CaseResult result, ContestedPolicy policy);

/// Returns `journal` with its contested cases as `policy` takes them. A journal itself always says 'contested'.
record::Journal with_contested(record::Journal journal, ContestedPolicy policy);

}  // namespace npu_cts::reports
