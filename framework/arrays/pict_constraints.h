// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "framework/arrays/model.h"
#include "framework/base/result.h"

namespace npu_cts::arrays {

/// Adds the constraints that `text` holds from `from` on to `model`, which has its parameters. Returns what is wrong
/// with each that cannot be read.
Diagnostics read_constraints(std::string_view text, const Location& from, Model& model);

}  // namespace npu_cts::arrays
