// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "framework/run/shards/shards.h"
#include "reports/compare_page.h"
#include "tools/cli/command.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

struct CompareOptions {
  std::string spec;
  std::vector<std::string> journals;
  std::string out;
  std::string language = "en";
};

int compare(const CompareOptions& options) {
  const auto loaded = load_spec_with_plans(options.spec);
  if (!loaded) return complain(loaded.diagnostics(), exit_spec);
  const Spec& spec = loaded->spec;
  std::vector<Report> reports;
  Diagnostics errors;
  for (const std::string& path : options.journals) {
    const auto journal = read_run(path);
    auto report = journal
                      ? build_checked_report(
                            spec, *journal,
                            {.spec_folder = find_spec_folder(options.spec), .plans = loaded->plans.get(), .path = path})
                      : Result<Report>(journal.diagnostics());
    if (report) {
      reports.push_back(std::move(*report));
    } else {
      errors.insert(errors.end(), report.diagnostics().begin(), report.diagnostics().end());
    }
  }
  if (!errors.empty()) return complain(errors, exit_usage);
  const Language language = language_of(options.language);
  return write_and_say(render(build_compare_page(reports, language), "compare"), options.out);
}

}  // namespace

void add_compare(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand(
      "compare", "Sets implementations side by side: scores, differences with their smallest case, numeric variants.");
  command->add_option("journals", options->journals, "journals, one of each implementation")->required();
  command->add_option("--out", options->out, "folder for the page")->required();
  command->add_option("--spec", options->spec, "folder of the spec (default: found beside the program or above it)");
  command->add_option("--lang", options->language, "en or zh")
      ->check(CLI::IsMember({"en", "zh"}))
      ->capture_default_str();
  command->footer("Example:\n  npu-cts compare onednn.jsonl xnnpack.jsonl --out compare");
  command->callback([options, &chosen] { chosen = [options] { return compare(*options); }; });
}

}  // namespace npu_cts
