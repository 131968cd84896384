// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/command.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <system_error>
#include <utility>

#include "framework/base/text.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/add_word.h"

namespace npu_cts {

int write_and_say(const std::vector<reports::Page>& pages, const std::string& folder) {
  reports::PageFolder files(folder);
  for (const reports::Page& page : pages) files.take(page.name, page.text);
  return close_and_say(files);
}

int close_and_say(reports::PageFolder& files) {
  const Diagnostics errors = files.close();
  if (!errors.empty()) return run::complain(errors, run::exit_usage);
  return run::say(join(files.paths(), "\n") + "\n", run::exit_conforms);
}

void add_contested_option(CLI::App& app, reports::ContestedPolicy& policy) {
  run::add_word(app, "--contested", policy, reports::all_contested_policies,
                "a refusal that evidence of the vendor contradicts is counted apart (report), judged by the documents "
                "(fail), or right either way (pass)");
}

Diagnostic no_such_release(const Spec& spec, const std::string& release, std::string why) {
  return {.kind = Kind::wrong_usage,
          .at = {},
          .what = fmt::format("no release is called '{}'", escape_control(release)),
          .why = std::move(why),
          .hint = fmt::format("known are {}", join(spec.releases, ", ")),
          .notes = {}};
}

namespace {

Diagnostic no_spec(const std::string& folder, std::string what, std::string why) {
  return error_at(Kind::unreadable_file, {.file = folder, .line = 0, .column = 0}, std::move(what), std::move(why),
                  "name it: --spec DIR, or set NPU_CTS_SPEC");
}

/// Returns the folder of the spec that `given` names, which is there.
Result<std::string> spec_folder(const std::string& given) {
  std::string folder = run::find_spec_folder(given);
  if (folder.empty()) return no_spec({}, "there is no folder of the spec", "no 'spec' is here or above the program");
  std::error_code failed;
  if (!std::filesystem::is_directory(folder, failed))
    return no_spec(folder, "there is no such folder", "a spec is a folder with releases.yaml and ops/");
  return folder;
}

}  // namespace

int complain_of_spec(const Diagnostics& diagnostics) {
  const bool is_there = diagnostics.front().kind != Kind::unreadable_file;
  return run::complain(diagnostics, is_there ? run::exit_spec : run::exit_usage);
}

Result<Spec> load_spec(const std::string& given) {
  const Result<std::string> folder = spec_folder(given);
  if (!folder) return folder.diagnostics();
  return reader::read_spec(*folder);
}

Result<run::SpecWithPlans> load_spec_with_plans(const std::string& given) {
  const Result<std::string> folder = spec_folder(given);
  if (!folder) return folder.diagnostics();
  return run::read_spec_with_plans(*folder);
}

}  // namespace npu_cts
