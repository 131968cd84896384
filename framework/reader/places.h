// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/base/location.h"

namespace npu_cts::reader {

/// Turns offsets into a text into places. Constant time for each, however long the lines: columns count code points.
class Places {
 public:
  /// `text` must outlive this.
  Places(std::string_view text, std::string_view file);

  /// Returns the place of the byte at `offset`.
  [[nodiscard]] Location at(std::size_t offset) const;

  /// Returns line and column of the byte at `offset`.
  [[nodiscard]] std::pair<int, int> line_and_column(std::size_t offset) const;

 private:
  [[nodiscard]] std::size_t code_points_before(std::size_t offset) const;

  std::string_view text_;
  std::string file_;
  std::vector<std::size_t> line_starts_;
  std::vector<std::uint32_t> samples_;  ///< code points before every 32nd byte
};

}  // namespace npu_cts::reader
