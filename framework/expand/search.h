#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/expand/boundary_objectives.h"
#include "framework/expand/candidate_call.h"
#include "framework/rule/judge_call.h"

namespace npu_cts {

/// A call that a search found, and the choices that made it.
struct FoundCall {
  CandidateCall candidate;
  Call call;
  Verdict verdict = Verdict::accept;
};

/// Returns the first legal call from `start`, by one or two steps where the start itself is not legal.
std::optional<FoundCall> find_legal(const BoundSpec& bound, const CandidateCall& start);

/// As above, and the shape alternative of `key` stays what `start` says: one step at most.
std::optional<FoundCall> find_legal_shape(const BoundSpec& bound, const CandidateCall& start, const std::string& key);

/// How far from its starts a search goes.
enum class Reach : std::uint8_t { one_step, two_steps };

/// Returns a call that is at `objective` of `rule`, one of `bound`: legal, or breaking `rule` alone. Tries each start
/// with no step and with one, then, where `reach` is two steps, the first few with two. Deterministic and bounded.
std::optional<FoundCall> find_at(const BoundSpec& bound, const BoundRule& rule, const BoundaryObjective& objective,
                                 const std::vector<FoundCall>& starts, Reach reach);

}  // namespace npu_cts
