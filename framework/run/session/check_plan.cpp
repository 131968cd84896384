// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/check_plan.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/choice_coverage.h"
#include "framework/expand/expand.h"
#include "framework/expand/smoke.h"
#include "framework/run/session/options.h"
#include "framework/run/session/selection.h"

namespace npu_cts::run {
namespace {

Diagnostic refused(const std::string& file, std::string what, std::string why, std::string hint) {
  return error_at(Kind::bad_journal, {.file = file, .line = 0, .column = 0}, std::move(what), std::move(why),
                  std::move(hint));
}

Diagnostic other_spec(const DigestedSpec& spec, const record::Journal& journal, const std::string& file) {
  return refused(file,
                 fmt::format("the journal is of another spec: its digest is {}, this one's is {}",
                             escape_control(journal.info.spec_digest), spec.digest),
                 "verdicts hold for the spec that planned their cases",
                 "name the spec of the run (--spec), or run the cases again");
}

/// Returns what a run was told to select, as its journal says.
RunOptions options_of(const RunInfo& info) {
  RunOptions options;
  options.selection = info.selection;
  if (info.selection == Selection{} && !info.query.empty()) options.selection.queries = {info.query};
  options.ops = info.ops;
  options.products = info.products;
  options.releases = info.releases;
  options.modes = info.modes;
  options.tier = info.tier;
  return options;
}

/// Returns the facts that a journal keeps of `planned` at `target`.
record::PlannedCase planned_at(const Target& target, const std::string& id, const Case& planned) {
  record::PlannedCase facts = record::planned_of(planned);
  facts.id = id;
  facts.target = target;
  return facts;
}

}  // namespace

/// Holds the planned cases of a journal against those of its spec.
class PlanCheck::Comparison {
 public:
  /// The journal must have `planned` as `id` at `target`, which both outlive this.
  void expect(std::string id, const Case& planned, const Target& target) {
    const Expected& one = expected_.emplace_back(Expected{.id = std::move(id), .planned = planned, .target = target});
    places_.emplace(one.id, expected_.size() - 1);
  }

  /// The journal has `planned`.
  void take(const record::PlannedCase& planned) {
    const auto found = places_.find(planned.id);
    if (found == places_.end() || expected_[found->second].state != State::missing) {
      if (beyond_++ == 0 || planned.id < first_beyond_) first_beyond_ = planned.id;
      return;
    }
    Expected& one = expected_[found->second];
    one.state = planned_at(one.target, one.id, one.planned) == planned ? State::same : State::other;
  }

  /// Returns in words what is wrong with the plan of the journal, if anything is.
  [[nodiscard]] std::optional<std::string> problem() const {
    if (auto missing = named("the journal lacks {} of its plan: '{}'", State::missing)) return missing;
    if (beyond_ > 0)
      return named("the journal has {} that its plan does not have: '{}'", beyond_, escape_control(first_beyond_));
    return named("the journal says other things than the spec of {}: '{}'", State::other);
  }

 private:
  enum class State : std::uint8_t { missing, same, other };
  struct Expected {
    std::string id;
    const Case& planned;
    const Target& target;
    State state = State::missing;
  };
  using Form = fmt::format_string<std::string, const std::string&>;

  [[nodiscard]] std::optional<std::string> named(Form text, State state) const {
    const auto first = std::ranges::find(expected_, state, &Expected::state);
    if (first == expected_.end()) return std::nullopt;
    return named(text, static_cast<std::size_t>(std::ranges::count(expected_, state, &Expected::state)), first->id);
  }

  static std::string named(Form text, std::size_t count, const std::string& first) {
    return fmt::format(text, counted(count, "case"), first) + (count > 1 ? " and others" : "");
  }

  std::deque<Expected> expected_;  ///< in the order of the plan; where they stand they stay
  std::unordered_map<std::string_view, std::size_t> places_;
  std::size_t beyond_ = 0;
  std::string first_beyond_;  ///< of these, in the order of ids
};

/// Compares cases of a plan with a journal, and counts what the journal covers.
class PlanCheck::Check {
 public:
  Check(const Spec& spec, const record::Journal& head, std::string file, const PlanCounts& counts)
      : usual_(spec, {}), head_(head), file_(std::move(file)) {
    scope_.by_default = counts.by_default;
    scope_.all = counts.all;
  }

  /// The journal must have `planned`, unless that is of a part that it does not hold.
  void expect(std::string id, const Case& planned, const Target& target) {
    if (!head_.shards.empty() && !record::is_part(head_.shards, id)) return;
    ++(usual_.contains(planned.call.op, target) ? scope_.covered : scope_.covered_beyond);
    comparison_.expect(std::move(id), planned, target);
  }

  /// The journal must have those of the cases of `plans` that `options` select.
  void expect(std::vector<expand::TargetPlan> plans, const RunOptions& options) {
    plans_ = std::move(plans);
    const Selects selects = selector_of(options);
    for (const expand::TargetPlan& plan : plans_) {
      for (const Case& planned : plan.shared->cases) {
        std::string id = expand::id_at(plan, planned);
        if (selects(id, planned)) expect(std::move(id), planned, plan.target);
      }
    }
    const bool has_every_case = is_one_query(options) && options.selection.queries.empty() && head_.shards.empty();
    if (has_every_case && options.tier != Tier::smoke) scope_.choices = expand::cover_choices(plans_);
  }

  void take(const record::PlannedCase& planned) { comparison_.take(planned); }

  void take(const std::vector<record::PlannedCase>& planned) {
    for (const record::PlannedCase& one : planned) take(one);
  }

  [[nodiscard]] Result<record::CoveredScope> conclude() const {
    auto problem = comparison_.problem();
    if (!problem) return scope_;
    return refused(file_, std::move(*problem), "a report speaks of every case that its run planned, and of no other",
                   "run the cases again; a journal is never edited");
  }

 private:
  PlannedTargets usual_;
  const record::Journal& head_;
  std::string file_;
  std::vector<expand::TargetPlan> plans_;
  Comparison comparison_;
  record::CoveredScope scope_;
};

namespace {

/// Returns the filters of the run of `head`, to plan it again.
Result<expand::PlanOptions> filters_of(const DigestedSpec& spec, const record::Journal& head, const std::string& file) {
  if (head.info.spec_digest != spec.digest) return other_spec(spec, head, file);
  auto filters = plan_options(spec.spec, options_of(head.info));
  if (filters) filters->memory = spec.plans;
  return filters;
}

}  // namespace

PlanCheck::PlanCheck(std::unique_ptr<Check> check) : check_(std::move(check)) {}
PlanCheck::PlanCheck(PlanCheck&& other) noexcept = default;
PlanCheck& PlanCheck::operator=(PlanCheck&& other) noexcept = default;
PlanCheck::~PlanCheck() = default;

Result<PlanCheck> PlanCheck::begin(const DigestedSpec& spec, const std::vector<expand::TargetPlan>& everything,
                                   const record::Journal& head, const std::string& file) {
  const auto filters = filters_of(spec, head, file);
  if (!filters) return filters.diagnostics();
  const PlannedTargets chosen(spec.spec, *filters);
  std::vector<expand::TargetPlan> plans = everything;
  std::erase_if(plans, [&](const expand::TargetPlan& one) { return !chosen.contains(one.op->name, one.target); });
  if (filters->tier == Tier::smoke) expand::keep_smoke(plans);
  auto check = std::make_unique<Check>(spec.spec, head, file, count_cases(spec.spec, everything));
  check->expect(std::move(plans), options_of(head.info));
  return PlanCheck(std::move(check));
}

void PlanCheck::take(const record::PlannedCase& planned) { check_->take(planned); }

Result<record::CoveredScope> PlanCheck::conclude() const { return check_->conclude(); }

Result<record::CoveredScope> check_plan(const DigestedSpec& spec, const record::Journal& journal,
                                        const std::string& file, const PlanCounts& counts) {
  const auto filters = filters_of(spec, journal, file);
  if (!filters) return filters.diagnostics();
  PlanCheck::Check check(spec.spec, journal, file, counts);
  check.expect(expand::plan_targets(spec.spec, *filters), options_of(journal.info));
  check.take(journal.planned);
  return check.conclude();
}

Result<record::CoveredScope> check_plan(const DigestedSpec& spec, const std::vector<expand::TargetPlan>& everything,
                                        const record::Journal& journal, const std::string& file) {
  auto check = PlanCheck::begin(spec, everything, journal, file);
  if (!check) return check.diagnostics();
  for (const record::PlannedCase& planned : journal.planned) check->take(planned);
  return check->conclude();
}

Result<record::CoveredScope> check_run(const DigestedSpec& spec, const record::Journal& journal,
                                       const std::string& file, std::span<const ChosenCase> cases,
                                       const PlanCounts& counts) {
  if (journal.info.spec_digest != spec.digest) return other_spec(spec, journal, file);
  PlanCheck::Check check(spec.spec, journal, file, counts);
  for (const ChosenCase& one : cases) check.expect(one.id, *one.shared, *one.target);
  check.take(journal.planned);
  return check.conclude();
}

}  // namespace npu_cts::run
