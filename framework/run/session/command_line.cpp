// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/command_line.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/text.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/exit_code.h"

namespace npu_cts::run {
namespace {

/// Returns the command that was chosen, or the program where it has none.
const CLI::App& chosen(const CLI::App& app) {
  const std::vector<CLI::App*> commands = app.get_subcommands();
  return commands.empty() ? app : *commands.front();
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// Returns the members of the set that ends `said`: the library says "--tier: fats not in {smoke,fast,full}".
std::vector<std::string> members_in(std::string_view said) {
  const std::size_t open = said.rfind('{');
  if (open == std::string_view::npos || !said.ends_with('}')) return {};
  return split(said.substr(open + 1, said.size() - open - 2), ',');
}

/// Returns the word that `said` finds wrong, behind the option's name, and the words that it might be.
std::optional<std::string> near_member(std::string_view said) {
  const std::size_t word = said.find(": ");
  const std::size_t end = said.find(" not in {");
  if (word == std::string_view::npos || end == std::string_view::npos || end < word) return std::nullopt;
  return nearest_word(std::string(said.substr(word + 2, end - word - 2)), members_in(said));
}

/// Returns what the option is for that `said` begins with, if any.
std::string purpose(const CLI::App& command, std::string_view said) {
  const std::string name(said.substr(0, said.find_first_of(": ")));
  const CLI::Option* const option = command.get_option_no_throw(name);
  return option == nullptr ? "the command line cannot be carried out"
                           : fmt::format("{}: {}", name, option->get_description());
}

std::string hint(const std::optional<std::string>& near) {
  return near ? fmt::format("did you mean '{}'?", *near) : "'--help' behind the command lists its options";
}

Diagnostic unknown_word(const CLI::App& command, std::string_view said) {
  const std::vector<std::string> remaining = command.remaining();
  const std::string word = remaining.empty() ? "" : remaining.front();
  return {.kind = Kind::wrong_usage,
          .at = {},
          .what = word.empty() ? std::string(said) : fmt::format("unexpected '{}'", escape_control(word)),
          .why = "the command has no such option, and takes no such word",
          .hint = hint(nearest_word(word, options_of(command))),
          .notes = {}};
}

Diagnostic wrong_word(const CLI::App& command, std::string_view said) {
  return {.kind = Kind::wrong_usage,
          .at = {},
          .what = escape_control(said),
          .why = purpose(command, said),
          .hint = hint(near_member(said)),
          .notes = {}};
}

}  // namespace

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError& error) {
    return complain({unknown_word(chosen(app), error.what())}, exit_usage);
  } catch (const CLI::ParseError& error) {  // the library's way of saying help, version or wrong usage
    if (error.get_exit_code() != 0) return complain({wrong_word(chosen(app), error.what())}, exit_usage);
    std::ostringstream out;
    app.exit(error, out);
    return say(out.str(), exit_conforms);
  }
  return std::nullopt;
}

}  // namespace npu_cts::run
