// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace npu_cts {

/// What of a spec a case may be there for.
enum class ReasonKind : std::uint8_t { rule, row, data_set, example, parameter, symbol, contested };
inline constexpr auto last_reason_kind = ReasonKind::contested;

/// Something that a case is there for. An operator without rows has one row, `all_dtypes`.
struct Reason {
  ReasonKind kind = ReasonKind::rule;
  std::string id;

  friend bool operator==(const Reason&, const Reason&) = default;
  friend auto operator<=>(const Reason&, const Reason&) = default;
};

inline constexpr const char* all_dtypes = "dtypes";

/// Returns what journals and reports call `reason`: "x1.rank", "contested.odd-rows".
std::string to_text(const Reason& reason);
std::vector<std::string> to_texts(const std::vector<Reason>& reasons);

}  // namespace npu_cts
