// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/result.h"

namespace npu_cts::record {

/// Gives the bytes of a journal piece by piece.
class JournalSource {
 public:
  JournalSource() = default;
  JournalSource(const JournalSource&) = delete;
  JournalSource& operator=(const JournalSource&) = delete;
  virtual ~JournalSource() = default;

  /// Returns the next bytes, which stand until the next call; none at the end.
  virtual Result<std::string_view> read() = 0;
};

/// Opens a journal at its beginning: as often as it is called, and each time by itself.
using OpenJournal = std::function<std::unique_ptr<JournalSource>()>;

/// Returns the journal `text`, which outlives its sources. They never fail.
OpenJournal journal_in_text(std::string_view text);

/// Returns the journal in the file at `path`, compressed or not. For a pipe that no program writes to it waits as long
/// as `patience` says. Errors of its sources: unreadable_file, and those of Decompressor.
OpenJournal journal_in_file(std::string path, std::chrono::milliseconds patience = std::chrono::seconds(10));

/// Reads the lines of a journal, and keeps only the one that it is at.
class LineReader {
 public:
  /// Reads `source`, the journal `file`.
  LineReader(std::unique_ptr<JournalSource> source, std::string file);

  /// Returns the next line without its newline, which stands until the next call; nothing at the end.
  /// Errors: those of the source; bad_journal for a line that is too long.
  Result<std::optional<std::string_view>> next();

  /// Returns the place of the last line.
  [[nodiscard]] const Location& at() const { return at_; }

  /// Returns what stands behind the last newline.
  [[nodiscard]] std::string_view rest() const { return std::string_view(text_).substr(start_); }

  /// Returns how many bytes were read.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  std::unique_ptr<JournalSource> source_;
  Location at_;
  std::size_t bytes_ = 0;
  std::string text_;
  std::size_t start_ = 0;  ///< of the next line in `text_`
};

}  // namespace npu_cts::record
