// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/case.h"
#include "framework/record/journal.h"

namespace npu_cts {

/// Returns `cases` as bytes: how the process that planned a run hands its cases to those that share it. Only processes
/// of one build on one machine understand each other.
std::string to_bytes(const std::vector<Case>& cases);

/// Returns those of the cases in the file `path` that fall to `shard`, in their order.
/// Errors: unreadable_file; wrong_usage, where the file does not hold what to_bytes gives.
Result<std::vector<Case>> read_plan(const std::string& path, const Shard& shard);

}  // namespace npu_cts
