// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npu_cts::gates {

/// A text file of the project: its path from the root, with '/', and its lines.
struct SourceFile {
  std::string path;
  std::vector<std::string> lines = {};
};

/// Returns the files below `root` that belong to the project (no build tree, no hidden folder but .ci), in order of
/// path. Errors: none; a root without any file gives an empty list, which every gate refuses.
std::vector<SourceFile> read_source_tree(std::string_view root);

/// Returns whether `path` matches the shell pattern; '*' crosses '/'.
bool matches(std::string_view path, std::string_view pattern);

/// Returns whether `path` is a C++ source or header.
bool is_cpp(std::string_view path);

}  // namespace npu_cts::gates
