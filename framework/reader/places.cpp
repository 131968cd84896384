// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/places.h"

#include <algorithm>

namespace npu_cts {
namespace {

constexpr std::size_t stride = 32;  ///< counting 128 bytes twice for each place took a fifth of reading a spec

bool begins_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

Places::Places(std::string_view text, std::string_view file) : text_(text), file_(file), line_starts_{0} {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % stride == 0) samples_.push_back(count);
    if (begins_code_point(text[i])) ++count;
    if (text[i] == '\n') line_starts_.push_back(i + 1);
  }
  samples_.push_back(count);
}

std::size_t Places::code_points_before(std::size_t offset) const {
  const auto tail = text_.substr(offset - offset % stride, offset % stride);
  return samples_[offset / stride] + static_cast<std::size_t>(std::ranges::count_if(tail, begins_code_point));
}

Location Places::at(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::ranges::upper_bound(line_starts_, offset);
  const std::size_t line = static_cast<std::size_t>(after - line_starts_.begin());
  const std::size_t column = code_points_before(offset) - code_points_before(line_starts_[line - 1]) + 1;
  return {file_, static_cast<int>(line), static_cast<int>(column)};
}

}  // namespace npu_cts
