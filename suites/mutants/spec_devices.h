// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/model/spec.h"
#include "suites/mutants/strength.h"

namespace npu_cts::mutants {

/// An implementation that judges calls by the spec with one fact changed.
struct SpecDevice {
  WrongIn in = WrongIn::looser;  ///< looser, or stricter
  std::string name;              ///< the fact, and which change of it
  std::string wrong;             ///< what it does, and the fact's line
  std::function<void(OpSpec&)> change;
};

/// Returns a device for each way in which one fact of `op` may be ignored or be made stricter. No list of them is
/// written by hand: they are read off the operator.
std::vector<SpecDevice> devices_of(const Spec& spec, const OpSpec& op);

}  // namespace npu_cts::mutants
