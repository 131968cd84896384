// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "framework/model/call.h"
#include "framework/model/op_spec.h"

namespace npu_cts::reports {

/// Returns `value` as a call file says it; a tensor by its type alone, without values.
nlohmann::ordered_json json_of(const Value& value);

/// Returns `text` in both languages.
nlohmann::ordered_json json_of(const Text& text);

}  // namespace npu_cts::reports
