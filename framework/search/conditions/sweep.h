// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "framework/search/conditions/conditions.h"
#include "framework/search/conditions/key_set.h"
#include "framework/search/search.h"

namespace npu_cts::search {

/// A call that shows a way of a condition.
struct ShownWay {
  const BoundRule* rule = nullptr;
  std::string way;
  bool broken = false;
  FoundCall found;
};

/// What a call shows of one rule, if that is the one it breaks, or if it is legal.
struct ShownOfRule {
  bool is_broken = false;
  std::vector<std::size_t> ways = {};
};

/// What is asked of one rule.
struct AskedRule {
  AskedRule(const BoundSpec& bound, const BoundRule& rule);

  Decision decision;
  std::vector<std::size_t> open_broken;  ///< the ways that no call has shown yet
  std::vector<std::size_t> open_kept;
  std::map<std::size_t, int> repairs;  ///< by way: how often a near miss was tried to be repaired
  Parts parts;                         ///< what says whether a call breaks the rule and shows a way
  std::vector<std::size_t> marks;      ///< the places of their marks
  KeySet idle;                         ///< marks of calls, in these parts, that show nothing which is still open
  std::unordered_map<std::uint64_t, ShownOfRule> known;  ///< by mark: what calls show that was open, where they do

  /// Returns what `call`, which has `mark`, shows of what is still open.
  ShownOfRule shown_by(const SlotCall& call, std::uint64_t mark);

  [[nodiscard]] bool is_open() const { return !open_broken.empty() || !open_kept.empty(); }
};

/// Looks for calls that show each way of each condition: all calls that are a step away from its starts are judged once
/// and asked what they show. Deterministic and bounded.
class ConditionSweep {
 public:
  /// `search` must outlive it.
  explicit ConditionSweep(Search& search) : search_(search), bound_(search.builder().bound()) {}

  /// Asks for every way of `rule`, one of the target's.
  void ask(const BoundRule& rule);

  /// Takes what `found` shows as shown: of `rule` alone, where there is one.
  void note(const FoundCall& found, const BoundRule* rule = nullptr);

  /// Looks at every call that is one step away from `start`, a legal one that was noted; where `changed` is given, for
  /// the rules that read it alone.
  void sweep(const FoundCall& start, std::optional<std::size_t> changed = {});

  /// Looks at calls two steps away from `start`, a legal one that was noted: where the first shows a way and breaks
  /// other rules too, the second touches all of those.
  void sweep_pairs(const FoundCall& start);

  /// Looks at calls around `start`, a legal one that chooses the parameter or symbol at `place`, in which an inequality
  /// fails by less than that choice.
  void sweep_misses(const FoundCall& start, std::size_t place);

  /// Looks at every value of an argument that may wrap in `start`, a legal call: what else such a value breaks beside
  /// one size is right beside another.
  void sweep_wraps(const FoundCall& start);

  /// Looks at packs of sizes that are as long as hints make one, two of them apart in one size, in `start`, a legal
  /// call.
  void sweep_packs(const FoundCall& start);

  /// Looks once more for what no sweep has shown, from legal calls that show another way of the same rule: at calls one
  /// step away, and for shapes at those where another size, or two, come before it.
  void sweep_from_shown();

  /// Looks at the shapes that no rule names of each tensor of `start`, a legal call, for the ways that are still open.
  void sweep_far_shapes(const FoundCall& start);

  /// Looks at the edits of shapes in a call whose sizes are 1, each that may be beside those before it: of `start`, a
  /// legal call. A shape that is read off other axes is right there.
  void sweep_from_ones(const FoundCall& start);

  [[nodiscard]] const std::vector<ShownWay>& shown() const { return shown_; }
  [[nodiscard]] const std::deque<AskedRule>& asked() const { return asked_; }

 private:
  /// A call that shows a way and breaks more than its rule.
  struct NearMiss {
    AskedRule* asked;
    std::size_t way;
    std::vector<const BoundRule*> in_the_way;
  };

  struct Candidate {
    AskedRule* asked;
    ShownOfRule shown;
  };

  std::uint64_t mark_of(const AskedRule& asked, const SlotCall& call);
  void forget_marks();
  [[nodiscard]] SlotSet open_names(std::optional<std::size_t> changed) const;
  [[nodiscard]] std::vector<MutationStep> steps_from(const FoundCall& start, const SlotSet& names) const;
  std::vector<NearMiss> near_misses(const SlotCall& call);
  void repair(const NearMiss& near, const MutationStep& first, std::vector<MutationStep>& steps);
  [[nodiscard]] std::vector<MutationStep> far_steps_from(const FoundCall& start, const SlotSet& names) const;
  [[nodiscard]] const BoundNode* missed_by(const AskedRule& asked, std::size_t place) const;
  [[nodiscard]] std::vector<MutationStep> shape_edits(const AskedRule& asked, std::vector<MutationStep> steps) const;
  void sweep_rule(const AskedRule& asked, const FoundCall& start);
  [[nodiscard]] std::vector<MutationStep> steps_to_one() const;
  void look_at_each(std::vector<MutationStep>& steps);
  void look_at_pairs(std::vector<MutationStep>& firsts, std::vector<MutationStep>& seconds);
  void look(const SlotCall& call, const BoundRule* only, const Changes& changes);
  void show(const Candidate& one);

  Search& search_;
  const BoundSpec& bound_;
  std::deque<AskedRule> asked_;
  std::vector<AskedRule*> open_;  ///< those that are
  std::vector<std::uint64_t>
      marks_;  ///< by slot, three: of value, shape and storage of the call that is looked at; 0: none yet
  std::vector<ShownWay> shown_;
  std::map<const BoundRule*, std::vector<FoundCall>> legal_;  ///< legal calls that show a way of the rule
  const FoundCall* noted_ = nullptr;                          ///< the call that is looked at; null: it was built here
};

/// Returns further steps from `arguments`, which the conditions want and the limits of rules do not: sizes of other
/// axes, two axes exchanged, many axes, the shape of another tensor for one that is left out, positions from the end
/// and beyond it, other words, lists and pairs of other lengths, numbers whose low bits are legal, the least and the
/// largest.
std::vector<MutationStep> condition_steps(const BoundSpec& bound, const SlotArguments& arguments);

/// Returns steps from `start` that few conditions want: an empty batch axis, sizes as though words were not packed, a
/// list or a pack of sizes with another entry.
std::vector<MutationStep> far_steps(const BoundSpec& bound, const FoundCall& start);

/// Returns the steps to sizes that are one more, or one fewer, than those that `candidate` chooses. An entry of a pack
/// may become 0, a size alone not.
std::vector<MutationStep> beside_steps(const BoundSpec& bound, const CandidateCall& candidate);

/// What a step makes of a number.
using Change = std::function<std::int64_t(std::int64_t)>;

/// A change of a number that an implementation does not see: one that keeps few of its bits, or drops its sign.
struct Mistake {
  std::string name;  ///< "wraps-8", "wraps-down-8", …, "opposite"
  Change change;
};
const std::vector<Mistake>& mistakes();

/// Returns steps to shapes of the tensors of `call` among `names` that no rule names: axes merged, two more or fewer,
/// and sizes that are halves, or those of words that are not packed, or that have the same low bits.
std::vector<MutationStep> far_shape_steps(const SlotCall& call, const SlotSet& names);

/// Returns steps that spread the tensors of `call` among `names` over its results: to the whole of one, a row for each
/// batch, or along an axis.
std::vector<MutationStep> spread_steps(const SlotCall& call, const SlotSet& names);

}  // namespace npu_cts::search
