#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/expand/draft.h"
#include "framework/expand/goals.h"
#include "framework/rule/judge_call.h"

namespace npu_cts {

/// A call that a search found, and the choices that made it.
struct Found {
  Draft draft;
  Call call;
  Verdict verdict = Verdict::accept;
};

/// Returns the first legal call from `start`, by one or two moves where the start itself is not legal.
std::optional<Found> find_legal(const BoundSpec& bound, const Draft& start);

/// As above, and the shape alternative of `key` stays what `start` says: one move at most.
std::optional<Found> find_legal_shape(const BoundSpec& bound, const Draft& start, const std::string& key);

/// How far from its starts a search goes.
enum class Reach : std::uint8_t { one_move, two_moves };

/// Returns a call that is at `goal` of `rule`, one of `bound`: legal, or breaking `rule` alone. Tries each start with
/// no move and with one, then, where `reach` is two moves, the first few with two. Deterministic and bounded.
std::optional<Found> find_at(const BoundSpec& bound, const BoundRule& rule, const Goal& goal,
                             const std::vector<Found>& starts, Reach reach);

}  // namespace npu_cts
