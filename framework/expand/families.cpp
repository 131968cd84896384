// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/families.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/names.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::expand {
namespace {

constexpr std::size_t bases_tried = 4;

/// After so many combinations without a legal call, and none with one, no further search is made on a target.
constexpr std::size_t most_in_vain = 4;

/// Whether the rule families are for `rule`: every combination of dtypes has a case of its own.
bool is_for_rules(const Rule& rule) { return !rule.on_data && rule.phase != Phase::dtype; }

bool is_written(const Rule* rule) { return !rule->derived; }

bool is_of_dtypes(const Rule* rule) { return rule->phase == Phase::dtype; }

/// Returns in how many columns two combinations differ.
std::size_t differences(const search::DTypeChoice& a, const search::DTypeChoice& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), std::size_t{0}, std::plus<>(), std::not_equal_to<>());
}

/// Returns the parts of a call that may change where its dtypes are those of `b` instead of `a`.
Parts changes_between(const search::DTypeChoice& a, const search::DTypeChoice& b) {
  std::uint64_t slots = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) slots |= Parts::bit(a[i].slot);
  }
  return {.values = slots, .shapes = slots, .storage = slots};
}

/// Returns `choice` without the column of the parameter at `slot`.
search::DTypeChoice without(search::DTypeChoice choice, std::size_t slot) {
  std::erase_if(choice, [&](const search::DTypeOf& column) { return column.slot == slot; });
  return choice;
}

}  // namespace

Location start_of(const OpSpec& op) { return {.file = op.file, .line = 1, .column = 1}; }

Families::Families(const BoundSpec& bound, Tier tier, ContentFilter wants)
    : bound_(bound),
      tier_(tier),
      wants_(std::move(wants)),
      search_(bound),
      conditions_(search_),
      legal_(search::legal_dtypes(bound)) {
  for (const auto& [choice, row] : legal_) {
    const bool is_hopeless = bases_.empty() && not_found_.size() >= most_in_vain;
    auto found = is_hopeless ? std::nullopt : search_.find_legal(search::first_candidate(bound, choice));
    (found ? combinations_ : not_found_).push_back({.dtypes = choice, .row = row});
    if (found) bases_.push_back(*std::move(found));
  }
}

Plan Families::take() {
  std::vector<Case*> sorted;  // a case is large: each is moved once
  for (Case& planned : plan_.cases) sorted.push_back(&planned);
  std::ranges::sort(sorted, {}, [](const Case* planned) -> const std::string& { return planned->id; });
  Plan taken{.coverage_gaps = std::move(plan_.coverage_gaps), .choices = std::move(plan_.choices)};
  taken.cases.reserve(sorted.size());
  for (Case* const planned : sorted) taken.cases.push_back(std::move(*planned));
  plan_ = {};
  return taken;
}

void Families::add(Naming naming, Call call, Verdict expected) {
  const std::string content = content_of(naming.family, naming.content);
  if (!wants(content)) return;
  std::string id = case_id(call, content);
  plan_.cases.push_back({.id = std::move(id),
                         .family = naming.family,
                         .content = std::move(naming.content),
                         .call = std::move(call),
                         .expected = expected,
                         .covers = std::move(naming.covers),
                         .data_set = std::move(naming.data_set),
                         .at = std::move(naming.at)});
}

void Families::add(Naming naming, SlotArguments arguments, Verdict expected) {
  add(std::move(naming), to_call(bound_, std::move(arguments)), expected);
}

void Families::miss(const Naming& naming) {
  plan_.coverage_gaps.push_back(
      {.what = naming.content, .family = naming.family, .target = bound_.target(), .at = naming.at});
}

Families::Naming Families::naming_of(const Combination& combination) const {
  const std::string dtypes = to_text(bound_, combination.dtypes);
  const Row* const row = find_by(bound_.op().rows, combination.row, &Row::id);
  if (row == nullptr)
    return {.family = Family::rows,
            .content = dtypes,
            .covers = {{ReasonKind::row, all_dtypes}},
            .at = start_of(bound_.op())};
  return {
      .family = Family::rows, .content = row->id + "/" + dtypes, .covers = {{ReasonKind::row, row->id}}, .at = row->at};
}

void Families::add_legal_dtypes() {
  for (std::size_t i = 0; i < bases_.size(); ++i)
    add(naming_of(combinations_[i]), bases_[i].arguments, Verdict::accept);
  for (const Combination& combination : not_found_) miss(naming_of(combination));
}

/// Returns a call with the dtypes of `choice`, which no row admits: made from the legal call that is nearest in its
/// dtypes, so that nothing but the dtypes is wrong where that can be.
std::optional<Families::Refused> Families::build_illegal(const search::DTypeChoice& choice) {
  std::vector<std::pair<std::size_t, std::size_t>> near;  // how far, and the place of the base
  near.reserve(bases_.size());
  for (std::size_t i = 0; i < bases_.size(); ++i) near.emplace_back(differences(choice, combinations_[i].dtypes), i);
  const std::size_t tried = std::min(near.size(), bases_tried);
  std::ranges::partial_sort(near, near.begin() + static_cast<std::ptrdiff_t>(tried));
  search::CallBuilder& builder = search_.builder();
  for (const auto& [distance, base] : std::span(near).first(tried)) {
    builder.start(bases_[base].candidate,
                  [&](search::CandidateCall& candidate) { search::set_dtypes(candidate, choice); });
    const SlotCall* const call = builder.build();
    if (call == nullptr) continue;
    Judgement judgement = judge_rules(*call, changes_between(combinations_[base].dtypes, choice));
    if (!judgement.broken.empty() && std::ranges::all_of(judgement.broken, is_of_dtypes))
      return Refused{.arguments = builder.arguments(), .judgement = std::move(judgement)};
  }
  return build_any(search::first_candidate(bound_, choice));
}

/// Returns the first call that builds, of `start` or with another choice.
std::optional<Families::Refused> Families::build_any(const search::CandidateCall& start) {
  search::CallBuilder& builder = search_.builder();
  const auto refused = [&](const SlotCall& call) {
    return Refused{.arguments = builder.arguments(), .judgement = judge_rules(call)};
  };
  builder.start(start);
  if (const SlotCall* const call = builder.build()) return refused(*call);
  std::vector<search::MutationStep> steps = search_.steps_from_here();
  for (search::MutationStep& step : steps) {
    if (step.is_edit()) continue;
    const search::StepTaken taken(step, builder);
    if (const SlotCall* const call = builder.build()) return refused(*call);
  }
  return std::nullopt;
}

void Families::add_illegal_dtypes() {
  if (!wants("illegal-dtypes/")) return;
  for (const search::DTypeChoice& choice : search::illegal_dtypes(bound_, legal_)) {
    Naming naming{.family = Family::illegal_dtypes, .content = to_text(bound_, choice), .at = start_of(bound_.op())};
    if (!wants(content_of(naming.family, naming.content))) continue;
    auto refused = build_illegal(choice);
    if (!refused || refused->judgement.broken.empty()) {
      miss(naming);
      continue;
    }
    const Rule& first = *refused->judgement.broken.front();
    naming.covers = {{ReasonKind::rule, first.id}};
    naming.at = first.at;
    add(std::move(naming), std::move(refused->arguments), refused->judgement.verdict);
  }
}

/// Returns a combination of each row that holds for the target, by the id of the row: the first that the spec admits,
/// or the first of its cells where it admits none.
std::map<std::string, search::DTypeChoice> Families::first_of_rows() const {
  std::map<std::string, search::DTypeChoice> firsts;
  for (const auto* combinations : {&combinations_, &not_found_}) {
    for (const auto& [dtypes, row] : *combinations) {
      const auto [first, is_new] = firsts.try_emplace(row, dtypes);
      if (!is_new) first->second = std::min(first->second, dtypes);
    }
  }
  for (const Row& row : bound_.op().rows) {
    if (!bound_.holds(row.applies) || firsts.contains(row.id)) continue;
    if (auto first = search::first_dtypes(bound_, row)) firsts.emplace(row.id, *std::move(first));
  }
  return firsts;
}

void Families::add_foreign_dtypes() {
  if (!wants("foreign-dtypes/")) return;
  const auto firsts = first_of_rows();
  for (const std::size_t slot : search::dtype_columns(bound_)) {
    const BoundRule* const rule = bound_.find_rule(bound_.parameters()[slot].written->key + ".dtype");
    const auto base = std::ranges::find_if(
        bases_, [&](const search::FoundCall& found) { return rule != nullptr && found.arguments[slot].has_value(); });
    std::string done;                      // the row that has its cases
    std::set<search::DTypeChoice> beside;  // what the others are in calls that have theirs
    if (base != bases_.end()) {
      const Combination& first = combinations_[static_cast<std::size_t>(base - bases_.begin())];
      add_foreign_dtypes(*rule, slot, base->candidate, "");
      beside.insert(without(first.dtypes, slot));
      done = first.row;
    }
    for (const auto& [row, dtypes] : firsts) {
      if (row.empty() || row == done) continue;
      add_foreign_dtypes_of_row(slot, {.dtypes = dtypes, .row = row});
      beside.insert(without(dtypes, slot));
    }
    for (std::size_t i = 0; tier_ == Tier::full && rule != nullptr && i < bases_.size(); ++i) {
      const search::DTypeChoice others = without(combinations_[i].dtypes, slot);
      if (bases_[i].arguments[slot] && beside.insert(others).second)
        add_foreign_dtypes(*rule, slot, bases_[i].candidate, "/" + to_text(bound_, others));
    }
  }
  add_foreign_dtypes_of_two();
}

/// Adds `first`, a combination of a row, with each dtype of the parameter at `slot` that its list for this target has
/// not, and that is no combination of `illegal-dtypes`. The row may leave the parameter out.
void Families::add_foreign_dtypes_of_row(std::size_t slot, const Combination& first) {
  const std::string& key = bound_.parameters()[slot].written->key;
  const BoundRule* const rule = bound_.find_rule(key + ".dtype");  // none where the target has no list
  const auto known = rule == nullptr ? search::illegal_dtypes(bound_, legal_) : std::vector<search::DTypeChoice>{};
  search::DTypeChoice choice = first.dtypes;
  const auto column = std::ranges::find(choice, slot, &search::DTypeOf::slot);
  for (const DTypeInfo& info : dtype_table) {
    Naming naming{.family = Family::foreign_dtypes, .content = fmt::format("{}={},row={}", key, info.name, first.row)};
    if (!wants(content_of(naming.family, naming.content))) continue;
    column->dtype = info.dtype;
    auto refused = build_illegal(choice);
    if (!refused) {
      miss(naming);
      continue;
    }
    const auto& broken = refused->judgement.broken;
    if (broken.empty() || std::ranges::any_of(broken, is_written)) continue;  // refused for another reason, too
    const bool is_foreign = rule == nullptr ? !contains(known, choice) : contains(broken, rule);
    if (!is_foreign) continue;
    const Rule& covered = rule == nullptr ? *broken.front() : *rule;
    naming.covers = {{ReasonKind::rule, covered.id}};
    naming.at = covered.at;
    add(std::move(naming), std::move(refused->arguments), refused->judgement.verdict);
  }
}

/// Adds what breaks `rule`, which lists the dtypes of the parameter at `slot`, of `candidate` with each dtype, under a
/// name that ends with `beside`.
void Families::add_foreign_dtypes(const BoundRule& rule, std::size_t slot, const search::CandidateCall& candidate,
                                  const std::string& beside) {
  const Parameter& parameter = *bound_.parameters()[slot].written;
  const bool is_tensor = parameter.kind == ParameterKind::tensor;
  search::CallBuilder& builder = search_.builder();
  builder.start(candidate);
  for (const DTypeInfo& info : dtype_table) {
    search::MutationStep edit{
        .kind = is_tensor ? search::MutationStep::Kind::set_dtype : search::MutationStep::Kind::give,
        .place = slot,
        .dtype = info.dtype,
        .value = info.dtype};
    const search::StepTaken taken(edit, builder);
    const SlotCall* const call = builder.build();
    if (call == nullptr) continue;
    const Judgement judgement = judge_rules(*call);
    if (!contains(judgement.broken, &rule)) continue;
    add({.family = Family::foreign_dtypes,
         .content = fmt::format("{}={}{}", parameter.key, info.name, beside),
         .covers = {{ReasonKind::rule, rule.id}},
         .at = rule.at},
        builder.arguments(), judgement.verdict);
  }
}

/// Adds the case at `objective` of `rule`. Returns whether one was found.
bool Families::add_at(const BoundRule& rule, const search::BoundaryObjective& objective, search::Reach reach) {
  const auto found = search_.find_at(rule, objective, bases_, reach);
  if (!found) return false;
  conditions_.note(*found, &rule);
  add({.family = objective.broken ? Family::negative : Family::boundary,
       .content = fmt::format("{}/{}{}", rule.id, name_of(objective.side), objective.mark),
       .covers = {{ReasonKind::rule, rule.id}},
       .at = rule.at},
      found->arguments, found->verdict);
  return true;
}

void Families::add_rule(const BoundRule& rule) {
  bool has_negative = false;
  for (const search::BoundaryObjective& objective : search::boundary_objectives_of(rule)) {
    if (objective.side == search::BoundarySide::broken && has_negative) continue;
    if (add_at(rule, objective, search::Reach::two_steps)) has_negative = has_negative || objective.broken;
  }
  if (!has_negative) miss({.family = Family::negative, .content = rule.id, .at = rule.at});
}

/// Conditions are asked of all rules or of none: what one rule leaves open says which calls the others see.
void Families::add_rules() {
  const auto wants_any = [this](const BoundRule& rule, std::string_view side) {
    return wants(fmt::format("negative/{}/{}", rule.id, side)) || wants(fmt::format("boundary/{}/{}", rule.id, side));
  };
  const bool asks_conditions = std::ranges::any_of(
      bound_.rules(), [&](const BoundRule& rule) { return is_for_rules(rule) && wants_any(rule, "alone-"); });
  for (const BoundRule& rule : bound_.rules()) {
    if (!is_for_rules(rule) || !(asks_conditions || wants_any(rule, ""))) continue;
    if (asks_conditions) conditions_.ask(rule);
    add_rule(rule);
    if (wants_any(rule, "shares-")) add_counted(rule);
  }
}

/// Adds the case at the first of `objectives` that is found: near ones are tried before far ones, for an objective that
/// no call reaches takes longest. Returns whether one was.
bool Families::add_first(const BoundRule& rule, const std::vector<search::BoundaryObjective>& objectives) {
  return std::ranges::any_of(std::array{search::Reach::one_step, search::Reach::two_steps}, [&](search::Reach reach) {
    return std::ranges::any_of(
        objectives, [&](const search::BoundaryObjective& objective) { return add_at(rule, objective, reach); });
  });
}

void Families::add_rule_witnesses(const std::set<std::string>& shown) {
  for (const BoundRule& rule : bound_.rules()) {
    if (!is_for_rules(rule)) continue;
    std::vector<search::BoundaryObjective> negatives = search::boundary_objectives_of(rule);
    std::vector<search::BoundaryObjective> limits = negatives;
    std::erase_if(negatives, [](const search::BoundaryObjective& objective) { return !objective.broken; });
    std::erase_if(limits, [](const search::BoundaryObjective& objective) {
      return objective.broken || objective.side == search::BoundarySide::next;  // beside what is refused is no limit
    });
    if (!shown.contains("negative " + rule.id) && !add_first(rule, negatives))
      miss({.family = Family::negative, .content = rule.id, .at = rule.at});
    const bool binds = rule.on_violation == Verdict::reject && !limits.empty();
    if (binds && !shown.contains("boundary " + rule.id) && !add_first(rule, limits))
      miss({.family = Family::boundary, .content = rule.id, .at = rule.at});
  }
}

}  // namespace npu_cts::expand
