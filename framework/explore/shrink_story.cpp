// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/shrink_story.h"

#include <algorithm>
#include <utility>

#include "framework/base/shrink_list.h"
#include "framework/explore/shrink.h"

namespace npu_cts::explore {
namespace {

constexpr std::size_t most_shrunk_before = 32;  ///< calls: of more, only the number matters
constexpr std::size_t most_runs = 60'000;       ///< calls that one failure may cost, those before it counted each time

/// Returns whether what changes `b` can be done to `a`.
bool are_made_alike(const DrawnCall& a, const DrawnCall& b) {
  return &a.bound->op() == &b.bound->op() && a.candidate.edits.size() == b.candidate.edits.size() &&
         a.values.size() == b.values.size();
}

/// Returns what makes the call simpler, done to those before it that are made alike, too.
std::vector<Change<Story>> changes_of(const Story& story) {
  std::vector<Change<Story>> changes;
  for (const Change<DrawnCall>& change : simpler_calls(story.call)) {
    changes.emplace_back([change](Story& changed) {
      for (DrawnCall& before : changed.before) {
        if (are_made_alike(before, changed.call)) change(before);
      }
      change(changed.call);
    });
  }
  return changes;
}

}  // namespace

std::optional<DecidedCall> StoryShrinker::make(const DrawnCall& drawn) {
  return drawers_.at(*drawn.bound).maker().make(drawn, most_elements_);
}

/// What the spec leaves open was not run, and is left out.
std::vector<DecidedCall> StoryShrinker::make_all(const std::vector<DrawnCall>& drawn) {
  std::vector<DecidedCall> calls;
  for (const DrawnCall& one : drawn) {
    if (auto call = make(one)) calls.push_back(*std::move(call));
  }
  return calls;
}

bool StoryShrinker::fails(const std::vector<DecidedCall>& before, const DecidedCall& call) {
  if (may_stop_ && is_stopped_ && is_stopped_()) return false;
  Attempt fresh(bench_);
  Attempt& attempt = shared_ ? *shared_ : fresh;
  for (const DecidedCall& one : before) attempt.pass(one);
  Tried tried = attempt.run(call);
  if (!is_failure(tried.result.status) || !is_same_way(first_, signature_of(call, tried.result))) return false;
  last_ = std::move(tried);
  return true;
}

/// Returns whether the story fails again.
bool StoryShrinker::shrink_before(Story& story, const DecidedCall& call, std::size_t& most) {
  const auto fails_behind = [&](const std::vector<DrawnCall>& before) { return fails(make_all(before), call); };
  if (fails_behind({})) {
    story.before.clear();
    return true;
  }
  if (!fails_behind(story.before)) return false;
  story.before = shrink_list(std::move(story.before), fails_behind, most);
  return true;
}

void StoryShrinker::shrink_call(Story& story, std::size_t& most) {
  const std::vector<DecidedCall> before = make_all(story.before);
  story.call = explore::shrink(
      std::move(story.call), simpler_calls,
      [&](const DrawnCall& simpler) {
        const auto call = make(simpler);
        return call && fails(before, *call);
      },
      most);
}

/// The calls before may have to stay like the call.
void StoryShrinker::shrink_together(Story& story, std::size_t& most) {
  if (story.before.empty() || story.before.size() > most_shrunk_before) return;
  const auto still_fails = [&](const Story& simpler) {
    const auto call = make(simpler.call);
    const std::vector<DecidedCall> before = make_all(simpler.before);
    return call && before.size() == simpler.before.size() && fails(before, *call);
  };
  story = explore::shrink(std::move(story), changes_of, still_fails, most);
}

DecidedCall StoryShrinker::shrink_values(const Story& story, const DecidedCall& call, std::size_t& most) {
  const std::vector<DecidedCall> before = make_all(story.before);
  const Call simplest = explore::shrink(
      call.call, simpler_values,
      [&](const Call& simpler) {
        const auto decided = decide_call(*call.bound, simpler);
        return decided && fails(before, *decided);
      },
      most);
  return *decide_call(*call.bound, simplest);
}

void StoryShrinker::shrink_each_before(Story& story, const DecidedCall& call, std::size_t& most) {
  std::vector<DecidedCall> before = make_all(story.before);
  if (before.size() != story.before.size() || before.size() > most_shrunk_before) return;
  for (std::size_t i = 0; i < story.before.size(); ++i) {
    story.before[i] = explore::shrink(
        std::move(story.before[i]), simpler_calls,
        [&](const DrawnCall& simpler) {
          auto made = make(simpler);
          if (!made) return false;
          std::swap(before[i], *made);
          const bool still_fails = fails(before, call);
          if (!still_fails) std::swap(before[i], *made);
          return still_fails;
        },
        most);
  }
}

/// Returns the call of what is left of `story`.
DecidedCall StoryShrinker::shrink_all(Story& story, std::size_t& most) {
  shrink_call(story, most);
  shrink_together(story, most);
  DecidedCall call = shrink_values(story, *make(story.call), most);
  shrink_each_before(story, call, most);
  return call;
}

/// Returns what is left of `call`, that of `story`, after tries that share an implementation: half of `most` at most.
/// Nothing where it does not fail alone and again, costs a start for each try, or what is left fails on no new one.
std::optional<DecidedCall> StoryShrinker::shrink_shared(const Story& story, const DecidedCall& call,
                                                        std::size_t& most) {
  if (!story.before.empty() || first_.status == Status::timeout) return std::nullopt;
  const Tried again = last_;
  Story alone = story;
  std::size_t tries = most / 2;
  most -= tries;
  shared_.emplace(bench_);
  std::optional<DecidedCall> left;
  if (fails({}, call) && fails({}, call)) left = shrink_all(alone, tries);
  shared_.reset();
  most += tries;
  const bool may_stop = std::exchange(may_stop_, false);
  if (left && fails({}, *left)) return left;
  may_stop_ = may_stop;
  last_ = again;
  return std::nullopt;
}

TriedStory StoryShrinker::shrink(const Story& story, const Tried& tried, std::size_t most) {
  Story left = story;
  DecidedCall call = *make(left.call);
  first_ = signature_of(call, tried.result);
  last_ = tried;
  const auto affordable = [&] { return std::min(most, most_runs / (left.before.size() + 1)); };
  std::size_t unused = affordable();
  const bool fails_again = shrink_before(left, call, unused);
  may_stop_ = fails_again;
  if (fails_again) {
    unused = affordable();
    if (const auto alone = shrink_shared(left, call, unused)) return {.call = *alone, .tried = std::move(last_)};
    call = shrink_all(left, unused);
  }
  std::vector<DecidedCall> before = make_all(left.before);
  may_stop_ = false;
  if (fails_again) fails(before, call);  // what was seen of the smallest
  return {.before = std::move(before), .call = std::move(call), .tried = std::move(last_), .fails_again = fails_again};
}

}  // namespace npu_cts::explore
