// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/base/result.h"
#include "framework/model/case.h"
#include "framework/model/spec.h"
#include "framework/rule/bound_spec.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::ascend {

/// Returns a Python program that makes `call` under the names of its release: tensors with values of the default data
/// set, the call (a module is built, given its variables and called; a graph mode is compiled), and what comes out.
/// Errors: missing_key where the spec does not say where Python imports the operator from (`import`).
Result<std::string> to_snippet(const BoundSpec& bound, const Call& call);

/// As above, with values of the data set or the example of `planned`.
Result<std::string> to_snippet(const BoundSpec& bound, const Case& planned);

/// Returns `value`, which is no tensor, as a Python literal: `torch.int8`, `(3, 3)`, `'update'`, `None`.
std::string to_python(const Value& value, ParameterKind kind);

/// Returns a Python expression over torch for a tensor of `type` on the device, with values as `fill` says; null: a
/// plain range for the dtype. `call` is the one it is an argument of.
std::string to_python(const TensorType& type, const Fill* fill, const SlotCall& call);

}  // namespace npu_cts::ascend
