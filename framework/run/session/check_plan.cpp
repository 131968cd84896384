// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/check_plan.h"

#include <algorithm>
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

namespace npu_cts {
namespace {

Diagnostic refused(const std::string& file, std::string what, std::string why, std::string hint) {
  return error_at(Kind::bad_journal, {.file = file, .line = 0, .column = 0}, std::move(what), std::move(why),
                  std::move(hint));
}

Diagnostic other_spec(const DigestedSpec& spec, const Journal& journal, const std::string& file) {
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

/// Holds the planned cases of a journal against those of its spec.
class Comparison {
 public:
  explicit Comparison(const Journal& journal) : journal_(journal) {
    left_.reserve(journal.planned.size());
    for (const PlannedCase& planned : journal.planned) left_.emplace(planned.id, &planned);
  }

  /// Returns whether the journal is to have `planned`: it may hold a part of its run. Remembers where it has not.
  bool take(const PlannedCase& planned) {
    if (!is_of_a_part(planned.id)) return false;
    const auto found = left_.find(planned.id);
    if (found == left_.end()) {
      missing_.push_back(planned.id);
      return true;
    }
    if (*found->second != planned) other_.push_back(planned.id);
    left_.erase(found);
    return true;
  }

  /// Returns in words what is wrong with the plan of the journal, if anything is.
  [[nodiscard]] std::optional<std::string> problem() const {
    if (!missing_.empty()) return named("the journal lacks {} of its plan: '{}'", missing_);
    if (!left_.empty()) {
      std::vector<std::string> ids;
      for (const auto& [id, planned] : left_) ids.push_back(escape_control(id));
      std::ranges::sort(ids);
      return named("the journal has {} that its plan does not have: '{}'", ids);
    }
    if (!other_.empty()) return named("the journal says other things than the spec of {}: '{}'", other_);
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is_of_a_part(std::string_view id) const {
    return journal_.shards.empty() || is_part(journal_.shards, id);
  }

  static std::string named(fmt::format_string<std::string, const std::string&> text,
                           const std::vector<std::string>& ids) {
    return fmt::format(text, counted(ids.size(), "case"), ids.front()) + (ids.size() > 1 ? " and others" : "");
  }

  const Journal& journal_;
  std::unordered_map<std::string_view, const PlannedCase*> left_;  ///< of the journal, not met in the spec yet
  std::vector<std::string> missing_;
  std::vector<std::string> other_;
};

/// Returns the facts that a journal keeps of `planned` at the target of `plan`.
PlannedCase planned_at(const TargetPlan& plan, std::string id, const Case& planned) {
  PlannedCase facts = planned_of(planned);
  facts.id = std::move(id);
  facts.target = plan.target;
  return facts;
}

/// Compares cases of a plan with a journal, and counts what the journal covers.
class Check {
 public:
  Check(const Spec& spec, const Journal& journal, const PlanCounts& counts) : usual_(spec, {}), comparison_(journal) {
    scope_.by_default = counts.by_default;
    scope_.all = counts.all;
  }

  void take(const PlannedCase& planned) {
    if (comparison_.take(planned))
      ++(usual_.contains(planned.op, planned.target) ? scope_.covered : scope_.covered_beyond);
  }

  /// Takes those of the cases of `plans` that `options` select.
  void take(const std::vector<TargetPlan>& plans, const RunOptions& options) {
    const Selects selects = selector_of(options);
    for (const TargetPlan& plan : plans) {
      for (const Case& planned : plan.shared->cases) {
        std::string id = id_at(plan, planned);
        if (selects(id, planned)) take(planned_at(plan, std::move(id), planned));
      }
    }
  }

  /// Returns the scope of the journal, which was read from `file`.
  [[nodiscard]] Result<CoveredScope> conclude(const std::string& file) const {
    auto problem = comparison_.problem();
    if (!problem) return scope_;
    return refused(file, std::move(*problem), "a report speaks of every case that its run planned, and of no other",
                   "run the cases again; a journal is never edited");
  }

 private:
  PlannedTargets usual_;
  Comparison comparison_;
  CoveredScope scope_;
};

/// Plans again by `plan` what the journal says that it planned, and compares.
template <class PlanBy>
Result<CoveredScope> compare(const DigestedSpec& spec, const Journal& journal, const std::string& file,
                             const PlanCounts& counts, const PlanBy& plan) {
  if (journal.info.spec_digest != spec.digest) return other_spec(spec, journal, file);
  const RunOptions options = options_of(journal.info);
  auto filters = plan_options(spec.spec, options);
  if (!filters) return filters.diagnostics();
  filters->memory = spec.plans;
  const std::vector<TargetPlan> plans = plan(*filters);
  Check check(spec.spec, journal, counts);
  check.take(plans, options);
  auto scope = check.conclude(file);
  const bool has_every_case = is_one_query(options) && options.selection.queries.empty() && journal.shards.empty();
  if (scope && has_every_case && options.tier != Tier::smoke) scope->choices = cover_choices(plans);
  return scope;
}

}  // namespace

Result<CoveredScope> check_plan(const DigestedSpec& spec, const Journal& journal, const std::string& file,
                                const PlanCounts& counts) {
  return compare(spec, journal, file, counts,
                 [&](const PlanOptions& filters) { return plan_targets(spec.spec, filters); });
}

Result<CoveredScope> check_plan(const DigestedSpec& spec, const std::vector<TargetPlan>& everything,
                                const Journal& journal, const std::string& file) {
  const auto plan = [&](const PlanOptions& filters) {
    const PlannedTargets chosen(spec.spec, filters);
    std::vector<TargetPlan> plans = everything;
    std::erase_if(plans, [&](const TargetPlan& one) { return !chosen.contains(one.op->name, one.target); });
    if (filters.tier == Tier::smoke) keep_smoke(plans);
    return plans;
  };
  return compare(spec, journal, file, count_cases(spec.spec, everything), plan);
}

Result<CoveredScope> check_run(const DigestedSpec& spec, const Journal& journal, const std::string& file,
                               std::span<const Case> cases, const PlanCounts& counts) {
  if (journal.info.spec_digest != spec.digest) return other_spec(spec, journal, file);
  Check check(spec.spec, journal, counts);
  for (const Case& planned : cases) check.take(planned_of(planned));
  return check.conclude(file);
}

}  // namespace npu_cts
