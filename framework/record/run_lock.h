// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/base/result.h"
#include "framework/record/file.h"

namespace npu_cts::record {

/// The right to write one journal and its parts, against other runs on this machine: an empty file beside the journal,
/// locked as long as this stands. A killed run's lock is free; its file is taken over by the next.
class RunLock {
 public:
  /// Returns the lock of `journal`.
  /// Errors: unwritable_file, where it is a folder, where its folder cannot be written, or another run holds the lock.
  static Result<RunLock> take(const std::string& journal);

  ~RunLock();
  RunLock(RunLock&&) = default;
  RunLock& operator=(RunLock&&) = default;
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  explicit RunLock(OutputFile file) : file_(std::move(file)) {}

  OutputFile file_;
};

}  // namespace npu_cts::record
