// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "framework/base/result.h"
#include "framework/model/spec.h"

namespace npu_cts::reader {

/// Returns the operator that `text` describes; `file` is used only in diagnostics. `spec` is the vocabulary: releases,
/// products, and, where they are known, documents. What its facts cite is not in it: see ground.h. Errors: everything
/// wrong in the file, in the order of its lines.
Result<OpSpec> read_op_spec(std::string_view text, std::string_view file, const Spec& spec);

}  // namespace npu_cts::reader
