// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "framework/findings/prove/solver.h"
#include "framework/model/case.h"
#include "framework/rule/judge_call.h"
#include "suites/mutants/spec_devices.h"

namespace npu_cts::mutants {

/// A case, and what the spec says of it.
struct JudgedCase {
  const Case* planned = nullptr;
  const BoundSpec* bound = nullptr;
  std::vector<const BoundRule*> broken = {};  ///< the rules that refuse it
  bool is_contested = false;                  ///< a device that answers otherwise does not fail it
};

/// Returns `planned`, at the target of `bound`, judged: a refused one by its call, or by its values where only they
/// break a rule.
JudgedCase judged(const BoundSpec& bound, const Case& planned);

/// A solver for each target: each holds what it learned of the spec.
using Provers = std::map<const BoundSpec*, std::unique_ptr<findings::prove::SpecSolver>>;

/// A SpecDevice at the targets of the cases that it is asked. For one thread.
class DeviceBench {
 public:
  DeviceBench(const OpSpec& op, const SpecDevice& device);

  /// Returns whether the device says anything else than the spec of some call at the target of `bound`: false where it
  /// has the same rules.
  bool may_differ(const BoundSpec& bound);

  /// Returns whether the device answers `one` otherwise than the spec.
  bool differs(const JudgedCase& one);

  /// Returns whether the solver proves that at no target of `provers` a call is legal to one of the two and refused by
  /// the other. False where it cannot say.
  bool is_proved_equal(Provers& provers);

 private:
  /// The device at a target, and its rules that are not the spec's.
  struct Bound {
    BoundSpec bound;
    std::vector<std::size_t> changed = {};             ///< rules of the device that the spec does not have so
    std::set<std::string, std::less<>> released = {};  ///< rules of the spec that the device does not have so
    bool has_other_defaults = false;
  };

  const Bound& at(const BoundSpec& bound);
  bool is_proved_equal(const BoundSpec& bound, findings::prove::SpecSolver& prover);

  OpSpec op_;
  std::string refuses_none_of_;
  std::map<const BoundSpec*, std::unique_ptr<const Bound>> bounds_;
};

}  // namespace npu_cts::mutants
