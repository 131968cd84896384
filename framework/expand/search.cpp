#include "framework/expand/search.h"

#include <algorithm>
#include <functional>

#include "framework/expand/moves.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_pairs = 30'000;

using Wanted = std::function<std::optional<Verdict>(const Call&)>;

std::optional<Found> look_at(const BoundSpec& bound, const Draft& draft, const Wanted& wanted) {
  auto call = build_call(bound, draft);
  if (!call) return std::nullopt;
  const auto verdict = wanted(*call);
  if (!verdict) return std::nullopt;
  return Found{.draft = draft, .call = std::move(*call), .verdict = *verdict};
}

std::optional<Found> with_one_move(const BoundSpec& bound, const Draft& start, const std::vector<Move>& moves,
                                   const Wanted& wanted) {
  for (const Move& move : moves) {
    Draft draft = start;
    apply(move, draft);
    if (auto found = look_at(bound, draft, wanted)) return found;
  }
  return std::nullopt;
}

/// Returns what each rule reads that `start` breaks or leaves undecided: two moves can help only where each of these
/// has a name that one of them touches. Nothing where the start builds no call.
std::vector<const SlotSet*> reads_in_the_way(const BoundSpec& bound, const Draft& start) {
  std::vector<const SlotSet*> reads;
  const auto call = build_call(bound, start);
  if (!call) return reads;
  const Judgement judgement = judge_rules(bound, *call);
  for (const auto* rules : {&judgement.broken, &judgement.blocked}) {
    for (const BoundRule* rule : *rules) {
      if (!rule->on_data) reads.push_back(&rule->reads);
    }
  }
  return reads;
}

/// Tries each of `moves` with each.
std::optional<Found> with_two_moves(const BoundSpec& bound, const Draft& start, const std::vector<Move>& moves,
                                    const Wanted& wanted) {
  const auto in_the_way = reads_in_the_way(bound, start);
  std::size_t tried = 0;
  for (const Move& one : moves) {
    auto left = in_the_way;
    std::erase_if(left, [&](const auto* reads) { return (*reads)[one.place]; });
    for (const Move& other : moves) {
      if (are_of_one_choice(one, other)) continue;
      if (++tried > most_pairs) return std::nullopt;
      if (!std::ranges::all_of(left, [&](const auto* reads) { return (*reads)[other.place]; })) continue;
      Draft draft = start;
      apply(other, draft);
      apply(one, draft);
      if (auto found = look_at(bound, draft, wanted)) return found;
    }
  }
  return std::nullopt;
}

std::optional<Verdict> legal(const BoundSpec& bound, const Call& call) {
  return is_legal(bound, call) ? std::optional(Verdict::accept) : std::nullopt;
}

/// A draft that builds nothing has no call to take moves from: take them from an empty one.
std::vector<Move> moves_of(const BoundSpec& bound, const Draft& start) {
  const auto call = build_call(bound, start);
  if (call) return moves_from(bound, *call);
  Call empty{.op = bound.op().name, .target = bound.target(), .arguments = {}};
  for (const auto& [key, dtype] : start.dtypes) {
    if (dtype) empty.arguments.insert_or_assign(key, Tensor{.type = {.dtype = *dtype, .shape = {1}}, .values = {}});
  }
  return moves_from(bound, empty);
}

}  // namespace

std::optional<Found> find_legal(const BoundSpec& bound, const Draft& start) {
  const Wanted wanted = [&](const Call& call) { return legal(bound, call); };
  if (auto found = look_at(bound, start, wanted)) return found;
  const std::vector<Move> moves = moves_of(bound, start);
  if (auto found = with_one_move(bound, start, moves, wanted)) return found;
  return with_two_moves(bound, start, moves, wanted);
}

std::optional<Found> find_legal_shape(const BoundSpec& bound, const Draft& start, const std::string& key) {
  const Wanted wanted = [&](const Call& call) { return legal(bound, call); };
  std::vector<Move> moves = moves_of(bound, start);
  std::erase_if(moves, [&](const Move& move) {
    return move.kind == Move::Kind::edit || (move.kind == Move::Kind::alternative && move.name == key);
  });
  return with_one_move(bound, start, moves, wanted);
}

}  // namespace npu_cts
