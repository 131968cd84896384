// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace npu_cts {

/// Returns the known word nearest to `word`, at most a third of it wrong, or the only one it is short for; if any.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> known);

/// Returns a hint: whether `near` was meant, or `otherwise` where nothing is near.
std::string did_you_mean(const std::optional<std::string>& near, std::string otherwise);

}  // namespace npu_cts
