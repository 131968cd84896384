// SPDX-License-Identifier: Apache-2.0
#include "framework/base/folder.h"

#include <algorithm>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace npu_cts {
namespace {

bool is_of_an_editor(const std::string& name) { return name.starts_with('.') || name.ends_with('~'); }

}  // namespace

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, std::string_view ending) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  while (!error && entries != std::filesystem::directory_iterator()) {
    if (entries->path().extension() == ending) files.push_back(entries->path());
    entries.increment(error);
  }
  std::ranges::sort(files);
  return files;
}

Diagnostics faults_of_folder(const std::filesystem::path& folder, std::string_view ending) {
  Diagnostics found;
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  while (!error && entries != std::filesystem::directory_iterator()) {
    const std::filesystem::path path = entries->path();
    if (path.extension() != ending && !is_of_an_editor(path.filename().string())) {
      found.push_back(error_at(Kind::unreadable_file, {path.string(), 0, 0},
                               fmt::format("its name does not end in '{}'", ending),
                               "only files that do are read, and what it says would be left out in silence",
                               "rename it, or move it out of the folder"));
    }
    entries.increment(error);
  }
  if (error) {
    found.push_back(error_at(Kind::unreadable_file, {folder.string(), 0, 0},
                             fmt::format("cannot read the folder: {}", error.message()), "what lies in it is needed",
                             "check the path and the permissions"));
  }
  sort_by_place(found);
  return found;
}

}  // namespace npu_cts
