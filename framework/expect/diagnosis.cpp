#include "framework/expect/diagnosis.h"

#include <cstdlib>

#include <fmt/format.h>

namespace npu_cts {

std::string diagnosis_of(const PlannedCase& planned, const CaseResult& result) {
  const std::string rule = planned.covers.empty() ? "" : fmt::format("; rule '{}'", planned.covers.front());
  if (result.mismatch) {
    const std::string like = result.matching_mutants.empty()
                                 ? "like no mistake that is known here"
                                 : "like an implementation that " + result.matching_mutants.front();
    return fmt::format("wrong values in '{}': {}; {}", result.mismatch->output, result.mismatch->pattern, like);
  }
  if (!result.attribution) return result.reason;
  switch (result.attribution->fault) {
    case Fault::accepted_invalid:
    case Fault::wrong_code:
      return result.reason + rule;
    case Fault::value_mismatch:
    case Fault::refused_valid:
    case Fault::out_of_bounds:
    case Fault::input_modified:
    case Fault::unwritten_output:
    case Fault::nondeterministic:
    case Fault::crash:
    case Fault::timeout:
    case Fault::exited:
    case Fault::resource:
    case Fault::protocol:
      return result.reason;
  }
  std::abort();
}

}  // namespace npu_cts
