// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>

#include "framework/reader/read_spec.h"
#include "framework/run/bundle/write_bundle.h"
#include "framework/run/session/options.h"
#include "framework/run/session/selection.h"
#include "tools/cli/command.h"
#include "tools/cli/no_match.h"

namespace npu_cts {
namespace {

struct ExportOptions {
  run::RunOptions run;
  std::string output;
  bool signatures = false;
};

int export_bundle(const ExportOptions& options) {
  const std::string folder = run::find_spec_folder(options.run.spec);
  const auto spec = load_spec(folder);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  if (options.signatures) return run::say(run::signatures_text(*spec), run::exit_conforms);
  const auto what = run::plan_options(*spec, options.run);
  if (!what) return run::complain(what.diagnostics(), run::exit_usage);
  const auto digest = reader::digest_of(folder);
  if (!digest) return run::complain(digest.diagnostics(), run::exit_spec);
  const run::Chosen chosen = run::choose(expand::plan_targets(*spec, *what), options.run);
  if (chosen.cases.empty()) return complain_of_no_match(*spec, options.run, "nothing to export", chosen.unmatched);
  std::vector<Case> cases;
  std::ranges::transform(chosen.cases, std::back_inserter(cases), run::case_of);
  const run::BundleInfo info{.tool_version = NPU_CTS_VERSION,
                             .spec_digest = *digest,
                             .covers = {.query = run::query_text(options.run), .filters = options.run.filters}};
  const auto written = run::write_bundle(*spec, info, cases, options.output);
  if (!written) return run::complain(written.diagnostics(), run::exit_usage);
  return run::say(fmt::format("{}: {} cases\n", options.output, *written), run::exit_conforms);
}

}  // namespace

void add_export(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Writes cases as .npy files with a manifest, to be run elsewhere.");
  run::add_plan_options(*command, options->run);
  run::add_tier_option(*command, options->run.filters.tier);
  CLI::Option* output =
      command->add_option("-o,--output,--out", options->output, "a new or empty folder for the bundle");
  CLI::Option* signatures = command->add_flag(
      "--signatures", options->signatures, "print how each call is written in each release, as JSON, and nothing else");
  output->excludes(signatures);
  command->footer(
      "Examples:\n  npu-cts export 'npu_quant_matmul/*' --product atlas_a2 --mode eager --output bundle\n"
      "  python3 npu_cts_torch.pyz bundle results    (there)\n"
      "  npu-cts judge bundle results -o run.jsonl   (here)\n"
      "Exit code: 0 written, 3 not written, 5 no case matches.");
  command->callback([options, &chosen] {
    if (options->output.empty() && !options->signatures) throw CLI::RequiredError("--output");
    chosen = [options] { return export_bundle(*options); };
  });
}

}  // namespace npu_cts
