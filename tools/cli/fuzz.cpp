#include <CLI/CLI.hpp>
#include <filesystem>

#include "framework/run/shards/child.h"
#include "tools/cli/command.h"

namespace npu_cts {

int run_fuzz(std::vector<std::string> words) {
  const auto program = std::filesystem::path(program_path()).parent_path() / "npu-cts-fuzz";
  words.insert(words.begin(), program.string());
  return run_child(words);
}

void add_fuzz(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("fuzz", "Draws calls beyond the planned ones, and shrinks those that fail.");
  command->set_help_flag();
  command->prefix_command();
  command->callback([command, &chosen] { chosen = [command] { return run_fuzz(command->remaining()); }; });
}

}  // namespace npu_cts
