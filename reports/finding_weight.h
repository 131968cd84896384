// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "framework/model/spec.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// How much a contradiction costs who reads the page, worst first.
enum class Severity : std::uint8_t {
  high,    ///< results differ, or a call fails that the page shows or allows
  medium,  ///< a program as shown does something else, or readers of two pages write different calls
  low,     ///< the reader stumbles; no call and no result changes
};
inline constexpr std::array all_severities{Severity::high, Severity::medium, Severity::low};
std::string_view say(Severity severity, Language language);

/// What a finding does to users, and what would fix the documents.
struct FindingWeight {
  Severity severity;
  std::string effect;
  std::string fix;
};

/// Returns the weight of a contradiction: by what is wrong, and by what it is about.
FindingWeight weigh(const OpSpec& op, const Contradiction& one, Language language);

}  // namespace npu_cts::reports
