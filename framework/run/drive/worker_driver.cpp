// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/worker_driver.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/drive/attempts.h"
#include "framework/run/drive/last_lines.h"
#include "framework/run/message/attributions.h"

namespace npu_cts::wire {
namespace {

std::string words_of(const Target& target) {
  return fmt::format("{}/{}/{}", target.product, target.release, target.mode);
}

/// Of what a program says. A journal holds it: a program must not fill the disk with it.
constexpr std::size_t most_said = 4096;

Attribution shortened(Attribution attribution) {
  attribution.detail = run::shortened(attribution.detail, most_said);
  attribution.tensor = run::shortened(attribution.tensor, most_said);
  return attribution;
}

/// Returns whether a worker is told to end behind the call that completed as number `count`. What only many calls lead
/// to is seen behind the last.
bool ends_behind(std::size_t count) { return count == 1 || count == 32 || count == 1024; }

Outcome outcome_of(const Finished& finished) {
  Outcome outcome{.kind = finished.kind, .code = finished.code, .message = run::shortened(finished.message, most_said)};
  if (auto attribution = attribution_of(finished)) outcome.attribution = shortened(*std::move(attribution));
  return outcome;
}

/// Returns how to find out why the worker did not start.
std::string hint_of_start(const WorkerOptions& options) {
  const std::string command = escape_control(join(options.command, " "));
  if (keeps_mappings(options)) {
    return fmt::format("ask what is wrong with the library: '{} --check {}'", escape_control(options.command.front()),
                       escape_control(options.command.back()));
  }
  return fmt::format("see all that it prints: '{} 3>/dev/null'; tools/plugin/README.md says what a worker does",
                     command);
}

/// Returns that the worker did not start, since `why`. Where it `has_exited` and says itself what is wrong, that stands
/// in place of how it ended.
Diagnostic not_started(const WorkerOptions& options, const std::string& why, bool has_exited,
                       const std::vector<std::string>& printed) {
  const auto said = has_exited ? run::read_complaint(printed) : std::nullopt;
  const bool has_hint = said && !said->hint.empty();
  return {.kind = Kind::driver_not_started,
          .what = fmt::format("'{}' did not start: {}", escape_control(join(options.command, " ")),
                              said ? said->what : why),
          .why = said ? said->why : "a worker begins with 'hello' on descriptor 3",
          .hint = has_hint ? said->hint : hint_of_start(options),
          .notes = said ? said->notes : run::notes_of(printed)};
}

}  // namespace

bool keeps_mappings(const WorkerOptions& options) {
  return std::filesystem::path(options.command.front()).filename() == "npu-cts-worker";
}

WorkerHost::~WorkerHost() {
  if (worker_) worker_->finish();
}

Result<Hello> WorkerHost::start() {
  opened_.clear();
  heap_ = 0;
  kept_bytes_ = 0;
  held_ = {};
  leftovers_.forget();
  known_calls_ = {};  // another process may compute in another way
  worker_ = std::make_unique<WorkerProcess>(options_);
  const Received received = worker_->receive();
  const bool is_of_system = !received.is_message && received.attribution.fault == Fault::resource;
  const auto* hello = received.is_message ? std::get_if<Hello>(&received.message) : nullptr;
  std::string why;
  if (hello != nullptr && hello->protocol == protocol_version) {
    hello_ = *hello;
    worker_->take_refused();  // of loading: it did without
    leftovers_.note(*worker_, "its start");
    return hello_;
  }
  if (hello != nullptr) {
    why = fmt::format("it speaks protocol {}, this is {}", hello->protocol, protocol_version);
  } else if (received.is_message) {
    why = "its first message is not 'hello'";
  } else {
    why = words_of(received.attribution);
    if (received.attribution.fault == Fault::timeout) ++silent_;
  }
  const std::string refused = worker_->take_refused();
  const bool has_exited = !received.is_message && received.attribution.fault == Fault::exited;
  Diagnostic error = not_started(options_, why, has_exited, run::last_lines(worker_->take_log()));
  if (!refused.empty()) error.what += "; it " + refused;
  worker_.reset();
  if (is_of_system) error.hint = "raise the limit that is reached: 'ulimit -a' shows those of this shell";
  return error;
}

/// Returns why no worker is open for `target`; nothing where one is. Workers that are silent again are not waited for
/// by every call of a run.
std::string WorkerHost::ensure_open(const Target& target) {
  constexpr int most_silent = 2;
  if (silent_ >= most_silent) return why_silent_;
  std::string why = open_worker(target);
  if (silent_ < most_silent) return why;
  why_silent_ = fmt::format("{}; {} times in a row, so it is not started again", why, silent_);
  return why_silent_;
}

std::string WorkerHost::open_worker(const Target& target) {
  if (worker_ && worker_->is_running() && !worker_->has_time_left()) {
    worker_->finish();
    worker_.reset();
  }
  if (!worker_ || !worker_->is_running()) {
    if (const auto hello = start(); !hello) return run::one_line(hello.diagnostics().front());
  }
  if (opened_ == words_of(target)) return {};
  const Received received = worker_->ask(Open{target});
  const auto* answer = received.is_message ? std::get_if<Opened>(&received.message) : nullptr;
  if (answer != nullptr && answer->trouble.empty()) {
    opened_ = words_of(target);
    silent_ = 0;
    worker_->allow_calls();
    return {};
  }
  if (!received.is_message && received.attribution.fault == Fault::timeout) ++silent_;
  std::string why = received.is_message ? "protocol: no answer to 'open'" : words_of(received.attribution);
  if (answer != nullptr)
    why = fmt::format("it did not open: '{}'", escape_control(run::shortened(answer->trouble, most_said)));
  const Diagnostic failed{.what = std::move(why), .notes = run::notes_of(run::last_lines(worker_->take_log()))};
  worker_.reset();
  return run::one_line(failed);
}

Attempt WorkerHost::fault(Fault fault, std::string detail) {
  return this->fault(npu_cts::attribution_of(fault, std::move(detail)));
}

Attempt WorkerHost::fault(Attribution attribution, pid_t thread) {
  attribution = shortened(std::move(attribution));
  leftovers_.explain(attribution, thread);
  Outcome outcome{.kind = kind_of(attribution.fault), .code = 0, .message = words_of(attribution)};
  outcome.attribution = std::move(attribution);
  if (worker_) outcome.printed = take_printed();
  worker_.reset();
  return {.outcome = std::move(outcome)};
}

/// Returns what the runs of the call printed. What the last one printed as the first did stands there once.
std::string WorkerHost::take_printed() {
  std::string printed = std::exchange(printed_, {});
  const std::string last = worker_->take_log();
  return printed.ends_with(last) ? printed : printed + last;
}

/// What a worker's answer means. One that tells of a fault is ended, as by any other fault.
Attempt WorkerHost::answered(const Finished& finished) {
  if (finished.heap > 0) {
    heap_ = finished.heap;
    kept_bytes_ = finished.mapped;
  }
  if (const std::string refused = worker_->take_refused(); !refused.empty()) return fault(Fault::resource, refused);
  Attempt attempt{.outcome = outcome_of(finished)};
  if (!attempt.outcome.attribution) return attempt;
  attempt.outcome.printed = take_printed();
  worker_.reset();
  return attempt;
}

/// What a received non-answer means.
Attempt WorkerHost::give_up(const Received& received) {
  if (!received.is_message) return fault(received.attribution, received.thread);
  if (const auto* access = std::get_if<OutOfBoundsAccess>(&received.message)) {
    return fault(attribution_of(*access), received.thread);
  }
  return fault(Fault::protocol, "a message out of order");
}

/// Returns what it means that a call ended as `again` which had completed.
Attempt WorkerHost::incomplete(Attempt again) {
  if (!worker_) return again;
  return fault(Fault::nondeterministic,
               fmt::format("completed once, then did not: '{}'", escape_control(again.outcome.message)));
}

/// Returns how the call is placed where nothing is tried: with a pattern that differs from case to case, and not from
/// one run of it to another.
Placing WorkerHost::usual_placing() const {
  return {.flush = Flush::start, .pattern = static_cast<std::byte>(stable_hash(name_))};
}

Attempt WorkerHost::run_twice(const Target& target, const Request& request) {
  const Placing first = usual_placing();
  const Placing second{.flush = Flush::end, .pattern = ~first.pattern};
  printed_.clear();
  Attempt once = attempt(request, first);
  if (!once.completed()) return once;
  if (worker_->has_more_to_say()) return take_unasked(name_);
  printed_ = worker_->take_log();
  if (auto failed = run_refused(target, request)) return *std::move(failed);
  held_ = usage();
  bool keeps_processors = worker_->use(Processors::one);
  Attempt again = attempt(request, second);
  keeps_processors = (!worker_ || worker_->use(Processors::all)) && keeps_processors;
  if (!again.completed()) return incomplete(std::move(again));
  if (!keeps_processors) return fault(Fault::resource, "left changed: the processors it may run on");
  if (hello_.transfer != Transfer::inline_bytes) {
    if (const auto where = find_unwritten(once.outputs, again.outputs, first.pattern, second.pattern)) {
      return fault({.fault = Fault::unwritten_output, .tensor = where->output, .detail = where->words});
    }
  }
  if (const auto where = find_difference(once.outputs, again.outputs)) {
    return fault({.fault = Fault::nondeterministic, .tensor = where->output, .detail = where->words + between_});
  }
  return again;
}

std::string WorkerHost::containment() const {
  const std::string why = worker_ ? worker_->not_contained() : not_contained_;
  return why.empty() ? "contained: full" : fmt::format("contained: partial, {}", why);
}

Outcome WorkerHost::run(const Target& target, Request& request) {
  if (auto failed = fail_early()) {
    name_ = unnamed;
    return std::move(failed->outcome);
  }
  if (const std::string trouble = ensure_open(target); !trouble.empty()) {
    return {.kind = OutcomeKind::failed,
            .code = 0,
            .message = trouble,
            .attribution = npu_cts::attribution_of(Fault::protocol, trouble)};
  }
  Attempt attempt = run_twice(target, request);
  if (worker_ && worker_->has_more_to_say()) attempt = take_unasked(name_);
  if (worker_ && worker_->kill_left_behind() > 0) attempt = fault(Fault::resource, "left processes behind");
  if (worker_) {
    attempt.outcome.printed = take_printed();
    if (auto leak = find_leak(request, attempt.outcome.kind)) {
      std::swap(leak->outcome.printed, attempt.outcome.printed);  // further runs printed nothing new
      attempt = *std::move(leak);
    }
  }
  if (worker_) leftovers_.note(*worker_, name_);
  if (worker_ && attempt.outcome.kind == OutcomeKind::refused) refused_calls_.note(name_, target, request);
  if (attempt.completed()) attempt = soak(target, request, std::move(attempt));
  if (attempt.completed()) attempt = look_back(target, request, std::move(attempt));
  if (attempt.completed() && ends_behind(++completed_)) attempt = end_worker(target, request, std::move(attempt));
  name_ = unnamed;
  if (!attempt.completed()) return attempt.outcome;
  for (RawOutput& output : attempt.outputs) attempt.outcome.outputs.push_back(named(std::move(output), request));
  return attempt.outcome;
}

namespace {

class WorkerDriver final : public run::Driver {
 public:
  WorkerDriver(std::shared_ptr<WorkerHost> host, Target target) : host_(std::move(host)), target_(std::move(target)) {}

  void name_next(std::string_view name) override { host_->name_next(name); }
  Outcome run(Request& request) override { return host_->run(target_, request); }

 private:
  std::shared_ptr<WorkerHost> host_;
  Target target_;
};

}  // namespace

std::unique_ptr<run::Driver> open_worker_driver(std::shared_ptr<WorkerHost> host, Target target) {
  return std::make_unique<WorkerDriver>(std::move(host), std::move(target));
}

}  // namespace npu_cts::wire
