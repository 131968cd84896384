// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/command.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/base/text.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/add_word.h"

namespace npu_cts {

int write_and_say(const std::vector<Page>& pages, const std::string& folder) {
  PageFolder files(folder);
  for (const Page& page : pages) files.take(page.name, page.text);
  return close_and_say(files);
}

int close_and_say(PageFolder& files) {
  const Diagnostics errors = files.close();
  if (!errors.empty()) return complain(errors, exit_usage);
  return say(join(files.paths(), "\n") + "\n", exit_conforms);
}

void add_contested_option(CLI::App& app, ContestedPolicy& policy) {
  add_word(app, "--contested", policy, all_contested_policies,
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

Diagnostic no_spec_folder() {
  return {.kind = Kind::unreadable_file,
          .at = {},
          .what = "there is no folder of the spec",
          .why = "no 'spec' is here or above the program",
          .hint = "name it: --spec DIR, or set NPU_CTS_SPEC",
          .notes = {}};
}

}  // namespace

Result<Spec> load_spec(const std::string& given) {
  const std::string folder = find_spec_folder(given);
  if (folder.empty()) return no_spec_folder();
  return read_spec(folder);
}

Result<SpecWithPlans> load_spec_with_plans(const std::string& given) {
  const std::string folder = find_spec_folder(given);
  if (folder.empty()) return no_spec_folder();
  return read_spec_with_plans(folder);
}

}  // namespace npu_cts
