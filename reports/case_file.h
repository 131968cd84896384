// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "reports/run_cases.h"

namespace npu_cts::reports {

/// Cases of a run on disk. They are written once, in the order of their ids, and read as often as a form is made of
/// them. The file has no name, and goes with its last reader.
class CaseFile {
 public:
  /// Returns an empty one on the disk of `folder`; nothing where none can be made there.
  static std::optional<CaseFile> make(const std::string& folder);

  /// Adds a case; `result` is null where it was not run.
  void add(const record::PlannedCase& planned, const CaseResult* result);

  /// Returns the cases, one of whose readers reads at a time; nothing where the disk did not take them all.
  std::optional<RunCases> close();

 private:
  explicit CaseFile(std::FILE* file) : file_(file, std::fclose) {}

  std::shared_ptr<std::FILE> file_;
  std::string record_;  ///< the memory of the last
  bool is_whole_ = true;
};

}  // namespace npu_cts::reports
