// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/spec.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::ascend {

/// Returns `value`, which is no tensor, as a Python literal: `torch.int8`, `(3, 3)`, `'update'`, `None`.
std::string to_python(const Value& value, ParameterKind kind);

/// Returns a Python expression over torch for a tensor of `type` on the device, with values as `fill` says; null: a
/// plain range for the dtype. `call` is the one it is an argument of.
std::string to_python(const TensorType& type, const Fill* fill, const SlotCall& call);

}  // namespace npu_cts::ascend
