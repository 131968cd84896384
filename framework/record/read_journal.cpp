// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/record/compressed.h"
#include "framework/record/journal.h"
#include "framework/record/journal_line.h"

namespace npu_cts {
namespace {

constexpr std::string_view done_start = R"({"done":)";  ///< of a journal's last line

/// Takes the lines of one journal in order and says what is wrong with the next one, if anything is.
class Reader {
 public:
  using Problem = std::optional<std::string>;

  Problem take(JournalLine line) {
    if (journal_.finished) return "the journal goes on after its end";
    if (!has_info_ && !std::holds_alternative<RunLine>(line)) return "the journal does not begin with its run";
    return std::visit([this](auto&& value) { return add(std::forward<decltype(value)>(value)); }, std::move(line));
  }

  [[nodiscard]] bool has_info() const { return has_info_; }

  /// Returns the journal, with a crash for each case that was begun and not ended.
  Journal finish() {
    std::vector<std::string> crashed;
    for (const auto& [id, stage] : stages_) {
      if (stage.has_begun && !stage.result) crashed.push_back(id);
    }
    std::ranges::sort(crashed);
    for (const std::string& id : crashed) {
      journal_.results.push_back({.id = id,
                                  .status = Status::crash,
                                  .reason = "the process ended inside this case",
                                  .outcome = OutcomeKind::crashed,
                                  .mismatch = {},
                                  .agrees = {},
                                  .attribution = attribution_of(Fault::crash, "")});
    }
    return std::move(journal_);
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
    return std::nullopt;
  }

  Problem add(PlannedCase planned) {
    if (has_case_begun_) return fmt::format("'{}' is planned after the first case began", planned.id);
    if (!stages_.try_emplace(planned.id).second) return fmt::format("'{}' is planned twice", planned.id);
    journal_.planned.push_back(std::move(planned));
    return std::nullopt;
  }

  Problem add(const BeginLine& begin) {
    const auto found = stages_.find(begin.id);
    if (found == stages_.end()) return fmt::format("'{}' begins and was not planned", begin.id);
    if (found->second.result) return fmt::format("'{}' begins after its end", begin.id);
    if (found->second.has_begun) return fmt::format("'{}' begins twice", begin.id);
    if (!has_case_begun_) journal_.results.reserve(stages_.size());
    found->second.has_begun = has_case_begun_ = true;
    return std::nullopt;
  }

  Problem add(CaseResult result) {
    const auto found = stages_.find(result.id);
    if (found == stages_.end()) return fmt::format("'{}' ends and was not planned", result.id);
    Stage& stage = found->second;
    if (!stage.has_begun) return fmt::format("'{}' ends and did not begin", result.id);
    if (!stage.result) {
      stage.result = journal_.results.size();
      journal_.results.push_back(std::move(result));
    } else if (journal_.results[*stage.result] != result) {
      return fmt::format("'{}' ends a second time, with another verdict", result.id);
    }
    return std::nullopt;
  }

  Problem add(const DoneLine& done) {
    if (done.planned != stages_.size() || done.ended != journal_.results.size()) {
      return fmt::format("the end counts {} planned and {} ended cases, the lines above {} and {}", done.planned,
                         done.ended, stages_.size(), journal_.results.size());
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
  std::unordered_map<std::string, Stage> stages_;  ///< of each planned case
};

Diagnostic cannot_read(const std::string& path, std::string_view reason) {
  Diagnostic diagnostic;
  diagnostic.kind = Kind::unreadable_file;
  diagnostic.at.file = path;
  diagnostic.what = fmt::format("cannot read the journal: {}", reason);
  diagnostic.why = "reports are made from the journal of a run";
  diagnostic.hint = "give the path of a journal that 'npu-cts run' wrote";
  return diagnostic;
}

Diagnostic broken_chain(const Location& at, std::string what) {
  Diagnostic diagnostic = bad_journal(at, std::move(what));
  diagnostic.why = "each line carries its number and the hash of itself and of all lines above it";
  return diagnostic;
}

}  // namespace

Result<ChainedJournal> parse_chained(std::string_view text, std::string_view file) {
  Reader reader;
  Chain chain;
  Location at{.file = std::string(file), .line = 0, .column = 0};
  while (true) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;  // what is left was being written when the run ended
    ++at.line;
    Result<JournalLine> line = parse_journal_line(text.substr(0, end), at);
    if (!line) return line.diagnostics();
    if (const auto broken = chain.take(text.substr(0, end))) return broken_chain(at, *broken);
    if (const auto problem = reader.take(*std::move(line))) return bad_journal(at, *problem);
    text.remove_prefix(end + 1);
  }
  if (!reader.has_info()) return bad_journal(at, "the journal is empty, or truncated inside its first line");
  return ChainedJournal{.journal = reader.finish(), .chain = std::move(chain)};
}

Result<Journal> parse_journal(std::string_view text, std::string_view file) {
  auto parsed = parse_chained(text, file);
  if (!parsed) return parsed.diagnostics();
  return std::move(parsed->journal);
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

Result<Journal> read_journal(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_character_file(path, failed)) return cannot_read(path, "it is a device");
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot_read(path, std::generic_category().message(errno));
  const auto size = std::filesystem::file_size(path, failed);  // of a pipe there is none
  std::string text;
  if (!failed) text.reserve(size);
  std::array<char, 1U << 16U> buffer{};
  while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0)
    text.append(buffer.data(), static_cast<std::size_t>(file.gcount()));
  if (file.bad()) return cannot_read(path, std::generic_category().message(errno));
  if (!is_compressed(text)) return parse_journal(text, path);
  const auto plain = decompress(text, path);
  if (!plain) return plain.diagnostics();
  return parse_journal(*plain, path);
}

}  // namespace npu_cts
