// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/base/result.h"
#include "framework/model/case.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::ascend {

/// Returns a Python program that makes `call` under the names of its release: tensors with values of the default data
/// set, the call (a module is built, given its variables and called; a graph mode is compiled), and what comes out.
/// Errors: missing_key where the spec does not say where Python imports the operator from (`import`).
Result<std::string> to_snippet(const BoundSpec& bound, const Call& call);

/// As above, with values of the data set or the example of `planned`.
Result<std::string> to_snippet(const BoundSpec& bound, const Case& planned);

}  // namespace npu_cts::ascend
