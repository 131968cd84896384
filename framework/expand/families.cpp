#include "framework/expand/families.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "framework/expand/mutation_steps.h"
#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

const Row* find_row(const OpSpec& op, std::string_view id) {
  const auto it = std::ranges::find(op.rows, id, &Row::id);
  return it == op.rows.end() ? nullptr : &*it;
}

constexpr std::size_t bases_tried = 4;

/// After so many combinations without a legal call, and none with one, no further search is made on a target.
constexpr std::size_t most_in_vain = 4;

/// Whether the rule families are for `rule`: every combination of dtypes has a case of its own.
bool is_for_rules(const Rule& rule) { return !rule.on_data && rule.phase != Phase::dtype; }

/// Returns in how many columns two combinations differ.
std::size_t differences(const DTypeChoice& a, const DTypeChoice& b) {
  return static_cast<std::size_t>(std::ranges::count_if(a, [&](const auto& column) {
    const auto other = b.find(column.first);
    return other == b.end() || other->second != column.second;
  }));
}

/// Returns a call with dtypes that no row admits: the first one that builds.
std::optional<Call> build_any(const BoundSpec& bound, const CandidateCall& start) {
  auto call = build_call(bound, start);
  if (call) return call;
  Call empty{.op = bound.op().name, .target = bound.target(), .arguments = {}};
  for (const auto& [key, dtype] : start.dtypes) {
    if (dtype) empty.arguments.insert_or_assign(key, Tensor{.type = {.dtype = *dtype, .shape = {1}}, .values = {}});
  }
  for (const MutationStep& step : mutation_steps_from(bound, empty)) {
    if (step.kind == MutationStep::Kind::edit) continue;
    CandidateCall candidate = start;
    apply(step, candidate);
    call = build_call(bound, candidate);
    if (call) return call;
  }
  return std::nullopt;
}

/// Returns `candidate` with what `set` chooses: sizes, arguments, and how tensors are shaped and stored.
CandidateCall with_data_set(CandidateCall candidate, const DataSet& set, const OpSpec& op) {
  for (const auto& [symbol, sizes] : set.sizes) {
    const auto hinted = op.hints.symbols.find(symbol);
    const bool is_pack =
        hinted != op.hints.symbols.end() && std::holds_alternative<std::vector<std::int64_t>>(hinted->second.front());
    candidate.symbols[symbol] = is_pack ? Value(sizes) : Value(sizes.front());
  }
  for (const auto& [key, value] : set.arguments) candidate.arguments.insert_or_assign(key, value);
  for (const auto& [key, layout] : set.layouts) candidate.layouts.insert_or_assign(key, layout);
  for (const auto& [key, format] : set.formats) candidate.formats.insert_or_assign(key, format);
  for (const auto& [key, shape] : set.shapes) candidate.alternatives.insert_or_assign(key, shape);
  return candidate;
}

}  // namespace

Plan Families::take() {
  std::ranges::sort(plan_.cases, {}, &Case::id);
  return std::move(plan_);
}

/// Returns the ids that a case of `call` covers besides those of its family: the evidence against its refusal.
std::vector<std::string> Families::contested_facts(const Call& call) const {
  std::vector<std::string> ids;
  if (bound_.contested().empty()) return ids;
  const SlotCall slots(bound_, call.arguments);
  for (const Contested* one : contested_by(slots, judge_rules(slots))) ids.push_back(contested_fact(one->id));
  return ids;
}

void Families::add(const Naming& naming, const Call& call, Verdict expected) {
  std::vector<std::string> covers = naming.covers;
  if (expected == Verdict::reject) std::ranges::move(contested_facts(call), std::back_inserter(covers));
  plan_.cases.push_back({.id = case_id(call, naming.family + "/" + naming.content),
                         .family = naming.family,
                         .call = call,
                         .expected = expected,
                         .covers = std::move(covers),
                         .data_set = "",
                         .at = naming.at});
}

void Families::miss(const Naming& naming) {
  plan_.coverage_gaps.push_back(
      {.what = naming.content, .family = naming.family, .target = bound_.target(), .at = naming.at});
}

std::optional<FoundCall> Families::build_legal(CandidateCall candidate) const {
  auto call = build_call(bound_, candidate);
  if (!call || !is_legal(bound_, *call)) return std::nullopt;
  return FoundCall{.candidate = std::move(candidate), .call = std::move(*call), .verdict = Verdict::accept};
}

void Families::add_support() {
  const SupportCell& cell = *bound_.support();
  const Verdict expected = cell.state == SupportState::no ? Verdict::unsupported : Verdict::open;
  const Naming naming{.family = "support", .content = "refused", .covers = {"support"}, .at = cell.at};
  for (const Product& product : bound_.spec().products) {
    for (const Mode mode : all_modes) {
      Target other = bound_.target();
      other.product = product.id;
      other.mode = mode;
      const SupportCell* support = find_support(bound_.spec(), bound_.op(), other);
      if (support == nullptr || support->state != SupportState::yes) continue;
      const BoundSpec supported = BoundSpec::bind(bound_.spec(), bound_.op(), other);
      for (const auto& [choice, row] : legal_dtypes(supported)) {
        auto found = find_legal(supported, first_candidate(supported, choice));
        if (!found) continue;
        found->call.target = bound_.target();
        add(naming, found->call, expected);
        return;
      }
    }
  }
  miss(naming);
}

void Families::add_legal_dtypes() {
  for (const auto& [choice, row] : legal_dtypes(bound_)) {
    const Row* in = find_row(bound_.op(), row);
    const Naming naming{.family = "rows",
                        .content = row.empty() ? npu_cts::to_text(choice) : row + "/" + npu_cts::to_text(choice),
                        .covers = {row.empty() ? std::string("dtypes") : row},
                        .at = in == nullptr ? Location{.file = bound_.op().file, .line = 1, .column = 1} : in->at};
    const bool hopeless = bases_.empty() && plan_.coverage_gaps.size() >= most_in_vain;
    const auto found = hopeless ? std::nullopt : find_legal(bound_, first_candidate(bound_, choice));
    if (!found) {
      miss(naming);
      continue;
    }
    add(naming, found->call, Verdict::accept);
    bases_.push_back(*found);
    base_rows_.push_back(row);
  }
}

std::optional<Call> Families::build_illegal(const DTypeChoice& choice) const {
  std::vector<std::pair<std::size_t, const FoundCall*>> near;
  for (const FoundCall& base : bases_) near.emplace_back(differences(choice, base.candidate.dtypes), &base);
  std::ranges::stable_sort(near, {}, &std::pair<std::size_t, const FoundCall*>::first);
  for (const auto& [distance, base] : std::span(near).first(std::min(near.size(), bases_tried))) {
    CandidateCall candidate = base->candidate;
    candidate.dtypes = choice;
    auto call = build_call(bound_, candidate);
    if (!call) continue;
    const Judgement judgement = judge_rules(bound_, *call);
    const auto is_of_dtypes = [](const Rule* rule) { return rule->phase == Phase::dtype; };
    if (!judgement.broken.empty() && std::ranges::all_of(judgement.broken, is_of_dtypes)) return call;
  }
  return build_any(bound_, first_candidate(bound_, choice));
}

void Families::add_illegal_dtypes() {
  for (const DTypeChoice& choice : illegal_dtypes(bound_)) {
    const auto call = build_illegal(choice);
    const std::string content = npu_cts::to_text(choice);
    const Naming nothing{.family = "illegal-dtypes",
                         .content = content,
                         .covers = {},
                         .at = {.file = bound_.op().file, .line = 1, .column = 1}};
    if (!call) {
      miss(nothing);
      continue;
    }
    const Judgement judgement = judge_rules(bound_, *call);
    if (judgement.broken.empty()) {
      miss(nothing);
      continue;
    }
    const Rule& first = *judgement.broken.front();
    add({.family = "illegal-dtypes", .content = content, .covers = {first.id}, .at = first.at}, *call,
        judgement.verdict);
  }
  add_foreign_dtypes();
}

void Families::add_foreign_dtypes() {
  for (const Parameter* column : dtype_columns(bound_)) {
    const std::string rule_id = column->key + ".dtype";
    const BoundRule* const rule = bound_.find_rule(rule_id);
    if (rule == nullptr) continue;
    const auto base = std::ranges::find_if(
        bases_, [&](const FoundCall& found) { return found.call.arguments.contains(column->key); });
    if (base == bases_.end()) continue;
    for (const DTypeInfo& info : dtype_table) {
      CandidateCall candidate = base->candidate;
      const bool is_tensor = column->kind == ParameterKind::tensor;
      candidate.edits.push_back({.kind = is_tensor ? ArgumentEdit::Kind::set_dtype : ArgumentEdit::Kind::give,
                                 .key = column->key,
                                 .value = info.dtype});
      const auto call = build_call(bound_, candidate);
      if (!call) continue;
      const Judgement judgement = judge_rules(bound_, *call);
      const bool broken = std::ranges::any_of(judgement.broken, [&](const Rule* one) { return one->id == rule_id; });
      if (!broken) continue;
      add({.family = "foreign-dtypes",
           .content = fmt::format("{}={}", column->key, info.name),
           .covers = {rule_id},
           .at = rule->at},
          *call, judgement.verdict);
    }
  }
}

/// Adds the case at `objective` of `rule`. Returns whether one was found.
bool Families::add_at(const BoundRule& rule, const BoundaryObjective& objective, Reach reach) {
  const auto found = find_at(bound_, rule, objective, bases_, reach);
  if (!found) return false;
  add({.family = objective.broken ? "negative" : "boundary",
       .content = rule.id + "/" + objective.side,
       .covers = {rule.id},
       .at = rule.at},
      found->call, found->verdict);
  return true;
}

void Families::add_rule(const BoundRule& rule) {
  bool has_negative = false;
  for (const BoundaryObjective& objective : boundary_objectives_of(rule)) {
    if (objective.side == "broken" && has_negative) continue;
    if (add_at(rule, objective, Reach::two_steps)) has_negative = has_negative || objective.broken;
  }
  if (!has_negative) miss({.family = "negative", .content = rule.id, .covers = {}, .at = rule.at});
}

void Families::add_rules() {
  for (const BoundRule& rule : bound_.rules()) {
    if (is_for_rules(rule)) add_rule(rule);
  }
}

/// Adds the case at the first of `objectives` that is found: near ones are tried before far ones, for a objective that
/// no call reaches takes longest. Returns whether one was.
bool Families::add_first(const BoundRule& rule, const std::vector<BoundaryObjective>& objectives) {
  return std::ranges::any_of(std::array{Reach::one_step, Reach::two_steps}, [&](Reach reach) {
    return std::ranges::any_of(objectives,
                               [&](const BoundaryObjective& objective) { return add_at(rule, objective, reach); });
  });
}

void Families::add_rule_witnesses(const std::set<std::string>& shown) {
  for (const BoundRule& rule : bound_.rules()) {
    if (!is_for_rules(rule)) continue;
    std::vector<BoundaryObjective> negatives = boundary_objectives_of(rule);
    std::vector<BoundaryObjective> limits = negatives;
    std::erase_if(negatives, [](const BoundaryObjective& objective) { return !objective.broken; });
    std::erase_if(limits, [](const BoundaryObjective& objective) {
      return objective.broken || objective.side.starts_with("next");  // beside what is refused is no limit
    });
    if (!shown.contains("negative " + rule.id) && !add_first(rule, negatives))
      miss({.family = "negative", .content = rule.id, .covers = {}, .at = rule.at});
    const bool binds = rule.on_violation == Verdict::reject && !limits.empty();
    if (binds && !shown.contains("boundary " + rule.id) && !add_first(rule, limits))
      miss({.family = "boundary", .content = rule.id, .covers = {}, .at = rule.at});
  }
}

void Families::add_data_set(const Conditional<DataSet>& one) {
  const DataSet& set = *one.written;
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    const CandidateCall candidate = with_data_set(bases_[i].candidate, set, bound_.op());
    const auto found = build_legal(candidate);
    if (!found) continue;
    if (one.when && decide(*one.when, SlotCall(bound_, found->call.arguments)) != true) continue;
    add({.family = "data",
         .content = set.id + "/" + npu_cts::to_text(candidate.dtypes),
         .covers = {set.id, base_rows_[i].empty() ? "dtypes" : base_rows_[i]},
         .at = set.at},
        found->call, Verdict::accept);
    plan_.cases.back().data_set = set.id;
  }
}

void Families::add_data() {
  for (const auto& set : bound_.data_sets()) add_data_set(set);
}

void Families::add_examples() {
  for (const Example& example : bound_.op().examples) {
    if (!bound_.holds(example.applies)) continue;
    Call call = example.call;
    call.op = bound_.op().name;
    call.target = bound_.target();
    add({.family = "examples", .content = example.id, .covers = {example.id}, .at = example.at}, call, example.verdict);
  }
}

}  // namespace npu_cts
