// SPDX-License-Identifier: Apache-2.0
// Journals: whatever is read is written back to the same, and what a run cannot have written is refused at its line.
#include <string>

#include "framework/base/text.h"
#include "framework/record/journal.h"
#include "framework/record/journal_line.h"
#include "tools/fuzz/property.h"

namespace npu_cts::fuzz {
namespace {

void check(std::string_view text) {
  const Location first{.file = "run.jsonl", .line = 1, .column = 1};
  const Result<record::Journal> journal = record::parse_journal(text, first.file);
  if (!journal) {
    hold_diagnostics(journal.diagnostics(), text, first);
  } else {
    const std::string written = to_text(*journal);
    const Result<record::Journal> again = record::parse_journal(written, first.file);
    hold(again && *again == *journal, "a journal comes back as it was written", written);
  }
  const Result<record::JournalLine> line = record::parse_journal_line(text, first);
  if (!line) return;
  const std::string written = record::Chain().link(to_text(*line));
  const Result<record::JournalLine> again =
      record::parse_journal_line(std::string_view(written).substr(0, written.size() - 1), first);
  hold(again && record::Chain().link(to_text(*again)) == written, "a line comes back as it was written", written);
}

/// Returns `text` with its lines linked: bytes that were only mutated never get past the first hash.
std::string linked(std::string_view text) {
  record::Chain chain;
  std::string made;
  for (const std::string& line : split(text, '\n')) {
    if (line.size() >= 2) made += chain.link(line);
  }
  return made;
}

}  // namespace
}  // namespace npu_cts::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = npu_cts::fuzz::text_of(data, size);
  npu_cts::fuzz::check(text);
  npu_cts::fuzz::check(npu_cts::fuzz::linked(text));
  return 0;
}
