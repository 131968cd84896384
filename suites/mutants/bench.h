// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/case.h"
#include "framework/model/request.h"
#include "framework/model/result.h"
#include "framework/rule/bound_spec.h"
#include "kernels/mutant.h"

namespace npu_cts::mutants {

/// Multiply-adds of one case: enough for the longest sums that are legal.
inline constexpr std::int64_t dearest = std::int64_t{1} << 24;

/// An accepted case with its values, and what the oracle said of it. `bound` and `planned` must outlive it.
class ValueCase {
 public:
  ValueCase(const BoundSpec& bound, const Case& planned);

  /// Returns the verdict on `mutant`: a plain pass where the call does not take the path of its fault.
  CaseResult judge(const Mutant& mutant);

 private:
  const BoundSpec& bound_;
  const Case& planned_;
  Call call_;
  Request request_;
  std::map<std::vector<VariantChoice>, std::vector<std::vector<NamedTensor>>> answers_;
};

/// Returns whether an implementation fails `planned`, a refused case at the target of `bound`, by accepting its call.
bool fails_when_accepted(const BoundSpec& bound, const Case& planned);

/// Returns whether an implementation fails `planned`, an accepted case at the target of `bound`, by refusing its call.
bool fails_when_refused(const BoundSpec& bound, const Case& planned);

/// Returns whether a check with `oversight` fails `planned`: it accepts a refused case, or refuses an accepted one.
bool is_caught(const Oversight& oversight, const BoundSpec& bound, const Case& planned);

/// What the cases said of a mutant.
struct Finding {
  std::size_t ran = 0;
  std::string caught_by;  ///< the id of the first case that failed; empty: none did
  std::string reason;
  std::string error;  ///< a case that ended in an error of ours; empty: none did
};

/// The cases of one operator up to a tier, cheapest first.
class Bench {
 public:
  /// `spec` must live as long as the bench.
  Bench(const Spec& spec, std::string_view op, Tier last);

  /// Runs `mutant` until a case fails: a harmless one only where mutants are tried first.
  Finding examine(const Mutant& mutant);

  /// Asks a check with `oversight` until it accepts a case that must be refused, or refuses one that must be accepted.
  Finding examine(const Oversight& oversight);

 private:
  /// Asks a check with `oversight` about `planned`, and returns whether that catches it.
  bool is_shown_by(Finding& finding, const Oversight& oversight, const Case& planned);

  /// A case, and its values once they were needed.
  struct Prepared {
    Case planned;
    std::unique_ptr<ValueCase> values = {};
  };

  BoundSpecs specs_;
  const OpSpec& op_;
  std::vector<Prepared> accepted_;  ///< where mutants are tried first
  std::vector<Case> elsewhere_;     ///< small ones accepted at other targets
  std::vector<Case> large_;         ///< accepted ones whose values are not computed
  std::vector<Case> refused_;
};

}  // namespace npu_cts::mutants
