// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "framework/model/fault.h"
#include "framework/run/drive/worker_process.h"

namespace npu_cts::wire {

/// Which threads of a worker are of calls that ended, and of which: what they do later is not the later call's.
class Leftovers {
 public:
  /// Takes down the threads that `worker` has now. Those that are new are left behind by the call `name`.
  void note(const WorkerProcess& worker, std::string_view name);

  void forget() { threads_.clear(); }

  /// Adds to the words of `attribution` which call left `thread` behind, in which it came to be. Where that is not
  /// known (0): which call left one behind that may have done it.
  void explain(Attribution& attribution, pid_t thread) const;

 private:
  std::vector<std::pair<pid_t, std::string>> threads_;  ///< but the first; by age
};

}  // namespace npu_cts::wire
