// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/base/result.h"
#include "reports/report.h"

namespace npu_cts {

/// Returns what `npu-cts strength --record` measured of the operators of `report`, in each tier up to its own. Nothing
/// where no record stands above the program, or where it is of another spec or lacks an operator.
/// Errors: bad_data, unreadable_file, file_too_large.
Result<std::vector<reports::MeasuredStrength>> read_strength(const reports::Report& report);

}  // namespace npu_cts
