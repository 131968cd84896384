// SPDX-License-Identifier: Apache-2.0
#include "framework/record/merge_parts.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/base/sort.h"
#include "framework/record/chain.h"
#include "framework/record/journal_line.h"
#include "framework/record/journal_source.h"

namespace npu_cts::record {
namespace {

/// Returns the id of the case that begins in `line`: whole lines are read only where they say more, and no id has what
/// JSON escapes.
std::optional<std::string_view> begun_in(std::string_view line) {
  constexpr std::string_view start = R"({"begin":")";
  if (!line.starts_with(start)) return std::nullopt;
  line.remove_prefix(start.size());
  return line.substr(0, line.find('"'));
}

bool is_planned(std::string_view line) { return line.starts_with(R"({"planned":)"); }

}  // namespace

/// A part, and the verdict that it is at.
class MergedParts::Part {
 public:
  Part(const std::string& path, RunOrder order) : lines_(journal_in_file(path)(), path), order_(order) {}

  /// Reads the line of the run.
  Problem open() {
    if (auto problem = advance()) return problem;
    if (!text_) return bad("the journal is empty, or truncated inside its first line");
    auto line = parse();
    if (!line) return line.diagnostics();
    if (!std::holds_alternative<RunLine>(*line)) return bad("the journal does not begin with its run");
    run_ = std::get<RunLine>(*std::move(line));
    return std::nullopt;
  }
  [[nodiscard]] const RunLine& run() const { return run_; }

  /// Goes to the next verdict; to none after the last.
  Problem next() {
    if (order_ == RunOrder::of_ids) return read();
    if (!std::exchange(is_sorted_, true)) {
      if (auto problem = sort()) return problem;
    }
    ended_.reset();
    if (sorted_.empty()) return std::nullopt;
    ended_ = std::move(sorted_.back());
    sorted_.pop_back();
    return std::nullopt;
  }

  [[nodiscard]] bool is_at_verdict() const { return ended_.has_value(); }
  [[nodiscard]] const std::string& id() const { return ended_->result.id; }
  [[nodiscard]] MergedResult take() { return *std::move(ended_); }
  [[nodiscard]] bool is_finished() const { return is_finished_; }

 private:
  [[nodiscard]] Problem bad(std::string what) const { return Diagnostics{bad_journal(lines_.at(), std::move(what))}; }

  /// Goes to the next line; to none where it ends.
  Problem advance() {
    const auto text = lines_.next();
    if (!text) return text.diagnostics();
    text_ = *text;
    if (!text_) return std::nullopt;  // what is left was being written when the process ended
    auto broken = chain_.take(*text_);
    return broken ? bad(*std::move(broken)) : std::nullopt;
  }

  Result<JournalLine> parse() { return parser_.parse(*text_, lines_.at()); }

  Problem read() {
    ended_.reset();
    auto problem = advance();
    while (!problem && text_ && is_planned(*text_)) problem = advance();
    if (problem || !text_) return problem;
    const auto begun = begun_in(*text_);
    if (!begun) return read_end_of_run();
    if (order_ == RunOrder::of_ids && *begun <= id_)
      return bad(fmt::format("'{}' begins twice, or not in the order of ids", *begun));
    id_ = *begun;
    return read_verdict();
  }

  /// Reads how the case ended that began in the line above.
  Problem read_verdict() {
    if (auto problem = advance()) return problem;
    if (!text_) {
      const CaseResult crash = crashed_inside(id_);
      ended_ = MergedResult{.json = to_text(crash), .result = crash};
      return std::nullopt;
    }
    auto line = parse();
    if (!line) return line.diagnostics();
    auto* const end = std::get_if<CaseResult>(&*line);
    if (end == nullptr || end->id != id_) return bad(fmt::format("'{}' begins and does not end", id_));
    ended_ = MergedResult{.json = json_of(*text_), .result = std::move(*end)};
    return std::nullopt;
  }

  Problem read_end_of_run() {
    const auto line = parse();
    if (!line) return line.diagnostics();
    if (!std::holds_alternative<DoneLine>(*line)) return bad("the line stands where none of its kind does");
    is_finished_ = true;
    if (auto problem = advance()) return problem;
    return text_ ? bad("the journal goes on after its end") : std::nullopt;
  }

  /// Reads all verdicts. The one with the least id comes last.
  Problem sort() {
    if (auto problem = read()) return problem;
    while (ended_) {
      sorted_.push_back(*std::move(ended_));
      if (auto problem = read()) return problem;
    }
    sort_stably(sorted_, std::ranges::greater{},
                [](const MergedResult& one) -> const std::string& { return one.result.id; });
    return std::nullopt;
  }

  LineReader lines_;
  RunOrder order_;
  LineParser parser_;
  Chain chain_;
  RunLine run_;
  std::optional<std::string_view> text_;  ///< of the line that it is at
  std::string id_;                        ///< of the case that began last
  std::optional<MergedResult> ended_;
  bool is_finished_ = false;
  bool is_sorted_ = false;
  std::vector<MergedResult> sorted_;  ///< verdicts of a shuffled part that were not given yet
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
  for (const auto& part : merged.parts_) {
    if (auto problem = merged.advance(*part)) return *std::move(problem);
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
  if (auto problem = part.next()) return problem;
  if (!part.is_at_verdict()) return std::nullopt;
  queue_.push_back(&part);
  std::ranges::push_heap(queue_, std::ranges::greater{}, &Part::id);
  return std::nullopt;
}

Result<std::optional<MergedResult>> MergedParts::next() {
  if (given_ != nullptr) {
    if (auto problem = advance(*given_)) return *std::move(problem);
  }
  given_ = nullptr;
  if (queue_.empty()) {
    head_.finished = std::ranges::all_of(parts_, [](const auto& one) { return one->is_finished(); });
    return std::optional<MergedResult>();
  }
  std::ranges::pop_heap(queue_, std::ranges::greater{}, &Part::id);
  given_ = queue_.back();
  queue_.pop_back();
  return std::optional(given_->take());
}

}  // namespace npu_cts::record
