// SPDX-License-Identifier: Apache-2.0
// npu-cts-strength: what `npu-cts strength` starts. It links the mutants, which npu-cts does not.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/base/large_pages.h"
#include "framework/base/percent.h"
#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/findings/prove/prove.h"
#include "framework/reader/read_spec.h"
#include "framework/record/file.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/command_line.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/environment.h"
#include "framework/run/session/find_spec.h"
#include "framework/run/session/options.h"
#include "kernels/mutant.h"
#include "reports/document/html.h"
#include "reports/document/markdown.h"
#include "reports/render.h"
#include "reports/words.h"
#include "suites/mutants/spec_strength.h"
#include "suites/mutants/strength.h"

namespace npu_cts {
namespace {

struct StrengthCommand {
  std::string spec;
  std::vector<std::string> ops;
  std::string format = "text";
  std::string out;
  std::string record;
  std::string language = "en";
  bool is_reproducible = false;
  double at_least = 0;
  mutants::StrengthOptions options;
  bool asks_spec = false;
  mutants::SpecStrengthOptions spec_options;
};

/// Returns what was recorded of the machine's own mutants; nothing where no record stands beside this program.
Result<std::vector<mutants::MachinePart>> find_machine_parts() {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  const auto path = run::find_record("machine_mutants.json");
  if (path.empty()) return std::vector<mutants::MachinePart>();
  const auto text = read_file(path, most_bytes);
  if (!text) return text.diagnostics();
  return mutants::read_machine_parts(*text, path);
}

/// Returns the operators that have mutants.
std::vector<std::string> measurable() {
  std::vector<std::string> ops;
  for (const mutants::OperatorMutants& row : mutants::operators_with_mutants()) ops.emplace_back(row.op);
  std::ranges::sort(ops);
  return ops;
}

std::string formatted(const mutants::Strength& strength, const StrengthCommand& command) {
  const Language language = reports::language_of(command.language);
  if (command.format == "json") return to_json(strength);
  if (command.format == "markdown") return to_markdown(build_strength_page(strength, language));
  if (command.format == "html") return to_html(build_strength_page(strength, language));
  return to_text(strength);
}

/// Returns a family to be left out that no operator has, or nothing.
std::optional<std::string> unknown_family(const mutants::Strength& strength) {
  for (const std::string& family : strength.without) {
    const auto has = [&](const mutants::KillMatrix& matrix) { return matrix.families.contains(family); };
    if (std::ranges::none_of(strength.operators, has)) return family;
  }
  return std::nullopt;
}

/// Returns whether each operator scores what was asked for in the last tier.
bool is_strong(const mutants::Strength& strength, double at_least) {
  return std::ranges::all_of(strength.operators, [&](const mutants::KillMatrix& matrix) {
    const mutants::Score score = score_of(matrix, strength.tier);
    return reaches(score.killed, score.killable, at_least);
  });
}

int write_out(const mutants::Strength& strength, const StrengthCommand& command) {
  auto pages = reports::render(build_strength_page(strength, reports::language_of(command.language)), "strength");
  pages.push_back({.name = "strength.json", .text = to_json(strength)});
  const Diagnostics errors = reports::write_pages(pages, command.out);
  return errors.empty() ? run::exit_conforms : run::complain(errors, run::exit_usage);
}

Diagnostic no_solver() {
  return error_at(Kind::wrong_usage, {}, "this program was built without a solver, and records no score",
                  "a device that no call can show would count as one that survives",
                  "install Debian's libz3-dev, configure and build again, or leave '--record' out");
}

/// Prints which changes of the spec something notices.
int measure_spec_mutants(StrengthCommand command) {
  if (command.format == "markdown" || command.format == "html") {
    return run::complain({error_at(Kind::wrong_usage, {}, "mutants of the spec have no page",
                                   "they are a table of gates", "use '--format text' or '--format json'")},
                         run::exit_usage);
  }
  command.spec_options.spec = run::find_spec_folder(command.spec);
  command.spec_options.jobs = command.options.jobs;
  const auto strength = mutants::measure_spec(command.spec_options);
  if (!strength) return run::complain(strength.diagnostics(), run::exit_spec);
  const auto count = [&](mutants::SpecGate gate) {
    return static_cast<std::size_t>(
        std::ranges::count_if(strength->examined, [&](const auto& one) { return one.verdict.by == gate; }));
  };
  const std::size_t different = strength->examined.size() - count(mutants::SpecGate::equal);
  const bool is_strong = reaches(different - count(mutants::SpecGate::none), different, command.at_least);
  return run::say(command.format == "json" ? to_json(*strength) : to_text(*strength),
                  is_strong ? run::exit_conforms : run::exit_failed);
}

/// Returns what is known before an operator is measured.
Result<mutants::Strength> begin_strength(const Spec& spec, const std::string& folder, const StrengthCommand& command) {
  const auto digest = reader::digest_of(folder);
  if (!digest) return digest.diagnostics();
  const bool is_page = command.record.empty() && (command.format == "markdown" || command.format == "html");
  const auto machine = is_page ? find_machine_parts() : Result(std::vector<mutants::MachinePart>());
  if (!machine) return machine.diagnostics();
  return mutants::Strength{.spec_digest = *digest,
                           .release = spec.releases.back(),
                           .date = command.is_reproducible ? "" : run::today(),
                           .tier = command.options.tier,
                           .without = command.options.without,
                           .machine = *machine};
}

/// Returns whether the file at `path` begins as to_record does.
bool is_record(const std::string& path) {
  const auto text = read_file(path, std::size_t{1} << 20U);
  return text && text->starts_with("{\n \"spec_digest\":");
}

int measure_strength(const StrengthCommand& command) {
  if (command.asks_spec) return measure_spec_mutants(command);
  if (const auto foreign = record::find_foreign_file(command.record, "record of scores", is_record))
    return run::complain({*foreign}, run::exit_usage);
  if (!command.record.empty() && !findings::has_solver()) return run::complain({no_solver()}, run::exit_usage);
  const auto folder = run::spec_folder(command.spec);
  if (!folder) return run::complain_of_spec(folder.diagnostics());
  const auto spec = reader::read_spec(*folder);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  auto begun = begin_strength(*spec, *folder, command);
  if (!begun) return run::complain(begun.diagnostics(), run::exit_spec);
  mutants::Strength& strength = *begun;
  for (const std::string& op : command.ops.empty() ? measurable() : command.ops) {
    if (find_operator(*spec, op) == nullptr) {
      return run::complain(
          {error_at(Kind::wrong_usage, {}, fmt::format("the spec has no operator '{}'", escape_control(op)),
                    "the mutants are of the operators of one spec", "use the spec of this source tree")},
          run::exit_usage);
    }
    strength.operators.push_back(measure(*spec, op, command.options));
  }
  if (const auto family = unknown_family(strength)) {
    return run::complain(
        {error_at(Kind::wrong_usage, {}, fmt::format("no case is of the family '{}'", escape_control(*family)),
                  "a case id names its family behind the mode", "'npu-cts list' prints ids")},
        run::exit_usage);
  }
  if (!command.out.empty()) {
    if (const int code = write_out(strength, command); code != run::exit_conforms) return code;
  }
  if (!command.record.empty()) {
    if (const auto error = record::write_file(command.record, to_record(strength)))
      return run::complain({*error}, run::exit_usage);
  }
  return run::say(formatted(strength, command),
                  is_strong(strength, command.at_least) ? run::exit_conforms : run::exit_failed);
}

void add_spec_options(CLI::App& app, StrengthCommand& command) {
  CLI::Option* const asks = app.add_flag("--spec-mutants", command.asks_spec,
                                         "change the spec instead, one fact at a time, and ask what notices");
  for (const char* const other :
       {"--op", "--tier", "--without", "--by-data-set", "--every-case", "--out", "--lang", "--record"})
    asks->excludes(app.get_option(other));
  app.add_option("--class", command.spec_options.classes, "classes of facts (default: all)")
      ->check(CLI::IsMember(all_names<mutants::FactClass>()))
      ->type_name("CLASS")
      ->needs(asks);
  app.add_option("--seed", command.spec_options.seed, "chooses the mutants")
      ->check(run::whole_number())
      ->capture_default_str()
      ->needs(asks);
  app.add_option("--count", command.spec_options.count, "mutants of each class")
      ->check(run::whole_number())
      ->capture_default_str()
      ->needs(asks);
  app.add_option("--documents", command.spec_options.documents, "folder of the vendors' pages: they are a gate, too")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR")
      ->needs(asks);
}

void add_options(CLI::App& app, StrengthCommand& command) {
  run::add_spec_option(app, command.spec);
  CLI::Option* const ops = app.add_option("--op", command.ops, "operators (default: all that have mutants)")
                               ->check(CLI::IsMember(measurable()));
  run::add_word(app, "--tier", command.options.tier, "the last tier that is measured; those before it are, too");
  CLI::Option* const without =
      app.add_option("--without", command.options.without, "leave the cases of this family out")->type_name("FAMILY");
  app.add_flag("--by-data-set", command.options.by_data_set,
               "count each data set, and each group of sizes, as a family of its own: data/SET");
  app.add_flag("--every-case", command.options.every_case,
               "count the cases that kill nothing, too: asks each case about everything, and takes longer");
  app.add_option("--at-least", command.at_least,
                 "exit 1 where an operator scores less in the last tier, or all mutants of the spec do")
      ->check(CLI::Range(0.0, 100.0))
      ->type_name("PERCENT");
  run::add_one_of(app, "--format", command.format, {"text", "json", "markdown", "html"}, "what is printed");
  app.add_option("--out", command.out, "folder for the page and strength.json")->type_name("DIR");
  run::add_one_of(app, "--lang", command.language, {"en", "zh"}, "of the page: en or zh");
  app.add_option("--record", command.record, "file for the scores alone, which reports print: reports/strength.json")
      ->type_name("FILE")
      ->excludes(ops)
      ->excludes(without);
  app.add_option("-j,--jobs", command.options.jobs, "threads (default: one a core); the result is the same")
      ->check(run::whole_number(1, 1024));
  run::add_reproducible_option(app, command.is_reproducible);
  add_spec_options(app, command);
  app.footer(
      "All operators take some minutes of CPU time up to the tier fast, an hour up to full, and longer with "
      "--every-case.\n"
      "Examples:\n  npu-cts strength --op npu_trans_quant_param\n"
      "  npu-cts strength --out strength --at-least 95\n"
      "  npu-cts strength --spec-mutants --count 5 --documents DIR\n"
      "Exit code: 0 measured, 1 less than --at-least is killed, 2 the spec has errors, 3 wrong usage.");
}

int main_of(int argc, char** argv) {
  StrengthCommand command;
  CLI::App app("Measures the suite: which of many implementations that are wrong on purpose the cases catch.",
               "npu-cts strength");
  add_options(app, command);
  if (const auto code = run::parse(app, argc, argv)) return *code;
  return measure_strength(command);
}

}  // namespace
}  // namespace npu_cts

int main(int argc, char** argv) {
  npu_cts::use_large_pages();
  return npu_cts::run::exception_barrier("npu-cts-strength", [&] { return npu_cts::main_of(argc, argv); });
}
