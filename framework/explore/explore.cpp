// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/explore.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/explore/replay.h"
#include "framework/run/session/session.h"

namespace npu_cts::explore {
namespace {

constexpr std::size_t most_alike = 6;             ///< failures of one signature that are shrunk: they may differ
constexpr std::size_t most_kept = 1000;           ///< calls that one exploration adds to a corpus
constexpr std::size_t most_kept_bytes = 1 << 14;  ///< of the values of such a call
constexpr std::size_t most_timeouts = 10;         ///< tries to shrink a call that takes all its time

std::size_t bytes_of_values(const Call& call) {
  std::size_t bytes = 0;
  for (const auto& [key, value] : call.arguments) {
    if (const auto* const tensor = std::get_if<Tensor>(&value)) bytes += tensor->values.size();
  }
  return bytes;
}

/// Returns what a person would take for one failure: what went wrong, and the dtypes it went wrong with.
std::string kind_of(const TriedStory& story) {
  const Signature signature = signature_of(story.call, story.tried.result);
  std::string text = fmt::format("{}|{}|{}|{}", story.call.call.op, static_cast<int>(signature.status),
                                 signature.fault ? name_of(*signature.fault) : "", signature.tensor);
  for (const std::string& rule : signature.broken) text += "|" + rule;
  for (const auto& [key, value] : story.call.call.arguments) {
    if (const auto* const tensor = std::get_if<Tensor>(&value))
      text += fmt::format("|{}={}", key, name_of(tensor->type.dtype));
  }
  return text;
}

}  // namespace

record::WriteError save_failure(const std::filesystem::path& root, const Failure& failure,
                                const judging::Oracle& oracle) {
  const DecidedCall& call = failure.story.call;
  Saved saved{.name = failure.name, .call = call.call};
  for (const DecidedCall& before : failure.story.before) saved.before.push_back(before.call);
  if (auto error = save(root, saved, call.bound->spec())) return error;
  Case planned = call.planned;
  planned.id = failure.name;
  const Tried& tried = failure.story.tried;
  return run::dump(
      root, {.bound = *call.bound, .planned = planned, .call = call.call, .seen = tried.seen, .result = tried.result},
      oracle);
}

Explorer::Explorer(const Bench& bench, Drawers& drawers, ExploreOptions options,
                   std::function<void(const Failure&)> on_failure)
    : bench_(bench), drawers_(drawers), options_(std::move(options)), on_failure_(std::move(on_failure)) {}

bool Explorer::is_over() const {
  return exploration_.calls >= options_.most_calls || exploration_.failures >= options_.most_failures ||
         (options_.is_over && options_.is_over());
}

/// Returns whether a stop was requested, and notes it.
bool Explorer::is_stopped() {
  exploration_.is_stopped = exploration_.is_stopped || (options_.is_stopped && options_.is_stopped());
  return exploration_.is_stopped;
}

bool Explorer::is_known(const std::string& op, const Signature& signature) const {
  const auto known = known_.find(op);
  if (known == known_.end()) return false;
  const auto is_it = [&](const Signature& one) { return is_same_way(signature, one); };
  const auto alike = static_cast<std::size_t>(std::ranges::count_if(known->second, is_it));
  return alike >= (signature.broken.empty() ? most_alike : 1);
}

/// Returns whether `story` is not like one that was told, and remembers it.
bool Explorer::is_new(const TriedStory& story) {
  known_[story.call.call.op].push_back(signature_of(story.call, story.tried.result));
  return told_.insert(kind_of(story)).second;
}

void Explorer::tell(const Failure& failure) {
  ++exploration_.failures;
  on_failure_(failure);
}

void Explorer::replay(BoundSpecs& specs, const std::vector<Saved>& corpus) {
  for (const Saved& saved : corpus) {
    if (is_stopped()) return;
    const Failure replayed{.name = saved.name, .story = explore::replay(specs, bench_, saved)};
    const TriedStory& story = replayed.story;
    ++exploration_.replayed;
    if (story.call.planned.expected != Verdict::open) exploration_.coverage.see(story.call);
    if (!is_failure(story.tried.result.status)) continue;
    ++exploration_.failed;
    if (is_new(story)) tell(replayed);
  }
}

/// Counts what `call` shows. Returns whether some of it is new.
bool Explorer::see(const DrawnCall& drawn, const DecidedCall& call) {
  ++exploration_.calls;
  ++exploration_.expected[call.planned.expected];
  Coverage& coverage = exploration_.coverage;
  const bool is_new = coverage.see(call);
  for (const ValueChoice& choice : drawn.values) {
    const auto sets = drawn.bound->data_sets();
    coverage.see(call.call.op, "data sets", sets[choice.first].written->id);
    if (choice.first != choice.second) coverage.see(call.call.op, "mixtures", sets[choice.second].written->id);
  }
  return is_new;
}

record::WriteError Explorer::keep(const DecidedCall& call) {
  const bool is_kept =
      !options_.corpus.empty() && exploration_.kept < most_kept && bytes_of_values(call.call) <= most_kept_bytes;
  if (!is_kept) return std::nullopt;
  ++exploration_.kept;
  const Saved saved{.name = "seen/" + file_name_of(*call.bound, call.call), .call = call.call};
  return save(options_.corpus, saved, call.bound->spec());
}

record::WriteError Explorer::add_failure(const Story& story, const DecidedCall& call, const Tried& tried) {
  ++exploration_.failed;
  if (is_known(call.call.op, signature_of(call, tried.result))) return std::nullopt;
  StoryShrinker shrinker(bench_, drawers_, options_.most_elements, options_.is_stopped);
  const bool is_slow = tried.result.status == Status::timeout;
  Failure failure{.story = shrinker.shrink(story, tried, is_slow ? most_timeouts : options_.most_tries)};
  if (!is_new(failure.story)) return std::nullopt;
  failure.name = "failures/" + file_name_of(*failure.story.call.bound, failure.story.call.call);
  if (!options_.corpus.empty()) {
    if (auto error = save_failure(options_.corpus, failure, bench_.oracle)) return error;
  }
  tell(failure);
  return std::nullopt;
}

/// Runs the calls of `sequence` in one worker, up to the first that fails: what follows would suffer from it.
record::WriteError Explorer::run_sequence(const Sequence& sequence) {
  Attempt attempt(bench_);
  ++exploration_.sequences;
  for (std::size_t i = 0; i < sequence.calls.size() && exploration_.calls < options_.most_calls; ++i) {
    if (is_stopped()) break;
    const DrawnCall& drawn = sequence.calls[i];
    const auto call = drawers_.at(*drawn.bound).maker().make(drawn, options_.most_elements);
    if (!call) {
      ++exploration_.open;
      continue;
    }
    exploration_.coverage.see(call->call.op, "patterns", std::string(name_of(sequence.pattern)));
    const bool is_new = see(drawn, *call);
    const Tried tried = attempt.run(*call);
    if (tried.result.status == Status::contested) ++exploration_.contested;
    if (is_failure(tried.result.status)) {
      const auto end = sequence.calls.begin() + static_cast<std::ptrdiff_t>(i);
      return add_failure({.before = {sequence.calls.begin(), end}, .call = drawn}, *call, tried);
    }
    if (const auto error = is_new ? keep(*call) : std::nullopt) return error;
  }
  return std::nullopt;
}

record::WriteError Explorer::explore() {
  for (std::uint64_t i = 0; !is_over() && !is_stopped(); ++i) {
    Dice dice(fmt::format("fuzz|{}|{}", options_.seed, i));
    if (auto error = run_sequence(draw_sequence(dice, drawers_, options_.most_elements))) return error;
    if (exploration_.sequences > 1000 && exploration_.calls == 0) break;  // nothing can be drawn
  }
  return std::nullopt;
}

}  // namespace npu_cts::explore
