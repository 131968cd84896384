// SPDX-License-Identifier: Apache-2.0
#include "framework/diff/diff.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "framework/base/text.h"
#include "framework/diff/journals.h"
#include "framework/reader/read_spec.h"
#include "framework/record/journal_line.h"
#include "framework/run/session/add_word.h"
#include "reports/render_diff.h"
#include "tools/cli/command.h"
#include "tools/cli/history.h"

namespace npu_cts {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view only_worse = "worse";

struct DiffOptions {
  std::string spec;
  std::string older;
  std::string newer;
  std::string format = "text";
  std::string language = "en";
  std::string exit_code;  ///< "true": 1 where anything differs; "worse"; empty: 0
};

/// Returns why the two cannot be compared; `missing` is one of them that is nothing, or empty.
Diagnostic unlike(const DiffOptions& options, const std::string& missing) {
  std::string what = fmt::format("'{}' is no file, no folder and no release", escape_control(missing));
  if (missing.empty()) {
    what =
        fmt::format("'{}' and '{}' cannot be compared", escape_control(options.older), escape_control(options.newer));
  }
  return {.kind = Kind::wrong_usage,
          .what = std::move(what),
          .why = "both must be releases, both folders of a spec, or both journals or certificates",
          .hint = "name two of one sort, as 'npu-cts diff 7.1.0 26.1.0'"};
}

Diagnostic nothing_worse() {
  return {.kind = Kind::wrong_usage,
          .what = "'--exit-code=worse' is for two runs",
          .why = "cases of a run get worse; specs and releases differ",
          .hint = "name two journals or certificates, or write '--exit-code'"};
}

reports::DiffForm diff_form(const std::string& format) {
  if (format == "json") return reports::DiffForm::json;
  if (format == "notes") return reports::DiffForm::notes;
  return format == "markdown" ? reports::DiffForm::markdown : reports::DiffForm::text;
}

int code_of(const DiffOptions& options, bool is_good) {
  return options.exit_code.empty() || is_good ? run::exit_conforms : run::exit_failed;
}

int print(const diff::Diff& found, const DiffOptions& options) {
  if (options.exit_code == only_worse) return run::complain({nothing_worse()}, run::exit_usage);
  return run::say(to_text(found, diff_form(options.format), reports::language_of(options.language)),
                  code_of(options, diff::is_same(found)));
}

int diff_trees(const DiffOptions& options) {
  const auto older = reader::read_spec(options.older);
  if (!older) return run::complain_of_spec(older.diagnostics());
  const auto newer = reader::read_spec(options.newer);
  if (!newer) return run::complain_of_spec(newer.diagnostics());
  return print(diff::diff({.spec = &*older, .release = "", .label = options.older},
                          {.spec = &*newer, .release = "", .label = options.newer}),
               options);
}

/// Returns the run at `path`, which is over: what a journal lacks says nothing about the implementation.
Result<KeptRun> read_finished(const std::string& path) {
  auto run = read_kept_run(path);
  if (!run || run->contents.journal.finished) return run;
  return record::bad_journal({.file = path}, "the journal ends before its run does");
}

int diff_journals(const DiffOptions& options) {
  const auto older = read_finished(options.older);
  if (!older) return run::complain(older.diagnostics(), run::exit_usage);
  const auto newer = read_finished(options.newer);
  if (!newer) return run::complain(newer.diagnostics(), run::exit_usage);
  const diff::JournalDiff found = diff::diff(older->contents.journal, newer->contents.journal);
  const bool is_good = options.exit_code == only_worse ? found.worse.empty() : diff::is_same(found);
  return run::say(to_text(found, diff_form(options.format)), code_of(options, is_good));
}

int diff_releases(const DiffOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const bool is_older = find_release(*spec, options.older).has_value();
  const bool is_newer = find_release(*spec, options.newer).has_value();
  const std::string& other = is_older ? options.newer : options.older;
  std::error_code ignored;
  if (is_older != is_newer && !fs::exists(other, ignored)) {
    return run::complain({no_such_release(*spec, other, "the other one is a release of this spec")}, run::exit_usage);
  }
  std::string missing;
  if (!is_newer && !fs::exists(options.newer, ignored)) missing = options.newer;
  if (!is_older && !fs::exists(options.older, ignored)) missing = options.older;
  if (!is_older || !is_newer) return run::complain({unlike(options, missing)}, run::exit_usage);
  return print(diff::diff({.spec = &*spec, .release = options.older, .label = options.older},
                          {.spec = &*spec, .release = options.newer, .label = options.newer}),
               options);
}

int run_diff(const DiffOptions& options) {
  std::error_code ignored;
  const auto are = [&](auto&& is) { return is(options.older, ignored) && is(options.newer, ignored); };
  if (are([](const fs::path& path, std::error_code& code) { return fs::is_regular_file(path, code); }))
    return diff_journals(options);
  if (are([](const fs::path& path, std::error_code& code) { return fs::is_directory(path, code); }))
    return diff_trees(options);
  return diff_releases(options);
}

}  // namespace

void add_diff(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<DiffOptions>();
  CLI::App* command = app.add_subcommand("diff",
                                         "Says what changed: for each operator, product and row whether more or fewer "
                                         "calls are accepted, with the smallest "
                                         "call that shows it and the sentences behind it.");
  command->add_option("older", options->older, "a release, a folder of a spec, a journal or a certificate")->required();
  command->add_option("newer", options->newer, "what it is compared with: another of the same sort")->required();
  command->add_option("--spec", options->spec,
                      "folder of the spec, for releases (default: found beside the program or above it)");
  run::add_one_of(*command, "--format", options->format, {"text", "markdown", "notes", "json"},
                  "text, markdown, notes (release notes) or json");
  run::add_one_of(*command, "--lang", options->language, {"en", "zh"}, "en or zh");
  command
      ->add_flag("--exit-code", options->exit_code,
                 "exit with 1 where something differs; '--exit-code=worse': where a case of a run ended worse")
      ->check([](const std::string& word) {
        return word == "true" || word == only_worse ? "" : "only 'worse' may stand behind '='";
      });
  command->footer(
      "Examples:\n  npu-cts diff 7.1.0 26.1.0\n  npu-cts diff 7.1.0 26.1.0 --format notes --lang zh\n  npu-cts diff "
      "spec "
      "../other/spec --exit-code\n  npu-cts diff before.jsonl after.tar.zst --exit-code=worse\n"
      "Exit code: 0 compared, 1 as --exit-code says, 2 a spec has errors, 3 wrong usage or "
      "unreadable "
      "input.");
  command->callback([options, &chosen] { chosen = [options] { return run_diff(*options); }; });
}

}  // namespace npu_cts
