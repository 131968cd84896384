// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace npu_cts {

/// Returns the number that `text` spells in plain decimals: '-' and a fraction are allowed, an exponent too.
std::optional<double> parse_real(std::string_view text);

/// Returns the bits that `text` spells as '0x' and 1 to 16 digits.
std::optional<std::uint64_t> parse_bits(std::string_view text);

}  // namespace npu_cts
