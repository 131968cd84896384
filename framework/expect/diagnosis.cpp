// SPDX-License-Identifier: Apache-2.0
#include "framework/expect/diagnosis.h"

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

namespace npu_cts::expect {
namespace {

/// Returns the innermost function of the backtrace that a crash left, in words; nothing where it left none.
std::string place_of_crash(const CaseResult& result) {
  constexpr std::string_view innermost = "  #0 ";
  for (const std::string& line : result.printed) {
    const auto end = line.rfind("+0x", line.rfind(" ("));
    if (line.starts_with(innermost) && end != std::string::npos)
      return fmt::format("; in {}", line.substr(innermost.size(), end - innermost.size()));
  }
  return "";
}

}  // namespace

std::string diagnosis_of(const record::PlannedCase& planned, const CaseResult& result) {
  const std::string rule = planned.covers.empty() ? "" : fmt::format("; rule '{}'", planned.covers.front());
  if (result.mismatch) {
    const std::string what = result.matching_mutants.empty()
                                 ? result.mismatch->pattern
                                 : "like an implementation that " + result.matching_mutants.front();
    return fmt::format("wrong values in '{}': {}", result.mismatch->output, what);
  }
  if (!result.attribution) return result.reason;
  switch (result.attribution->fault) {
    case Fault::accepted_invalid:
    case Fault::wrong_code:
      return result.reason + rule;
    case Fault::crash:
      return result.reason + place_of_crash(result);
    case Fault::value_mismatch:
    case Fault::refused_valid:
    case Fault::out_of_bounds:
    case Fault::input_modified:
    case Fault::unwritten_output:
    case Fault::nondeterministic:
    case Fault::timeout:
    case Fault::exited:
    case Fault::resource:
    case Fault::protocol:
      return result.reason;
  }
  std::abort();
}

}  // namespace npu_cts::expect
