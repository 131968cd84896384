// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/base/sha256.h"
#include "framework/evidence/archive.h"
#include "framework/evidence/statement.h"
#include "framework/record/chain.h"
#include "framework/record/journal.h"
#include "framework/record/journal_line.h"

namespace npu_cts {

/// A case of a run, and how it ended; nothing where it was not run.
struct RecordedCase {
  PlannedCase planned;
  std::optional<CaseResult> result;
};

/// Reads the lines of one member of an archive, and keeps only the one that it is at.
class LineReader {
 public:
  /// Reads the member `name` of `archive`, which is of `file` and outlives the reader.
  LineReader(std::string_view archive, const std::string& file, std::string_view name);

  /// Returns the next line without its newline, which stands until the next call; nothing at the end.
  /// Errors: those of ArchiveReader; bad_journal for a line that is too long.
  Result<std::optional<std::string_view>> next();

  /// Returns the place of the last line.
  [[nodiscard]] const Location& at() const { return at_; }

  /// Returns what stands behind the last newline.
  [[nodiscard]] std::string_view rest() const { return std::string_view(text_).substr(start_); }

  /// Returns the SHA-256 of all that was read.
  std::string digest() { return hash_.take(); }

 private:
  /// Goes to the member. Returns why it is not there, if it is not.
  std::optional<Diagnostics> find_member();

  ArchiveReader reader_;
  std::string name_;
  Location at_;
  bool is_at_member_ = false;
  std::string text_;
  std::size_t start_ = 0;  ///< of the next line in `text_`
  Sha256 hash_;
};

/// Reads the cases of a certificate's journal in the order of their ids, in which 'npu-cts certify' writes them. One
/// reader goes ahead to the results, another follows with what was planned. Neither keeps what it has read.
class JournalStream {
 public:
  /// Errors: bad_certificate; bad_journal, for the first line that is not one of such a journal.
  static Result<JournalStream> open(std::string_view archive, const std::string& file, std::string_view name);

  /// Returns the journal without its cases. Whether it finished is known at its end.
  [[nodiscard]] const Journal& head() const { return head_; }

  /// Returns the next case; nothing after the last. Errors: as open.
  Result<std::optional<RecordedCase>> next();

  /// Returns what pins the cases down. Comes after the last.
  RecordsSeal seal();

  /// Returns whether each line is as to_text writes it. Known after the last case.
  [[nodiscard]] bool is_as_written() const { return is_as_written_; }

 private:
  using Problem = std::optional<Diagnostics>;

  JournalStream(std::string_view archive, const std::string& file, std::string_view name)
      : ended_lines_(archive, file, name), planned_lines_(archive, file, name) {}

  /// Reads the line of the run and goes on to the first case that began.
  Problem read_head();
  /// Goes to the next line of those that ended.
  Problem advance();
  /// Parses the line that advance went to.
  Result<JournalLine> parse();
  /// Returns the result of `planned` and goes on, where the next line begins that case.
  Result<std::optional<CaseResult>> read_result(const PlannedCase& planned);
  /// Reads what stands behind the last case.
  Problem read_end();
  /// Remembers it where `line`, the one of the reader `lines`, is not `json` with its number and hash.
  void compare(std::string_view line, std::string_view json, const LineReader& lines);
  Problem bad(std::string what) const;

  LineReader ended_lines_;
  LineReader planned_lines_;
  Chain chain_;
  Journal head_;
  RecordsTree tree_;
  std::optional<std::string> line_;  ///< of those that ended
  std::string last_id_;
  std::size_t planned_ = 0;
  std::size_t ended_ = 0;
  std::size_t planned_count_ = 0;  ///< lines that plan a case
  bool is_as_written_ = true;
};

}  // namespace npu_cts
