// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/model/spec.h"

namespace npu_cts::mutants {

/// Returns on what `changed` and the reference differ, where it says something else of calls than `spec`: a planned
/// case, a call near a legal one, a drawn call, or a variant that shows where it may not. Empty where nothing does.
std::string first_difference(const Spec& spec, const Spec& changed);

/// Returns on which call that the solver finds `changed` and the reference differ, where it says something else of
/// calls than `spec`. Empty where there is none.
std::string solved_difference(const Spec& spec, const Spec& changed);

/// Returns every target of which `op` has a page.
std::vector<Target> all_targets(const Spec& spec, const OpSpec& op);

/// Returns the id of the first case of `plan` that `is_asked` picks and of which the argument checks say something else
/// than the plan expects; empty where there is none.
std::string differing_case(const expand::Plan& plan, const Target& target,
                           const std::function<bool(const Case&)>& is_asked);

/// Returns what `plan` of a changed spec cannot show and the plan of the spec, `before`, can; empty where there is no
/// such thing.
std::string newly_missed(const expand::Plan& plan, const expand::Plan& before);

}  // namespace npu_cts::mutants
