// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/base/names.h"

namespace npu_cts {

/// Sizes that hints ask for by a word, around the tiles of a machine. expand/choices says which they are.
enum class SizeList : std::uint8_t { classes, large, uneven };
constexpr auto names_of(SizeList) { return name_list("classes", "large", "uneven"); }

}  // namespace npu_cts
