// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/record/case_sink.h"
#include "framework/record/file.h"
#include "framework/record/journal_line.h"

namespace npu_cts::record {

/// What becomes of a case that was begun and not ended when a process was killed.
enum class Unended : std::uint8_t {
  crashed,     ///< it killed the process: that is its verdict
  runs_again,  ///< the whole run was killed from outside
};

/// Writes the journal of one run: first the plan, then a line before and a line after each case. The line before a case
/// is in the file before the case runs. The line after it is written together with the next line, so that a process
/// that is killed between two cases loses the verdict of the first. After an error nothing more is written (the last
/// line may be truncated), and every call returns that error.
class JournalWriter final : public CaseSink {
 public:
  /// Returns the writer of a new journal, of one shard of the run; `path` must not exist or be empty. The file is
  /// locked against other runs. Where `plan`, the digest of its cases, is given, none is planned in it: see Journal.
  /// Errors: unwritable_file.
  static Result<JournalWriter> create(const std::string& path, const RunInfo& info, const Shard& shard = {},
                                      const std::string& plan = {});

  /// Returns the writer that goes on with the journal of a run that was killed: a truncated last line is cut off.
  /// Errors: unwritable_file, and those of read_journal; bad_journal where the run is finished.
  static Result<JournalWriter> resume(const std::string& path, Unended unended = Unended::crashed);

  /// Records cases of the run. Comes before the first `begin`, as often as they are made.
  WriteError plan(std::span<const Case> cases);
  WriteError begin(std::string_view id) override;
  WriteError end(const CaseResult& result) override;

  /// Writes what waits for the next line. Ask for it before an early end of the run: its error is said here alone.
  WriteError flush();
  ~JournalWriter() override;
  JournalWriter(JournalWriter&&) = default;
  JournalWriter& operator=(JournalWriter&&) = default;

  /// Records that the run is complete, and closes.
  WriteError finish();

 private:
  JournalWriter(OutputFile file, Chain chain, bool is_planned_elsewhere)
      : file_(std::move(file)), chain_(std::move(chain)), is_planned_elsewhere_(is_planned_elsewhere) {}

  WriteError write(std::string json);

  OutputFile file_;
  Chain chain_;
  bool is_planned_elsewhere_;
  WriteError error_;
  std::string waiting_;  ///< lines for the next write
  std::size_t planned_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace npu_cts::record
