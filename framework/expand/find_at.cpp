// The search for a call on one side of a limit.
//
// A rule says the same of two drafts that choose the same for every name it reads (BoundRule::reads). So starts that
// agree there share what was tried, and a second move is tried only where it can help: on the names of the rule itself
// while the goal is not reached, on the names of every rule in the way once it is.

#include <algorithm>
#include <utility>

#include "framework/expand/moves.h"
#include "framework/expand/search.h"
#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

constexpr std::size_t starts_with_two_moves = 3;

/// How a call stands to a goal.
enum class Stand : std::uint8_t {
  away,
  there,  ///< at the goal, with other rules in the way
  found,
};

/// Returns the part of `draft` that chooses for what is in `names`.
Draft restricted(const BoundSpec& bound, Draft draft, const SlotSet& names) {
  const auto is_named = [&](const std::string& name) {
    const std::size_t place = bound.place_of(name);
    return place != no_slot && names[place];
  };
  const auto is_other = [&](const auto& entry) { return !is_named(entry.first); };
  std::erase_if(draft.dtypes, is_other);
  std::erase_if(draft.alternatives, is_other);
  std::erase_if(draft.layouts, is_other);
  std::erase_if(draft.formats, is_other);
  std::erase_if(draft.symbols, is_other);
  std::erase_if(draft.arguments, is_other);
  std::erase_if(draft.edits, [&](const Edit& edit) { return !is_named(edit.key); });
  return draft;
}

class GoalSearch {
 public:
  GoalSearch(const BoundSpec& bound, const BoundRule& rule, const Goal& goal)
      : bound_(bound), rule_(rule), goal_(goal), names_(rule.reads) {
    if (!goal.left) return;
    left_ = bound.names().bind(*goal.left);
    right_ = bound.names().bind(*goal.right);
  }

  /// Returns what `start` itself or one move from it finds.
  std::optional<Found> try_one_move(const Found& start) {
    if (const Tried* before = find_tried(start)) {
      return before->there.empty() ? std::nullopt : try_again(start, moves_read(start), before->there);
    }
    const std::vector<Move> moves = moves_read(start);
    Tried& tried = tried_.emplace_back(Tried{.choices = restricted(bound_, start.draft, names_), .there = {}});
    for (std::size_t i = 0; i <= moves.size(); ++i) {
      Draft draft = start.draft;
      if (i > 0) apply(moves[i - 1], draft);
      const auto call = build_call(bound_, draft);
      const Stand stand = call ? stand_of(*call) : Stand::away;
      if (stand == Stand::found) return found(draft, *call);
      if (stand == Stand::there) tried.there.push_back(i);
    }
    return std::nullopt;
  }

  /// Returns what two moves from `start` find, of which the first is on a name of the rule. Needs try_one_move before.
  std::optional<Found> try_two_moves(const Found& start) {
    Tried* tried = find_tried(start);
    const std::vector<Move> firsts = moves_read(start);
    const std::vector<Move> moves = moves_from(bound_, start.call);
    for (const std::size_t first : tried->there) {
      if (first == 0) continue;
      if (auto one = mend(start.draft, firsts[first - 1], moves)) return one;
    }
    if (std::exchange(tried->pairs, true)) return std::nullopt;
    const bool can_be_there = !tried->there.empty();
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      for (std::size_t k = i + 1; k < firsts.size(); ++k) {
        if (can_be_there && (firsts[i].kind == Move::Kind::edit || firsts[k].kind == Move::Kind::edit)) continue;
        if (auto one = look_at(start.draft, firsts[i], firsts[k])) return one;
      }
    }
    return std::nullopt;
  }

  /// Returns the starts worth two moves: those that the rule speaks of first, then those that give what it names.
  [[nodiscard]] std::vector<const Found*> by_promise(const std::vector<Found>& starts) const {
    const auto promise = [&](const Found* start) {
      bool gives = true;
      for (std::size_t slot = 0; slot < bound_.parameters().size(); ++slot) {
        const bool is_named = names_[slot];
        gives = gives && (!is_named || start->call.arguments.contains(bound_.parameters()[slot].written->key));
      }
      return (binds(SlotCall(bound_, start->call.arguments), rule_) == true ? 0 : 2) + (gives ? 0 : 1);
    };
    std::vector<const Found*> sorted;
    for (const Found& start : starts) sorted.push_back(&start);
    std::ranges::stable_sort(sorted, {}, promise);
    sorted.resize(std::min(sorted.size(), starts_with_two_moves));
    return sorted;
  }

 private:
  struct Tried {
    Draft choices;                   ///< for the names of the rule
    std::vector<std::size_t> there;  ///< the moves to the goal, from 1; 0 is the start
    bool pairs = false;              ///< whether two moves were tried, in vain
  };

  Tried* find_tried(const Found& start) {
    const auto it = std::ranges::find(tried_, restricted(bound_, start.draft, names_), &Tried::choices);
    return it == tried_.end() ? nullptr : &*it;
  }

  [[nodiscard]] bool is_at_goal(const SlotCall& call) const {
    if (!left_) return true;
    const auto left = number_of(*left_, call);
    const auto right = number_of(*right_, call);
    return left && right && *left - *right == goal_.difference;
  }

  [[nodiscard]] Stand stand_of(const Call& call) const {
    const SlotCall slots(bound_, call.arguments);
    if (!is_at_goal(slots)) return Stand::away;
    if (!goal_.broken) return is_legal(slots) ? Stand::found : Stand::there;
    if (!breaks(slots, rule_)) return Stand::away;
    return breaks_only(slots, rule_) ? Stand::found : Stand::there;
  }

  [[nodiscard]] Found found(const Draft& draft, const Call& call) const {
    return {.draft = draft, .call = call, .verdict = goal_.broken ? rule_.otherwise : Verdict::accept};
  }

  /// Tries the moves that led to the goal from a start with the same choices.
  std::optional<Found> try_again(const Found& start, const std::vector<Move>& moves,
                                 const std::vector<std::size_t>& there) const {
    for (const std::size_t i : there) {
      Draft draft = start.draft;
      if (i > 0) apply(moves[i - 1], draft);
      const auto call = build_call(bound_, draft);
      if (call && stand_of(*call) == Stand::found) return found(draft, *call);
    }
    return std::nullopt;
  }

  /// Tries with `first`, which leads to the goal, each move that touches every rule in the way.
  std::optional<Found> mend(const Draft& start, const Move& first, const std::vector<Move>& moves) const {
    Draft draft = start;
    apply(first, draft);
    const auto call = build_call(bound_, draft);
    if (!call) return std::nullopt;
    const Judgement judgement = judge_rules(bound_, *call);
    std::vector<const BoundRule*> in_the_way = judgement.broken;
    if (!goal_.broken) in_the_way.insert(in_the_way.end(), judgement.blocked.begin(), judgement.blocked.end());
    std::erase_if(in_the_way, [&](const BoundRule* rule) { return rule == &rule_ || rule->on_data; });
    for (const Move& second : moves) {
      const bool can_help =
          std::ranges::all_of(in_the_way, [&](const BoundRule* rule) { return bool{rule->reads[second.place]}; });
      if (!can_help) continue;
      if (auto one = look_at(start, second, first)) return one;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Found> look_at(const Draft& start, const Move& one, const Move& other) const {
    if (are_of_one_choice(one, other)) return std::nullopt;
    Draft draft = start;
    apply(one, draft);
    apply(other, draft);
    const auto call = build_call(bound_, draft);
    if (!call || stand_of(*call) != Stand::found) return std::nullopt;
    return found(draft, *call);
  }

  [[nodiscard]] std::vector<Move> moves_read(const Found& start) const {
    std::vector<Move> moves = moves_from(bound_, start.call);
    std::erase_if(moves, [&](const Move& move) { return !names_[move.place]; });
    return moves;
  }

  const BoundSpec& bound_;
  const BoundRule& rule_;
  const Goal& goal_;
  const SlotSet& names_;
  std::optional<BoundNode> left_;  ///< of the goal's comparison; nothing: any call will do
  std::optional<BoundNode> right_;
  std::vector<Tried> tried_;
};

}  // namespace

std::optional<Found> find_at(const BoundSpec& bound, const BoundRule& rule, const Goal& goal,
                             const std::vector<Found>& starts, Reach reach) {
  GoalSearch search(bound, rule, goal);
  for (const Found& start : starts) {
    if (auto found = search.try_one_move(start)) return found;
  }
  if (reach == Reach::one_move) return std::nullopt;
  for (const Found* start : search.by_promise(starts)) {
    if (auto found = search.try_two_moves(*start)) return found;
  }
  return std::nullopt;
}

}  // namespace npu_cts
