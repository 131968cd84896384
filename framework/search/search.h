// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "framework/rule/judge_call.h"
#include "framework/search/boundary_objectives.h"
#include "framework/search/candidate_call.h"

namespace npu_cts::search {

/// A call that a search found, and the choices that made it.
struct FoundCall {
  CandidateCall candidate;
  SlotArguments arguments;
  Verdict verdict = Verdict::accept;
};

/// How far from its starts a search goes.
enum class Reach : std::uint8_t { one_step, two_steps };

/// Looks for calls at one target. Deterministic and bounded.
class Search {
 public:
  /// `bound` must outlive it.
  explicit Search(const BoundSpec& bound) : builder_(bound), steps_(bound) {}

  [[nodiscard]] CallBuilder& builder() { return builder_; }
  [[nodiscard]] const MutationSteps& steps() const { return steps_; }

  /// Returns the call of `candidate` where it is legal.
  std::optional<FoundCall> build_legal(const CandidateCall& candidate);

  /// Returns the call of `candidate` as `change` leaves it, where that is legal.
  template <class Change>
  std::optional<FoundCall> build_legal(const CandidateCall& candidate, const Change& change) {
    builder_.start(candidate, change);
    return build_legal();
  }

  /// Returns the first legal call from `start`, by one or two steps where the start itself is not legal.
  std::optional<FoundCall> find_legal(const CandidateCall& start);

  /// As above, and the shape alternative of the parameter at `slot` stays what `start` says: one step at most.
  std::optional<FoundCall> find_legal_shape(const CandidateCall& start, std::size_t slot);

  /// Returns a legal call from `start` in which `wanted` is taken beside one or two of `others`, one that `allows`
  /// takes.
  std::optional<FoundCall> find_legal_beside(const CandidateCall& start, MutationStep wanted,
                                             std::vector<MutationStep> others,
                                             const std::function<bool(const SlotCall&)>& allows);

  /// Returns a call that is at `objective` of `rule`, one of the target: legal, or breaking `rule` alone. The verdict
  /// of a start says whether it is legal. Tries each start with no step and with one, then, where `reach` is two steps,
  /// the first few with two.
  std::optional<FoundCall> find_at(const BoundRule& rule, const BoundaryObjective& objective,
                                   const std::vector<FoundCall>& starts, Reach reach);

  /// Returns the steps from the builder's candidate. One that builds nothing has no call to take steps from: they are
  /// those of a call with its dtypes and nothing else.
  std::vector<MutationStep> steps_from_here();

 private:
  std::optional<FoundCall> build_legal(const Changes& changes = {});
  std::optional<FoundCall> find_with_one_step(std::vector<MutationStep>& steps);
  std::optional<FoundCall> find_with_two_steps(std::vector<MutationStep>& steps);
  std::vector<const BoundRule*> rules_in_the_way();

  CallBuilder builder_;
  MutationSteps steps_;
};

}  // namespace npu_cts::search
