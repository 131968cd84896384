// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/rule/bound_spec.h"

namespace npu_cts::diff {

/// Returns a text of `expression` that is equal for two that differ only in the order of what has none: the parts of
/// `and` and `or`, the members of a set. Empty for null.
std::string canonical(const ExpressionPtr& expression);

/// Returns what the spec says of a call at the target of `bound`, one sorted line a rule or definition: two specs with
/// equal lines accept the same calls. Texts, places and the order of the files are no part of it. Empty where the
/// target has no support.
std::vector<std::string> spec_lines(const BoundSpec& bound);

/// What `SpecFact::says` of a default ends in that no call can use.
inline constexpr std::string_view unusable_mark = " (unusable)";

/// A fact of a target that no accepted call can witness: what a parameter is called, its default, the shape of a
/// result, what is free in a number, what values must be, what is left undecided. By id ("axis.default").
struct SpecFact {
  std::string says;
  Citations cite = {};
  Text text = {};  ///< as a sentence for the operator's users; empty where only `says` says it

  friend bool operator==(const SpecFact&, const SpecFact&) = default;
};

/// Returns those facts of the operator and target of `bound`.
std::map<std::string, SpecFact> facts_of(const BoundSpec& bound);

}  // namespace npu_cts::diff
