// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/record/journal.h"
#include "framework/record/journal_line.h"
#include "framework/record/journal_source.h"

namespace npu_cts::record {
namespace {

constexpr std::string_view done_start = R"({"done":)";  ///< of a journal's last line

/// Finds the planned cases of a journal by their ids. Nearly every journal has them in the order of their ids and ends
/// them in the order of its plan: then no id is looked up, and none is kept twice.
class Places {
 public:
  /// Returns whether `id` is none of those of `planned`, and may stand behind them.
  bool add(const std::string& id, const std::vector<PlannedCase>& planned) {
    if (is_sorted_ && (planned.empty() || planned.back().id < id)) return true;
    if (is_sorted_) {
      for (const PlannedCase& one : planned) by_id_.emplace(one.id, by_id_.size());
    }
    is_sorted_ = false;
    return by_id_.try_emplace(id, planned.size()).second;
  }

  /// Returns where `id` stands in `planned`.
  std::optional<std::size_t> find(const std::string& id, const std::vector<PlannedCase>& planned) {
    for (const std::size_t near : {last_, last_ + 1}) {
      if (near < planned.size() && planned[near].id == id) return last_ = near;
    }
    if (is_sorted_) {
      const auto found = std::ranges::lower_bound(planned, id, {}, &PlannedCase::id);
      if (found == planned.end() || found->id != id) return std::nullopt;
      return last_ = static_cast<std::size_t>(found - planned.begin());
    }
    const auto found = by_id_.find(id);
    if (found == by_id_.end()) return std::nullopt;
    return last_ = found->second;
  }

 private:
  bool is_sorted_ = true;
  std::size_t last_ = 0;                                ///< the one that was found last
  std::unordered_map<std::string, std::size_t> by_id_;  ///< where they are not sorted
};

/// Takes the lines of one journal in order and says what is wrong with the next one, if anything is.
class Reader {
 public:
  using Problem = std::optional<std::string>;

  Problem take(JournalLine&& line) {
    if (journal_.finished) return "the journal goes on after its end";
    if (!has_info_ && !std::holds_alternative<RunLine>(line)) return "the journal does not begin with its run";
    return std::visit([this](auto&& value) { return add(std::forward<decltype(value)>(value)); }, std::move(line));
  }

  [[nodiscard]] bool has_info() const { return has_info_; }

  /// Returns the journal, with a crash for each case that was begun and not ended.
  ChainedJournal finish(Chain chain) {
    std::vector<std::string> crashed;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      if (stages_[i].has_begun && !stages_[i].result) crashed.push_back(journal_.planned[i].id);
    }
    std::ranges::sort(crashed);
    for (std::string& id : crashed) journal_.results.push_back(crashed_inside(std::move(id)));
    return {.journal = std::move(journal_), .chain = std::move(chain), .crashed = crashed.size()};
  }

 private:
  Problem add(const RunLine& line) {
    if (has_info_) return "a second run begins";
    if (!line.info.spec_digest.empty() && line.info.spec_digest.find_first_not_of('0') == std::string::npos)
      return "the digest of the spec is zero: no spec has it";
    has_info_ = true;
    journal_.info = line.info;
    journal_.shards = line.shards;
    journal_.environments = line.environments;
    journal_.plan = line.plan;
    return std::nullopt;
  }

  Problem add(PlannedCase&& planned) {
    if (has_case_begun_) return fmt::format("'{}' is planned after the first case began", planned.id);
    if (!places_.add(planned.id, journal_.planned)) return fmt::format("'{}' is planned twice", planned.id);
    journal_.planned.push_back(std::move(planned));
    return std::nullopt;
  }

  Problem add(const BeginLine& begin) {
    const bool is_planned_here = !journal_.plan.empty() && places_.add(begin.id, journal_.planned);
    if (is_planned_here) journal_.planned.emplace_back().id = begin.id;
    stages_.resize(journal_.planned.size());
    const auto place = places_.find(begin.id, journal_.planned);
    if (!place) return fmt::format("'{}' begins and was not planned", begin.id);
    Stage& stage = stages_[*place];
    if (stage.result) return fmt::format("'{}' begins after its end", begin.id);
    if (stage.has_begun) return fmt::format("'{}' begins twice", begin.id);
    stage.has_begun = has_case_begun_ = true;
    return std::nullopt;
  }

  Problem add(CaseResult&& result) {
    const auto place = places_.find(result.id, journal_.planned);
    if (!place) return fmt::format("'{}' ends and was not planned", result.id);
    if (!has_case_begun_ || !stages_[*place].has_begun) return fmt::format("'{}' ends and did not begin", result.id);
    const bool knows_plan = journal_.plan.empty();  // a part of a run holds ids alone
    const PlannedCase& planned = journal_.planned[*place];
    if (auto problem = knows_plan ? find_impossible(planned, result, journal_.info) : std::nullopt) return problem;
    Stage& stage = stages_[*place];
    if (stage.result) return fmt::format("'{}' ends twice", result.id);
    stage.result = journal_.results.size();
    journal_.results.push_back(std::move(result));
    return std::nullopt;
  }

  Problem add(const DoneLine& done) {
    if (done.planned != journal_.planned.size() || done.ended != journal_.results.size()) {
      return fmt::format("the end counts {} planned and {} ended cases, the lines above {} and {}", done.planned,
                         done.ended, journal_.planned.size(), journal_.results.size());
    }
    journal_.finished = true;
    return std::nullopt;
  }

  /// How far a case has come.
  struct Stage {
    bool has_begun = false;
    std::optional<std::size_t> result;  ///< place in the results
  };

  Journal journal_;
  bool has_info_ = false;
  bool has_case_begun_ = false;
  Places places_;
  std::vector<Stage> stages_;  ///< of each planned case, once one has begun
};

Diagnostic broken_chain(const Location& at, std::string what) {
  Diagnostic diagnostic = bad_journal(at, std::move(what));
  diagnostic.why = "each line carries its number and the hash of itself and of all lines above it";
  return diagnostic;
}

/// Returns `journal`, which was read from `file`, where it holds its plan.
Result<Journal> with_plan(Journal journal, std::string_view file) {
  if (journal.plan.empty()) return journal;
  Diagnostic diagnostic = bad_journal({.file = std::string(file), .line = 1, .column = 0},
                                      "this is a part of a run, without what was planned");
  diagnostic.why = "the process that planned it writes the journal of the run from its parts";
  diagnostic.hint = "go on with the run: give the same 'npu-cts run' again, with '--resume'";
  return diagnostic;
}

/// Returns the journal of `source`. What has no newline was being written when the run ended.
Result<ChainedJournal> read_chained(std::unique_ptr<JournalSource> source, std::string_view file) {
  LineReader lines(std::move(source), std::string(file));
  Reader reader;
  LineParser parser;
  Chain chain;
  auto text = lines.next();
  for (; text && *text; text = lines.next()) {
    Result<JournalLine> line = parser.parse(**text, lines.at());
    if (!line) return line.diagnostics();
    if (const auto broken = chain.take(**text)) return broken_chain(lines.at(), *broken);
    if (const auto problem = reader.take(*std::move(line))) return bad_journal(lines.at(), *problem);
  }
  if (!text) return text.diagnostics();
  if (!reader.has_info()) return bad_journal(lines.at(), "the journal is empty, or truncated inside its first line");
  return reader.finish(std::move(chain));
}

}  // namespace

Result<ChainedJournal> parse_chained(std::string_view text, std::string_view file) {
  return read_chained(journal_in_text(text)(), file);
}

Result<Journal> parse_journal(std::string_view text, std::string_view file) {
  auto parsed = parse_chained(text, file);
  if (!parsed) return parsed.diagnostics();
  return with_plan(std::move(parsed->journal), file);
}

CaseResult crashed_inside(std::string id) {
  return {.id = std::move(id),
          .status = Status::crash,
          .reason = "the process ended inside this case",
          .outcome = OutcomeKind::crashed,
          .attribution = attribution_of(Fault::crash, "")};
}

bool ends_as_finished(const std::string& path) {
  constexpr std::streamoff most_read = 256;  // a last line has its two numbers, its place and its hash
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (!file || size <= 0) return false;
  file.seekg(std::max<std::streamoff>(0, size - most_read));
  std::ostringstream end;
  end << file.rdbuf();
  const std::string text = std::move(end).str();
  if (!text.ends_with('\n')) return false;
  const std::size_t before = text.rfind('\n', text.size() - 2);
  return before != std::string::npos && text.compare(before + 1, done_start.size(), done_start) == 0;
}

bool is_journal(const std::string& path) {
  constexpr std::string_view head = R"({"journal":)";  // its version
  constexpr std::string_view rest = R"(,"run":{)";
  const auto source = journal_in_file(path)();  // which holds the piece
  const auto piece = source->read();
  if (!piece || piece->empty()) return false;
  if (!piece->starts_with(head)) return head.starts_with(*piece);
  const std::size_t behind = std::min(piece->find_first_not_of("0123456789", head.size()), piece->size());
  return rest.starts_with(piece->substr(behind, rest.size()));  // all of it, but for one that was killed before
}

Result<Journal> read_journal(const std::string& path) {
  auto part = read_part(path);
  if (!part) return part;
  return with_plan(*std::move(part), path);
}

Result<Journal> read_part(const std::string& path) {
  auto read = read_chained(journal_in_file(path)(), path);
  if (!read) return read.diagnostics();
  return std::move(read->journal);
}

}  // namespace npu_cts::record
