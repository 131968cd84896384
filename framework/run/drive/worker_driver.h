// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "framework/run/drive/attempts.h"
#include "framework/run/drive/driver.h"
#include "framework/run/drive/known_calls.h"
#include "framework/run/drive/leftovers.h"
#include "framework/run/drive/slope.h"
#include "framework/run/drive/worker_process.h"

namespace npu_cts::wire {

/// Runs calls in worker processes, one at a time: a worker that fails a call in any way, or has used the processor time
/// of one, is ended, and the next call gets a new one. Every call that completes runs twice, with other patterns in its
/// outputs, the other end of each tensor at a guard page, and on one processor; more often where it seems to leak. Now
/// and then a call of before runs again: it must give what it gave. The worker of the first call that completes is told
/// to end behind it: one that crashes or hangs then fails that call.
///
/// Outcomes: what the worker says, or `failed`, `crashed` or `timed_out` with an attribution, and "FAULT: detail" as
/// message.
class WorkerHost {
 public:
  explicit WorkerHost(WorkerOptions options) : options_(std::move(options)) {}
  ~WorkerHost();
  WorkerHost(const WorkerHost&) = delete;
  WorkerHost& operator=(const WorkerHost&) = delete;

  /// Starts a worker and returns who it says it is.
  /// Errors: driver_not_started.
  Result<Hello> start();

  /// Says how messages name the call that runs next. Workers are not told.
  void name_next(std::string_view name) { name_ = name; }

  Outcome run(const Target& target, Request& request);

  /// Returns how far the worker that runs is contained: "contained: full", or "contained: partial" and why.
  [[nodiscard]] std::string containment() const;

 private:
  /// How a call is placed.
  struct Setting {
    Flush flush = Flush::start;
    std::byte pattern{0xA5};
  };
  /// What a process holds, and by how much calls let it grow.
  struct Growth {
    Slope threads;
    Slope descriptors;
    Slope data_bytes;
    Slope heap_bytes;
    std::int64_t heap = 0;  ///< the bytes in use before the last call that was answered; 0: the worker does not say
    std::optional<std::int64_t> heap_between;  ///< of two equal calls, until it is known what is in use after them
  };
  /// Calls in a row that are refused, and what the process held at the last of them that was looked at.
  struct Refusals {
    int count = 0;
    std::optional<Usage> usage;
    std::int64_t heap = 0;
  };
  static constexpr int least_refusals = 16;
  static constexpr std::string_view unnamed = "an earlier call";

  std::string ensure_open(const Target& target);
  std::string open_worker(const Target& target);
  Attempt attempt(const Request& request, const Setting& setting);
  Attempt attempt_shared(const Request& request, const Setting& setting);
  Attempt attempt_inline(const Request& request);
  Attempt finish_shared(const Request& request, const Prepared& prepared, const Setting& setting);
  Attempt take_outputs(const Request& request, const Prepared& prepared, const Proceed& proceed, Attempt attempt);
  Attempt fault(Fault fault, std::string detail);
  Attempt fault(Attribution attribution, pid_t thread = 0);
  Attempt answered(const Finished& finished);
  Attempt give_up(const Received& received);
  Attempt run_twice(const Request& request);
  Attempt incomplete(Attempt again);
  std::optional<Attempt> run_more(const Request& request);
  std::optional<Attempt> find_leak(const Request& request, const Usage& before, const Usage& after);
  std::optional<Attempt> find_large_leak(const Request& request, std::int64_t data_bytes, std::int64_t grown);
  std::optional<Attempt> find_slow_leak(const Request& request, const Usage& before, const Usage& after);
  std::optional<Attempt> confirm(const Request& request, Slope& slope, std::int64_t least,
                                 const std::function<std::int64_t()>& in_use);
  std::variant<std::int64_t, Attempt> growth_of_refusals(const Request& request, int count,
                                                         const std::function<std::int64_t()>& in_use);
  std::optional<Attempt> confirm_refusals(const Request& request, int most, std::string_view what, std::int64_t least,
                                          const std::function<std::int64_t()>& in_use);
  std::optional<Attempt> refuse_more(const Request& request);
  std::optional<Attempt> find_leak_of_refusals(const Request& request);
  Attempt end_once(Attempt done);
  void note_heap(std::int64_t heap);

  /// Runs a call of before again where one is due. Returns the fault of that, or else `done`, how `request` ended.
  Attempt look_back(const Target& target, const Request& request, Attempt done);

  WorkerOptions options_;
  std::unique_ptr<WorkerProcess> worker_;
  Hello hello_;
  Growth growth_;  ///< of the worker
  Refusals refusals_;
  int refusals_a_look_ = least_refusals;  ///< more of the same worker where a look showed no leak
  bool has_ended_ = false;                ///< a worker was told to end, and it was seen how
  std::string not_contained_;             ///< what that one was not kept from
  Leftovers leftovers_;
  KnownCalls known_calls_;
  std::string name_{unnamed};  ///< of the call that runs
  std::string opened_;         ///< the target that the worker has open, in words
  int silent_ = 0;             ///< how often in a row a worker did not say 'hello' or 'opened' in time
  std::string why_silent_;
};

/// Returns a driver for `target` that calls `host`.
std::unique_ptr<run::Driver> open_worker_driver(std::shared_ptr<WorkerHost> host, Target target);

}  // namespace npu_cts::wire
