// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/arrays/model.h"
#include "framework/base/result.h"

namespace npu_cts::arrays {

/// Returns tuples such that a row is legal exactly if it contains none of them. None can lose a cell.
/// Errors: a constraint over more combinations of values than can be tried.
Result<std::vector<Tuple>> forbidden_tuples(const Model& model);

}  // namespace npu_cts::arrays
