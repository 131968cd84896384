#pragma once

#include <deque>
#include <vector>

#include "framework/expand/conditions.h"
#include "framework/expand/search.h"

namespace npu_cts {

/// A call that shows a way of a condition.
struct ShownWay {
  const BoundRule* rule = nullptr;
  std::string way;
  bool broken = false;
  FoundCall found;
};

/// What is asked of one rule.
struct AskedRule {
  AskedRule(const BoundSpec& bound, const BoundRule& rule);

  Decision decision;
  std::vector<std::size_t> open_broken;  ///< the ways that no call has shown yet
  std::vector<std::size_t> open_kept;
};

/// Looks for calls that show each way of each condition: all calls that are a step away from its starts are judged once
/// and asked what they show. Deterministic and bounded.
class ConditionSweep {
 public:
  /// `search` must outlive it.
  explicit ConditionSweep(Search& search) : search_(search), bound_(search.builder().bound()) {}

  /// Asks for every way of `rule`, one of the target's.
  void ask(const BoundRule& rule);

  /// Takes what `arguments` shows as shown: of `rule` alone, where there is one.
  void note(const SlotArguments& arguments, const BoundRule* rule = nullptr);

  /// Looks at every call that is one step away from `start`.
  void sweep(const FoundCall& start);

  [[nodiscard]] const std::vector<ShownWay>& shown() const { return shown_; }
  [[nodiscard]] const std::deque<AskedRule>& asked() const { return asked_; }

 private:
  [[nodiscard]] SlotSet open_names() const;
  void look(const SlotCall& call, const BoundRule* only);
  void show(AskedRule& asked, bool broken, const SlotCall& call);

  Search& search_;
  const BoundSpec& bound_;
  std::deque<AskedRule> asked_;
  std::vector<ShownWay> shown_;
  bool keeps_calls_ = false;  ///< whether the call that is looked at was built here
};

/// Returns further steps from `arguments`, which the conditions want and the limits of rules do not: sizes of other
/// axes, two axes exchanged, positions from the end and beyond it, other words.
std::vector<MutationStep> condition_steps(const BoundSpec& bound, const SlotArguments& arguments);

}  // namespace npu_cts
