// npu-cts: the front door. Every command is one file in tools/cli; this one only chooses.

#include <exception>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/cli/command.h"

int main(int argc, char** argv) {
  CLI::App app("Conformance suite and spec checker for NPU operators.", "npu-cts");
  app.set_version_flag("--version", "npu-cts " NPU_CTS_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 conforms or sound, 1 something failed, 2 the law has errors, 3 wrong usage or unreadable input,\n"
      "4 the driver could not start, 5 nothing ran, 70 a fault of ours.\n"
      "Examples:\n"
      "  npu-cts check spec\n"
      "  npu-cts explain call.yaml\n"
      "  npu-cts run 'npu_quant_scatter_/*' --driver reference --product atlas_a2");
  npu_cts::Action chosen;
  npu_cts::add_check(app, chosen);
  npu_cts::add_list(app, chosen);
  npu_cts::add_explain(app, chosen);
  npu_cts::add_eval(app, chosen);
  npu_cts::add_run(app, chosen);
  npu_cts::add_report(app, chosen);
  npu_cts::add_matrix(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // the library's way of saying help, version or wrong usage
    return app.exit(error) == 0 ? npu_cts::exit_conforms : npu_cts::exit_usage;
  }
  try {
    return chosen();
  } catch (const std::exception& error) {
    fmt::print(stderr, "npu-cts: a fault of ours: {}\nplease report it with the command line\n", error.what());
    return npu_cts::exit_bug;
  }
}
