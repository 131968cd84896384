// SPDX-License-Identifier: Apache-2.0
// What WorkerHost looks at when a call has run twice: what it left behind, and whether calls of before still give the
// same.

#include <utility>

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

/// Returns what the call leaves behind each time it runs, if anything: what grew in the second run grows in a third.
std::string WorkerHost::leak(const Request& request, const Usage& before, const Usage& after) {
  if (const std::size_t strays = worker_->kill_strays(); strays > 0) return "left processes behind";
  const bool suspect = after.threads > before.threads || after.descriptors > before.descriptors ||
                       after.data_bytes - before.data_bytes >= least_leak_bytes;
  std::string slow = slow_leak(request, before, after);
  if (!suspect) return slow;
  if (!attempt(request, {}).completed()) return "did not complete a third time";
  const Usage last = worker_->usage();
  if (after.threads > before.threads && last.threads > after.threads) return "leaks a thread each call";
  if (after.descriptors > before.descriptors && last.descriptors > after.descriptors) {
    return fmt::format("leaks {} descriptors each call", last.descriptors - after.descriptors);
  }
  const std::int64_t grown = last.data_bytes - after.data_bytes;
  const bool grows = after.data_bytes - before.data_bytes >= least_leak_bytes && grown >= least_leak_bytes;
  if (grows && keeps_growing(request, last.data_bytes)) {
    return fmt::format("leaks about {} KiB each call", grown / 1024);
  }
  return slow;
}

/// Notes what a worker says to have had in use before the call that it answers: what the call before it left.
void WorkerHost::note_heap(std::int64_t heap) {
  if (heap == 0) return;
  if (heap_between_) heap_bytes_.note(heap - *heap_between_);
  heap_between_.reset();
  heap_ = heap;
}

/// Returns by how much what is `in_use` grows in some more calls; nothing where one does not complete.
std::optional<std::int64_t> WorkerHost::growth_of_more(const Request& request,
                                                       const std::function<std::int64_t()>& in_use) {
  if (!attempt(request, {}).completed()) return std::nullopt;
  const std::int64_t before = in_use();
  for (int i = 0; i < calls_to_settle; ++i) {
    if (!attempt(request, {}).completed()) return std::nullopt;
  }
  return in_use() - before;
}

/// Returns what many calls leave behind together, if anything, though each of them little or not each.
std::string WorkerHost::slow_leak(const Request& request, const Usage& before, const Usage& after) {
  threads_.note(after.threads - before.threads);
  descriptors_.note(after.descriptors - before.descriptors);
  data_bytes_.note(after.data_bytes - before.data_bytes);
  if (threads_.growth() > 0) return "leaks threads over many calls";
  if (descriptors_.growth() > 0) return "leaks descriptors over many calls";
  // A backend may hold its last results, in a block that is a little larger after every second call. That grows no
  // more.
  const auto leaks = [&](Slope& slope, std::int64_t least, const std::function<std::int64_t()>& in_use) -> std::string {
    const std::int64_t bytes = slope.growth();
    if (bytes < least) return {};
    slope = {};
    const auto more = growth_of_more(request, in_use);
    if (!more) return "did not complete when it ran again";
    return *more < calls_to_settle * bytes / 2 ? "" : fmt::format("leaks about {} bytes each call", bytes);
  };
  std::string bytes = leaks(data_bytes_, 1, [&] { return worker_->usage().data_bytes; });
  return bytes.empty() ? leaks(heap_bytes_, least_block, [&] { return heap_; }) : bytes;
}

/// Returns whether memory beyond `data_bytes` grows in each of some more calls: a heap that settles is no leak.
bool WorkerHost::keeps_growing(const Request& request, std::int64_t data_bytes) {
  for (int i = 0; i < calls_to_settle; ++i) {
    if (!attempt(request, {}).completed()) return true;
    const std::int64_t now = worker_->usage().data_bytes;
    if (now - data_bytes < least_leak_bytes) return false;
    data_bytes = now;
  }
  return true;
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
    return fault(attribution_at(Fault::nondeterministic, where->output, fmt::format("{} of {}", where->words, words)));
  }
  if (worker_->kill_strays() > 0) return fault(Fault::resource, fmt::format("{}, then left processes behind", words));
  leftovers_.note(*worker_, known->name);
  worker_->take_log();
  return done;
}

}  // namespace npu_cts::wire
