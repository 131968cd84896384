// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "framework/explore/attempt.h"
#include "framework/explore/drawn_call.h"
#include "framework/explore/sequence.h"
#include "framework/explore/shrink.h"

namespace npu_cts::explore {

/// Calls of one worker, the last of which fails.
struct Story {
  std::vector<DrawnCall> before;
  DrawnCall call;
};

/// Shrinks stories: first what runs before, then the call, its values, and last the calls before it. Each try runs on
/// an implementation that was started for it, but for those of a call that fails alone, twice on the same one: they
/// share one, since a start may take seconds. Where what is left does not fail on a new one, nothing of that counts.
class StoryShrinker {
 public:
  /// All must outlive it. `is_stopped` may be empty.
  StoryShrinker(const Bench& bench, Drawers& drawers, std::int64_t most_elements, std::function<bool()> is_stopped)
      : bench_(bench), drawers_(drawers), most_elements_(most_elements), is_stopped_(std::move(is_stopped)) {}

  /// Returns what is left of `story`, which ended as `tried`. Tries at most `most` times, and until it is stopped.
  TriedStory shrink(const Story& story, const Tried& tried, std::size_t most);

 private:
  std::optional<DecidedCall> make(const DrawnCall& drawn);
  std::vector<DecidedCall> make_all(const std::vector<DrawnCall>& drawn);
  bool fails(const std::vector<DecidedCall>& before, const DecidedCall& call);
  bool shrink_before(Story& story, const DecidedCall& call, std::size_t& most);
  DecidedCall shrink_all(Story& story, std::size_t& most);
  std::optional<DecidedCall> shrink_shared(const Story& story, const DecidedCall& call, std::size_t& most);
  void shrink_call(Story& story, std::size_t& most);
  DecidedCall shrink_values(const Story& story, const DecidedCall& call, std::size_t& most);
  void shrink_together(Story& story, std::size_t& most);
  void shrink_each_before(Story& story, const DecidedCall& call, std::size_t& most);

  const Bench& bench_;
  Drawers& drawers_;
  std::int64_t most_elements_;
  std::function<bool()> is_stopped_;
  std::optional<Attempt> shared_;  ///< runs all tries, where there is one
  bool may_stop_ = false;          ///< the story failed again
  Signature first_;
  Tried last_;  ///< of the last try that failed in the same way
};

/// Returns the changes to what is next simpler than `drawn`, the boldest first: an edit less, smaller sizes, fewer
/// axes, an argument left out or nearer to 0, the first shape, no layout, one data set. The calls need not be legal.
std::vector<Change<DrawnCall>> simpler_calls(const DrawnCall& drawn);

/// Returns the changes to what is next simpler than the values of `call`, the boldest first: whole tensors, halves,
/// quarters … of them as zeros, then as ones. Large tensors are changed in parts of several elements.
std::vector<Change<Call>> simpler_values(const Call& call);

}  // namespace npu_cts::explore
