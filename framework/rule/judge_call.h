#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/model/spec.h"

namespace npu_cts {

/// What the law says of one call.
struct Judgement {
  Verdict verdict = Verdict::accept;
  std::vector<const Rule*> broken;   ///< definitely false, in the order of judgement; into the rules that were given
  std::vector<const Rule*> blocked;  ///< not decided: a part they need is missing or already broken
  std::string row;                   ///< id of the first row that admits the dtypes; "" where there are no rows
};

/// Returns the judgement of `call` under `rules` (from derive_rules for the call's target).
/// The verdict is the worst `otherwise` of the broken rules; accept where none is broken.
Judgement judge_call(const Spec& spec, const OpSpec& op, const Call& call, std::span<const Rule> rules);

/// Returns the support cell for `target`, or null where the operator's documents have none (not documented).
const SupportCell* find_support(const Spec& spec, const OpSpec& op, const Target& target);

}  // namespace npu_cts
