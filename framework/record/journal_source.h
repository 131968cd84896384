// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
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

/// Returns the journal in the file at `path`, compressed or not. Errors of its sources: unreadable_file, and those of
/// Decompressor.
OpenJournal journal_in_file(std::string path);

}  // namespace npu_cts::record
