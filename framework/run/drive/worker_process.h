// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>
#include <sched.h>
#include <sys/types.h>

#include "framework/model/fault.h"
#include "framework/run/message/message.h"
#include "framework/run/watch/guarded_memory.h"
#include "framework/run/watch/process_files.h"
#include "framework/run/watch/supervisor.h"

namespace npu_cts::wire {

/// A program that calls are sent to, and what it may use.
struct WorkerOptions {
  std::vector<std::string> command;           ///< program and arguments
  std::chrono::milliseconds timeout{30'000};  ///< of one answer
  std::uint64_t memory_bytes = 4ULL << 30U;   ///< of address space; not limited where sanitizers are on
  std::uint64_t cpu_seconds = 3600;           ///< of one call, and of starting; see WorkerProcess
  std::size_t most_log_bytes = std::size_t{1} << 16;
  Programs programs = Programs::allowed;
  /// How many calls of `op` complete before a small one runs thousands of times; empty: none does.
  std::function<std::size_t(std::string_view op)> soak_after = {};
};

/// What came instead of a message, or with it.
struct Received {
  Message message;
  std::string body;
  bool is_message = false;
  Attribution attribution;  ///< where it is none
  pid_t thread = 0;         ///< that crashed, where the worker says which
};

/// What a worker may run on: a result must not depend on it.
enum class Processors : std::uint8_t { one, all };

/// One process that speaks the protocol, in a group of its own: the channel on descriptor 3, the memory it may read on
/// 4, the memory it may write on 5, its standard output and error in a log of which the end is kept. Ended with all its
/// children.
///
/// The system counts the processor time of a process, not of a call. So a process that is started may use twice the
/// time of a call in all, and takes no new call (see has_time_left) when it has used it once: a call has it once at
/// least, and the call in which a process dies for it has used more than that.
class WorkerProcess {
 public:
  explicit WorkerProcess(const WorkerOptions& options);
  ~WorkerProcess() { stop(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Sends `message` and waits for the answer.
  Received ask(const Message& message, std::string_view body = {});

  /// Waits for the next message.
  Received receive();

  /// Returns whether it has sent what was not asked for: the next answer would be of a call before.
  bool has_more_to_say();

  /// Says 'bye', gives it `limit` to end, and stops it. Returns how it ended, where that is not by `end_code`, nor as
  /// npu-cts-worker ends, which a script may have become.
  std::optional<Attribution> finish(std::chrono::milliseconds limit = std::chrono::seconds(1), int end_code = 0);

  /// Kills it, its group and what it left behind.
  void stop();

  [[nodiscard]] bool is_running() const { return process_ > 0; }
  [[nodiscard]] pid_t process() const { return process_; }
  [[nodiscard]] Usage usage() const;

  /// Returns how many files, segments and queues it has made that outlive it.
  [[nodiscard]] std::int64_t lasting() { return supervisor_.lasting(); }

  /// Returns whether it has more threads than the first.
  [[nodiscard]] bool has_threads() const { return files_ && files_->threads() > 1; }

  /// Returns where it has the memory mapped that it may only read.
  std::vector<Mapping> mappings();

  /// Ends the time of starting: from now on the process may use the time of two calls.
  void allow_calls();

  /// Returns whether a call may begin that has all its processor time before it.
  [[nodiscard]] bool has_time_left() const;

  /// Lets its first thread, and what that starts from now on, run on one processor, which is that of the caller where
  /// it may be, or on all it had before. Returns whether it could run on what it was let to until now.
  bool use(Processors which);

  /// Kills the processes that it has started, and returns how many there were.
  std::size_t kill_left_behind() const;

  [[nodiscard]] const SharedMemory& inputs() const { return inputs_; }
  [[nodiscard]] const SharedMemory& outputs() const { return outputs_; }

  /// Returns what it tried that no worker may do since this was asked last, in words; nothing where nothing was.
  std::string take_refused() { return supervisor_.take_refused(); }

  /// Returns what it is not kept from, and why, in words; nothing where it is kept from all.
  [[nodiscard]] std::string not_contained() const;

  /// Returns the end of what it printed since this was asked last.
  std::string take_log();

 private:
  using Deadline = std::chrono::steady_clock::time_point;

  std::string start();
  [[nodiscard]] bool has_started(pid_t child) const;
  void watch();
  [[noreturn]] void become(int channel, int log, pid_t runner) const;
  bool send(std::string_view frame, Deadline deadline);
  bool fill(std::size_t bytes, Deadline deadline, Received& trouble);
  bool drain_channel();
  template <std::size_t N>
  int poll_answering(std::array<pollfd, N>& wait, Deadline deadline);
  bool wait_for_end(Deadline deadline);
  void answer_question();
  void drain_log();
  Received end_of_process();

  const WorkerOptions& options_;
  Supervisor supervisor_;
  SharedMemory inputs_;
  SharedMemory outputs_;
  std::optional<ProcessFiles> files_;  ///< once it was started
  bool is_sealed_ = false;             ///< the memory that it may only read
  bool is_starting_ = true;            ///< no target is open yet
  pid_t process_ = -1;
  int watch_ = -1;
  int channel_ = -1;
  int log_pipe_ = -1;
  cpu_set_t processors_{};  ///< that it was let to run on at first; none: not known
  cpu_set_t one_{};         ///< that it was held to last; none: to none
  bool is_held_ = false;    ///< it could be
  std::string why_none_;    ///< no process could be started; empty where one was
  std::string mark_;        ///< in the environment of every process it starts
  std::vector<char> part_ = std::vector<char>(std::size_t{1} << 16);  ///< that was read last
  std::string received_;
  std::string log_;
};

}  // namespace npu_cts::wire
