// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/colour.h"

#include <cstdlib>
#include <map>

#include <unistd.h>

#include <fmt/color.h>
#include <CLI/CLI.hpp>

namespace npu_cts {
namespace {

/// Source: no-color.org: any value that is not empty.
bool is_coloured(Colour colour) {
  if (colour != Colour::when_a_terminal) return colour == Colour::always;
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (none == nullptr || *none == '\0') && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

fmt::text_style style_of(Meaning meaning) {
  switch (meaning) {
    case Meaning::good:
      return fg(fmt::terminal_color::green) | fmt::emphasis::bold;
    case Meaning::bad:
      return fg(fmt::terminal_color::red) | fmt::emphasis::bold;
    case Meaning::aside:
      return fmt::text_style(fmt::emphasis::faint);
  }
  std::abort();
}

}  // namespace

void add_colour_option(CLI::App& app, Colour& colour) {
  const std::map<std::string, Colour> known{
      {"auto", Colour::when_a_terminal}, {"always", Colour::always}, {"never", Colour::never}};
  app.add_option_function<std::string>(
         "--color", [&colour, known](const std::string& word) { colour = known.at(word); },
         "colours the output: auto (on a terminal, unless $NO_COLOR is set), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->default_str("auto");
}

std::string coloured(std::string_view text, Meaning meaning, Colour colour) {
  return is_coloured(colour) ? fmt::format(style_of(meaning), "{}", text) : std::string(text);
}

}  // namespace npu_cts
