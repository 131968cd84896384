#include "framework/expand/search.h"

#include <algorithm>
#include <set>

#include "framework/expand/moves.h"
#include "framework/rule/derive_rules.h"
#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

constexpr std::size_t starts_with_two_moves = 3;
constexpr std::size_t most_pairs = 30'000;

using Wanted = std::function<std::optional<Verdict>(const Call&)>;

std::optional<Found> look_at(const LawFor& law, const Draft& draft, const Wanted& wanted) {
  auto call = build_call(law.spec, law.op, draft);
  if (!call) return std::nullopt;
  const auto verdict = wanted(*call);
  if (!verdict) return std::nullopt;
  return Found{.draft = draft, .call = std::move(*call), .verdict = *verdict};
}

std::optional<Found> with_one_move(const LawFor& law, const Draft& start, const std::vector<Move>& moves,
                                   const Wanted& wanted) {
  for (const Move& move : moves) {
    Draft draft = start;
    apply(move, draft);
    if (auto found = look_at(law, draft, wanted)) return found;
  }
  return std::nullopt;
}

bool are_of_one_choice(const Move& a, const Move& b) {
  return a.name == b.name && a.kind == b.kind && a.kind != Move::Kind::edit;
}

/// Tries each of `first` with each of `moves`.
std::optional<Found> with_two_moves(const LawFor& law, const Draft& start, const std::vector<Move>& first,
                                    const std::vector<Move>& moves, const Wanted& wanted) {
  std::size_t tried = 0;
  for (const Move& one : first) {
    for (const Move& other : moves) {
      if (are_of_one_choice(one, other)) continue;
      if (++tried > most_pairs) return std::nullopt;
      Draft draft = start;
      apply(other, draft);
      apply(one, draft);
      if (auto found = look_at(law, draft, wanted)) return found;
    }
  }
  return std::nullopt;
}

std::optional<Verdict> legal(const LawFor& law, const Call& call) {
  if (npu_cts::is_legal(law, call)) return Verdict::accept;
  return std::nullopt;
}

bool is_true(const ExpressionPtr& expression, const Facts& facts) {
  return !expression || evaluate(*expression, facts) == Computed(true);
}

/// Gathers the parameters, and the symbols without definition, that `expression` depends on.
void collect_names(const OpSpec& op, const Expression& expression, std::set<std::string>& names) {
  if (expression.op == Op::parameter || expression.op == Op::symbol) {
    if (!names.insert(expression.name).second) return;
    const auto symbol = std::ranges::find(op.symbols, expression.name, &Symbol::name);
    if (expression.op == Op::symbol && symbol != op.symbols.end()) collect_names(op, *symbol->is, names);
  }
  for (const auto& child : expression.children) collect_names(op, *child, names);
}

/// Returns the names whose change can change what `rule` says: those it speaks of, and what their shapes are built
/// from.
std::set<std::string> names_in(const LawFor& law, const Rule& rule) {
  std::set<std::string> names;
  collect_names(law.op, *rule.must, names);
  if (rule.when) collect_names(law.op, *rule.when, names);
  std::set<std::string> built = names;
  for (const std::string& name : names) {
    const Parameter* parameter = find_parameter(law.op, name);
    if (parameter == nullptr) continue;
    for (const ShapeAlternative* shape : shapes_of(law.spec, law.op, *parameter, law.target))
      collect_names(law.op, *shape->shape, built);
  }
  return built;
}

std::vector<Move> moves_of_names(std::vector<Move> moves, const std::set<std::string>& names) {
  std::erase_if(moves, [&](const Move& move) { return !names.contains(move.name); });
  return moves;
}

/// Returns the starts worth two moves: those that `rule` speaks of first, then those that give what it names.
std::vector<const Found*> by_promise(const LawFor& law, const Rule& rule, const std::vector<Found>& starts) {
  const auto names = names_in(law, rule);
  const auto promise = [&](const Found* start) {
    const bool gives = std::ranges::all_of(names, [&](const auto& name) {
      return find_parameter(law.op, name) == nullptr || start->call.arguments.contains(name);
    });
    return (is_true(rule.when, Facts(law.spec, law.op, start->call)) ? 0 : 2) + (gives ? 0 : 1);
  };
  std::vector<const Found*> sorted;
  for (const Found& start : starts) sorted.push_back(&start);
  std::ranges::stable_sort(sorted, {}, promise);
  return sorted;
}

/// A draft that builds nothing has no call to take moves from: take them from an empty one.
std::vector<Move> moves_of(const LawFor& law, const Draft& start) {
  const auto call = build_call(law.spec, law.op, start);
  if (call) return moves_from(law.spec, law.op, law.rules, start, *call);
  Call empty{.op = law.op.name, .target = law.target, .arguments = {}};
  for (const auto& [key, dtype] : start.dtypes) {
    if (dtype) empty.arguments.insert_or_assign(key, Tensor{.type = {.dtype = *dtype, .shape = {1}}, .values = {}});
  }
  return moves_from(law.spec, law.op, law.rules, start, empty);
}

}  // namespace

LawFor law_for(const Spec& spec, const OpSpec& op, const Target& target) {
  return {.spec = spec, .op = op, .target = target, .rules = derive_rules(spec, op, target)};
}

bool is_legal(const LawFor& law, const Call& call) { return is_legal(law.spec, law.op, call, law.rules); }

std::optional<Found> find_legal(const LawFor& law, const Draft& start) {
  const Wanted wanted = [&](const Call& call) { return legal(law, call); };
  if (auto found = look_at(law, start, wanted)) return found;
  const std::vector<Move> moves = moves_of(law, start);
  if (auto found = with_one_move(law, start, moves, wanted)) return found;
  return with_two_moves(law, start, moves, moves, wanted);
}

std::optional<Found> find_legal_shape(const LawFor& law, const Draft& start, const std::string& key) {
  const Wanted wanted = [&](const Call& call) { return legal(law, call); };
  std::vector<Move> moves = moves_of(law, start);
  std::erase_if(moves, [&](const Move& move) {
    return move.kind == Move::Kind::edit || (move.kind == Move::Kind::alternative && move.name == key);
  });
  return with_one_move(law, start, moves, wanted);
}

std::optional<Found> find_at(const LawFor& law, const Rule& rule, const Goal& goal, const std::vector<Found>& starts) {
  const Wanted wanted = [&](const Call& call) -> std::optional<Verdict> {
    if (goal.left && !is_at(goal, Facts(law.spec, law.op, call))) return std::nullopt;
    if (!goal.broken) return legal(law, call);
    if (!breaks_only(law.spec, law.op, call, law.rules, rule)) return std::nullopt;
    return rule.otherwise;
  };
  const auto names = names_in(law, rule);
  for (const Found& start : starts) {
    if (auto found = look_at(law, start.draft, wanted)) return found;
    const auto moves = moves_of_names(moves_from(law.spec, law.op, law.rules, start.draft, start.call), names);
    if (auto found = with_one_move(law, start.draft, moves, wanted)) return found;
  }
  const auto sorted = by_promise(law, rule, starts);
  for (std::size_t i = 0; i < std::min(sorted.size(), starts_with_two_moves); ++i) {
    const auto moves = moves_from(law.spec, law.op, law.rules, sorted[i]->draft, sorted[i]->call);
    if (auto found = with_two_moves(law, sorted[i]->draft, moves_of_names(moves, names), moves, wanted)) return found;
  }
  return std::nullopt;
}

}  // namespace npu_cts
