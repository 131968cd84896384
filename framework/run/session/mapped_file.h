// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace npu_cts::run {

/// A file that is read where it lies: what is not looked at costs no memory, and processes share what is.
class MappedFile {
 public:
  /// Returns the file at `path`; nothing where it cannot be read or is no regular file.
  static std::optional<MappedFile> open(const std::string& path);

  /// Its bytes, as long as this or a copy of it lives. The file must not shrink meanwhile.
  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  std::shared_ptr<const void> mapping_;  ///< null: the file is empty
  std::string_view bytes_;
};

}  // namespace npu_cts::run
