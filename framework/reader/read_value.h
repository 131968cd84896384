// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/model/call.h"
#include "framework/model/op_spec.h"
#include "framework/reader/reading.h"

namespace npu_cts::reader {

/// Returns the value of an argument of `kind`: `none`, a number, a word, a list, a tensor's type.
/// A tensor's `data` is left to the reader of calls.
Value read_value(Reading& reading, const Node& node, ParameterKind kind);

/// Returns the type that a tensor's map says.
TensorType read_tensor_type(Reading& reading, const Node& node);

/// Returns whether `node` is the bare word none.
bool is_none(const Node& node);

}  // namespace npu_cts::reader
