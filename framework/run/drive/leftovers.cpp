// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/leftovers.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "framework/base/find.h"

namespace npu_cts::wire {
namespace {

/// Returns whether a thread of an earlier call can have done it behind the back of the one that runs.
bool may_be_of_a_thread(Fault fault) {
  return fault == Fault::crash || fault == Fault::exited || fault == Fault::timeout || fault == Fault::out_of_bounds ||
         fault == Fault::input_modified || fault == Fault::nondeterministic;
}

}  // namespace

void Leftovers::note(const WorkerProcess& worker, std::string_view name) {
  if (threads_.empty() && !worker.has_threads()) return;
  const pid_t process = worker.process();
  std::vector<pid_t> now;
  std::error_code failed;
  const std::string folder = fmt::format("/proc/{}/task", process);
  for (std::filesystem::directory_iterator it(folder, failed), end; it != end && !failed; it.increment(failed)) {
    now.push_back(static_cast<pid_t>(std::atoi(it->path().filename().c_str())));
  }
  std::erase_if(threads_, [&](const auto& thread) { return !contains(now, thread.first); });
  for (const pid_t thread : now) {
    const bool is_known = contains(threads_, thread, &decltype(threads_)::value_type::first);
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
