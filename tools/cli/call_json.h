// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "framework/model/spec.h"

namespace npu_cts {

/// Returns `call` in the shape of a call file, under the names of its release, without values.
nlohmann::ordered_json to_json(const Spec& spec, const OpSpec& op, const Call& call);

}  // namespace npu_cts
