// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace npu_cts {

/// Returns what some YAML readers take the bare `word` for, whatever its case, as this project writes it: "true" for
/// "y". Nothing where all take it for a word.
std::optional<std::string_view> disputed_as(std::string_view word);

/// Returns `name`, which has no sign of YAML, bare; in quotes where a bare one is disputed.
std::string yaml_name(std::string_view name);

}  // namespace npu_cts
