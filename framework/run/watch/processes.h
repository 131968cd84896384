// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace npu_cts::wire {

/// A file or folder of /proc that stays open: reading it again is one system call. Says nothing where it cannot be
/// read, as when its process ended.
class ProcFile {
 public:
  explicit ProcFile(const std::string& path);
  ~ProcFile();
  ProcFile(const ProcFile&) = delete;
  ProcFile& operator=(const ProcFile&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] std::string read() const;

  /// Returns what one call of the system reads: all of a file of one line, as long as that is no page.
  [[nodiscard]] std::string read_line() const;

 private:
  int descriptor_ = -1;
};

/// Returns whether `process` was started with `mark`, "NAME=VALUE", in its environment.
bool has_mark(pid_t process, std::string_view mark);

/// Returns how many filters of system calls `process` is under, which it can never leave; 0 where that is not said.
int filters_of(pid_t process);

/// Lets no program that this process becomes have a descriptor from `first` on, whoever opened it.
void close_on_exec_from(unsigned first);

/// Lets `process` (0: this one) use `now` seconds; a second after `most` it is killed, whatever it does about that.
void limit_time(pid_t process, std::uint64_t now, std::uint64_t most);

/// Returns whether a process that has used `used` seconds died of the limit on them: by its signal, or by the one that
/// cannot be caught, which comes a second later.
bool died_of_time(int signal, double used, std::uint64_t limit);

/// Returns the processor time that a process has used, in seconds: also of one that is dead and not waited for.
double processor_seconds(pid_t process);

/// Returns the same of a process that runs, without a look at /proc.
double running_seconds(pid_t process);

/// What a worker calls itself when a thread of it crashes, with the thread behind it.
inline constexpr std::string_view crash_name = "crash ";

/// Returns the thread that `process` crashed in, by its name; 0 where it does not say.
pid_t crashed_thread(pid_t process);

/// Returns "SIGSEGV", or "signal 42".
std::string name_of_signal(int signal);

}  // namespace npu_cts::wire
