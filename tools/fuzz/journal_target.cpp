// Journals: whatever is read is written back to the same, and what a run cannot have written is refused at its line.
#include <string>

#include "framework/record/journal.h"
#include "framework/record/journal_line.h"
#include "tools/fuzz/property.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace npu_cts;
  using namespace npu_cts::fuzz;
  const Location first{.file = "run.jsonl", .line = 1, .column = 1};
  const std::string_view text = text_of(data, size);
  const Result<Journal> journal = parse_journal(text, first.file);
  if (!journal) {
    hold_diagnostics(journal.diagnostics(), text, first);
  } else {
    const std::string written = to_text(*journal);
    const Result<Journal> again = parse_journal(written, first.file);
    hold(again && *again == *journal, "a journal comes back as it was written", written);
  }
  const Result<JournalLine> line = parse_journal_line(text, first);
  if (!line) return 0;
  const std::string written = to_text(*line);
  const Result<JournalLine> again = parse_journal_line(std::string_view(written).substr(0, written.size() - 1), first);
  hold(again && to_text(*again) == written, "a line comes back as it was written", written);
  return 0;
}
