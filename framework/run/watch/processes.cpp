// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/processes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

namespace npu_cts::wire {

ProcFile::ProcFile(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

ProcFile::~ProcFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::string ProcFile::read_line() const {
  std::array<char, 4096> line;  // NOLINT(cppcoreguidelines-pro-type-member-init): read into
  ssize_t got = -1;
  do {
    got = pread(descriptor_, line.data(), line.size(), 0);
  } while (got < 0 && errno == EINTR);
  return {line.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

std::string ProcFile::read() const {
  std::string text;
  std::array<char, 4096> part{};
  while (descriptor_ >= 0) {
    const ssize_t got = pread(descriptor_, part.data(), part.size(), static_cast<off_t>(text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

bool has_mark(pid_t process, std::string_view mark) {
  return ProcFile(fmt::format("/proc/{}/environ", process)).read().find(mark) != std::string::npos;
}

int filters_of(pid_t process) {
  constexpr std::string_view key = "\nSeccomp_filters:";  // since Linux 5.9
  const std::string status = ProcFile(fmt::format("/proc/{}/status", process)).read();
  const auto at = status.find(key);
  return at == std::string::npos ? 0 : std::atoi(status.c_str() + at + key.size());
}

void close_on_exec_from(unsigned first) {
  if (close_range(first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  constexpr unsigned most = 65536;  // before Linux 5.11; the limit of the system may be a billion
  for (unsigned descriptor = first; descriptor < most; ++descriptor)
    fcntl(static_cast<int>(descriptor), F_SETFD, FD_CLOEXEC);
}

void limit_time(pid_t process, std::uint64_t now, std::uint64_t most) {
  rlimit inherited{};  // a smaller limit than ours cannot be raised
  if (prlimit(process, RLIMIT_CPU, nullptr, &inherited) != 0) return;
  const rlim_t hard = std::min<rlim_t>(most + 1, inherited.rlim_max);
  const rlimit time{.rlim_cur = std::min<rlim_t>(now, hard), .rlim_max = hard};
  prlimit(process, RLIMIT_CPU, &time, nullptr);
}

bool died_of_time(int signal, double used, std::uint64_t limit) {
  constexpr double rounding = 1;  // of seconds, by whoever counts them
  if (signal == SIGXCPU) return used >= static_cast<double>(limit) - rounding;
  return signal == SIGKILL && used >= static_cast<double>(2 * limit);
}

double processor_seconds(pid_t process) {
  // Source: proc(5), fields utime and stime of /proc/PID/stat, behind the name, which may hold anything.
  const std::string stat = ProcFile(fmt::format("/proc/{}/stat", process)).read();
  const auto name_end = stat.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(stat.substr(name_end + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double running_seconds(pid_t process) {
  clockid_t clock = {};
  timespec used = {};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return processor_seconds(process);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

pid_t crashed_thread(pid_t process) {
  const std::string name = ProcFile(fmt::format("/proc/{}/comm", process)).read();
  return name.starts_with(crash_name) ? static_cast<pid_t>(std::atoi(name.c_str() + crash_name.size())) : 0;
}

std::string name_of_signal(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

}  // namespace npu_cts::wire
