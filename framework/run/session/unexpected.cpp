// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/unexpected.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <vector>

#include "framework/base/text.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/exit_code.h"

namespace npu_cts::run {

Diagnostic unexpected(const CLI::App& command, const std::string& said) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::vector<std::string> remaining = command.remaining();
  const std::string word = remaining.empty() ? "" : remaining.front();
  const auto near = nearest_word(word, known);
  return {.kind = Kind::wrong_usage,
          .at = {},
          .what = word.empty() ? said : fmt::format("unexpected '{}'", escape_control(word)),
          .why = "the command has no such option, and takes no such word",
          .hint = near ? fmt::format("did you mean '{}'?", *near) : "'--help' behind the command lists its options",
          .notes = {}};
}

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError& error) {
    return complain({unexpected(app, error.what())}, exit_usage);
  } catch (const CLI::ParseError& error) {  // the library's way of saying help or wrong usage
    return app.exit(error) == 0 ? exit_conforms : exit_usage;
  }
  return std::nullopt;
}

}  // namespace npu_cts::run
