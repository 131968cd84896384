#include "framework/expand/search.h"

#include <algorithm>
#include <functional>

#include "framework/expand/moves.h"
#include "framework/rule/derive_rules.h"
#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

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

/// Returns what each rule reads that `start` breaks or leaves undecided: two moves can help only where each of these
/// has a name that one of them touches. Nothing where the start builds no call.
std::vector<const std::set<std::string>*> reads_in_the_way(const LawFor& law, const Draft& start) {
  std::vector<const std::set<std::string>*> reads;
  const auto call = build_call(law.spec, law.op, start);
  if (!call) return reads;
  const Judgement judgement = judge_call(law.spec, law.op, *call, law.rules);
  for (const auto* rules : {&judgement.broken, &judgement.blocked}) {
    for (const Rule* rule : *rules) {
      if (!rule->on_data) reads.push_back(&law.reads[static_cast<std::size_t>(rule - law.rules.data())]);
    }
  }
  return reads;
}

/// Tries each of `moves` with each.
std::optional<Found> with_two_moves(const LawFor& law, const Draft& start, const std::vector<Move>& moves,
                                    const Wanted& wanted) {
  const auto in_the_way = reads_in_the_way(law, start);
  std::size_t tried = 0;
  for (const Move& one : moves) {
    auto left = in_the_way;
    std::erase_if(left, [&](const auto* reads) { return reads->contains(one.name); });
    for (const Move& other : moves) {
      if (are_of_one_choice(one, other)) continue;
      if (++tried > most_pairs) return std::nullopt;
      if (!std::ranges::all_of(left, [&](const auto* reads) { return reads->contains(other.name); })) continue;
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

/// Gathers the parameters and symbols that `expression` depends on, and what the shapes of those parameters are built
/// from.
void collect_names(const LawFor& law, const Expression& expression, std::set<std::string>& names) {
  for (const auto& child : expression.children) collect_names(law, *child, names);
  if (expression.op != Op::parameter && expression.op != Op::symbol) return;
  if (!names.insert(expression.name).second) return;
  const auto symbol = std::ranges::find(law.op.symbols, expression.name, &Symbol::name);
  if (expression.op == Op::symbol && symbol != law.op.symbols.end()) collect_names(law, *symbol->is, names);
  const Parameter* parameter = find_parameter(law.op, expression.name);
  if (parameter == nullptr) return;
  for (const ShapeAlternative* shape : shapes_of(law.spec, law.op, *parameter, law.target))
    collect_names(law, *shape->shape, names);
}

std::set<std::string> names_read(const LawFor& law, const Rule& rule) {
  std::set<std::string> names;
  collect_names(law, *rule.must, names);
  if (rule.when) collect_names(law, *rule.when, names);
  return names;
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
  LawFor law{.spec = spec, .op = op, .target = target, .rules = derive_rules(spec, op, target), .reads = {}};
  for (const Rule& rule : law.rules) law.reads.push_back(names_read(law, rule));
  return law;
}

bool is_legal(const LawFor& law, const Call& call) {
  return npu_cts::is_legal(Facts(law.spec, law.op, call), law.rules);
}

std::optional<Found> find_legal(const LawFor& law, const Draft& start) {
  const Wanted wanted = [&](const Call& call) { return legal(law, call); };
  if (auto found = look_at(law, start, wanted)) return found;
  const std::vector<Move> moves = moves_of(law, start);
  if (auto found = with_one_move(law, start, moves, wanted)) return found;
  return with_two_moves(law, start, moves, wanted);
}

std::optional<Found> find_legal_shape(const LawFor& law, const Draft& start, const std::string& key) {
  const Wanted wanted = [&](const Call& call) { return legal(law, call); };
  std::vector<Move> moves = moves_of(law, start);
  std::erase_if(moves, [&](const Move& move) {
    return move.kind == Move::Kind::edit || (move.kind == Move::Kind::alternative && move.name == key);
  });
  return with_one_move(law, start, moves, wanted);
}

}  // namespace npu_cts
