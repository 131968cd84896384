// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"
#include "framework/base/result.h"

namespace npu_cts::record {

/// Why something could not be written; nothing where it was.
using WriteError = std::optional<Diagnostic>;

/// A file descriptor that is written to, and closed at the end. Holds none after a move.
class OutputFile {
 public:
  OutputFile() = default;
  OutputFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Writes all of `text`, in one call of the system where that takes it whole.
  WriteError write(std::string_view text);

  /// Puts what was written on the disk (where there is one behind it) and closes.
  WriteError close();

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int descriptor_ = -1;
  std::string path_;
};

/// Returns the diagnostic of a system call on `path` that failed with `error_number`: "cannot DOING: …".
Diagnostic cannot_write(const std::string& path, std::string_view doing, int error_number);

/// Returns the file that `path` names: links are followed, a dangling one too.
std::string follow_links(const std::string& path);

/// Opens the device or pipe at `path`. For a pipe that no program reads it waits as long as `patience` says.
/// Errors: unwritable_file.
Result<OutputFile> open_device(const std::string& path, std::chrono::milliseconds patience = std::chrono::seconds(10));

/// Opens those of `paths` that can be read. What they hold stays while the result does: a worker may not change a file
/// that a process of its run has open.
std::vector<OutputFile> hold_open(std::span<const std::string> paths);

/// A file that is written piece by piece, and holds all of it or what it held before: a new neighbour is written,
/// synced and renamed. A symbolic link stays and its file is replaced. A device or a pipe is written to, and never
/// replaced.
class NewFile {
 public:
  /// Begins to write what `path` is to hold. Errors: unwritable_file, also those of the other functions.
  static Result<NewFile> open(const std::string& path);

  NewFile(NewFile&& other) noexcept = default;
  NewFile& operator=(NewFile&&) = delete;
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  /// Leaves the file as it was, unless it was closed without an error.
  ~NewFile();

  WriteError write(std::string_view text) { return file_.write(text); }
  WriteError close();

 private:
  NewFile(OutputFile file, std::string neighbour) : file_(std::move(file)), neighbour_(std::move(neighbour)) {}

  OutputFile file_;
  std::string neighbour_;  ///< what is written; empty where nothing is replaced
};

/// Returns why a `what`, such as "journal", may not take the place of the file at `path`: it is not empty, and is not
/// `such` a file.
WriteError find_foreign_file(const std::string& path, std::string_view what, bool (*is_such)(const std::string& path));

/// Makes `path` hold `text`, as NewFile does.
/// Errors: unwritable_file.
WriteError write_file(const std::string& path, std::string_view text);

/// Writes `text` to a file that must not be there yet, not even as a symbolic link. Leaves nothing where that fails.
/// Errors: unwritable_file.
WriteError write_new_file(const std::string& path, std::string_view text);

}  // namespace npu_cts::record
