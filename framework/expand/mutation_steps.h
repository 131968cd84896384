#pragma once

#include <string>
#include <variant>
#include <vector>

#include "framework/expand/candidate_call.h"

namespace npu_cts {

/// One step away from a candidate call: another choice of something the spec leaves free, or an edit that leaves the
/// spec.
struct MutationStep {
  enum class Kind : std::uint8_t { alternative, symbol, argument, omit, layout, format, edit };
  Kind kind = Kind::edit;
  std::string name;       ///< the parameter or symbol it touches
  std::size_t place = 0;  ///< of that name in a SlotSet
  std::variant<std::string, Value, Layout, Format, ArgumentEdit> to;
};

/// Returns whether `a` and `b` choose the same thing, so that one undoes the other.
bool are_of_one_choice(const MutationStep& a, const MutationStep& b);

/// Changes `candidate` by `step`.
void apply(const MutationStep& step, CandidateCall& candidate);

/// Returns every step worth trying from a candidate call that builds `call`: legal choices first, in an order that
/// depends on names alone. Sizes and attribute values come from the hints and from the integers in the rules, each with
/// its neighbours.
std::vector<MutationStep> mutation_steps_from(const BoundSpec& bound, const Call& call);

/// Returns the integers that stand in the rules, sorted: the candidates for limits.
std::vector<std::int64_t> integers_in(const BoundSpec& bound);

}  // namespace npu_cts
