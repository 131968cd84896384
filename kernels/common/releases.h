// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace npu_cts::kernels {

/// The document releases, oldest first, so that `<` reads as "before". Kept apart from the spec on purpose.
enum class Release : std::uint8_t { v6_0_rc1, v6_0_0, v7_1_0_initial, v7_1_0, v7_2_0, v7_3_0, v26_0_0, v26_1_0 };

inline constexpr std::array<std::string_view, 8> release_names{"6.0.rc1", "6.0.0", "7.1.0-initial", "7.1.0",
                                                               "7.2.0",   "7.3.0", "26.0.0",        "26.1.0"};

/// Returns the release spelled `name`, if there is one.
constexpr std::optional<Release> find_release(std::string_view name) {
  for (std::size_t i = 0; i < release_names.size(); ++i) {
    if (release_names[i] == name) return static_cast<Release>(i);
  }
  return std::nullopt;
}

constexpr std::string_view name_of(Release release) { return release_names[static_cast<std::size_t>(release)]; }

}  // namespace npu_cts::kernels
