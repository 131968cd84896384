// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "framework/model/fault.h"
#include "framework/model/request.h"
#include "framework/run/message/message.h"

namespace npu_cts::wire {

/// Returns how a call ended that `fault` ended.
OutcomeKind kind_of(Fault fault);

/// Returns "FAULT: detail".
std::string words_of(const Attribution& attribution);

/// Returns the attribution that an access to where none is allowed is.
Attribution attribution_of(const OutOfBoundsAccess& access);

/// Returns what a worker's own words of a failure attribute to it: "resource: …" and "protocol: …" are the worker's,
/// who puts "internal: " before an implementation's.
std::optional<Attribution> attribution_of(const Finished& finished);

/// Returns the attribution of a write that went past `side` of `what`.
Attribution overrun(TensorEnd side, std::string tensor, std::string_view what);

}  // namespace npu_cts::wire
