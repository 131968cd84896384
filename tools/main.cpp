// SPDX-License-Identifier: Apache-2.0
// npu-cts: the front door. Every command is one file in tools/cli; this one only chooses.

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/find.h"
#include "framework/base/large_pages.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"
#include "framework/run/session/command_line.h"
#include "framework/run/session/complain.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

Diagnostic no_such_command(std::string_view word, std::span<const std::string> known) {
  const auto near = nearest_word(word, known);
  return {.kind = Kind::wrong_usage,
          .what = word.empty() ? "no command is given" : fmt::format("no command is called '{}'", escape_control(word)),
          .why = "the first word says what to do",
          .hint = did_you_mean(near, "'npu-cts --help' lists the commands")};
}

int main_of(int argc, char** argv) {
  CLI::App app("Conformance suite and spec checker for NPU operators.", "npu-cts");
  app.set_version_flag("--version", "npu-cts " NPU_CTS_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 conforms or sound, 1 something failed, 2 the spec has errors, 3 wrong usage or unreadable input,\n"
      "4 the driver could not start, 5 nothing ran, 70 a fault of ours, 130 Ctrl-C.\n"
      "Examples:\n"
      "  npu-cts check spec\n"
      "  npu-cts explain call.yaml\n"
      "  npu-cts run 'npu_quant_scatter_/*' --driver reference --product atlas_a2");
  Action chosen;
  for (const auto add :
       {add_check,  add_list,   add_show,     add_explain, add_eval,         add_run,       add_export, add_judge,
        add_report, add_expect, add_certify,  add_verify,  add_compare,      add_matrix,    add_trend,  add_diff,
        add_cover,  add_fuzz,   add_strength, add_import,  add_new_operator, add_completion})
    add(app, chosen);
  const std::string_view first = argc > 1 ? argv[1] : "";
  const auto known = names_of_commands(app);
  if (!first.starts_with('-') && !contains(known, first))
    return run::complain({no_such_command(first, known)}, run::exit_usage);
  if (const auto code = run::parse(app, argc, argv)) return *code;
  return chosen();
}

}  // namespace
}  // namespace npu_cts

int main(int argc, char** argv) {
  npu_cts::use_large_pages();
  return npu_cts::run::exception_barrier("npu-cts", [&] { return npu_cts::main_of(argc, argv); });
}
