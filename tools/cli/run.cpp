#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "reports/phrases.h"
#include "reports/report.h"
#include "suites/options.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

struct RunCommand {
  RunOptions run;
  std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
};

std::string suite_path() { return (std::filesystem::path(program_path()).parent_path() / "npu-cts-suite").string(); }

std::string part_of(const std::string& journal, std::size_t shard) { return fmt::format("{}.part{}", journal, shard); }

/// Starts a program; returns its process id, or -1.
pid_t start(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    execv(argv.front(), argv.data());
    _exit(exit_driver);
  }
  return child;
}

std::vector<std::string> words_of(const RunCommand& command, std::size_t shard) {
  std::vector<std::string> words{suite_path()};
  for (const std::string& word : to_words(command.run)) words.push_back(word);
  for (const std::string& word :
       {std::string("--journal"), part_of(command.run.journal, shard), std::string("--shard-index"),
        std::to_string(shard), std::string("--shard-count"), std::to_string(command.jobs)}) {
    words.push_back(word);
  }
  return words;
}

/// Returns the exit code of a finished process; a signal counts as a failure.
int exit_of_process(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : exit_failed; }

/// Runs every shard to its end. A process that died inside a case is started again after that case, as long as each
/// start gets at least one case further. Returns the worst exit code that is no verdict on cases.
int run_shards(const RunCommand& command) {
  std::map<pid_t, std::size_t> running;
  std::map<std::size_t, std::size_t> ended_before;
  for (std::size_t shard = 0; shard < command.jobs; ++shard) running[start(words_of(command, shard))] = shard;
  int worst = exit_conforms;
  while (!running.empty()) {
    int status = 0;
    const pid_t child = waitpid(-1, &status, 0);
    const auto it = running.find(child);
    if (it == running.end()) continue;
    const std::size_t shard = it->second;
    running.erase(it);
    const int code = exit_of_process(status);
    if (code != exit_conforms && code != exit_failed) worst = std::max(worst, code);
    const auto journal = read_journal(part_of(command.run.journal, shard));
    if (!journal || journal->finished || journal->results.size() <= ended_before[shard]) continue;
    ended_before[shard] = journal->results.size();
    auto words = words_of(command, shard);
    words.emplace_back("--resume");
    running[start(words)] = shard;
  }
  return worst;
}

Result<Journal> merge_parts(const RunCommand& command) {
  std::vector<Journal> parts;
  for (std::size_t shard = 0; shard < command.jobs; ++shard) {
    auto part = read_journal(part_of(command.run.journal, shard));
    if (!part) return part.diagnostics();
    parts.push_back(std::move(*part));
  }
  return merge_journals(parts);
}

int exit_of(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::conforms:
      return exit_conforms;
    case Conclusion::fails:
    case Conclusion::incomplete:
      return exit_failed;
    case Conclusion::nothing_ran:
      return exit_nothing_ran;
  }
  std::abort();
}

/// One line an operator, after the first few cases that failed.
std::string summary_of(const Report& report, const Journal& journal, const std::string& path) {
  constexpr std::size_t most_shown = 20;
  std::string text;
  std::size_t shown = 0;
  for (const CaseResult& result : journal.results) {
    if (!is_failure(result.status)) continue;
    if (++shown <= most_shown) text += fmt::format("{}: {}: {}\n", name_of(result.status), result.id, result.reason);
  }
  if (shown > most_shown) text += fmt::format("and {} more: see the report\n", shown - most_shown);
  for (const OpReport& op : report.operators) {
    text += fmt::format("{:<24} {:>7} cases  {:>7} pass  {:>5} weak  {:>5} skip  {:>5} failed  {:>5} not run  {}\n",
                        op.name, op.tally.planned, op.tally.count(Status::pass), op.tally.count(Status::weak),
                        op.tally.count(Status::skip), failures(op.tally), op.tally.not_run, name_of(op.conclusion));
    for (const Suspicion& one : op.suspicions) {
      text +=
          fmt::format("  {} wrong {}: {}\n", one.cases, one.cases == 1 ? "case" : "cases", to_text(one, Language::en));
    }
  }
  return text + fmt::format("{} cases on '{}': {}; journal: {}\n", report.tally.planned, journal.info.driver,
                            name_of(report.conclusion), path);
}

int run(RunCommand& command) {
  command.run.spec = find_spec_folder(command.run.spec);
  const auto spec = load_spec(command.run.spec);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  const auto options = plan_options(*spec, command.run);
  if (!options) return complain(options.diagnostics(), exit_usage);
  if (const auto driver = find_driver(command.run.driver); !driver) return complain(driver.diagnostics(), exit_driver);
  std::error_code ignored;
  for (std::size_t shard = 0; shard < command.jobs; ++shard) {
    std::filesystem::remove(part_of(command.run.journal, shard), ignored);
  }
  const int trouble = run_shards(command);
  if (trouble != exit_conforms) return trouble;
  const auto journal = merge_parts(command);
  if (!journal) return complain(journal.diagnostics(), exit_usage);
  if (journal->planned.empty()) {
    fmt::print(stderr, "npu-cts: nothing ran: no case matches\n");
    return exit_nothing_ran;
  }
  if (const auto error = write_file(command.run.journal, to_text(*journal))) return complain({*error}, exit_usage);
  for (std::size_t shard = 0; shard < command.jobs; ++shard) {
    std::filesystem::remove(part_of(command.run.journal, shard), ignored);
  }
  const Report report = build_report(*spec, *journal);
  return say(summary_of(report, *journal, command.run.journal), exit_of(report.conclusion));
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<RunCommand>();
  CLI::App* sub = app.add_subcommand("run", "Runs the suite on a driver and writes the journal.");
  add_run_options(*sub, command->run);
  command->run.journal = "npu-cts.journal.jsonl";
  sub->add_option("--journal", command->run.journal, "file the journal is written to")->capture_default_str();
  sub->add_option("--jobs,-j", command->jobs, "processes to share the cases")->check(CLI::PositiveNumber);
  sub->footer(
      "Examples:\n  npu-cts run --driver reference\n  npu-cts run 'npu_quant_scatter_/*/negative/*' --product atlas_a2 "
      "--mode eager");
  sub->callback([command, &chosen] { chosen = [command] { return run(*command); }; });
}

}  // namespace npu_cts
