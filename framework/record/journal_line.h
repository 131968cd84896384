// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "framework/base/json_items.h"
#include "framework/base/result.h"
#include "framework/record/chain.h"
#include "framework/record/journal.h"

namespace npu_cts::record {

/// The first line.
struct RunLine {
  RunInfo info;
  std::vector<Shard> shards = {};
  std::vector<Environment> environments = {};
  std::string plan = {};  ///< see Journal
};
struct BeginLine {
  std::string id;
};
struct DoneLine {
  std::size_t planned = 0;
  std::size_t ended = 0;
};

/// One line of a journal.
using JournalLine = std::variant<RunLine, PlannedCase, BeginLine, CaseResult, DoneLine>;

/// Returns `line` as JSON, which Chain makes a line of. Bytes that are not UTF-8 become U+FFFD.
std::string to_text(const JournalLine& line);
std::string to_text(const PlannedCase& planned);
std::string to_text(const CaseResult& result);

/// Returns the line that `text` (without its newline) holds. That its chain fits is for Chain to say.
/// Errors: bad_journal at `at`: no JSON, an unknown or missing key, a word of no table.
Result<JournalLine> parse_journal_line(std::string_view text, const Location& at);

/// Parses many lines as parse_journal_line does, in the memory that the first of them took.
class LineParser {
 public:
  Result<JournalLine> parse(std::string_view text, const Location& at);

 private:
  JsonItems items_;
};

/// A journal that was read, and what its next line is linked with.
struct ChainedJournal {
  Journal journal;
  Chain chain = {};
  std::size_t crashed = 0;  ///< results, the last ones, that stand for a beginning without an end
};

/// Returns what read_part does of its text, to go on with.
Result<ChainedJournal> parse_chained(std::string_view text, std::string_view file);

/// Returns the diagnostic of a journal line that a run cannot have written.
Diagnostic bad_journal(const Location& at, std::string what);

}  // namespace npu_cts::record
