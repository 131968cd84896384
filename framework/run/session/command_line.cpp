// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/command_line.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/base/find.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"
#include "framework/run/session/complain.h"

namespace npu_cts::run {
namespace {

/// Returns the command that was chosen, or the program where it has none.
const CLI::App& chosen(const CLI::App& app) {
  const std::vector<CLI::App*> commands = app.get_subcommands();
  return commands.empty() ? app : *commands.front();
}

/// Returns the members of the set that ends `said`: the library says "--tier: fats not in {smoke,fast,full}".
std::vector<std::string> members_in(std::string_view said) {
  const std::size_t open = said.rfind('{');
  if (open == std::string_view::npos || !said.ends_with('}')) return {};
  return split(said.substr(open + 1, said.size() - open - 2), ',');
}

/// Returns the word that `said` finds in no set, behind the option's name; "" where it says something else.
std::string no_member(std::string_view said) {
  const std::size_t word = said.find(": ");
  const std::size_t end = said.find(" not in {");
  if (word == std::string_view::npos || end == std::string_view::npos || end < word) return {};
  return std::string(said.substr(word + 2, end - word - 2));
}

/// Returns the first option that `said` names.
std::string option_in(std::string_view said) {
  for (const std::string& word : split(said, ' ')) {
    if (word.starts_with('-')) return word.substr(0, word.find(':'));
  }
  return {};
}

/// Returns the option of `command` that is called `name`, or null.
const CLI::Option* find_option(const CLI::App& command, const std::string& name) {
  return name.empty() ? nullptr : command.get_option_no_throw(name);
}

/// Returns what `option` is for, if it is one of `command`.
std::string purpose(const CLI::App& command, const std::string& option) {
  const CLI::Option* const found = find_option(command, option);
  return found == nullptr ? "the command line cannot be carried out" : found->get_description();
}

std::string hint(const std::optional<std::string>& near) {
  return did_you_mean(near, "'--help' behind the command lists its options");
}

Diagnostic wrong(const std::string& what, std::string why, const std::string& hint) {
  return {.kind = Kind::wrong_usage, .what = escape_control(what), .why = std::move(why), .hint = escape_control(hint)};
}

/// A word that no option takes. The library leaves it where it stood: before the command, or behind it.
Diagnostic unknown_word(const CLI::App& app) {
  const bool is_before = !app.remaining().empty();
  const CLI::App& command = is_before ? app : chosen(app);
  const std::vector<std::string> words = command.remaining();
  const auto option = std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('-'); });
  const std::string word = option == words.end() ? words.front() : *option;
  const std::string name = word.substr(0, word.find('='));
  const bool is_early = is_before && &chosen(app) != &app && find_option(chosen(app), name) != nullptr;
  return wrong(fmt::format("unexpected '{}'", word), "the command has no such option, and takes no such word",
               is_early ? fmt::format("write it behind '{}'", chosen(app).get_name())
                        : hint(nearest_word(name, long_options(command))));
}

/// Returns what is wrong in the words of `error`, which has said it of `option`.
std::string words_of(const CLI::ParseError& error, const std::string& option) {
  const std::string said = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const bool is_twice = said.find("received") != std::string::npos;
    return fmt::format("'{}' {}", option, is_twice ? "is given more than once" : "needs a value");
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !option.empty())
    return fmt::format("'{}' is missing", option);
  if (const std::string word = no_member(said); !word.empty())
    return fmt::format("{}: '{}' is none of {}", option, word, join(members_in(said), ", "));
  const std::size_t equals = said.rfind(" = ");
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr && equals != std::string::npos)
    return fmt::format("{}: '{}' cannot be read", option, said.substr(equals + 3));
  return said;
}

/// Returns `what`, said of `option`, with the variable in place of the option where its value comes from there.
std::string with_environment(const CLI::App& command, const std::string& option, const std::string& what) {
  const CLI::Option* const found = find_option(command, option);
  const char* const value = found == nullptr ? nullptr : std::getenv(found->get_envname().c_str());
  if (value == nullptr || !what.starts_with(option) || what.find(fmt::format("'{}'", value)) == std::string::npos)
    return what;
  return found->get_envname() + what.substr(option.size());
}

Diagnostic wrong_word(const CLI::App& command, const CLI::ParseError& error) {
  const std::string_view said = error.what();
  std::string option = option_in(said);
  if (option.empty()) option = said.substr(0, said.find_first_of(": "));  // a word that is no option has no dashes
  if (find_option(command, option) == nullptr) option.clear();
  std::string way = hint(nearest_word(no_member(said), members_in(said)));
  if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr)
    way = fmt::format("add '{}'", said.substr(said.rfind(' ') + 1));
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !option.empty())
    way = option.starts_with('-') ? fmt::format("add '{}'", option)
                                  : fmt::format("'npu-cts {} --help' shows where it stands", command.get_name());
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) way = "leave one of the two out";
  return wrong(with_environment(command, option, words_of(error, option)), purpose(command, option), way);
}

/// Returns what is wrong where an option or argument of `command` is empty: mostly a variable of a script that is not
/// set.
std::optional<Diagnostic> empty_value(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    const bool is_flag = name.starts_with('-') && option->get_items_expected_min() == 0;
    if (is_flag || !contains(option->results(), "")) continue;
    return wrong(fmt::format("the value of '{}' is empty", name), purpose(command, name),
                 "leave it out, or give it a value");
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // the library's way of saying help, version or wrong usage
    const bool has_rest = !app.remaining().empty() || !chosen(app).remaining().empty();
    if (error.get_exit_code() != 0)
      return complain({has_rest ? unknown_word(app) : wrong_word(chosen(app), error)}, exit_usage);
    std::ostringstream out;
    app.exit(error, out);
    return say(out.str(), exit_conforms);
  }
  const auto empty = empty_value(chosen(app));
  return empty ? std::optional(complain({*empty}, exit_usage)) : std::nullopt;
}

}  // namespace npu_cts::run
