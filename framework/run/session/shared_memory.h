// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/record/file.h"

namespace npu_cts::run {

/// A file in memory with `text`, without a name in any folder. The processes that this one starts read it by its path.
/// Errors: unwritable_file.
Result<record::OutputFile> memory_file(std::string_view text);

/// Makes `file`, a memory_file, read-only for every process: neither its bytes nor its size change any more.
/// Errors: unwritable_file.
record::WriteError seal(const record::OutputFile& file);

/// The failures of a run, counted over all of its processes, which end where there are `most`.
class FailureLimit {
 public:
  /// Returns the limit whose count is in the memory_file at `path`; of this process alone where it is empty.
  /// Errors: unreadable_file.
  static Result<FailureLimit> open(const std::string& path, std::size_t most);

  void add_failure() { ++*count_; }
  [[nodiscard]] bool is_reached() const { return *count_ >= most_; }

 private:
  using Count = std::atomic<std::size_t>;
  static_assert(Count::is_always_lock_free);

  FailureLimit(std::shared_ptr<Count> count, std::size_t most) : count_(std::move(count)), most_(most) {}

  std::shared_ptr<Count> count_;
  std::size_t most_;
};

}  // namespace npu_cts::run
