// SPDX-License-Identifier: Apache-2.0
// The family members in which a rule is broken beside choices: a backend may forget a refusal where some of them meet.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expand/choices/choice_array.h"
#include "framework/expand/choices/key_beside.h"
#include "framework/expand/families.h"
#include "framework/rule/judge_call.h"
#include "framework/search/conditions/sweep.h"

namespace npu_cts::expand {
namespace {

/// Returns how `step` chose the dtype that `call` has: "offset=float16", "bias=none".
std::string dtype_way(const SlotCall& call, const search::MutationStep& step) {
  const Parameter& parameter = *call.bound().parameters()[step.place].written;
  const Value* const value = call.argument(step.place).value;
  if (value == nullptr) return parameter.key + "=none";
  const auto* const tensor = std::get_if<Tensor>(value);
  return parameter.key + "=" + (tensor != nullptr ? std::string(name_of(tensor->type.dtype)) : id_text(*value));
}

/// More rules are not broken together.
constexpr std::size_t most_together = 4;

/// A step that breaks a rule is taken from so many calls of an array, and a way shown as often.
constexpr std::size_t calls_of_step = 2;

/// Returns what a case is called after the rules that are broken beside the first of `rules`; "" where none is.
std::string name_of_others(std::span<const BoundRule* const> rules) {
  std::string name;
  for (const BoundRule* rule : rules.subspan(1)) name += (name.empty() ? "also-" : "-and-") + rule->id;
  return name;
}

bool changes_dtype(const search::MutationStep& step) {
  using Kind = search::MutationStep::Kind;
  return step.kind == Kind::set_dtype || step.kind == Kind::give || step.kind == Kind::remove;
}

/// A call that rules refuse, a step from a legal one.
struct Breach {
  const SlotCall& call;
  const search::MutationStep& step;
  std::span<const BoundRule* const> rules;
};

/// The ways in which a rule is broken, and the values of choices that a call has had beside each.
class BreachesOfRule {
 public:
  BreachesOfRule(const BoundSpec& bound, const BoundRule& rule) : decision_(bound, rule) {
    for (std::size_t way = 0; way < decision_.ways().size(); ++way) {
      if (decision_.ways()[way].broken) broken_.push_back(way);
    }
  }

  /// Returns the ways that `breach` shows.
  [[nodiscard]] std::vector<std::string> ways_of(const Breach& breach) const {
    const bool is_of_parameter = breach.step.place < breach.call.bound().parameters().size();
    if (decision_.rule().phase == Phase::dtype && is_of_parameter) return {dtype_way(breach.call, breach.step)};
    std::vector<std::string> names;
    for (const std::size_t way : decision_.shown_by(breach.call, broken_)) names.push_back(decision_.ways()[way].name);
    return names;
  }

  /// Returns the one of `ways` for which `breach` is a case: one that is not met yet beside one of `cells`. The first
  /// cell is the base: where `whole` is not met yet beside it, each is. No two cases of `used` have one way.
  std::optional<std::string> take(const Breach& breach, const std::vector<std::string>& ways, const std::string& whole,
                                  std::span<const arrays::Cell> cells, std::set<std::string>& used) {
    // Rows refuse a dtype for those of the other arguments: beside another base, it is another way.
    const bool is_of_base = decision_.rule().id == rows_rule_id && ways.front() != whole;
    std::vector<std::uint64_t> keys{key_beside(place_of(whole), cells.front())};
    const bool is_new_to_base = !known_.contains(keys.front());
    std::optional<std::string> named;
    for (const std::string& way : ways) {
      bool is_new = is_new_to_base;
      const std::uint64_t place = place_of(is_of_base ? fmt::format("{}/{}", way, cells.front().value) : way);
      for (const arrays::Cell& cell : cells.subspan(1)) {
        keys.push_back(key_beside(place, cell));
        is_new = is_new || !known_.contains(keys.back());
      }
      if (!named && is_new && !used.contains(decision_.rule().id + "/" + way)) named = way;
    }
    if (!named || search::depends_on_unseen_layout(breach.call)) return std::nullopt;
    used.insert(decision_.rule().id + "/" + *named);
    for (const std::uint64_t key : keys) known_.insert(key);
    return named;
  }

 private:
  std::uint64_t place_of(const std::string& way) { return places_.try_emplace(way, places_.size() + 1).first->second; }

  search::Decision decision_;
  std::vector<std::size_t> broken_;
  std::unordered_map<std::string, std::uint64_t> places_;  ///< of the ways that were met, from 1
  search::KeySet known_;                                   ///< a way and a value of a choice that met
};

/// The ways in which rules are broken, alone and together.
class Breaches {
 public:
  Breaches(const BoundSpec& bound, Broken broken) : bound_(bound), broken_(broken) {}

  /// Returns the way for which `breach` is a case: one of a rule that it breaks. A rule, or several together, are there
  /// in each way beside each of `cells`. The first cell is the base.
  std::optional<std::string> take(const Breach& breach, std::span<const arrays::Cell> cells,
                                  std::set<std::string>& used) {
    const std::string whole = name_of_others(breach.rules);
    std::vector<std::string> ways;
    for (const BoundRule* rule : broken_ == Broken::in_each_way ? breach.rules : breach.rules.first(0)) {
      const bool is_first = rule == breach.rules.front();
      const std::string before = (whole.empty() ? "" : whole + "/") + (is_first ? "" : rule->id + "-");
      for (const std::string& way : of(*rule).ways_of(breach)) ways.push_back(before + way);
    }
    if (ways.empty() || !whole.empty()) ways.push_back(whole);
    return of(*breach.rules.front()).take(breach, ways, whole, cells, used);
  }

 private:
  BreachesOfRule& of(const BoundRule& rule) { return rules_.try_emplace(&rule, bound_, rule).first->second; }

  const BoundSpec& bound_;
  Broken broken_;
  std::map<const BoundRule*, BreachesOfRule> rules_;
};

/// The ways in which a rule is broken, each in few calls, and rules that are broken together, once: a backend that
/// ignores an argument takes calls that break what is said of it and of the shapes made of it.
class FewBreaches {
 public:
  explicit FewBreaches(const BoundSpec& bound) : bound_(bound) {}

  /// Goes on with the steps from another call, which shows each way once.
  void begin_call() { here_.clear(); }

  /// Returns the way for which `breach` is a case; nothing where calls enough have shown each.
  std::optional<std::string> take(const Breach& breach) {
    const BoundRule& rule = *breach.rules.front();
    const std::string others = name_of_others(breach.rules);
    std::vector<std::string> ways{others};
    if (others.empty()) ways = rules_.try_emplace(&rule, bound_, rule).first->second.ways_of(breach);
    for (std::string& way : ways) {
      const std::string name = rule.id + "/" + way;
      std::size_t& shown = shown_[name];
      if (shown == (others.empty() ? calls_of_step : 1) || !here_.insert(name).second) continue;
      ++shown;
      return std::move(way);
    }
    return std::nullopt;
  }

 private:
  const BoundSpec& bound_;
  std::map<const BoundRule*, BreachesOfRule> rules_;
  std::map<std::string, std::size_t> shown_;  ///< by rule and way: how often
  std::set<std::string> here_;
};

}  // namespace

/// Returns the steps from `start` to calls that may be refused. An argument may also change alone: what is built of it
/// stays.
std::vector<search::MutationStep> Families::steps_to_refusals(const search::FoundCall& start) {
  std::vector<search::MutationStep> steps = search_.steps().from(start.arguments);
  search::add_packed_steps(steps);
  std::ranges::move(search::condition_steps(bound_, start.arguments), std::back_inserter(steps));
  std::ranges::move(search::far_steps(bound_, start), std::back_inserter(steps));
  for (std::size_t i = 0, end = steps.size(); i < end; ++i) {
    if (steps[i].kind != search::MutationStep::Kind::argument || !search_.builder().is_built_of(steps[i].place))
      continue;
    steps.push_back(steps[i]);
    steps.back().kind = search::MutationStep::Kind::give;
  }
  return steps;
}

/// Adds the call that the builder has, which `rules` refuse.
void Families::add_refused(std::span<const BoundRule* const> rules, Naming naming) {
  for (const BoundRule* rule : rules) naming.covers.push_back({ReasonKind::rule, rule->id});
  add(std::move(naming), search_.builder().arguments(), verdict_of(rules));
}

/// Adds it, named by the first of `rules`, by `word` and by how it came.
void Families::add_refused(std::span<const BoundRule* const> rules, std::string_view word, const std::string& how) {
  const BoundRule& rule = *rules.front();
  add_refused(rules,
              {.family = Family::negative, .content = fmt::format("{}/{}/{}", rule.id, word, how), .at = rule.at});
}

/// Adds calls that are a step from `calls` and that a rule refuses, or several together. Each way of a rule is there
/// beside each value of a choice that one of `calls` has, and each rule beside each base. A rule that is broken once is
/// so by a size that is off by one, where that breaks it.
void Families::add_refused_beside(const std::vector<ArrayCall>& calls, const CellsBeside& cells_beside, Broken broken) {
  Breaches breaches(bound_, broken);
  search::CallBuilder& builder = search_.builder();
  for (const ArrayCall& start : calls) {
    std::set<std::string> used;
    std::vector<search::MutationStep> steps;
    if (broken == Broken::once) steps = search::beside_steps(bound_, start.found.candidate);
    std::ranges::move(steps_to_refusals(start.found), std::back_inserter(steps));
    builder.start(start.found.candidate);
    for (search::MutationStep& step : steps) {
      const search::StepTaken taken(step, builder);
      const SlotCall* const call = builder.build();
      if (call == nullptr) continue;
      const auto rules = refused_by(*call, builder.changes());
      if (rules.empty() || rules.size() > most_together || search::elements_of(*call) > most_elements) continue;
      const auto way = breaches.take({.call = *call, .step = step, .rules = rules}, cells_beside(start, step), used);
      if (way) add_refused(rules, "with", *way + (way->empty() ? "" : "/") + start.name);
    }
  }
}

void Families::add_refused_beside(const ChoiceArray& array, const std::vector<ArrayCall>& calls, Broken broken) {
  const auto cells_beside = [&](const ArrayCall& call, const search::MutationStep& step) {
    return array.cells_beside(call, step);
  };
  add_refused_beside(calls, cells_beside, broken);
}

/// Adds calls that are a step from `calls` and that one rule refuses, in each way, or several together. A step is taken
/// from few of the calls, and where the spec says otherwise, from others: what a backend forgets beside a choice meets
/// many, in few calls. Rules that no such step breaks together are so by each step from a base.
void Families::add_refused_among(const std::vector<ArrayCall>& calls) {
  FewBreaches breaches(bound_);
  search::CallBuilder& builder = search_.builder();
  const auto add_step = [&](search::MutationStep& step, const std::string& from, std::size_t least) {
    const search::StepTaken taken(step, builder);
    const SlotCall* const call = builder.build();
    if (call == nullptr) return;
    std::vector<const BoundRule*> broken = judge_rules(*call, builder.changes()).broken;
    if (broken.size() < least || broken.size() > most_together) return;
    if (contains(broken, Verdict::open, &BoundRule::on_violation)) return;
    if (search::elements_of(*call) > most_elements || search::depends_on_unseen_layout(*call)) return;
    const auto rules = in_order(std::move(broken));
    const auto way = breaches.take({.call = *call, .step = step, .rules = rules});
    if (way) add_refused(rules, "among", *way + "/" + from);
  };
  const std::size_t apart = std::max<std::size_t>(1, calls.size() / calls_of_step);
  std::uint64_t turn = 0;
  for (const BoundRule& rule : bound_.rules()) turn += stable_hash(rule.id);  // in whatever order a file has them
  for (const ArrayCall& start : calls) {
    std::vector<search::MutationStep> steps = steps_to_refusals(start.found);
    breaches.begin_call();
    builder.start(start.found.candidate);
    for (std::size_t i = turn++ % apart; i < steps.size(); i += apart) add_step(steps[i], start.name, 1);
  }
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    std::vector<search::MutationStep> steps = steps_to_refusals(bases_[i]);
    builder.start(bases_[i].candidate);
    for (search::MutationStep& step : steps) add_step(step, search::to_text(bound_, combinations_[i].dtypes), 2);
  }
}

/// Adds calls in which rules are broken in each way, and stand at each limit, beside each dtype of each parameter.
void Families::add_beside_dtypes() {
  std::vector<ArrayCall> calls;
  for (std::size_t i = 0; i < bases_.size(); ++i)
    calls.push_back({.name = "dtypes/" + search::to_text(bound_, combinations_[i].dtypes), .found = bases_[i]});
  const auto cells_beside = [&](const ArrayCall& call, const search::MutationStep& step) {
    std::vector<arrays::Cell> cells{{.parameter = 0, .value = 0}};
    for (const auto& [slot, dtype] : combinations_[static_cast<std::size_t>(&call - calls.data())].dtypes) {
      if (step.place == slot && changes_dtype(step)) continue;
      const auto value = dtype ? static_cast<arrays::Value>(static_cast<unsigned>(*dtype) + 1) : arrays::Value{0};
      cells.push_back({.parameter = slot + 1, .value = value});
    }
    return cells;
  };
  add_refused_beside(calls, cells_beside, Broken::in_each_way);
  add_limits_beside(calls, cells_beside);
}

/// Returns whether a plan wants cases in which a rule is broken, whose content goes on with `word`.
bool Families::wants_refused(std::string_view word) const {
  return std::ranges::any_of(bound_.rules(),
                             [&](const BoundRule& rule) { return wants("negative/" + rule.id + std::string(word)); });
}

/// Returns whether a plan wants a rule that is broken, or a limit of one, beside the choices of an array.
bool Families::wants_beside() const {
  return tier_ == Tier::full && (wants_limits_beside() || wants_refused("/with/"));
}

}  // namespace npu_cts::expand
