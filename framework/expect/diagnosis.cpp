// SPDX-License-Identifier: Apache-2.0
#include "framework/expect/apply.h"

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

/// Returns what `fault` did to a tensor, without the place in it: each case has another.
std::string what_it_did(const Attribution& fault) {
  std::string words = fmt::format("{} in '{}'", words_of(fault.fault), fault.tensor);
  if (fault.side) words += *fault.side == TensorEnd::past_end ? ", past its end" : ", before its start";
  return words;
}

}  // namespace

std::string diagnosis_of(const record::PlannedCase& planned, const CaseResult& result, std::string_view like) {
  const std::string rule = planned.covers.empty() ? "" : fmt::format("; rule '{}'", planned.covers.front());
  if (result.mismatch) {
    if (like.empty() && !result.matching_mutants.empty()) like = result.matching_mutants.front();
    return fmt::format("wrong values in '{}': {}{}", result.mismatch->output,
                       like.empty() ? "" : "like an implementation that ",
                       like.empty() ? result.mismatch->pattern : like);
  }
  if (!result.attribution) return result.reason;
  switch (result.attribution->fault) {
    case Fault::accepted_invalid:
    case Fault::wrong_code:
      return result.reason + rule;
    case Fault::crash:
      return result.reason + place_of_crash(result);
    case Fault::out_of_bounds:
    case Fault::unwritten_output:
    case Fault::nondeterministic:
      return result.attribution->tensor.empty() ? result.reason : what_it_did(*result.attribution);
    case Fault::value_mismatch:
    case Fault::refused_valid:
    case Fault::input_modified:
    case Fault::timeout:
    case Fault::exited:
    case Fault::resource:
    case Fault::protocol:
      return result.reason;
  }
  std::abort();
}

}  // namespace npu_cts::expect
