// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace npu_cts::reports {

/// Lines that a patch adds to a page.
struct PageNote {
  std::size_t line;  ///< of the page, from 1: the note stands behind the paragraph, list or table that this line is in
  std::vector<std::string> lines;
};

/// Returns a unified diff that adds `notes` to the Markdown page `text` at `path`, which `git apply` and `patch -p1`
/// take. Empty where there are no notes.
std::string patch_of(const std::string& path, const std::string& text, const std::vector<PageNote>& notes);

}  // namespace npu_cts::reports
