// SPDX-License-Identifier: Apache-2.0
#include "framework/base/read_file.h"

#include <algorithm>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace npu_cts {
namespace {

bool is_of_an_editor(const std::string& name) { return name.starts_with('.') || name.ends_with('~'); }

/// Returns the paths of what lies in the folder, by name, up to where it cannot be read.
std::vector<std::filesystem::path> paths_in(const std::filesystem::path& folder, std::error_code& error) {
  std::vector<std::filesystem::path> paths;
  std::filesystem::directory_iterator entries(folder, error);
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error))
    paths.push_back(entries->path());
  std::ranges::sort(paths);
  return paths;
}

Diagnostic unreadable(const std::filesystem::path& folder, const std::error_code& error) {
  return error_at(Kind::unreadable_file, {folder.string(), 0, 0},
                  fmt::format("cannot read the folder: {}", error.message()), "what lies in it is needed",
                  "check the path and the permissions");
}

}  // namespace

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, std::string_view ending) {
  std::error_code ignored;
  std::vector<std::filesystem::path> files = paths_in(folder, ignored);
  std::erase_if(files, [&](const std::filesystem::path& file) { return file.extension() != ending; });
  return files;
}

std::optional<Diagnostic> find_unreadable(const std::filesystem::path& folder) {
  std::error_code error;
  static_cast<void>(paths_in(folder, error));
  const bool is_there = error != std::errc::no_such_file_or_directory;
  return error && is_there ? std::optional(unreadable(folder, error)) : std::nullopt;
}

Diagnostics faults_of_folder(const std::filesystem::path& folder, std::string_view ending) {
  Diagnostics found;
  std::error_code error;
  for (const std::filesystem::path& path : paths_in(folder, error)) {
    if (path.extension() == ending || is_of_an_editor(path.filename().string())) continue;
    found.push_back(error_at(Kind::unreadable_file, {path.string(), 0, 0},
                             fmt::format("its name does not end in '{}'", ending),
                             "only files that do are read, and what it says would be left out in silence",
                             "rename it, or move it out of the folder"));
  }
  if (error) found.push_back(unreadable(folder, error));
  sort_by_place(found);
  return found;
}

}  // namespace npu_cts
