// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "framework/base/diagnostic.h"
#include "framework/reader/places.h"

namespace npu_cts::reader {

struct Place;

/// Returns why `text` may not be given to a YAML parser, if so: its size, a byte order mark, bytes that are no UTF-8,
/// control characters other than tabs and line ends.
std::optional<Diagnostic> check_text(std::string_view text, std::string_view file);

/// Returns why the scalar `word`, written without quotes, would mean different things to different YAML readers, if so.
std::optional<Diagnostic> check_word(std::string_view word, const Place& at);

}  // namespace npu_cts::reader
