// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/places.h"

#include <algorithm>
#include <cstring>

#include "framework/base/ascii.h"

namespace npu_cts::reader {
namespace {

constexpr std::size_t stride = 32;  ///< counting 128 bytes twice for each place took a fifth of reading a spec

/// Returns how many code points begin in `text`: eight bytes at a time, as this module is compiled for size.
std::size_t count_in(std::string_view text) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  std::size_t count = text.size();
  for (; text.size() >= sizeof(ones); text.remove_prefix(sizeof(ones))) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data(), sizeof(bytes));
    count -= (((bytes >> 7U) & ~(bytes >> 6U) & ones) * ones) >> 56U;
  }
  return count - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

}  // namespace

Places::Places(std::string_view text, std::string_view file) : text_(text), file_(file), line_starts_{0} {
  samples_.reserve(text.size() / stride + 2);
  samples_.push_back(0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += stride) {
    count += count_in(text.substr(i, stride));
    samples_.push_back(static_cast<std::uint32_t>(count));
  }
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    line_starts_.push_back(end + 1);
  }
}

std::size_t Places::code_points_before(std::size_t offset) const {
  const auto tail = text_.substr(offset - offset % stride, offset % stride);
  return samples_[offset / stride] + count_in(tail);
}

Location Places::at(std::size_t offset) const {
  const auto [line, column] = line_and_column(offset);
  return {file_, line, column};
}

std::pair<int, int> Places::line_and_column(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::ranges::upper_bound(line_starts_, offset);
  const std::size_t line = static_cast<std::size_t>(after - line_starts_.begin());
  const std::size_t column = code_points_before(offset) - code_points_before(line_starts_[line - 1]) + 1;
  return {static_cast<int>(line), static_cast<int>(column)};
}

}  // namespace npu_cts::reader
