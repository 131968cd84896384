// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/journal_stream.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

namespace npu_cts::evidence {
namespace {

constexpr std::string_view planned_start = R"({"planned":{)";

}  // namespace

Result<JournalStream> JournalStream::open(const record::OpenJournal& open, const std::string& file, Purpose purpose) {
  JournalStream stream(open, file, purpose);
  if (auto problem = stream.read_head()) return *std::move(problem);
  return stream;
}

JournalStream::Problem JournalStream::bad(std::string what) const {
  return Diagnostics{record::bad_journal(ended_lines_.at(), std::move(what))};
}

JournalStream::Problem JournalStream::advance() {
  const auto line = ended_lines_.next();
  if (!line) return line.diagnostics();
  line_.reset();
  if (!*line) return std::nullopt;
  line_ = std::string(**line);
  if (purpose_ == Purpose::seal) {
    hash_.add(*line_);
    hash_.add("\n");
  }
  if (const auto broken = chain_.take(*line_)) return bad(*broken);
  return std::nullopt;
}

Result<record::JournalLine> JournalStream::parse() { return parser_.parse(*line_, ended_lines_.at()); }

void JournalStream::compare(std::string_view line, std::string_view json, const record::LineReader& lines) {
  const std::string ending = fmt::format(R"(,"line":{},"chain":")", lines.at().line);
  const std::size_t length = json.size() - 1;  // without its brace
  if (line.size() < length || line.substr(0, length) != json.substr(0, length) ||
      line.substr(length, ending.size()) != ending)
    is_as_written_ = false;
}

void JournalStream::compare(const record::JournalLine& line) {
  if (purpose_ == Purpose::seal) compare(*line_, to_text(line), ended_lines_);
}

JournalStream::Problem JournalStream::read_head() {
  if (auto problem = advance()) return problem;
  if (!line_) return bad("the journal is empty, or truncated inside its first line");
  auto line = parse();
  if (!line) return line.diagnostics();
  auto* const run = std::get_if<record::RunLine>(&*line);
  if (run == nullptr) return bad("the journal does not begin with its run");
  compare(*line);
  head_.info = std::move(run->info);
  head_.shards = std::move(run->shards);
  head_.environments = std::move(run->environments);
  if (const auto first = planned_lines_.next(); !first) return first.diagnostics();
  if (auto problem = advance()) return problem;
  for (; line_ && line_->starts_with(planned_start); ++planned_count_) {
    if (auto problem = advance()) return problem;
  }
  return std::nullopt;
}

Result<std::optional<RecordedCase>> JournalStream::next() {
  if (planned_ == planned_count_) {
    if (auto problem = read_end()) return *std::move(problem);
    return std::optional<RecordedCase>();
  }
  const auto text = planned_lines_.next();
  if (!text) return text.diagnostics();
  if (!*text) return record::bad_journal(planned_lines_.at(), "it changed while it was read");
  auto line = parser_.parse(**text, planned_lines_.at());
  if (!line) return line.diagnostics();
  auto* const facts = std::get_if<record::PlannedCase>(&*line);
  if (facts == nullptr) return record::bad_journal(planned_lines_.at(), "the line plans no case");
  record::PlannedCase& planned = *facts;
  if (planned_ > 0 && planned.id <= last_id_)
    return record::bad_journal(planned_lines_.at(),
                               fmt::format("'{}' is planned twice, or not in the order of ids", planned.id));
  ++planned_;
  last_id_ = planned.id;
  const std::string json = purpose_ == Purpose::seal ? to_text(planned) : "";
  if (purpose_ == Purpose::seal) compare(**text, json, planned_lines_);
  auto result = read_result(planned);
  if (!result) return result.diagnostics();
  if (purpose_ == Purpose::seal) tree_.add(json, *result ? record::to_text(**result) : "");
  return std::optional(RecordedCase{.planned = std::move(planned), .result = std::move(*result)});
}

Result<std::optional<CaseResult>> JournalStream::read_result(const record::PlannedCase& planned) {
  if (!line_) return std::optional<CaseResult>();
  auto line = parse();
  if (!line) return line.diagnostics();
  const auto* const begin = std::get_if<record::BeginLine>(&*line);
  if (begin == nullptr || begin->id != planned.id) return std::optional<CaseResult>();
  compare(*line);
  if (auto problem = advance()) return *std::move(problem);
  if (!line_) return *bad(fmt::format("'{}' begins and does not end", planned.id));
  auto end = parse();
  if (!end) return end.diagnostics();
  auto* const result = std::get_if<CaseResult>(&*end);
  if (result == nullptr || result->id != planned.id)
    return *bad(fmt::format("'{}' begins and does not end", planned.id));
  compare(*end);
  ++ended_;
  std::optional<CaseResult> taken = std::move(*result);
  if (auto problem = advance()) return *std::move(problem);
  return taken;
}

JournalStream::Problem JournalStream::read_end() {
  if (!line_) {
    if (!ended_lines_.rest().empty()) is_as_written_ = false;
    return std::nullopt;
  }
  auto line = parse();
  if (!line) return line.diagnostics();
  const auto* const done = std::get_if<record::DoneLine>(&*line);
  if (done == nullptr) return bad("the line is of a case that was not planned, or stands where none of its kind does");
  if (done->planned != planned_ || done->ended != ended_)
    return bad(fmt::format("the end counts {} planned and {} ended cases, the lines above {} and {}", done->planned,
                           done->ended, planned_, ended_));
  compare(*line);
  head_.finished = true;
  if (auto problem = advance()) return problem;
  if (line_) return bad("the journal goes on after its end");
  if (!ended_lines_.rest().empty()) is_as_written_ = false;
  return std::nullopt;
}

RecordsSeal JournalStream::seal() {
  hash_.add(ended_lines_.rest());
  return {.count = planned_, .root = tree_.root(), .digest = hash_.take()};
}

}  // namespace npu_cts::evidence
