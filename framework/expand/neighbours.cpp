#include "framework/expand/neighbours.h"

#include <utility>

#include "framework/expand/moves.h"

namespace npu_cts {

std::vector<Found> legal_calls(const BoundSpec& bound) {
  std::vector<Found> calls;
  for (const auto& [choice, row] : legal_dtypes(bound)) {
    if (auto found = find_legal(bound, first_draft(bound, choice))) calls.push_back(*std::move(found));
  }
  return calls;
}

std::vector<Call> neighbours_of(const BoundSpec& bound, const Found& base) {
  std::vector<Call> calls;
  for (const Move& move : moves_from(bound, base.call)) {
    Draft draft = base.draft;
    apply(move, draft);
    if (auto call = build_call(bound, draft)) calls.push_back(*std::move(call));
  }
  return calls;
}

}  // namespace npu_cts
