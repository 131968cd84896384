#include "framework/run/shards/shards.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "framework/base/side_by_side.h"
#include "framework/base/text.h"
#include "framework/run/session/exit_code.h"
#include "framework/run/shards/child.h"

namespace npu_cts {
namespace {

std::string part_of(const ShardedRun& run, std::size_t shard) {
  return part_path(run.journal, {.index = shard, .count = run.count});
}

/// Returns the files beside `journal` that are named like parts of it, with the count in their names.
std::vector<std::pair<std::filesystem::path, std::size_t>> find_parts(const std::string& journal) {
  std::vector<std::pair<std::filesystem::path, std::size_t>> parts;
  const std::filesystem::path whole(journal);
  const std::string head = whole.filename().string() + ".part";
  std::error_code failed;
  const auto folder = whole.has_parent_path() ? whole.parent_path() : std::filesystem::path(".");
  for (std::filesystem::directory_iterator it(folder, failed), end; it != end && !failed; it.increment(failed)) {
    const std::string name = it->path().filename().string();
    const auto of = name.rfind("of");
    if (!name.starts_with(head) || of == std::string::npos || of < head.size()) continue;
    const auto count = parse_integer(name.substr(of + 2));
    if (count && *count > 0) parts.emplace_back(it->path(), static_cast<std::size_t>(*count));
  }
  return parts;
}

std::vector<std::string> words_of(const ShardedRun& run, std::size_t shard) {
  std::vector<std::string> words{run.suite};
  words.insert(words.end(), run.words.begin(), run.words.end());
  words.insert(words.end(), {"--journal", part_of(run, shard), "--shard-index", std::to_string(shard), "--shard-count",
                             std::to_string(run.count)});
  return words;
}

/// Waits until no process of a killed run has `path` open any more: they die with it, but not at the same moment.
void wait_for_earlier(const std::string& path) {
  const int part = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (part < 0) return;
  flock(part, LOCK_EX);
  close(part);
}

/// Returns how to start a shard, given what an earlier run left of it; nothing where it is finished.
std::optional<std::vector<std::string>> first_words(const ShardedRun& run, std::size_t shard) {
  const std::string path = part_of(run, shard);
  wait_for_earlier(path);
  auto words = words_of(run, shard);
  const auto earlier = read_journal(path);
  if (earlier && earlier->finished) return std::nullopt;
  if (earlier && !earlier->results.empty()) {
    words.insert(words.end(), {"--resume", "--again"});
  } else {  // killed before its first case: its plan may be half a plan
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  return words;
}

}  // namespace

std::string part_path(const std::string& journal, const Shard& shard) {
  return fmt::format("{}.part{}of{}", journal, shard.index, shard.count);
}

std::size_t count_parts(const std::string& journal) {
  std::size_t count = 0;
  for (const auto& [path, of] : find_parts(journal)) count = std::max(count, of);
  return count;
}

Result<Journal> read_run(const std::string& path) {
  auto journal = read_journal(path);
  std::error_code ignored;
  if (journal || std::filesystem::exists(path, ignored)) return journal;
  std::vector<std::string> names;
  for (const auto& [part, of] : find_parts(path)) names.push_back(part.filename().string());
  if (names.empty()) return journal;
  std::ranges::sort(names);
  constexpr std::size_t most_named = 3;
  const std::size_t more = names.size() - std::min(names.size(), most_named);
  names.resize(names.size() - more);
  Diagnostic diagnostic = journal.diagnostics().front();
  diagnostic.why = fmt::format("its run was killed, or goes on: parts stand beside it: {}{}",
                               escape_control(join(names, ", ")), more > 0 ? fmt::format(" and {} more", more) : "");
  diagnostic.hint = "go on with it: give the same 'npu-cts run' again, with '--resume'";
  return diagnostic;
}

void remove_parts(const std::string& journal) {
  std::error_code ignored;
  for (const auto& [path, of] : find_parts(journal)) std::filesystem::remove(path, ignored);
}

int run_shards(const ShardedRun& run) {
  std::map<pid_t, std::size_t> running;
  std::map<std::size_t, std::size_t> ended_before;
  for (std::size_t shard = 0; shard < run.count; ++shard) {
    if (const auto words = first_words(run, shard)) running[start_child(*words)] = shard;
  }
  int worst = exit_conforms;
  while (!running.empty()) {
    int status = 0;
    const pid_t child = waitpid(-1, &status, 0);
    const auto it = running.find(child);
    if (it == running.end()) continue;
    const std::size_t shard = it->second;
    running.erase(it);
    const int code = exit_of_child(status);
    if (code == exit_unwritable) worst = std::max(worst, exit_usage);
    if (code == exit_unwritable) continue;  // no case is to blame
    if (run.is_stopped && run.is_stopped()) continue;
    if (code != exit_conforms && code != exit_failed) worst = std::max(worst, code);
    if (ends_as_finished(part_of(run, shard))) continue;  // merge_parts reads it
    const auto journal = read_journal(part_of(run, shard));
    if (!journal || journal->finished || journal->results.size() <= ended_before[shard]) continue;
    ended_before[shard] = journal->results.size();
    auto words = words_of(run, shard);
    words.emplace_back("--resume");
    running[start_child(words)] = shard;
  }
  return worst;
}

Result<Journal> merge_parts(const ShardedRun& run) {
  std::vector<std::optional<Result<Journal>>> read(run.count);
  side_by_side(run.count, [&](std::size_t shard) { read[shard] = read_journal(part_of(run, shard)); });
  std::vector<Journal> parts;
  for (auto& part : read) {
    if (!*part) return part->diagnostics();
    parts.push_back(**std::move(part));
  }
  return merge_journals(parts);
}

}  // namespace npu_cts
