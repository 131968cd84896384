// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/check_plan.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
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
  return error_at(Kind::bad_journal, {.file = file}, std::move(what), std::move(why), std::move(hint));
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

}  // namespace

Diagnostic other_spec(const std::string& digest, const record::Journal& journal, const std::string& file) {
  return refused(file,
                 fmt::format("the journal is of another spec: its digest is {}, this one's is {}",
                             escape_control(journal.info.spec_digest), digest),
                 "verdicts hold for the spec that planned their cases",
                 "name the spec of the run (--spec), or run the cases again");
}

/// A case that a journal must have.
struct PlanCheck::Expected {
  std::string id;
  ChosenCase chosen;
};

/// Holds the planned cases of a journal, in the order of their ids, against those of its spec. It keeps neither.
class PlanCheck::Comparison {
 public:
  /// The journal must have what `next` returns, call by call in the order of ids, until that is nothing.
  explicit Comparison(NextExpected next) : next_(std::move(next)), expected_(next_()) {}

  /// The journal has `planned`.
  void take(const record::PlannedCase& planned) {
    while (expected_ && expected_->id < planned.id) {
      missing_.add(expected_->id);
      expected_ = next_();
    }
    if (!expected_ || expected_->id != planned.id) return beyond_.add(planned.id);
    if (planned_of(expected_->chosen) != planned) other_.add(planned.id);
    expected_ = next_();
  }

  /// Returns in words what is wrong with the plan of the journal, if anything is. Comes after the last case.
  [[nodiscard]] std::optional<std::string> problem() {
    for (; expected_; expected_ = next_()) missing_.add(expected_->id);
    if (missing_.count > 0) return named("the journal lacks {} of its plan: '{}'", missing_);
    if (beyond_.count > 0) return named("the journal has {} that its plan does not have: '{}'", beyond_);
    if (other_.count > 0) return named("the journal says other things than the spec of {}: '{}'", other_);
    return std::nullopt;
  }

 private:
  struct Cases {
    std::size_t count = 0;
    std::string first = {};

    void add(const std::string& id) {
      if (count++ == 0) first = id;
    }
  };

  static std::string named(fmt::format_string<std::string, std::string> text, const Cases& cases) {
    return fmt::format(text, counted(cases.count, "case"), escape_control(cases.first)) +
           (cases.count > 1 ? " and others" : "");
  }

  NextExpected next_;
  std::optional<Expected> expected_;  ///< the next that the journal must have
  Cases missing_, beyond_, other_;
};

/// Compares cases of a plan with a journal, and counts what the journal covers.
class PlanCheck::Check {
 public:
  Check(const Spec& spec, const record::Journal& head, std::string file, const PlanCounts& counts)
      : usual_(spec, {}), head_(head), file_(std::move(file)) {
    scope_.by_default = counts.by_default;
    scope_.all = counts.all;
  }
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  /// The journal must have those that `next` returns, in the order of ids, but for those of parts that it does not
  /// hold.
  void expect(NextExpected next) {
    comparison_.emplace([this, next = std::move(next)] {
      auto one = next();
      while (one && !head_.shards.empty() && !record::is_part(head_.shards, one->id)) one = next();
      if (!one) return one;
      ++(usual_.contains(one->chosen.shared->call.op, one->chosen.plan->target) ? scope_.covered
                                                                                : scope_.covered_beyond);
      return one;
    });
  }

  /// The journal must have those of the cases of `plans` that `options` select.
  void expect(std::vector<expand::TargetPlan> plans, RunOptions options) {
    plans_ = std::move(plans);
    options_ = std::move(options);
    const bool has_every_case = is_one_query(options_) && options_.selection.queries.empty() && head_.shards.empty();
    if (has_every_case && options_.tier != Tier::smoke) scope_.choices = expand::cover_choices(plans_);
    expect([this, selects = selector_of(options_), plan = std::size_t{0}, place = std::size_t{0}]() mutable {
      for (; plan < plans_.size(); ++plan, place = 0) {
        const expand::TargetPlan& at = plans_[plan];
        while (place < at.shared->cases.size()) {
          const Case& planned = at.shared->cases[place++];
          std::string id = expand::id_at(at, planned);
          if (selects(id, planned))
            return std::optional(Expected{.id = std::move(id), .chosen = {.plan = &at, .shared = &planned}});
        }
      }
      return std::optional<Expected>();
    });
  }

  /// Cases come in the order of ids.
  void take(const record::PlannedCase& planned) { comparison_->take(planned); }

  /// Takes those of a whole journal, in whatever order.
  void take(const std::vector<record::PlannedCase>& planned) {
    std::vector<const record::PlannedCase*> sorted;
    for (const record::PlannedCase& one : planned) sorted.push_back(&one);
    const auto id_of = [](const record::PlannedCase* one) -> const std::string& { return one->id; };
    if (!std::ranges::is_sorted(sorted, {}, id_of)) std::ranges::stable_sort(sorted, {}, id_of);
    for (const record::PlannedCase* one : sorted) take(*one);
  }

  [[nodiscard]] Result<record::CoveredScope> conclude() {
    auto problem = comparison_->problem();
    if (!problem) return scope_;
    return refused(file_, std::move(*problem), "a report speaks of every case that its run planned, and of no other",
                   "give a journal as 'npu-cts run' wrote it, or run the cases again");
  }

 private:
  PlannedTargets usual_;
  const record::Journal& head_;
  std::string file_;
  RunOptions options_;
  std::vector<expand::TargetPlan> plans_;
  std::optional<Comparison> comparison_;
  record::CoveredScope scope_;
};

namespace {

/// Returns the filters of the run of `head`, to plan it again.
Result<expand::PlanOptions> filters_of(const DigestedSpec& spec, const record::Journal& head, const std::string& file) {
  if (head.info.spec_digest != spec.digest) return other_spec(spec.digest, head, file);
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

Result<PlanCheck> PlanCheck::begin(const DigestedSpec& spec, const record::Journal& head, const std::string& file,
                                   const PlanCounts& counts) {
  const auto filters = filters_of(spec, head, file);
  if (!filters) return filters.diagnostics();
  auto check = std::make_unique<Check>(spec.spec, head, file, counts);
  check->expect(expand::plan_targets(spec.spec, *filters), options_of(head.info));
  return PlanCheck(std::move(check));
}

void PlanCheck::take(const record::PlannedCase& planned) { check_->take(planned); }

void PlanCheck::take(const std::vector<record::PlannedCase>& planned) { check_->take(planned); }

Result<record::CoveredScope> PlanCheck::conclude() { return check_->conclude(); }

Result<record::CoveredScope> check_plan(const DigestedSpec& spec, const record::Journal& journal,
                                        const std::string& file, const PlanCounts& counts) {
  auto check = PlanCheck::begin(spec, journal, file, counts);
  if (!check) return check.diagnostics();
  check->take(journal.planned);
  return check->conclude();
}

Result<record::CoveredScope> check_plan(const DigestedSpec& spec, const std::vector<expand::TargetPlan>& everything,
                                        const record::Journal& journal, const std::string& file) {
  auto check = PlanCheck::begin(spec, everything, journal, file);
  if (!check) return check.diagnostics();
  check->take(journal.planned);
  return check->conclude();
}

Result<record::CoveredScope> scope_of_run(const DigestedSpec& spec, const record::Journal& head,
                                          const std::string& file, std::span<const ChosenCase> cases,
                                          const PlanCounts& counts) {
  if (head.info.spec_digest != spec.digest) return other_spec(spec.digest, head, file);
  const PlannedTargets usual(spec.spec, {});
  record::CoveredScope scope;
  scope.by_default = counts.by_default;
  scope.all = counts.all;
  const expand::TargetPlan* plan = nullptr;
  bool is_usual = false;
  for (const ChosenCase& one : cases) {
    if (std::exchange(plan, one.plan) != one.plan) is_usual = usual.contains(one.shared->call.op, one.plan->target);
    ++(is_usual ? scope.covered : scope.covered_beyond);
  }
  return scope;
}

}  // namespace npu_cts::run
