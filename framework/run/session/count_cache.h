// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "framework/run/session/plan_counts.h"

namespace npu_cts::run {

/// Counts that were made before, in one small file: a line for each spec and program, the latest first. A line that is
/// torn, or is of another spec or program, is never used. A file that somebody else may write is not read; but whoever
/// may write it may be a cheat, so no verdict on a certificate may depend on it.
class CountCache {
 public:
  explicit CountCache(std::filesystem::path file) : file_(std::move(file)) {}

  [[nodiscard]] std::optional<PlanCounts> find(const std::string& key) const;

  /// Adds a line where the file can be written, and leaves the oldest out where there are many.
  void keep(const std::string& key, const PlanCounts& counts) const;

  /// Returns the key of a spec with this digest under the program `program` (see program_id).
  static std::string key_of(const std::string& digest, const std::string& program);

 private:
  [[nodiscard]] std::vector<std::string> lines() const;

  std::filesystem::path file_;
};

}  // namespace npu_cts::run
