// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
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

/// By how much what is in use grows in calls that run in a row with the same arguments: a cache that fills does not
/// grow in them, a leak does. What comes and goes is looked at where there is least of it: in the last quarter of the
/// calls, and in the one before. Until then a pool may fill. Of more than 128 calls it is the halves: Python may
/// collect what refers to itself after 700.
class Slope {
 public:
  /// Precondition: `calls` is above 1.
  explicit Slope(int calls) : calls_(calls), part_(calls > 128 ? calls / 2 : std::max(1, calls / 4)) {}

  /// Notes what is in use after one of the calls.
  void note(std::int64_t in_use);

  /// Returns by how much it grows in a call on average. Precondition: that of all `calls` is noted.
  [[nodiscard]] std::int64_t growth() const;

 private:
  int calls_;
  int part_;  ///< how many of them are looked at together
  int noted_ = 0;
  std::array<std::int64_t, 2> lowest_{std::numeric_limits<std::int64_t>::max(),
                                      std::numeric_limits<std::int64_t>::max()};  ///< of the last two parts
};

/// Returns by how much what is `held` behind each of many runs grows in a run, on average: 0 where it does not grow
/// from each eighth of the second half to the next, or where there are too few. So a single step is no growth, and a
/// pool may fill in the first half.
std::int64_t steady_growth(const std::vector<std::int64_t>& held);

}  // namespace npu_cts::wire
