// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace npu_cts {

/// What a piece of output means, which its colour shows.
enum class Meaning : std::uint8_t { good, bad, aside };

/// Whether output is coloured.
enum class Colour : std::uint8_t { when_a_terminal, always, never };

void add_colour_option(CLI::App& app, Colour& colour);

/// Returns `text` as standard output shows it: coloured where that was asked for; else where it is a terminal and
/// NO_COLOR is not set.
std::string coloured(std::string_view text, Meaning meaning, Colour colour);

}  // namespace npu_cts
