// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/expand/expand.h"
#include "framework/model/case.h"
#include "framework/record/journal.h"

namespace npu_cts {

/// Returns `cases` as bytes: how the process that planned a run hands its cases to those that share it. Only processes
/// of one build on one machine understand each other.
std::string to_bytes(const std::vector<Case>& cases);

/// Returns those of the cases in the file `path` that fall to `shard`, in their order.
/// Errors: unreadable_file; wrong_usage, where the file does not hold what to_bytes gives.
Result<std::vector<Case>> read_plan(const std::string& path, const Shard& shard);

/// Returns `plan`, which was made for `key`, as bytes. What `key` says is left out: the operator, the target, the file.
/// Nothing where the plan says something else of one of these.
std::optional<std::string> to_bytes(const PlanKey& key, const Plan& plan);

/// Returns the plan that to_bytes gave for a key like `key`, at its target. Nothing where `bytes` are not of that form.
std::optional<Plan> plan_of(const PlanKey& key, std::string_view bytes);

}  // namespace npu_cts
