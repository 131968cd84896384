#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/judge/judge_case.h"
#include "framework/record/journal_writer.h"
#include "suites/open_driver.h"

namespace npu_cts {

/// One part of a plan: the cases whose ids fall to shard `index` of `count`. Which shard is decided by the id alone.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// Returns the cases of `all` that `query` (see matches) and `shard` name.
std::vector<Case> select(std::vector<Case> all, std::string_view query, const Shard& shard);

/// Runs cases on a driver, one open driver a target, and records each before and after.
class Session {
 public:
  Session(const Spec& spec, NamedDriver driver, JudgeOptions options, JournalWriter journal);

  /// Returns the verdict on `planned`; begun and ended in the journal.
  CaseResult run(const Case& planned);

  /// Closes the journal. Returns its first error, if it had one.
  WriteError finish();

  /// Whether the journal cannot be written any more: nothing that runs now would be on record.
  [[nodiscard]] bool is_broken() const { return error_.has_value(); }

  [[nodiscard]] const Spec& spec() const { return spec_; }

  /// What runs here, and what it is judged by.
  [[nodiscard]] RunInfo info() const;

 private:
  CaseResult run_open(const Case& planned);

  const Spec& spec_;
  BoundSpecs specs_;
  NamedDriver driver_;
  JudgeOptions options_;
  JournalWriter journal_;
  Oracle oracle_;
  std::map<Target, std::unique_ptr<Driver>> open_;
  WriteError error_;
};

}  // namespace npu_cts
