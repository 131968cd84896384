// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/leftovers.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <sys/stat.h>

#include <fmt/format.h>

namespace npu_cts::wire {
namespace {

/// Returns whether the folder of threads in /proc has more than the first.
bool has_threads(const std::string& folder) {
  constexpr nlink_t without = 3;  // the folder itself, the one it is in, and the first thread
  struct stat status = {};
  return stat(folder.c_str(), &status) == 0 && status.st_nlink > without;
}

/// Returns whether a thread of an earlier call can have done it behind the back of the one that runs.
bool may_be_of_a_thread(Fault fault) {
  return fault == Fault::crash || fault == Fault::exited || fault == Fault::timeout || fault == Fault::out_of_bounds ||
         fault == Fault::input_modified || fault == Fault::nondeterministic;
}

}  // namespace

void Leftovers::note(pid_t process, std::string_view name) {
  const std::string folder = fmt::format("/proc/{}/task", process);
  if (threads_.empty() && !has_threads(folder)) return;
  std::vector<pid_t> now;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(folder, failed), end; it != end && !failed; it.increment(failed)) {
    now.push_back(static_cast<pid_t>(std::atoi(it->path().filename().c_str())));
  }
  std::erase_if(threads_, [&](const auto& thread) { return std::ranges::find(now, thread.first) == now.end(); });
  for (const pid_t thread : now) {
    const bool is_known = std::ranges::find(threads_, thread, &decltype(threads_)::value_type::first) != threads_.end();
    if (thread != process && !is_known) threads_.emplace_back(thread, name);
  }
}

void Leftovers::explain(Attribution& attribution, pid_t thread) const {
  if (threads_.empty() || !may_be_of_a_thread(attribution.fault)) return;
  if (thread == 0) {
    attribution.detail += fmt::format("; a thread left behind by {} still ran", threads_.back().second);
    return;
  }
  const auto found = std::ranges::find(threads_, thread, &decltype(threads_)::value_type::first);
  if (found != threads_.end()) attribution.detail += fmt::format(" in a thread left behind by {}", found->second);
}

}  // namespace npu_cts::wire
