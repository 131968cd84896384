// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/base/sha256.h"
#include "framework/evidence/statement.h"
#include "framework/record/chain.h"
#include "framework/record/journal.h"
#include "framework/record/journal_line.h"
#include "framework/record/journal_source.h"

namespace npu_cts::evidence {

/// A case of a run, and how it ended; nothing where it was not run.
struct RecordedCase {
  record::PlannedCase planned;
  std::optional<CaseResult> result;
};

/// Reads the cases of a journal in the order of their ids, in which a run and 'npu-cts certify' write them. One reader
/// goes ahead to the results, another follows with what was planned. Neither keeps what it has read.
class JournalStream {
 public:
  /// Whether the journal is to be sealed, or only its cases are wanted.
  enum class Purpose : std::uint8_t { seal, cases };

  /// Reads the journal `file`, which `open` opens.
  /// Errors: those of its sources; bad_journal, for the first line that is not one of such a journal.
  static Result<JournalStream> open(const record::OpenJournal& open, const std::string& file,
                                    Purpose purpose = Purpose::seal);

  /// Returns the journal without its cases. Whether it finished is known at its end.
  [[nodiscard]] const record::Journal& head() const { return head_; }

  /// Returns the next case; nothing after the last. Errors: as open.
  Result<std::optional<RecordedCase>> next();

  /// Returns what pins the cases down. Comes after the last, where the journal is to be sealed.
  RecordsSeal seal();

  /// Returns whether each line is as to_text writes it. Known after the last case, where the journal is to be sealed.
  [[nodiscard]] bool is_as_written() const { return is_as_written_; }

  /// Returns how many bytes the journal has. Known after the last case.
  [[nodiscard]] std::size_t bytes() const { return ended_lines_.bytes(); }

 private:
  using Problem = std::optional<Diagnostics>;

  JournalStream(const record::OpenJournal& open, const std::string& file, Purpose purpose)
      : purpose_(purpose), ended_lines_(open(), file), planned_lines_(open(), file) {}

  /// Reads the line of the run and goes on to the first case that began.
  Problem read_head();
  /// Goes to the next line of those that ended.
  Problem advance();
  /// Parses the line that advance went to.
  Result<record::JournalLine> parse();
  /// Returns the result of `planned` and goes on, where the next line begins that case.
  Result<std::optional<CaseResult>> read_result(const record::PlannedCase& planned);
  /// Reads what stands behind the last case.
  Problem read_end();
  /// Remembers it where `line`, the one of the reader `lines`, is not `json` with its number and hash.
  void compare(std::string_view line, std::string_view json, const record::LineReader& lines);
  /// Compares `line`, the one that advance went to, where the journal is to be sealed.
  void compare(const record::JournalLine& line);
  Problem bad(std::string what) const;

  Purpose purpose_;
  record::LineReader ended_lines_;
  record::LineReader planned_lines_;
  record::LineParser parser_;
  record::Chain chain_;
  record::Journal head_;
  RecordsTree tree_;
  Sha256 hash_;                      ///< of all that was read, where the journal is to be sealed
  std::optional<std::string> line_;  ///< of those that ended
  std::string last_id_;
  std::size_t planned_ = 0;
  std::size_t ended_ = 0;
  std::size_t planned_count_ = 0;  ///< lines that plan a case
  bool is_as_written_ = true;
};

}  // namespace npu_cts::evidence
