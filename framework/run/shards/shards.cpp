// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/shards.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/session/complain.h"
#include "framework/run/shards/child.h"

namespace npu_cts::run {
namespace {

std::string part_of(const ShardedRun& run, std::size_t shard) {
  return part_path(run.journal, {.index = shard, .count = run.count});
}

/// Returns the N of "IofN", where I counts from 0 and there may be so many parts; nothing where `name` is another.
std::optional<std::size_t> count_in(std::string_view name) {
  constexpr std::int64_t most_parts = 1 << 16;
  const auto of = name.find("of");
  const bool is_digits = name.find_first_not_of("0123456789of") == std::string_view::npos;
  if (of == std::string_view::npos || !is_digits) return std::nullopt;
  const auto index = parse_integer(name.substr(0, of));
  const auto count = parse_integer(name.substr(of + 2));
  if (!index || !count || *index >= *count || *count > most_parts) return std::nullopt;
  return static_cast<std::size_t>(*count);
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
    if (!name.starts_with(head)) continue;
    if (const auto count = count_in(std::string_view(name).substr(head.size()))) parts.emplace_back(it->path(), *count);
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

/// Waits until no process of a killed run has `path` open any more: they die with it, but not at the same moment. One
/// that still has it after half a minute is named where the part is opened again.
void wait_for_earlier(const std::string& path) {
  constexpr std::chrono::milliseconds step(10);
  constexpr int most_steps = 3000;
  const int part = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (part < 0) return;
  for (int i = 0; i < most_steps && flock(part, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; ++i)
    std::this_thread::sleep_for(step);
  close(part);
}

/// Returns how to start a shard, given what an earlier run left of it; nothing where it is finished.
std::optional<std::vector<std::string>> first_words(const ShardedRun& run, std::size_t shard) {
  const std::string path = part_of(run, shard);
  wait_for_earlier(path);
  auto words = words_of(run, shard);
  const auto earlier = record::read_part(path);
  if (earlier && earlier->finished) return std::nullopt;
  if (earlier && !earlier->results.empty()) {
    words.insert(words.end(), {"--resume", "--again"});
  } else {  // killed before its first case: its plan may be half a plan
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  return words;
}

/// The processes of a run that have not ended.
class Processes {
 public:
  /// Makes all parts, and holds them open before the first process starts: a worker may not change what a process of
  /// its run has open, nor write a part whose turn comes later.
  explicit Processes(const ShardedRun& run) : run_(run) {
    constexpr int flags = O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK;
    for (std::size_t shard = 0; shard < run.count; ++shard) {
      const std::string path = part_of(run, shard);
      first_.push_back(first_words(run, shard));
      held_.emplace_back(open(path.c_str(), flags, 0666), path);
    }
  }
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  ~Processes() {
    std::error_code ignored;
    for (const record::OutputFile& part : held_) {  // one that nothing was written to is no part
      if (std::filesystem::is_empty(part.path(), ignored)) std::filesystem::remove(part.path(), ignored);
    }
  }

  /// Starts parts that were not started yet, as many as may run.
  void start() {
    for (; next_ < run_.count && running_.size() < run_.jobs; ++next_) {
      if (first_[next_]) start(next_, *std::exchange(first_[next_], std::nullopt));
    }
  }

  /// Takes leave of those that have ended, and starts again those that died inside a case. One that something stopped
  /// goes on: nothing else would ever wake it.
  void reap() {
    int status = 0;
    for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0;) {
      if (WIFSTOPPED(status)) {
        ::kill(child, SIGCONT);
        continue;
      }
      const auto it = running_.find(child);
      if (it == running_.end()) continue;
      const std::size_t shard = it->second.shard;
      running_.erase(it);
      go_on_after(shard, status);
    }
    start();
  }

  void kill() {
    for (const auto& [child, running] : running_) ::kill(child, SIGKILL);
    for (const auto& [child, running] : running_) waitpid(child, nullptr, 0);
    running_.clear();
  }

  [[nodiscard]] bool are_running() const { return !running_.empty(); }
  [[nodiscard]] int worst() const { return worst_; }

 private:
  struct Running {
    std::size_t shard;
    std::optional<record::OutputFile> plan = {};
  };

  void start(std::size_t shard, std::vector<std::string> words) {
    Running running{.shard = shard};
    if (run_.plan_of) {
      if (auto plan = run_.plan_of(shard)) running.plan = *std::move(plan);
    }
    if (running.plan) words.insert(words.end(), {"--plan", running.plan->path()});  // else the part plans for itself
    const pid_t child = run_.start(words);
    if (child > 0) {
      running_.emplace(child, std::move(running));
      return;
    }
    const int code =
        complain({error_at(Kind::driver_not_started, {},
                           fmt::format("cannot start '{}': {}", words.front(), std::strerror(errno)),
                           "each part of a run has a process", "end other programs, or ask for fewer '--jobs'")},
                 exit_driver);
    worst_ = std::max(worst_, code);
    next_ = run_.count;  // the others would not start either
  }

  void go_on_after(std::size_t shard, int status) {
    const int code = exit_of_child(status);
    if (code == exit_unwritable) worst_ = std::max(worst_, exit_usage);
    if (code == exit_unwritable) return;  // no case is to blame
    if (run_.is_stopped && run_.is_stopped()) return;
    if (code != exit_conforms && code != exit_failed) worst_ = std::max(worst_, code);
    if (record::ends_as_finished(part_of(run_, shard))) return;  // whoever merges the parts reads it
    const auto journal = record::read_part(part_of(run_, shard));
    if (journal && journal->finished) return;
    if (!journal || journal->results.size() <= ended_before_[shard]) return end_without_case(status);
    ended_before_[shard] = journal->results.size();
    auto words = words_of(run_, shard);
    words.emplace_back("--resume");
    start(shard, std::move(words));
  }

  /// A process that gets no case further does not start again. What ended it is said here: its part cannot say it.
  void end_without_case(int status) {
    if (!WIFSIGNALED(status)) return;
    const int code =
        complain({error_at(Kind::driver_not_started, {},
                           fmt::format("signal {} ended '{}', and no case had begun", WTERMSIG(status), run_.suite),
                           "the system sends signal 9 where memory runs out", "ask for fewer '--jobs'")},
                 exit_bug);
    worst_ = std::max(worst_, code);
  }

  const ShardedRun& run_;
  std::vector<std::optional<std::vector<std::string>>> first_;  ///< how to start each part; nothing: it is finished
  std::size_t next_ = 0;                                        ///< the first part that was not started
  std::map<pid_t, Running> running_;
  std::vector<record::OutputFile> held_;
  std::map<std::size_t, std::size_t> ended_before_;
  int worst_ = exit_conforms;
};

}  // namespace

void share_out(ShardedRun& run, std::size_t cases) {
  constexpr std::size_t most_cases_a_part = 100'000;
  run.jobs = std::clamp<std::size_t>(cases, 1, run.jobs);
  run.count = run.jobs * std::max<std::size_t>(1, (cases / run.jobs + most_cases_a_part - 1) / most_cases_a_part);
}

std::string part_path(const std::string& journal, const record::Shard& shard) {
  return fmt::format("{}.part{}of{}", journal, shard.index, shard.count);
}

std::vector<std::string> part_paths(const ShardedRun& run) {
  std::vector<std::string> paths;
  for (std::size_t shard = 0; shard < run.count; ++shard) paths.push_back(part_of(run, shard));
  return paths;
}

std::size_t count_parts(const std::string& journal) {
  std::size_t count = 0;
  for (const auto& [path, of] : find_parts(journal)) count = std::max(count, of);
  return count;
}

record::WriteError check_ended(const std::string& journal) {
  std::vector<std::string> names;
  for (const auto& [part, of] : find_parts(journal)) names.push_back(part.filename().string());
  if (names.empty()) return std::nullopt;
  std::ranges::sort(names);
  constexpr std::size_t most_named = 3;
  const std::size_t more = names.size() - std::min(names.size(), most_named);
  names.resize(names.size() - more);
  std::error_code ignored;
  const bool is_there = std::filesystem::exists(journal, ignored);
  return error_at(is_there ? Kind::bad_journal : Kind::unreadable_file, {.file = journal},
                  is_there ? "this is the journal of an earlier run: a newer one has not ended"
                           : "cannot read the journal: its run has not ended",
                  fmt::format("a run that was killed, or goes on, has its parts beside it: {}{}",
                              escape_control(join(names, ", ")), more > 0 ? fmt::format(" and {} more", more) : ""),
                  is_there ? "go on with it: give its 'npu-cts run' again, with '--resume'; or remove its parts"
                           : "go on with it: give the same 'npu-cts run' again, with '--resume'");
}

Result<record::Journal> read_run(const std::string& path) {
  if (auto error = check_ended(path)) return *std::move(error);
  return record::read_journal(path);
}

void remove_parts(const std::string& journal) {
  std::error_code ignored;
  for (const auto& [path, of] : find_parts(journal)) {
    const bool is_ours = !record::find_foreign_file(path.string(), "part of a journal", record::is_journal);
    if (is_ours) std::filesystem::remove(path, ignored);
  }
}

int run_shards(const ShardedRun& run) {
  constexpr timespec tick{.tv_sec = 0, .tv_nsec = 200'000'000};
  for (const std::string& path : part_paths(run)) {
    if (const auto foreign = record::find_foreign_file(path, "part of a journal", record::is_journal))
      return complain({*foreign}, exit_usage);
  }
  const HeldSignals signals;
  Processes processes(run);
  processes.start();
  while (processes.are_running()) {
    const int signal = signals.wait(run.on_tick ? std::optional(tick) : std::nullopt);
    if (is_stopping(signal)) {
      processes.kill();
      return exit_interrupted + signal;
    }
    if (run.on_tick) run.on_tick();
    processes.reap();
  }
  return processes.worst();
}

}  // namespace npu_cts::run
