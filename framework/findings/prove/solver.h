// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/rule/bound_spec.h"
#include "framework/search/conditions/conditions.h"

namespace npu_cts::findings::prove {

/// What the solver says of a question about the calls of its box.
enum class Reply : std::uint8_t {
  possible,    ///< there is such a call
  impossible,  ///< there is none in the box
  unknown,     ///< it gave up, or a rule has no terms
};

struct Answer {
  Reply reply = Reply::unknown;
  std::optional<Call> witness = {};    ///< where it is possible
  std::string why = {};                ///< where it is unknown
  std::vector<std::string> core = {};  ///< where it is impossible: ids of rules that are enough to exclude it
};

/// How much work one question may take, in the solver's own count: the same on every machine.
inline constexpr unsigned most_work = 4'000'000;

/// The spec of one operator on one target, in the solver's terms.
class SpecSolver {
 public:
  /// `bound` must outlive this.
  explicit SpecSolver(const BoundSpec& bound);
  ~SpecSolver();
  SpecSolver(const SpecSolver&) = delete;
  SpecSolver& operator=(const SpecSolver&) = delete;

  /// Is there a legal call? With `claims`, one for which each of them is true.
  Answer legal(std::span<const ExpressionPtr> claims = {});

  /// Is there a call, with arguments that a call can have, that keeps every rule but those with the ids `left_out`,
  /// which it may break, and for which each of `claims` is true and `untrue`, where it is given, is false or undefined?
  /// A witness is not confirmed by the evaluator.
  Answer kept_but(const std::set<std::string, std::less<>>& left_out, std::span<const ExpressionPtr> claims,
                  const ExpressionPtr& untrue = nullptr);

  /// Is there a call that breaks `rule`, one of the rules, and no other whose verdict is `least` or stricter?
  Answer breaks_only(const BoundRule& rule, Verdict least = Verdict::accept);

  /// Is there a call for which `question` says yes, and that breaks `rule` and no other, or is legal? The core of
  /// "impossible" is one of which no rule can be left out.
  Answer breaks_only(const BoundRule& rule, const search::WayQuestion& question);
  Answer legal(const search::WayQuestion& question);

  /// Is there a call that breaks one of the two rules and keeps the other?
  Answer tells_apart(const BoundRule& a, const BoundRule& b);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace npu_cts::findings::prove
