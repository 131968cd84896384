// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "framework/base/names.h"
#include "framework/explore/call_drawer.h"

namespace npu_cts::explore {

/// How the calls of one worker follow each other.
enum class Pattern : std::uint8_t {
  mixed,        ///< each another
  same_twice,   ///< each twice at once: the same values, or others in the same shapes
  alternating,  ///< two to four in turns, of several products, operators and dtypes
  targets,      ///< each at one target and then, as it is, at others of its operator
  growing,      ///< from small to large
  shrinking,    ///< from large to small
  many,         ///< one call some thousand times
};
constexpr auto names_of(Pattern) {
  return name_list("mixed", "same-twice", "alternating", "targets", "growing", "shrinking", "many");
}

/// The targets that calls are drawn at, by operator, each with its drawer. A target is bound when it is first drawn.
class Drawers {
 public:
  /// `specs` must outlive it. Precondition: `targets` has an operator, and each of them a target.
  Drawers(BoundSpecs& specs, std::map<const OpSpec*, std::vector<Target>> targets);

  CallDrawer& any(Dice& dice);
  CallDrawer& any_of(Dice& dice, const OpSpec& op);
  CallDrawer& at(const BoundSpec& bound);

 private:
  BoundSpecs& specs_;
  std::vector<const OpSpec*> ops_;  ///< sorted by name
  std::map<const OpSpec*, std::vector<Target>> targets_;
  std::map<const BoundSpec*, std::unique_ptr<CallDrawer>> drawers_;
};

/// Calls that run one after the other in one worker.
struct Sequence {
  Pattern pattern = Pattern::mixed;
  std::vector<DrawnCall> calls = {};
};

/// Draws a sequence; its calls have at most `most_elements` elements each, and most of them far fewer.
Sequence draw_sequence(Dice& dice, Drawers& drawers, std::int64_t most_elements);

}  // namespace npu_cts::explore
