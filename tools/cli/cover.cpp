#include <CLI/CLI.hpp>
#include <filesystem>

#include "framework/run/shards/child.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

/// npu-cts-cover, beside this program, reads the words itself: --help too.
int cover(std::vector<std::string> words) {
  const auto program = std::filesystem::path(program_path()).parent_path() / "npu-cts-cover";
  words.insert(words.begin(), program.string());
  return run_child(words);
}

}  // namespace

void add_cover(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("cover", "Prints few rows that bring all values of a model together.");
  command->set_help_flag();
  command->prefix_command();
  command->callback([command, &chosen] { chosen = [command] { return cover(command->remaining()); }; });
}

}  // namespace npu_cts
