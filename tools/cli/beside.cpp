// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/diagnostic.h"
#include "framework/run/session/complain.h"
#include "framework/run/shards/child.h"
#include "tools/cli/command.h"

// The commands that another program carries out.
namespace npu_cts {
namespace {

std::string path_beside(std::string_view program) {
  return (std::filesystem::path(run::program_path()).parent_path() / program).string();
}

/// Adds a command that the program npu-cts-NAME carries out. That reads the words itself: --help too.
void add_beside(CLI::App& app, Action& chosen, const std::string& name, const std::string& says) {
  CLI::App* command = app.add_subcommand(name, says);
  command->set_help_flag();
  command->prefix_command();
  command->callback([command, name, &chosen] {
    chosen = [command, name] { return run_beside("npu-cts-" + name, command->remaining()); };
  });
}

}  // namespace

std::string suite_path() { return path_beside("npu-cts-suite"); }

std::vector<record::OutputFile> hold_files(const std::string& spec) {
  std::vector<std::string> paths{suite_path(), path_beside("npu-cts-worker")};
  std::error_code failed;
  for (std::filesystem::recursive_directory_iterator it(spec, failed), end; it != end && !failed; it.increment(failed))
    if (it->is_regular_file(failed)) paths.push_back(it->path());
  return record::hold_open(paths);
}

int run_beside(std::string_view program, std::vector<std::string> words) {
  words.insert(words.begin(), path_beside(program));
  if (std::error_code error; !std::filesystem::exists(words.front(), error)) {
    return run::complain({error_at(Kind::unreadable_file, {words.front(), 0, 0}, "there is no such program",
                                   "it carries out this command, and a build of npu-cts alone does not make it",
                                   fmt::format("build it: cmake --build --preset release --target {}", program))},
                         run::exit_usage);
  }
  return run::run_child(words);
}

void add_fuzz(CLI::App& app, Action& chosen) {
  add_beside(app, chosen, "fuzz", "Draws calls beyond the planned ones, and shrinks those that fail.");
}

void add_strength(CLI::App& app, Action& chosen) {
  add_beside(app, chosen, "strength",
             "Measures the suite: which of many implementations that are wrong on purpose the cases catch.");
}

}  // namespace npu_cts
