// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "framework/run/message/message.h"

namespace npu_cts::wire {

/// Returns the message of a call in `header`, where it is written as `encode` writes it: in that order, without blanks,
/// in printable ASCII without escapes. Nothing where it is not, or is wrong: whatever else a header holds is for the
/// reader of all JSON.
std::optional<Message> read_plain(std::string_view header, std::size_t reach);

}  // namespace npu_cts::wire
