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
  std::string refuses_none_of = {};  ///< a parameter that may be left out, and may not be given as none
};

/// Returns a device for each change of one fact of `op` that the table in this folder's README lists. They are read off
/// the operator. Facts about data, symbols and outputs have none.
std::vector<SpecDevice> devices_of(const Spec& spec, const OpSpec& op);

}  // namespace npu_cts::mutants
