#pragma once

#include <functional>
#include <vector>

#include "framework/findings/checks/check.h"
#include "framework/model/request.h"

namespace npu_cts {

/// Returns the outputs of a legal call with values under every choice of its numeric models; nothing without an oracle.
/// Whoever knows the formulas gives it: nothing in this folder does.
using Formula = std::function<std::vector<std::vector<NamedTensor>>(const Call& call)>;

/// Returns golden_not_reproduced for each example whose printed output `formula` gives under no choice. A contradiction
/// of that kind about the example takes the finding away, and is an error where the output is reproduced.
Diagnostics check_goldens(const Spec& spec, const Formula& formula);

}  // namespace npu_cts
