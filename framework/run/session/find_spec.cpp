// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/find_spec.h"

#include <cstdlib>
#include <system_error>

namespace npu_cts::run {
namespace {

bool is_spec(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder / "releases.yaml", ignored);
}

/// Returns `path` as seen from the current folder where it is in it: what is printed then names no machine's folders.
std::string from_here(const std::filesystem::path& path) {
  std::error_code failed;
  const auto here = std::filesystem::current_path(failed);
  const auto relative = path.is_absolute() && !failed ? path.lexically_relative(here) : std::filesystem::path();
  const bool is_inside = !relative.empty() && *relative.begin() != ".." && relative != ".";
  return is_inside ? relative.string() : path.string();
}

}  // namespace

std::string program_path() {
  std::error_code failed;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? "" : path.string();
}

std::filesystem::path find_above_program(std::initializer_list<const char*> names,
                                         bool (*fits)(const std::filesystem::path&)) {
  for (auto folder = std::filesystem::path(program_path()).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    for (const char* name : names) {
      if (fits(folder / name)) return folder / name;
    }
  }
  return {};
}

std::filesystem::path find_record(const std::string& name) {
  const auto is_file = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
  };
  return find_above_program({("share/npu-cts/" + name).c_str(), ("reports/" + name).c_str()}, is_file);
}

std::string find_spec_folder(const std::string& given) {
  if (!given.empty()) return from_here(given);
  if (const char* named = std::getenv("NPU_CTS_SPEC"); named != nullptr && *named != '\0') return from_here(named);
  if (is_spec("spec")) return "spec";
  return from_here(find_above_program({"spec", "share/npu-cts/spec"}, is_spec));
}

Result<std::string> spec_folder(const std::string& given) {
  std::string folder = find_spec_folder(given);
  std::error_code failed;
  if (std::filesystem::is_directory(folder, failed)) return folder;
  return error_at(Kind::unreadable_file, {.file = folder},
                  folder.empty() ? "no folder 'spec' is here or above the program" : "there is no such folder",
                  "a spec is a folder with releases.yaml and ops/", "name it: --spec DIR, or set NPU_CTS_SPEC");
}

}  // namespace npu_cts::run
