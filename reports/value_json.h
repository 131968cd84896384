// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "framework/model/call.h"

namespace npu_cts::reports {

/// Returns `value` as a call file says it; a tensor by its type alone, without values.
nlohmann::ordered_json json_of(const Value& value);

}  // namespace npu_cts::reports
