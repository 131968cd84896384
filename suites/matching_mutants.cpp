// SPDX-License-Identifier: Apache-2.0
#include "suites/matching_mutants.h"

#include <algorithm>

#include "framework/model/storage.h"
#include "kernels/mutant.h"

namespace npu_cts {
namespace {

/// Multiply-adds of a call: the sums where float32 begins to round are below it, the largest examples are not.
constexpr std::int64_t dearest = std::int64_t{1} << 22;

bool gives(const mutants::Mutant& mutant, const Call& call, const std::vector<NamedTensor>& outputs) {
  Request request = request_of(call);
  return mutant.run(call.target, request) == outputs;
}

}  // namespace

std::vector<std::string> matching_mutants_of(const Call& call, const run::Observation& seen) {
  std::vector<std::string> alike;
  if (seen.outcome.kind != OutcomeKind::completed || mutants::cost_of(call) > dearest) return alike;
  for (const mutants::Mutant& mutant : mutants::all_mutants()) {
    if (mutant.op != call.op || !gives(mutant, call, seen.outcome.outputs)) continue;
    if (mutant.wrong.empty()) return {};
    alike.emplace_back(mutant.wrong);
  }
  return alike;
}

}  // namespace npu_cts
