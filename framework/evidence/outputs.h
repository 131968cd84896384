// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/judge/judge_case.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"

namespace npu_cts {

/// Some cases of a run that are looked at again.
struct Sample {
  const Spec& spec;
  const std::vector<TargetPlan>& everything;  ///< the plan of all releases of `spec`
  const Journal& journal;
  std::set<std::string> ids;
};

/// Returns whether the outputs of `result` can be computed again: it ended well and has a digest.
bool has_outputs(const CaseResult& result);

/// Returns the ids of the cases of `journal` whose outputs can be computed again.
std::vector<std::string> recomputable(const Journal& journal);

/// Returns the ids of the cases of `journal` that ended.
std::vector<std::string> replayable(const Journal& journal);

/// Returns `percent` of `ids`, at least `fewest`, as `seed` chooses them.
std::set<std::string> choose_sample(std::vector<std::string> ids, double percent, std::uint64_t seed);
inline constexpr std::size_t fewest_sampled = 20;

/// Returns the cases of `sample`, as they were planned; fewer, where the plan does not have them all.
std::vector<Case> cases_of(const Sample& sample);

/// Returns why the digests of the outputs of `sample`, cases that ended well, are not those of `oracle` under each of
/// the variants that they agree with; nothing where they are.
std::optional<std::string> find_other_outputs(const Sample& sample, const Oracle& oracle);

/// Returns why `replayed`, a run of some cases of `certified` on an attached backend, shows another backend or other
/// answers; nothing where it does not.
std::optional<std::string> find_other_answers(const Journal& certified, const Journal& replayed);

}  // namespace npu_cts
