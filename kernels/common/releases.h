// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/base/names.h"

namespace npu_cts::kernels {

/// The document releases, oldest first, so that `<` reads as "before". Kept apart from the spec on purpose.
enum class Release : std::uint8_t { v6_0_rc1, v6_0_0, v7_1_0_initial, v7_1_0, v7_2_0, v7_3_0, v26_0_0, v26_1_0 };

constexpr auto names_of(Release) {
  return name_list("6.0.rc1", "6.0.0", "7.1.0-initial", "7.1.0", "7.2.0", "7.3.0", "26.0.0", "26.1.0");
}

}  // namespace npu_cts::kernels
