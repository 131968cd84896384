// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/unexpected.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <vector>

#include "framework/base/text.h"

namespace npu_cts {

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

}  // namespace npu_cts
