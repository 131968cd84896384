// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "framework/findings/findings.h"
#include "framework/model/request.h"

namespace npu_cts::findings {

/// Returns the outputs of a legal call with values under every choice of its numeric variants; nothing without an
/// oracle. Whoever knows the formulas gives it: nothing in this folder does.
using Formula = std::function<std::vector<std::vector<NamedTensor>>(const Call& call)>;

/// Returns the engine that finds golden-not-reproduced: examples whose printed output `formula` gives under no choice.
/// Without a formula it is not asked.
Engine golden_engine(Formula formula);

}  // namespace npu_cts::findings
