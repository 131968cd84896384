// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "framework/base/diagnostic.h"

// What libFuzzer calls: each target of this folder is one of these. Aborts where a property does not hold; returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace npu_cts::fuzz {

/// Returns the input as text; it lives as long as the input.
std::string_view text_of(const std::uint8_t* data, std::size_t size);

/// Says which property broke, on what, and aborts: a crash that both libFuzzer and the replay report.
[[noreturn]] void broken(std::string_view property, std::string_view about);

/// Aborts where `claim` does not hold.
void hold(bool claim, std::string_view property, std::string_view about);

/// Each diagnostic says what, why and hint, prints without control characters, and stands inside `text`, whose first
/// character is at `first`.
void hold_diagnostics(const Diagnostics& found, std::string_view text, const Location& first);

}  // namespace npu_cts::fuzz
