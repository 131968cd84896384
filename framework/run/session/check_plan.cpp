// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/check_plan.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/sort.h"
#include "framework/base/text.h"
#include "framework/expand/choice_coverage.h"
#include "framework/expand/expand.h"
#include "framework/expand/smoke.h"
#include "framework/run/session/options.h"
#include "framework/run/session/selection.h"

namespace npu_cts::run {
namespace {

Diagnostic refused(const std::string& file, std::string what, std::string why, std::string hint) {
  return error_at(Kind::bad_journal, {.file = file}, std::move(what), std::move(why), std::move(hint));
}

/// Returns what a run was told to select, as its journal says.
RunOptions options_of(const RunInfo& info) {
  RunOptions options;
  options.selection = info.selection;
  if (info.selection == Selection{} && !info.query.empty()) options.selection.queries = {info.query};
  options.filters = info.filters;
  options.numerics = info.numerics;
  return options;
}

}  // namespace

Diagnostic other_spec(const std::string& digest, const record::Journal& journal, const std::string& file) {
  return refused(file,
                 fmt::format("the journal is of another spec: its digest is {}, this one's is {}",
                             escape_control(journal.info.spec_digest), digest),
                 "verdicts hold for the spec that planned their cases",
                 "name the spec of the run (--spec), or run the cases again");
}

namespace {

/// Returns the filters of the run of `head`, to plan it again.
Result<expand::PlanOptions> filters_of(const DigestedSpec& spec, const record::Journal& head, const std::string& file) {
  if (head.info.spec_digest != spec.digest) return other_spec(spec.digest, head, file);
  const RunOptions options = options_of(head.info);
  if (const auto judge = judge_options(spec.spec, options); !judge) return judge.diagnostics();
  auto filters = plan_options(spec.spec, options);
  if (filters) filters->memory = spec.plans;
  return filters;
}

/// Takes the cases of `journal`, in whatever order. Returns what it covers.
Result<record::CoveredScope> concluded(Result<PlanCheck> check, const record::Journal& journal) {
  if (!check) return check.diagnostics();
  std::vector<const record::PlannedCase*> sorted;
  for (const record::PlannedCase& one : journal.planned) sorted.push_back(&one);
  const auto id_of = [](const record::PlannedCase* one) -> const std::string& { return one->id; };
  if (!std::ranges::is_sorted(sorted, {}, id_of)) sort_stably(sorted, {}, id_of);
  for (const record::PlannedCase* one : sorted) check->take(*one);
  return check->conclude();
}

record::CoveredScope scope_within(const PlanCounts& counts) {
  record::CoveredScope scope;
  scope.by_default = counts.by_default;
  scope.all = counts.all;
  return scope;
}

/// Returns whether the run of `head` has every case of its targets: it selects none, and is no part of a run.
bool has_every_case(const record::Journal& head) {
  const RunOptions options = options_of(head.info);
  const bool selects_none = is_one_query(options) && options.selection.queries.empty();
  return selects_none && head.shards.empty() && options.filters.tier != Tier::smoke;
}

/// Returns whether the run of `head` has every case that is planned by default, whatever counts say.
bool is_default_run(const record::Journal& head) {
  Filters filters = head.info.filters;
  filters.tier = Filters{}.tier;
  if (filters.releases == std::vector<std::string>{"all"}) filters.releases.clear();
  return has_every_case(head) && filters == Filters{};
}

/// Returns `scope`, which remembered counts gave. These may be forged: a run that selects cases is whole only by counts
/// that are made now.
record::CoveredScope confirmed(record::CoveredScope scope, const Spec& spec, const record::Journal& head) {
  if (!record::is_whole(scope) || is_default_run(head)) return scope;
  const PlanCounts counts = count_cases(spec, head.info.filters.tier);
  scope.by_default = counts.by_default;
  scope.all = counts.all;
  return scope;
}

}  // namespace

PlanCheck::PlanCheck(const Spec& spec, std::vector<expand::TargetPlan> plans, const record::Journal& head,
                     std::string file)
    : head_(&head),
      file_(std::move(file)),
      plans_(std::move(plans)),
      options_(options_of(head.info)),
      selects_(selector_of(options_)),
      usual_(spec, {}) {}

Result<PlanCheck> PlanCheck::begin(const DigestedSpec& spec, const std::vector<expand::TargetPlan>& everything,
                                   const record::Journal& head, const std::string& file) {
  const auto filters = filters_of(spec, head, file);
  if (!filters) return filters.diagnostics();
  const PlannedTargets chosen(spec.spec, filters->filters);
  std::vector<expand::TargetPlan> plans = everything;
  std::erase_if(plans, [&](const expand::TargetPlan& one) { return !chosen.contains(one.op->name, one.target); });
  if (filters->filters.tier == Tier::smoke) expand::keep_smoke(plans);
  PlanCheck check(spec.spec, std::move(plans), head, file);
  check.start(count_cases(spec.spec, everything));
  return check;
}

Result<PlanCheck> PlanCheck::begin(const DigestedSpec& spec, const record::Journal& head, const std::string& file) {
  const auto filters = filters_of(spec, head, file);
  if (!filters) return filters.diagnostics();
  const PlanCounts counts = remember_counts(spec, head.info.filters.tier);  // first: it may plan all, and forgets it
  PlanCheck check(spec.spec, expand::plan_targets(spec.spec, *filters), head, file);
  check.counted_before_ = &spec.spec;
  check.start(counts);
  return check;
}

void PlanCheck::start(const PlanCounts& counts) {
  scope_ = scope_within(counts);
  if (has_every_case(*head_)) scope_.choices = expand::cover_choices(plans_);
  advance();
}

/// Returns the next case of the plan that the run selects and the journal holds the part of.
std::optional<PlanCheck::Expected> PlanCheck::next() {
  for (; plan_ < plans_.size(); ++plan_, place_ = 0) {
    const expand::TargetPlan& at = plans_[plan_];
    while (place_ < at.shared->cases.size()) {
      const Case& planned = at.shared->cases[place_++];
      std::string id = expand::id_at(at, planned);
      const bool is_held = head_->shards.empty() || record::is_part(head_->shards, id);
      if (selects_(id, planned) && is_held)
        return Expected{.id = std::move(id), .chosen = {.plan = &at, .shared = &planned}};
    }
  }
  return std::nullopt;
}

void PlanCheck::advance() {
  expected_ = next();
  if (!expected_) return;
  const ChosenCase& chosen = expected_->chosen;
  ++(usual_.contains(chosen.shared->call.op, chosen.plan->target) ? scope_.covered : scope_.covered_beyond);
}

void PlanCheck::Faulty::add(const std::string& id) {
  if (count++ == 0) first = id;
}

void PlanCheck::take(const record::PlannedCase& planned) {
  for (; expected_ && expected_->id < planned.id; advance()) missing_.add(expected_->id);
  if (!expected_ || expected_->id != planned.id) return beyond_.add(planned.id);
  if (planned_of(expected_->chosen) != planned) other_.add(planned.id);
  advance();
}

/// Returns in words what is wrong with the plan of the journal, if anything is.
std::optional<std::string> PlanCheck::problem() {
  for (; expected_; advance()) missing_.add(expected_->id);
  const auto named = [](fmt::format_string<std::string, std::string> text, const Faulty& cases) {
    return fmt::format(text, counted(cases.count, "case"), escape_control(cases.first)) +
           (cases.count > 1 ? " and others" : "");
  };
  if (missing_.count > 0) return named("the journal lacks {} of its plan: '{}'", missing_);
  if (beyond_.count > 0) return named("the journal has {} that its plan does not have: '{}'", beyond_);
  if (other_.count > 0) return named("the journal says other things than the spec of {}: '{}'", other_);
  return std::nullopt;
}

Result<record::CoveredScope> PlanCheck::conclude() {
  auto wrong = problem();
  if (!wrong) return counted_before_ == nullptr ? scope_ : confirmed(scope_, *counted_before_, *head_);
  return refused(file_, *std::move(wrong), "a report speaks of every case that its run planned, and of no other",
                 "give a journal as 'npu-cts run' wrote it, or run the cases again");
}

Result<record::CoveredScope> check_plan(const DigestedSpec& spec, const record::Journal& journal,
                                        const std::string& file) {
  return concluded(PlanCheck::begin(spec, journal, file), journal);
}

Result<record::CoveredScope> check_plan(const DigestedSpec& spec, const std::vector<expand::TargetPlan>& everything,
                                        const record::Journal& journal, const std::string& file) {
  return concluded(PlanCheck::begin(spec, everything, journal, file), journal);
}

Result<record::CoveredScope> scope_of_run(const DigestedSpec& spec, const record::Journal& head,
                                          const std::string& file, std::span<const ChosenCase> cases,
                                          const PlanCounts& counts) {
  if (head.info.spec_digest != spec.digest) return other_spec(spec.digest, head, file);
  const PlannedTargets usual(spec.spec, {});
  record::CoveredScope scope = scope_within(counts);
  const expand::TargetPlan* plan = nullptr;
  bool is_usual = false;
  for (const ChosenCase& one : cases) {
    if (std::exchange(plan, one.plan) != one.plan) is_usual = usual.contains(one.shared->call.op, one.plan->target);
    ++(is_usual ? scope.covered : scope.covered_beyond);
  }
  return confirmed(scope, spec.spec, head);
}

}  // namespace npu_cts::run
