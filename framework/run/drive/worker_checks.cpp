// SPDX-License-Identifier: Apache-2.0
// What WorkerHost looks at when a call has run: what it left behind, and whether calls of before still give the
// same.

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/drive/worker_driver.h"
#include "framework/run/message/attributions.h"

namespace npu_cts::wire {
namespace {

/// What a worker holds, and when more of it is a leak.
struct Measure {
  std::int64_t Usage::*held;
  std::string_view what;
  std::int64_t least;  ///< that a call seems to leave behind
  std::int64_t much;   ///< of which each call is run again
  int calls;           ///< that leave it behind, where it is a leak: Python collects after hundreds
};

constexpr int longer = 4;        ///< is each row of calls than the one before it
constexpr int settled = 8;       ///< calls in a row: glibc's heap still grows in a fifth that frees all it took
constexpr int few_calls = 32;    ///< threads and descriptors are few
constexpr int many_calls = 128;  ///< of a plugin that complete
constexpr std::chrono::seconds long_enough(2);  ///< then only what leaks much is called a leak
constexpr int soak_calls = 5120;                ///< in a row: more than the 5,000 of which one is wrong
constexpr int most_leaking_refusals = 64;       ///< of a worker's: each takes thousands of runs to be certain

constexpr std::int64_t least_block = 32;  ///< of glibc's heap on 64 bits
constexpr std::int64_t many_bytes = 512 * 1024;

constexpr std::array measures{
    Measure{&Usage::threads, "thread", 1, 1, few_calls},
    Measure{&Usage::descriptors, "descriptor", 1, 1, few_calls},
    Measure{&Usage::lasting, "file or IPC object", 1, 1, few_calls},
    Measure{&Usage::heap_bytes, "byte", least_block, many_bytes, 2048},
    Measure{&Usage::mapped_bytes, "byte", page_bytes, many_bytes, 2048},
};

/// Returns whether what grew by `slope` grows in half of the calls at least. Of a worker that does not say what its
/// heap holds, as Python, less than `much` is no leak: it may be collected later.
bool is_leak(const Slope& slope, const Measure& measure, std::int64_t heap) {
  return slope.growth() > 0 && slope.growth() >= (heap > 0 ? measure.least / 2 : measure.much);
}

/// Returns by how much what `member` counts grew in each of `runs` on average, where it grew steadily.
std::int64_t growth_of(const std::vector<Usage>& runs, std::int64_t Usage::*member, std::int64_t scale = 1) {
  std::vector<std::int64_t> held;
  for (const Usage& run : runs) held.push_back(run.*member * scale);
  return steady_growth(held);
}

/// Returns the bytes that a call keeps on average, by what the worker held behind each of its `runs`; 0: no leak. What
/// few of the runs keep counts, too, and so does what a pool takes from memory that is mapped already. A worker that
/// does not say what its `heap` holds may collect later.
std::int64_t growth_in(const std::vector<Usage>& runs, std::int64_t heap) {
  constexpr std::int64_t least_of_others = 1024;
  const std::int64_t least = heap > 0 ? least_block / 2 : least_of_others;
  for (const auto member : {&Usage::heap_bytes, &Usage::mapped_bytes, &Usage::own_bytes}) {
    if (const std::int64_t growth = growth_of(runs, member); growth >= least) return growth;
  }
  return 0;
}

/// Returns whether some of the `runs` leave behind what is few, to the last of them: one of all runs is 1 a run.
bool leaks_now_and_then(const std::vector<Usage>& runs, std::int64_t Usage::*few) {
  return growth_of(runs, few, soak_calls) > 0;
}

/// Bytes are a whole number of blocks: failures that differ by less are one group.
std::string words_of_leak(std::int64_t growth, std::string_view what, OutcomeKind kind) {
  const std::string_view each = kind == OutcomeKind::completed ? "call" : "refusal";
  if (growth == 1) return fmt::format("leaks a {} each {}", what, each);
  const std::int64_t block = what == "byte" && growth >= 16 ? 16 : 1;
  return fmt::format("leaks about {} {}s each {}", (growth + block / 2) / block * block, what, each);
}

}  // namespace

/// Returns what the worker holds after its last answer, but for the addresses that it keeps for tensors itself: they
/// are more or less with each call.
Usage WorkerHost::usage() const {
  Usage usage = worker_->usage();
  usage.heap_bytes = heap_;
  usage.lasting = worker_->lasting();
  usage.mapped_bytes -= kept_bytes_;
  return usage;
}

/// Runs a call again that ended as `kind`. Returns how it ended, where it is in another way.
std::optional<Attempt> WorkerHost::run_again(const Request& request, OutcomeKind kind) {
  Attempt again = attempt(request, usual_placing());
  if (!worker_) return again;
  worker_->take_log();  // it was printed before
  if (again.outcome.kind == kind) return std::nullopt;
  if (kind == OutcomeKind::completed) return incomplete(std::move(again));
  return fault(Fault::nondeterministic, "refused once, then did not");
}

/// Returns what a call that ended as `kind` leaves behind each time, if anything: what grew in its last run grows in
/// more of them. And how it ends then, where it does not end so.
std::optional<Attempt> WorkerHost::find_leak(const Request& request, OutcomeKind kind) {
  if (kind != OutcomeKind::completed && kind != OutcomeKind::refused) return std::nullopt;
  const Usage before = std::exchange(held_, usage());
  const auto grows_by = [&](std::int64_t Measure::*bound) {
    return std::ranges::any_of(
        measures, [&](const Measure& measure) { return held_.*measure.held - before.*measure.held >= measure.*bound; });
  };
  if (!grows_by(&Measure::much) && !(heap_ > 0 && grows_by(&Measure::least))) return std::nullopt;
  if (kind == OutcomeKind::refused && leaking_refusals_ >= most_leaking_refusals) return std::nullopt;
  auto leak = confirm_leak(request, kind);
  if (worker_) held_ = usage();
  return leak;
}

/// Runs a call that ended as `kind` in rows that get longer, for as long as something grows in a row. Returns what did
/// in the last of them; or how the call ended, where it does not end so. Nothing where the worker has no time left.
std::optional<Attempt> WorkerHost::confirm_leak(const Request& request, OutcomeKind kind) {
  const auto until = std::chrono::steady_clock::now() + long_enough;
  for (int runs = 2;; runs *= longer) {
    std::vector<Slope> slopes(measures.size(), Slope(runs));
    for (int i = 0; i < runs; ++i) {
      if (!worker_->has_time_left()) return std::nullopt;
      if (auto failed = run_again(request, kind)) return failed;
      const Usage now = usage();
      for (std::size_t k = 0; k < slopes.size(); ++k) slopes[k].note(now.*measures[k].held);
    }
    std::size_t k = 0;
    while (k < slopes.size() && !is_leak(slopes[k], measures[k], heap_)) ++k;
    if (k == slopes.size()) return std::nullopt;
    const Measure& measure = measures[k];
    const std::int64_t growth = slopes[k].growth();
    const bool is_compiled = kind == OutcomeKind::completed && heap_ > 0;  // else Python may collect later
    const bool is_certain = runs >= (is_compiled ? std::min(measure.calls, many_calls) : measure.calls);
    const bool is_full = growth * runs * longer >= static_cast<std::int64_t>(options_.memory_bytes / 4);
    const bool is_late = std::chrono::steady_clock::now() > until;
    if (!is_certain && !(runs >= settled && (is_full || is_late))) continue;
    if (!is_certain && !is_full && growth < measure.much) return std::nullopt;
    leaking_refusals_ += kind == OutcomeKind::refused ? 1 : 0;
    return fault(Fault::resource, words_of_leak(growth, measure.what, kind));
  }
}

/// Tells the worker to end behind `request`. Returns the fault of that, or else `done`, how the call ended.
Attempt WorkerHost::end_worker(const Target& target, const Request& request, Attempt done) {
  not_contained_ = worker_->not_contained();
  auto how = worker_->finish(options_.timeout, keeps_mappings(options_) ? worker_end_code : 0);
  if (const std::string refused = worker_->take_refused(); !refused.empty()) return fault(Fault::resource, refused);
  const std::string printed = worker_->take_log();
  worker_.reset();
  if (!how) {
    ended_behind_ = {.name = name_, .target = target, .request = request, .outputs = {}};
    return done;
  }
  how->detail += ", where it was to end after this call";
  Attempt failed = fault(*std::move(how));
  failed.outcome.printed = printed;
  return failed;
}

/// Runs `known` again, which ended as `kind` and of which `words` tell. Returns how it ended: so, or with the fault of
/// that.
Attempt WorkerHost::run_known(const Request& known, OutcomeKind kind, const std::string& words) {
  Attempt again = attempt(known, usual_placing());
  if (again.outcome.kind == kind) return again;
  if (!worker_) {
    Attribution& attribution = *again.outcome.attribution;
    attribution.detail += fmt::format("; it is of {}", words);
    again.outcome.message = words_of(attribution);
    return again;
  }
  const std::string_view what = kind == OutcomeKind::completed ? "did not complete" : "was not refused";
  const std::string message =
      again.outcome.message.empty() ? "" : fmt::format(": '{}'", escape_control(again.outcome.message));
  return fault(Fault::nondeterministic, fmt::format("{}, then {}{}", words, what, message));
}

/// Runs a refused call between the two runs of `request`, where one is due. Returns the fault of that.
std::optional<Attempt> WorkerHost::run_refused(const Target& target, const Request& request) {
  between_.clear();
  const KnownCall* const refused = refused_calls_.find_due(target, request.op);
  if (refused == nullptr) return std::nullopt;
  Attempt again = run_known(refused->request, OutcomeKind::refused,
                            fmt::format("{}, which ran again between two runs of this call", refused->name));
  if (again.outcome.kind != OutcomeKind::refused) return again;
  worker_->take_log();  // it was printed before
  between_ = fmt::format(", behind {}, which is refused", refused->name);
  return std::nullopt;
}

/// Passes over what the call `name` left behind and printed when it ran again. Returns the fault of that, if any.
std::optional<Attempt> WorkerHost::pass_over(std::string_view name, const std::string& words) {
  if (worker_->kill_left_behind() > 0)
    return fault(Fault::resource, fmt::format("{}, then left processes behind", words));
  leftovers_.note(*worker_, name);
  worker_->take_log();
  return std::nullopt;
}

/// Runs the call again whose worker was told to end: the next one is to have seen what that had. Returns the fault of
/// that, if there is one.
std::optional<Attempt> WorkerHost::run_last_again() {
  if (!ended_behind_) return std::nullopt;
  const KnownCall last = *std::exchange(ended_behind_, std::nullopt);
  if (!ensure_open(last.target).empty()) return std::nullopt;  // the call that follows says why
  const std::string words = fmt::format("{}, which ran again before this call", last.name);
  Attempt again = run_known(last.request, OutcomeKind::completed, words);
  if (!again.completed()) return again;
  if (auto failed = pass_over(last.name, words)) return failed;
  known_calls_.note(last.name, last.target, last.request, again.outputs);
  return std::nullopt;
}

/// Runs `known` again, which completed and of which `words` tell. Returns the fault of that, where it does not give
/// what it gave.
std::optional<Attempt> WorkerHost::find_other_result(const KnownCall& known, const std::string& words) {
  Attempt again = run_known(known.request, OutcomeKind::completed, words);
  if (!again.completed()) return again;
  const auto where = find_difference(known.outputs, again.outputs);
  if (!where) return std::nullopt;
  return fault({.fault = Fault::nondeterministic,
                .tensor = where->output,
                .detail = fmt::format("{} of {}{}", where->words, words, where->change)});
}

Attempt WorkerHost::look_back(const Target& target, const Request& request, Attempt done) {
  known_calls_.note(name_, target, request, done.outputs);
  const auto known = known_calls_.find_due(request.op);
  if (!known) return done;
  const pid_t process = worker_->process();
  const std::string words = fmt::format("{}, which ran again after this call", known->name);
  if (const std::string trouble = ensure_open(known->target); !trouble.empty())
    return fault(Fault::nondeterministic, fmt::format("{}, then did not open: '{}'", words, escape_control(trouble)));
  if (worker_->process() != process) return done;  // its time was over, and another may compute in another way
  if (auto failed = find_other_result(*known, words)) return *std::move(failed);
  if (auto failed = pass_over(known->name, words)) return *std::move(failed);
  return done;
}

/// Runs `first` in turns with one small call of before, then with two, and so on. Returns the fault of that: a cache of
/// so many entries may hold what is not its own. Takes two seconds at most.
std::optional<Attempt> WorkerHost::take_turns(const KnownCall& first) {
  constexpr std::size_t rounds = 20;
  const auto until = std::chrono::steady_clock::now() + long_enough;
  std::vector<KnownCall> calls{first};
  for (const KnownCall& known : known_calls_.last_small()) {
    if (known.target == first.target && known.request.op == first.request.op) calls.push_back(known);
  }
  for (std::size_t count = 2; count <= calls.size(); ++count) {
    for (std::size_t turn = 0; turn < rounds * count; ++turn) {
      if (!worker_->has_time_left() || std::chrono::steady_clock::now() > until) return std::nullopt;
      const KnownCall& known = calls[turn % count];
      const std::string words = fmt::format("{} in turns with {}", known.name, counted(count - 1, "other call"));
      if (auto failed = find_other_result(known, words)) return failed;
    }
  }
  return std::nullopt;
}

Attempt WorkerHost::soak(const Target& target, const Request& request, Attempt done) {
  const auto& after = options_.soak_after;
  if (!after || !soaked_calls_.choose(request, done.outputs, after(request.op))) return done;
  const auto until = std::chrono::steady_clock::now() + long_enough;
  const auto may_go_on = [&] { return worker_->has_time_left() && std::chrono::steady_clock::now() < until; };
  const KnownCall known{.name = "this call", .target = target, .request = request, .outputs = done.outputs};
  std::vector<Usage> held;
  for (int run = 1; run <= soak_calls && may_go_on(); ++run) {
    if (auto failed = find_other_result(known, fmt::format("this call in repetition {}", run)))
      return *std::move(failed);
    held.push_back(usage());
  }
  // before bytes: a thread has a stack, which says less
  for (const auto& [member, what] : {std::pair{&Usage::descriptors, "descriptors"},
                                     {&Usage::threads, "threads"},
                                     {&Usage::lasting, "files or IPC objects"}}) {
    if (leaks_now_and_then(held, member)) return fault(Fault::resource, fmt::format("leaks {} now and then", what));
  }
  if (const std::int64_t bytes = growth_in(held, heap_); bytes > 0)
    return fault(Fault::resource, words_of_leak(bytes, "byte", OutcomeKind::completed) + " on average");
  if (auto failed = take_turns(known)) return *std::move(failed);
  if (auto failed = pass_over(name_, "this call, which was repeated")) return *std::move(failed);
  return done;
}

/// What it means that a worker says more than `name` asked: the next call would take it for its own answer.
Attempt WorkerHost::take_unasked(std::string_view name) {
  const Received received = worker_->receive();
  if (!received.is_message || std::holds_alternative<OutOfBoundsAccess>(received.message)) return give_up(received);
  const std::string of = name == name_ ? "" : fmt::format("; it is of {}", name);
  return fault(Fault::protocol, "a message that was not asked for" + of);
}

/// Returns what fails a call before it is sent: an answer that is of the call before it, or the call that a
/// worker ended behind, run again.
std::optional<Attempt> WorkerHost::fail_early() {
  const std::string before = std::exchange(last_name_, name_);
  if (worker_ && worker_->has_more_to_say()) return take_unasked(before);
  return run_last_again();
}

}  // namespace npu_cts::wire
