#include "framework/expand/neighbours.h"

#include <utility>

#include "framework/expand/moves.h"

namespace npu_cts {

std::vector<Found> legal_calls(const LawFor& law) {
  std::vector<Found> calls;
  for (const auto& [choice, row] : legal_dtypes(law.spec, law.op, law.target)) {
    if (auto found = find_legal(law, first_draft(law.spec, law.op, law.target, choice)))
      calls.push_back(*std::move(found));
  }
  return calls;
}

std::vector<Call> neighbours_of(const LawFor& law, const Found& base) {
  std::vector<Call> calls;
  for (const Move& move : moves_from(law.spec, law.op, law.rules, base.draft, base.call)) {
    Draft draft = base.draft;
    apply(move, draft);
    if (auto call = build_call(law.spec, law.op, draft)) calls.push_back(*std::move(call));
  }
  return calls;
}

}  // namespace npu_cts
