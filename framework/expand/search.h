#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "framework/expand/draft.h"
#include "framework/expand/goals.h"
#include "framework/rule/judge_call.h"

namespace npu_cts {

/// The law of one operator for one target: what every step of the generator needs together.
struct LawFor {
  const Spec& spec;
  const OpSpec& op;
  Target target;
  std::vector<Rule> rules;
  std::vector<std::set<std::string>> reads;  ///< by rule: parameters and symbols whose choice can change what it says
};

/// Returns the law of `op` for `target`, with its rules derived.
LawFor law_for(const Spec& spec, const OpSpec& op, const Target& target);

/// A call that a search found, and the choices that made it.
struct Found {
  Draft draft;
  Call call;
  Verdict verdict = Verdict::accept;
};

/// Returns whether `call` breaks no rule and leaves none undecided but those on data.
bool is_legal(const LawFor& law, const Call& call);

/// Returns the first legal call from `start`, by one or two moves where the start itself is not legal.
std::optional<Found> find_legal(const LawFor& law, const Draft& start);

/// As above, and the shape alternative of `key` stays what `start` says: one move at most.
std::optional<Found> find_legal_shape(const LawFor& law, const Draft& start, const std::string& key);

/// How far from its starts a search goes.
enum class Reach : std::uint8_t { one_move, two_moves };

/// Returns a call that is at `goal` of `rule`, one of the law's: legal, or breaking `rule` alone. Tries each start with
/// no move and with one, then, where `reach` is two moves, the first few with two. Deterministic and bounded.
std::optional<Found> find_at(const LawFor& law, const Rule& rule, const Goal& goal, const std::vector<Found>& starts,
                             Reach reach);

}  // namespace npu_cts
