// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/model/case.h"
#include "framework/rule/bound_spec.h"
#include "framework/search/mutation_steps.h"

namespace npu_cts::expand {

/// A choice of a call that is not made yet: the value 0 is what the call has, each other is a step away from it.
struct ChoiceAxis {
  std::string name;                      ///< of the parameter or symbol
  std::vector<std::string> values = {};  ///< in words, those of `steps`
  std::vector<search::MutationStep> steps = {};
};

/// Returns what `value` is called in the id of a case: "2x3", "float32", "none".
std::string id_text(const Value& value);

/// Returns whether none, said in words, may be given for `parameter`: it is the same as leaving it out.
bool takes_none(const BoundParameter& parameter);

/// Returns the choices that interact: shape alternatives, layouts, formats, sizes, arguments and none in words. In
/// the tier fast they have a few values each; those of full have the same first.
std::vector<ChoiceAxis> choice_axes(const BoundSpec& bound, Tier tier);

/// Returns what each name of `group` chooses, those of `tier`; those of a lower tier come first.
std::vector<ChoiceAxis> size_axes(const BoundSpec& bound, const SizeGroup& group, Tier tier);

}  // namespace npu_cts::expand
