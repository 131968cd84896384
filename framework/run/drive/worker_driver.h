// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "framework/run/drive/attempts.h"
#include "framework/run/drive/driver.h"
#include "framework/run/drive/known_calls.h"
#include "framework/run/drive/leftovers.h"
#include "framework/run/drive/worker_process.h"

namespace npu_cts::wire {

/// Returns whether the worker has a call's tensors mapped until its next message, as ours has: another may read them in
/// any way.
bool keeps_mappings(const WorkerOptions& options);

/// Runs calls in worker processes, one at a time: a worker that fails a call in any way, or has used the processor time
/// of one, is ended, and the next call gets a new one. Every call that completes runs twice, with other patterns in its
/// outputs, the other end of each tensor at a guard page, and on one processor; more often where it seems to leak, as a
/// refusal does, too. Now and then a call of before runs again: it must give what it gave. One small call of each
/// operator runs again thousands of times in a row, once many have completed. Behind the first call that completes, and
/// behind two later ones, the worker is told to end: one that crashes or hangs then fails that call. The next runs it
/// again before its own first call, so that it has seen what the one before had.
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
  static constexpr std::string_view unnamed = "an earlier call";

  std::string ensure_open(const Target& target);
  std::string open_worker(const Target& target);
  Attempt attempt(const Request& request, const Placing& placing);
  Attempt attempt_shared(const Request& request, const Placing& placing);
  Attempt attempt_inline(const Request& request);
  Attempt answered_shared(const Request& request, const Run& run, const Received& received, const Placing& placing);
  Attempt proceed(const Request& request, const Run& run, const Prepared& prepared, const Placing& placing);
  Attempt take_placed(const Request& request, const Run& run, const Finished& finished, const Placing& placing);
  Attempt take_outputs(const Request& request, const Prepared& prepared, const Proceed& places, Attempt attempt);
  Attempt fault(Fault fault, std::string detail);
  Attempt fault(Attribution attribution, pid_t thread = 0);
  Attempt answered(const Finished& finished);
  Attempt give_up(const Received& received);
  Attempt take_unasked(std::string_view name);
  std::optional<Attempt> fail_early();
  Attempt run_twice(const Target& target, const Request& request);
  std::optional<Attempt> run_refused(const Target& target, const Request& request);
  [[nodiscard]] Placing usual_placing() const;
  Attempt incomplete(Attempt again);
  [[nodiscard]] Usage usage() const;
  std::optional<Attempt> run_again(const Request& request, OutcomeKind kind);
  std::optional<Attempt> find_leak(const Request& request, OutcomeKind kind);
  std::optional<Attempt> confirm_leak(const Request& request, OutcomeKind kind);
  Attempt end_worker(const Target& target, const Request& request, Attempt done);
  std::string take_printed();
  Attempt run_known(const Request& known, OutcomeKind kind, const std::string& words);
  std::optional<Attempt> pass_over(std::string_view name, const std::string& words);
  std::optional<Attempt> run_last_again();

  /// Runs a call of before again where one is due. Returns the fault of that, or else `done`, how `request` ended.
  Attempt look_back(const Target& target, const Request& request, Attempt done);

  /// Runs `request` again thousands of times, where it is the one of its operator, and then in turns with calls of
  /// before. Returns as `look_back` does.
  Attempt soak(const Target& target, const Request& request, Attempt done);
  std::optional<Attempt> find_other_result(const KnownCall& known, const std::string& words);
  std::optional<Attempt> take_turns(const KnownCall& first);

  WorkerOptions options_;
  std::unique_ptr<WorkerProcess> worker_;
  Hello hello_;
  std::int64_t heap_ = 0;        ///< of the worker, after the last call that it answered
  std::int64_t kept_bytes_ = 0;  ///< which it had mapped then for tensors, and not for the call
  Usage held_;                   ///< by the worker, before the last run of the call
  int leaking_refusals_ = 0;
  std::size_t completed_ = 0;  ///< calls, of all workers
  std::optional<KnownCall>
      ended_behind_;           ///< the call that a worker ended behind, without outputs, until the next has seen it
  std::string not_contained_;  ///< what that worker was not kept from
  Leftovers leftovers_;
  KnownCalls known_calls_;
  RefusedCalls refused_calls_;
  SoakedCalls soaked_calls_;
  std::string printed_;             ///< by the first run of the call, while the second runs
  std::string between_;             ///< says which refused call ran between the two, if any
  std::string name_{unnamed};       ///< of the call that runs
  std::string last_name_{unnamed};  ///< of the call before it
  std::string opened_;              ///< the target that the worker has open, in words
  int silent_ = 0;                  ///< how often in a row a worker did not say 'hello' or 'opened' in time
  std::string why_silent_;
};

/// Returns a driver for `target` that calls `host`.
std::unique_ptr<run::Driver> open_worker_driver(std::shared_ptr<WorkerHost> host, Target target);

}  // namespace npu_cts::wire
