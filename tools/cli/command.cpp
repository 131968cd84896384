// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/command.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

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
  run::add_word(app, "--contested", policy,
                "a refusal that evidence of the vendor contradicts is counted apart (report), judged by the documents "
                "(fail), or right either way (pass)");
}

Diagnostic no_such_release(const Spec& spec, const std::string& release, std::string why) {
  return {.kind = Kind::wrong_usage,
          .what = fmt::format("no release is called '{}'", escape_control(release)),
          .why = std::move(why),
          .hint = fmt::format("known are {}", join(spec.releases, ", "))};
}

Result<Spec> load_spec(const std::string& given) {
  const Result<std::string> folder = run::spec_folder(given);
  if (!folder) return folder.diagnostics();
  return reader::read_spec(*folder);
}

Result<run::SpecWithPlans> load_spec_with_plans(const std::string& given) {
  const Result<std::string> folder = run::spec_folder(given);
  if (!folder) return folder.diagnostics();
  return run::read_spec_with_plans(*folder);
}

}  // namespace npu_cts
