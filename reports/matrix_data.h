// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/spec.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns every fact of the spec's operators as JSON, in both languages, as reports/operators.schema.json describes
/// it. Where a fact holds stands under "applies"; what is left out there holds for all.
std::string matrix_json(const Spec& spec);

/// Returns the same facts as CSV, a line each: operator, kind, id, what it says, where it holds, statements.
std::string matrix_csv(const Spec& spec, Language language);

}  // namespace npu_cts::reports
