// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_source.h"

#include <utility>

#include "framework/record/journal_line.h"

namespace npu_cts::record {
namespace {

constexpr std::size_t most_line = std::size_t{256} << 20U;  ///< bytes: the first names each case that was selected

}  // namespace

LineReader::LineReader(std::unique_ptr<JournalSource> source, std::string file)
    : source_(std::move(source)), at_{.file = std::move(file)} {}

Result<std::optional<std::string_view>> LineReader::next() {
  std::size_t from = start_;
  while (true) {
    if (const std::size_t end = text_.find('\n', from); end != std::string::npos) {
      const std::string_view line = std::string_view(text_).substr(start_, end - start_);
      start_ = end + 1;
      ++at_.line;
      return std::optional(line);
    }
    text_.erase(0, std::exchange(start_, 0));
    from = text_.size();
    if (text_.size() > most_line) return bad_journal(at_, "a line is longer than any that a run writes");
    const auto piece = source_->read();
    if (!piece) return piece.diagnostics();
    if (piece->empty()) return std::optional<std::string_view>();
    bytes_ += piece->size();
    text_ += *piece;
  }
}

}  // namespace npu_cts::record
