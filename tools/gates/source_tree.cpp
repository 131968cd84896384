// SPDX-License-Identifier: Apache-2.0
#include "tools/gates/source_tree.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "framework/base/find.h"

namespace npu_cts::gates {
namespace {

namespace fs = std::filesystem;

constexpr std::array modules{"framework", "kernels", "reports", "suites", "tools", "spec", "docs", "examples", ".ci"};
constexpr std::array binary_suffixes{".npy", ".png", ".so"};

/// Returns whether `path` is text of the project; in a worktree `.git` is a file too.
bool is_text(const fs::path& path) {
  if (path.filename() == ".git") return false;
  return !contains(binary_suffixes, path.extension().string());
}

SourceFile read_lines(const fs::path& root, const fs::path& path) {
  SourceFile file{.path = fs::relative(path, root).generic_string()};
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  return file;
}

}  // namespace

std::vector<SourceFile> read_source_tree(std::string_view root) {
  const fs::path top(root);
  std::vector<SourceFile> files;
  for (const auto& entry : fs::directory_iterator(top)) {
    if (entry.is_regular_file() && is_text(entry.path())) files.push_back(read_lines(top, entry.path()));
  }
  for (const char* module : modules) {
    if (!fs::is_directory(top / module)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(top / module)) {
      if (entry.is_regular_file() && is_text(entry.path())) files.push_back(read_lines(top, entry.path()));
    }
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

bool matches(std::string_view path, std::string_view pattern) {
  return fnmatch(std::string(pattern).c_str(), std::string(path).c_str(), 0) == 0;
}

bool is_cpp(std::string_view path) { return path.ends_with(".cpp") || path.ends_with(".h"); }

}  // namespace npu_cts::gates
