// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/base/diagnostic.h"
#include "framework/base/location.h"

namespace npu_cts::reader {

struct Place;

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

/// Returns why `text` may not be given to a YAML parser, if so: its size, a byte order mark, bytes that are no UTF-8,
/// control characters other than tabs and line ends.
std::optional<Diagnostic> check_text(std::string_view text, std::string_view file);

/// Returns why the scalar `word`, written without quotes, would mean different things to different YAML readers, if so.
std::optional<Diagnostic> check_word(std::string_view word, const Place& at);

}  // namespace npu_cts::reader
