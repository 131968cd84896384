#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <memory>

#include "framework/reader/read_spec.h"
#include "framework/record/file.h"
#include "suites/judge_bundle.h"
#include "suites/options.h"
#include "suites/session.h"
#include "tools/cli/command.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

struct JudgeCommand {
  RunOptions run;
  std::string bundle;
  std::string results;
};

/// Returns the cases that the bundle says it holds.
Result<std::vector<Case>> cases_of(const Spec& spec, const Coverage& covers) {
  RunOptions run;
  run.query = covers.query;
  run.ops = covers.ops;
  run.products = covers.products;
  run.releases = covers.releases;
  run.modes = covers.modes;
  const auto what = plan_options(spec, run);
  if (!what) return what.diagnostics();
  return select(plan(spec, *what).cases, covers.query, {});
}

int judge_results(const JudgeCommand& command) {
  const std::string folder = find_spec_folder(command.run.spec);
  const auto spec = load_spec(folder);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  const auto digest = digest_of(folder);
  if (!digest) return complain(digest.diagnostics(), exit_spec);
  const auto options = judge_options(*spec, command.run);
  if (!options) return complain(options.diagnostics(), exit_usage);
  const auto submission = read_submission(command.bundle, command.results);
  if (!submission) return complain(submission.diagnostics(), exit_usage);
  const auto cases = cases_of(*spec, submission->manifest.info.covers);
  if (!cases) return complain(cases.diagnostics(), exit_usage);
  if (const auto found = check_submission(*spec, *digest, *cases, *submission); !found.empty()) {
    return complain(found, exit_usage);
  }
  const auto journal = judge_submission(*spec, *cases, *submission, *options, command.run.journal + ".part");
  if (!journal) return complain(journal.diagnostics(), exit_usage);
  if (const auto error = write_file(command.run.journal, to_text(*journal))) return complain({*error}, exit_usage);
  const Report report = build_report(*spec, *journal);
  return say(summary_of(report, *journal, command.run.journal), exit_of(report.conclusion));
}

}  // namespace

void add_judge(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<JudgeCommand>();
  CLI::App* sub =
      app.add_subcommand("judge", "Judges what became of a bundle on another host, and writes the journal.");
  sub->add_option("bundle", command->bundle, "folder that 'npu-cts export' wrote")->required();
  sub->add_option("results", command->results, "folder with results.json and the outputs")->required();
  command->run.journal = "npu-cts.journal.jsonl";
  sub->add_option("-o,--journal", command->run.journal, "file the journal is written to")->capture_default_str();
  add_judge_options(*sub, command->run);
  sub->footer(
      "Examples:\n  npu-cts judge bundle results -o run.jsonl\n  npu-cts report run.jsonl --out report\n"
      "A case without a result counts as not run. Results that do not fit their bundle are not judged at all.");
  sub->callback([command, &chosen] { chosen = [command] { return judge_results(*command); }; });
}

}  // namespace npu_cts
