// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace npu_cts {

/// A place in a text file. Lines and columns count from 1; 0 means unknown.
/// Columns count Unicode code points, so that a caret lands where a reader looks.
struct Location {
  std::string file;
  int line = 0;
  int column = 0;

  friend bool operator==(const Location&, const Location&) = default;
  friend auto operator<=>(const Location&, const Location&) = default;
};

}  // namespace npu_cts
