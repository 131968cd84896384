// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/record/journal.h"

namespace npu_cts::record {

/// A verdict, and the JSON of its line, without what links it.
struct MergedResult {
  std::string json;
  CaseResult result;
};

/// In which order the parts of a run have their verdicts.
enum class RunOrder : std::uint8_t {
  of_ids,    ///< as cases run
  shuffled,  ///< as `--shuffle` has them: the verdicts are sorted in memory
};

/// Reads the parts of one run side by side, each once, and gives their verdicts in the order of ids. What they planned
/// is known to whoever made them, and passed over. It keeps of each part the line that it is at; `merge_journals` keeps
/// them all.
class MergedParts {
 public:
  /// Opens the journals in the files `paths`.
  /// Errors, here and below: unreadable_file; bad_journal, for a line that a run cannot have written there, and where
  /// the parts are of different runs.
  static Result<MergedParts> open(const std::vector<std::string>& paths, RunOrder order);

  MergedParts(MergedParts&& other) noexcept;
  MergedParts& operator=(MergedParts&& other) noexcept;
  ~MergedParts();

  /// Returns the run without its cases, with the environments of all parts. Whether all of them finished is known after
  /// the last verdict.
  [[nodiscard]] const Journal& head() const { return head_; }

  /// Returns the next verdict; nothing after the last. A case that began and did not end crashed.
  Result<std::optional<MergedResult>> next();

 private:
  class Part;
  using Problem = std::optional<Diagnostics>;

  MergedParts();
  Problem add(const std::string& path, RunOrder order);
  Problem advance(Part& part);

  Journal head_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<Part*> queue_;  ///< a heap: the first is at the verdict with the least id
  Part* given_ = nullptr;     ///< whose verdict was given last
};

}  // namespace npu_cts::record
