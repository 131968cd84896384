// SPDX-License-Identifier: Apache-2.0
// What WorkerHost looks at when a call has run twice: what it left behind, and whether calls of before still give the
// same.

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/drive/attributions.h"
#include "framework/run/drive/worker_driver.h"

namespace npu_cts::wire {
namespace {

constexpr std::int64_t least_leak_bytes = 512 * 1024;
constexpr int calls_to_settle = 8;        ///< glibc's heap still grows in a fifth call that frees all it took
constexpr std::int64_t least_block = 32;  ///< of glibc's heap on 64 bits

}  // namespace

/// Runs a call that has completed once more. Returns how it ended, where it does not complete.
std::optional<Attempt> WorkerHost::run_more(const Request& request) {
  Attempt again = attempt(request, {});
  if (again.completed()) return std::nullopt;
  return incomplete(std::move(again));
}

/// Returns what the call leaves behind each time it runs, if anything: what grew in the second run grows in a third.
/// And how it ends then, where it does not complete.
std::optional<Attempt> WorkerHost::find_leak(const Request& request, const Usage& before, const Usage& after) {
  if (worker_->kill_strays() > 0) return fault(Fault::resource, "left processes behind");
  if (auto slow = find_slow_leak(request, before, after)) return slow;
  const bool has_more_threads = after.threads > before.threads;
  const bool has_more_descriptors = after.descriptors > before.descriptors;
  const bool is_larger = after.data_bytes - before.data_bytes >= least_leak_bytes;
  if (!has_more_threads && !has_more_descriptors && !is_larger) return std::nullopt;
  const Usage now = worker_->usage();
  if (auto failed = run_more(request)) return failed;
  const Usage last = worker_->usage();
  if (has_more_threads && last.threads > now.threads) return fault(Fault::resource, "leaks a thread each call");
  if (has_more_descriptors && last.descriptors > now.descriptors) {
    return fault(Fault::resource, fmt::format("leaks {} descriptors each call", last.descriptors - now.descriptors));
  }
  const std::int64_t grown = last.data_bytes - now.data_bytes;
  return is_larger && grown >= least_leak_bytes ? find_large_leak(request, last.data_bytes, grown) : std::nullopt;
}

/// Returns that memory beyond `data_bytes` grows in each of some more calls, where it does: a heap that settles is no
/// leak.
std::optional<Attempt> WorkerHost::find_large_leak(const Request& request, std::int64_t data_bytes,
                                                   std::int64_t grown) {
  for (int i = 0; i < calls_to_settle; ++i) {
    if (auto failed = run_more(request)) return failed;
    const std::int64_t now = worker_->usage().data_bytes;
    if (now - data_bytes < least_leak_bytes) return std::nullopt;
    data_bytes = now;
  }
  return fault(Fault::resource, fmt::format("leaks about {} KiB each call", grown / 1024));
}

/// Notes what a worker says to have had in use before the call that it answers: what the call before it left.
void WorkerHost::note_heap(std::int64_t heap) {
  if (heap == 0) return;
  if (growth_.heap_between) growth_.heap_bytes.note(heap - *growth_.heap_between);
  growth_.heap_between.reset();
  growth_.heap = heap;
}

/// Returns what many calls leave behind together, if anything, though each of them little or not each.
std::optional<Attempt> WorkerHost::find_slow_leak(const Request& request, const Usage& before, const Usage& after) {
  growth_.threads.note(after.threads - before.threads);
  growth_.descriptors.note(after.descriptors - before.descriptors);
  growth_.data_bytes.note(after.data_bytes - before.data_bytes);
  if (growth_.threads.growth() > 0) return fault(Fault::resource, "leaks threads over many calls");
  if (growth_.descriptors.growth() > 0) return fault(Fault::resource, "leaks descriptors over many calls");
  auto leak = confirm(request, growth_.data_bytes, page_bytes / 2, [&] { return worker_->usage().data_bytes; });
  return leak ? std::move(leak) : confirm(request, growth_.heap_bytes, least_block, [&] { return growth_.heap; });
}

/// Returns that what is `in_use` grows by `least` bytes in half of some more calls at least, where `slope` says so of
/// those before. A backend may hold its last results in a block that is a little larger after every second call: an
/// even number of calls grows by nothing.
std::optional<Attempt> WorkerHost::confirm(const Request& request, Slope& slope, std::int64_t least,
                                           const std::function<std::int64_t()>& in_use) {
  static_assert(calls_to_settle % 2 == 0);
  if (slope.growth() < least) return std::nullopt;
  slope = {};
  if (auto failed = run_more(request)) return failed;  // only then it is known what the second run left
  const std::int64_t before = in_use();
  for (int i = 0; i < calls_to_settle; ++i) {
    if (auto failed = run_more(request)) return failed;
  }
  const std::int64_t grown = in_use() - before;
  if (grown < calls_to_settle * least / 2) return std::nullopt;
  return fault(Fault::resource, fmt::format("leaks about {} bytes each call", grown / calls_to_settle));
}

/// Runs a call that was refused once more. Returns how it ended, where it is not refused.
std::optional<Attempt> WorkerHost::refuse_more(const Request& request) {
  Attempt again = attempt(request, {});
  if (!worker_) return again;
  worker_->take_log();  // the first time printed it
  if (again.outcome.kind == OutcomeKind::refused) return std::nullopt;
  return fault(Fault::nondeterministic, "refused once, then did not");
}

/// Returns by how much each of `count` more refusals lets what is `in_use` grow; or how one ended that is no refusal.
/// What comes and goes, as what Python collects now and then, is looked at where there is least of it.
std::variant<std::int64_t, Attempt> WorkerHost::growth_of_refusals(const Request& request, int count,
                                                                   const std::function<std::int64_t()>& in_use) {
  constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();
  std::array<std::int64_t, 2> lowest{unknown, unknown};  // in the first half of them, and in the second
  for (int i = 0; i < count; ++i) {
    if (auto failed = refuse_more(request)) return *std::move(failed);
    std::int64_t& half = lowest[i < count / 2 ? 0 : 1];
    half = std::min(half, in_use());
  }
  return (lowest[1] - lowest[0]) / (count / 2);
}

/// Returns that what is `in_use` of `what` grows by `least` in each of `most` more refusals and of fewer, where it
/// does.
std::optional<Attempt> WorkerHost::confirm_refusals(const Request& request, int most, std::string_view what,
                                                    std::int64_t least, const std::function<std::int64_t()>& in_use) {
  constexpr int fewest = 64;
  constexpr std::int64_t too_much = std::int64_t{1} << 29;  // before the limit on its memory ends the growth
  for (int count = fewest;; count *= 2) {
    auto seen = growth_of_refusals(request, count, in_use);
    if (auto* const failed = std::get_if<Attempt>(&seen)) return std::move(*failed);
    const std::int64_t grown = std::get<std::int64_t>(seen);
    if (grown < least) return std::nullopt;
    if (count >= most || grown * count >= too_much)
      return fault(Fault::resource, fmt::format("leaks about {} {} in each of many refusals", grown, what));
  }
}

/// Returns what refusals in a row leave behind together, if anything: it looks at one in sixteen, and at fewer where
/// that showed nothing.
std::optional<Attempt> WorkerHost::find_leak_of_refusals(const Request& request) {
  constexpr int some = 64;    // threads and descriptors are few
  constexpr int many = 2048;  // Python collects what refers to itself after hundreds
  if (refusals_.count++ % refusals_a_look_ != 0) return std::nullopt;
  const Usage now = worker_->usage();
  const auto before = std::exchange(refusals_.usage, now);
  const std::int64_t heap = std::exchange(refusals_.heap, growth_.heap);
  if (!before) return std::nullopt;
  const auto has_grown = [&](std::int64_t by, std::int64_t least) { return by >= refusals_a_look_ * least / 2; };
  const bool has_more = has_grown(now.threads - before->threads, 1) ||
                        has_grown(now.descriptors - before->descriptors, 1) ||
                        has_grown(now.data_bytes - before->data_bytes, page_bytes) ||
                        (heap > 0 && has_grown(growth_.heap - heap, least_block));
  if (!has_more) return std::nullopt;
  refusals_ = {};
  refusals_a_look_ *= 2;
  const auto threads = [&] { return std::int64_t{worker_->usage().threads}; };
  const auto descriptors = [&] { return std::int64_t{worker_->usage().descriptors}; };
  auto leak = confirm_refusals(request, some, "threads", 1, threads);
  if (!leak) leak = confirm_refusals(request, some, "descriptors", 1, descriptors);
  if (!leak)
    leak = confirm_refusals(request, many, "bytes", page_bytes / 2, [&] { return worker_->usage().data_bytes; });
  if (!leak && growth_.heap > 0)
    leak = confirm_refusals(request, many, "bytes", least_block / 2, [&] { return growth_.heap; });
  return leak;
}

/// Tells the worker to end. Returns the fault of that, or else `done`, how the call before it ended.
Attempt WorkerHost::end_once(Attempt done) {
  not_contained_ = worker_->not_contained();
  auto how = worker_->finish(options_.timeout);
  const std::string printed = worker_->take_log();
  worker_.reset();
  if (!how) return done;
  how->detail += ", where it was to end after this call";
  Attempt failed = fault(*std::move(how));
  failed.outcome.printed = printed;
  return failed;
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
  Attempt again = attempt(known->request, {});
  if (!again.completed() && !worker_) {
    Attribution& attribution = *again.outcome.attribution;
    attribution.detail += fmt::format("; it is of {}", words);
    again.outcome.message = words_of(attribution);
    return again;
  }
  if (!again.completed()) {
    return fault(Fault::nondeterministic,
                 fmt::format("{}, then did not complete: '{}'", words, escape_control(again.outcome.message)));
  }
  if (const auto where = find_difference(known->outputs, again.outputs)) {
    return fault({.fault = Fault::nondeterministic,
                  .tensor = where->output,
                  .detail = fmt::format("{} of {}", where->words, words)});
  }
  if (worker_->kill_strays() > 0) return fault(Fault::resource, fmt::format("{}, then left processes behind", words));
  leftovers_.note(*worker_, known->name);
  worker_->take_log();
  return done;
}

}  // namespace npu_cts::wire
