// SPDX-License-Identifier: Apache-2.0
#include "framework/record/merge_parts.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/record/chain.h"
#include "framework/record/journal_line.h"
#include "framework/record/line_reader.h"

namespace npu_cts::record {

/// A part, and the line that it is at.
class MergedParts::Part {
 public:
  Part(const std::string& path, RunOrder order) : lines_(journal_in_file(path)(), path), order_(order) {}

  /// Goes to the line of the run.
  Problem open() {
    if (auto problem = advance()) return problem;
    if (!line_) return bad("the journal is empty, or truncated inside its first line");
    if (!std::holds_alternative<RunLine>(*line_)) return bad("the journal does not begin with its run");
    return std::nullopt;
  }
  [[nodiscard]] const RunLine& run() const { return std::get<RunLine>(*line_); }

  /// Goes to the next case that was planned.
  Problem next_planned() {
    if (auto problem = advance()) return problem;
    const auto* const planned = line_ ? std::get_if<PlannedCase>(&*line_) : nullptr;
    is_ahead_ = planned == nullptr;
    if (is_ahead_) return std::nullopt;
    if (planned->id <= id_) return bad(fmt::format("'{}' is planned twice, or not in the order of ids", planned->id));
    id_ = planned->id;
    return std::nullopt;
  }

  /// Goes to the next verdict.
  Problem next_result() {
    if (order_ == RunOrder::of_ids) return read_result();
    if (std::exchange(is_ahead_, false)) {
      if (auto problem = sort_results()) return problem;
    }
    line_.reset();
    if (sorted_.empty()) return std::nullopt;
    json_ = std::move(sorted_.back().json);
    id_ = sorted_.back().line.id;
    line_ = std::move(sorted_.back().line);
    sorted_.pop_back();
    return std::nullopt;
  }

  /// Returns whether it is at a line of the kind that it last went to. What follows is about that.
  [[nodiscard]] bool is_at_line() const { return line_ && !is_ahead_; }
  [[nodiscard]] const std::string& id() const { return id_; }
  template <class Line>
  [[nodiscard]] MergedLine<Line> take() {
    return {.json = json_, .line = std::get<Line>(std::move(*line_))};
  }

  [[nodiscard]] bool is_finished() const { return is_finished_; }

 private:
  struct Ended {
    std::string json;
    CaseResult line;
  };

  [[nodiscard]] Problem bad(std::string what) const { return Diagnostics{bad_journal(lines_.at(), std::move(what))}; }

  /// Goes to the next line; to none where it ends.
  Problem advance() {
    line_.reset();
    const auto text = lines_.next();
    if (!text) return text.diagnostics();
    if (!*text) return std::nullopt;  // what is left was being written when the process ended
    if (auto broken = chain_.take(**text)) return bad(*std::move(broken));
    auto line = parser_.parse(**text, lines_.at());
    if (!line) return line.diagnostics();
    line_ = *std::move(line);
    json_ = json_of(**text);
    return std::nullopt;
  }

  Problem read_result() {
    const bool is_there = std::exchange(is_ahead_, false);
    if (is_there) id_.clear();  // of what was planned
    if (auto problem = is_there ? std::nullopt : advance()) return problem;
    if (!line_) return std::nullopt;
    if (std::holds_alternative<DoneLine>(*line_)) return read_end();
    auto* const begin = std::get_if<BeginLine>(&*line_);
    if (begin == nullptr) return bad("the line stands where none of its kind does");
    if (order_ == RunOrder::of_ids && begin->id <= id_)
      return bad(fmt::format("'{}' begins twice, or not in the order of ids", begin->id));
    id_ = std::move(begin->id);
    if (auto problem = advance()) return problem;
    if (!line_) {
      line_ = crashed_inside(id_);
      json_ = to_text(*line_);
    }
    const auto* const end = std::get_if<CaseResult>(&*line_);
    if (end == nullptr || end->id != id_) return bad(fmt::format("'{}' begins and does not end", id_));
    return std::nullopt;
  }

  Problem read_end() {
    is_finished_ = true;
    if (auto problem = advance()) return problem;
    return line_ ? bad("the journal goes on after its end") : std::nullopt;
  }

  /// Reads all verdicts. The one with the least id comes last.
  Problem sort_results() {
    is_ahead_ = true;
    if (auto problem = read_result()) return problem;
    while (line_) {
      sorted_.push_back({.json = std::move(json_), .line = std::get<CaseResult>(std::move(*line_))});
      if (auto problem = read_result()) return problem;
    }
    std::ranges::sort(sorted_, std::ranges::greater{}, [](const Ended& one) { return one.line.id; });
    return std::nullopt;
  }

  LineReader lines_;
  RunOrder order_;
  LineParser parser_;
  Chain chain_;
  std::optional<JournalLine> line_;
  std::string json_;       ///< of the line
  std::string id_;         ///< of its case
  bool is_ahead_ = false;  ///< the line is the first behind what was planned
  bool is_finished_ = false;
  std::vector<Ended> sorted_;  ///< verdicts of a shuffled part that were not given yet
};

MergedParts::MergedParts() = default;
MergedParts::MergedParts(MergedParts&& other) noexcept = default;
MergedParts& MergedParts::operator=(MergedParts&& other) noexcept = default;
MergedParts::~MergedParts() = default;

Result<MergedParts> MergedParts::open(const std::vector<std::string>& paths, RunOrder order) {
  MergedParts merged;
  for (const std::string& path : paths) {
    if (auto problem = merged.add(path, order)) return *std::move(problem);
  }
  return merged;
}

MergedParts::Problem MergedParts::add(const std::string& path, RunOrder order) {
  const auto& part = parts_.emplace_back(std::make_unique<Part>(path, order));
  if (auto problem = part->open()) return problem;
  const RunLine& run = part->run();
  if (parts_.size() == 1) head_.info = run.info;
  if (const auto difference = find_difference(head_.info, run.info))
    return Diagnostics{bad_journal({.file = path, .line = 1, .column = 0},
                                   fmt::format("the journals are of different runs: {}", *difference))};
  head_.environments.insert(head_.environments.end(), run.environments.begin(), run.environments.end());
  return std::nullopt;
}

MergedParts::Problem MergedParts::advance(Part& part) {
  if (auto problem = (part.*step_)()) return problem;
  if (!part.is_at_line()) return std::nullopt;
  queue_.push_back(&part);
  std::ranges::push_heap(queue_, std::ranges::greater{}, &Part::id);
  return std::nullopt;
}

/// Takes `step` from the line that was given last, and returns the part that is at the least id; null after the last.
Result<MergedParts::Part*> MergedParts::next(Step step) {
  if (std::exchange(step_, step) != step) {
    for (const auto& part : parts_) {
      if (auto problem = advance(*part)) return *std::move(problem);
    }
  } else if (given_ != nullptr) {
    if (auto problem = advance(*given_)) return *std::move(problem);
  }
  given_ = nullptr;
  if (queue_.empty()) return given_;
  std::ranges::pop_heap(queue_, std::ranges::greater{}, &Part::id);
  given_ = queue_.back();
  queue_.pop_back();
  return given_;
}

Result<std::optional<MergedLine<PlannedCase>>> MergedParts::next_planned() {
  const auto part = next(&Part::next_planned);
  if (!part) return part.diagnostics();
  if (*part == nullptr) return std::optional<MergedLine<PlannedCase>>();
  return std::optional((*part)->take<PlannedCase>());
}

Result<std::optional<MergedLine<CaseResult>>> MergedParts::next_result() {
  const auto part = next(&Part::next_result);
  if (!part) return part.diagnostics();
  if (*part != nullptr) return std::optional((*part)->take<CaseResult>());
  head_.finished = std::ranges::all_of(parts_, [](const auto& one) { return one->is_finished(); });
  return std::optional<MergedLine<CaseResult>>();
}

}  // namespace npu_cts::record
