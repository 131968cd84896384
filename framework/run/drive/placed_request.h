// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "framework/run/message/message.h"

namespace npu_cts::wire {

/// Returns the message that makes the call of `request`; `place` says where the bytes of each tensor lie.
Run run_message(const Request& request, const std::function<Place(const std::string& key, const StoredTensor&)>& place);

/// Returns the call of `run`, its bytes taken from `memory`. Every place must lie within it.
Request request_of(const Run& run, std::string_view memory);

}  // namespace npu_cts::wire
