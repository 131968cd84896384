#include "tools/cli/command.h"

#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/reader/read_spec.h"

namespace npu_cts {
std::string suite_path() { return (std::filesystem::path(program_path()).parent_path() / "npu-cts-suite").string(); }

int say(const std::string& text, int code) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return code;
  fmt::print(stderr, "npu-cts: cannot write to standard output\n");
  return exit_usage;
}

int write_and_say(const std::vector<Page>& pages, const std::string& folder) {
  const Diagnostics errors = write_pages(pages, folder);
  if (!errors.empty()) return complain(errors, exit_usage);
  std::string said;
  for (const Page& page : pages) said += fmt::format("{}/{}\n", folder, page.name);
  return say(said, exit_conforms);
}

Diagnostic no_such_release(const Spec& spec, const std::string& release, std::string why) {
  return {.kind = Kind::wrong_usage,
          .at = {},
          .what = fmt::format("no release is called '{}'", escape_control(release)),
          .why = std::move(why),
          .hint = fmt::format("known are {}", join(spec.releases, ", ")),
          .notes = {}};
}

Result<Spec> load_spec(const std::string& given) {
  const std::string folder = find_spec_folder(given);
  if (!folder.empty()) return read_spec(folder);
  return Diagnostic{.kind = Kind::unreadable_file,
                    .at = {},
                    .what = "there is no folder of the spec",
                    .why = "no 'spec' is here or above the program",
                    .hint = "name it: --spec DIR, or set NPU_CTS_SPEC",
                    .notes = {}};
}

}  // namespace npu_cts
