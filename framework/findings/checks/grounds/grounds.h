// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/findings/finding.h"
#include "framework/model/spec.h"

namespace npu_cts::findings {

/// Returns the statements that both sides of `one` cite, those that `spec` has.
std::vector<const Statement*> cited_by(const Spec& spec, const Contradiction& one);

// The written checks of facts against what they stand on, by the file they are in. Each returns what it finds in `op`.
Findings find_undocumented_dates(const Spec& spec, const OpSpec& op);          // dates.cpp
Findings find_contradictions_off_pages(const Spec& spec, const OpSpec& op);    // contradictions.cpp
Findings find_contradictions_off_subject(const Spec& spec, const OpSpec& op);  // subjects.cpp
Findings find_unfounded_bases(const Spec& spec, const OpSpec& op);             // bases.cpp
Findings find_unfounded_contests(const Spec& spec, const OpSpec& op);          // contested.cpp
Findings find_miscounted_contests(const Spec& spec, const OpSpec& op);

}  // namespace npu_cts::findings
