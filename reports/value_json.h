// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "framework/model/call.h"
#include "framework/model/op_spec.h"
#include "reports/report.h"

namespace npu_cts::reports {

/// Returns `value` as a call file says it; a tensor by its type alone, without values.
nlohmann::ordered_json json_of(const Value& value);

/// Returns how many wrong implementations the cases of `report` catch, and for which spec that was measured; null where
/// it was not.
nlohmann::ordered_json strength_json(const Report& report);

/// Returns `text` in both languages.
nlohmann::ordered_json json_of(const Text& text);

}  // namespace npu_cts::reports
