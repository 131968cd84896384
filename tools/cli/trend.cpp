// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "framework/reader/read_spec.h"
#include "framework/run/session/add_word.h"
#include "reports/trend_page.h"
#include "tools/cli/command.h"
#include "tools/cli/read_trend.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

struct TrendOptions {
  std::string spec;
  std::string folder;
  std::string out;
  std::string language = "en";
};

int show_trend(const TrendOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto digest = reader::digest_of(run::find_spec_folder(options.spec));
  if (!digest) return run::complain(digest.diagnostics(), run::exit_spec);
  const auto trend = read_trend({.spec = *spec, .digest = *digest}, options.folder);
  if (!trend) return run::complain(trend.diagnostics(), run::exit_usage);
  auto pages = reports::render(reports::build_trend_page(*trend, reports::language_of(options.language)), "trend");
  pages.push_back({.name = "badge.svg", .text = reports::badge_of(trend->runs.back())});
  for (const std::string& one : trend->left_out) fmt::print("left out, as no run of its own: {}\n", one);
  return write_and_say(pages, options.out);
}

}  // namespace

void add_trend(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<TrendOptions>();
  CLI::App* command = app.add_subcommand(
      "trend",
      "Shows the runs of a folder over time, and what changed from one to the next; with a badge of the last.");
  command->add_option("folder", options->folder, "folder of journals (.jsonl) and certificates (.tar.zst)")->required();
  command->add_option("--out", options->out, "folder for the page and the badge")->required();
  run::add_spec_option(*command, options->spec);
  run::add_one_of(*command, "--lang", options->language, {"en", "zh"}, "en or zh");
  command->footer(
      "Example:\n  npu-cts trend runs --out trend\n"
      "Exit code: 0 written, 2 the spec has errors, 3 wrong usage or unreadable input.");
  command->callback([options, &chosen] { chosen = [options] { return show_trend(*options); }; });
}

}  // namespace npu_cts
