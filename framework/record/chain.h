// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/sha256.h"

namespace npu_cts::record {

/// Returns the JSON of `line`, one of a journal, without what links it.
std::string json_of(std::string_view line);

/// Links the lines of a journal: each ends with its number and with the hash of itself and of all lines above it.
class Chain {
 public:
  /// Returns `json`, an object, as the next line, with its newline.
  std::string link(std::string json);

  /// Takes `line` (without its newline) as the next one. Returns in words why it cannot be, if it cannot.
  std::optional<std::string> take(std::string_view line);

 private:
  std::string hash_of(std::string_view content);

  std::size_t lines_ = 0;
  std::string head_;  ///< the hash of the last line
  Sha256 hash_;
};

}  // namespace npu_cts::record
