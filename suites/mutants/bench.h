// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/case.h"
#include "framework/model/result.h"
#include "framework/rule/bound_spec.h"
#include "framework/run/drive/driver.h"
#include "kernels/mutant.h"

namespace npu_cts::mutants {

/// Returns a driver that refuses what the reference refuses, and computes what `mutant` computes. The mutant must
/// outlive it.
std::unique_ptr<Driver> open_mutant(const Mutant& mutant, const Target& target);

/// A planned case with its values, and what the oracle says of it.
struct Prepared {
  Case planned;
  std::optional<Call> call;  ///< with values, once it was needed
  std::map<std::vector<VariantChoice>, std::vector<std::vector<NamedTensor>>> answers;
};

/// What the cases said of a mutant.
struct Finding {
  std::size_t ran = 0;
  std::string caught_by;  ///< the id of the first case that failed; empty: none did
  std::string reason;
  std::string error;  ///< a case that ended in an error of ours; empty: none did
};

/// The accepted cases of one operator that are small enough for slow implementations, cheapest first.
class Bench {
 public:
  /// `spec` must live as long as the bench.
  Bench(const Spec& spec, std::string_view op);

  /// Runs `mutant` until a case fails.
  Finding examine(const Mutant& mutant);

 private:
  CaseResult judge(const Mutant& mutant, Prepared& prepared);

  BoundSpecs specs_;
  const OpSpec& op_;
  std::vector<Prepared> cases_;
};

}  // namespace npu_cts::mutants
