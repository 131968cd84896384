#include "framework/run/session/check_plan.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/expand.h"
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
  return options;
}

/// Holds the planned cases of a journal against those of its spec, operator by operator.
class Comparison {
 public:
  Comparison(const Spec& spec, const Journal& journal, PlanOptions filters)
      : spec_(spec), journal_(journal), filters_(std::move(filters)), selection_(options_of(journal.info)) {
    for (const PlannedCase& planned : journal.planned) left_.emplace(planned.id, &planned);
  }

  void take(const OpSpec& op) {
    PlanOptions every;
    every.ops = {op.name};
    const auto usual = targets(op, every);
    const auto chosen = filters_.ops.empty() || std::ranges::find(filters_.ops, op.name) != filters_.ops.end()
                            ? targets(op, filters_)
                            : std::set<Target>{};
    every.releases = {"all"};
    auto cases = plan(spec_, every).cases;
    const auto is_usual = [&](const Case& one) { return usual.contains(one.call.target); };
    scope_.all += cases.size();
    scope_.by_default += static_cast<std::size_t>(std::ranges::count_if(cases, is_usual));
    std::erase_if(cases, [&](const Case& one) { return !chosen.contains(one.call.target); });
    for (const Case& planned : choose(std::move(cases), selection_).cases) {
      if (!is_of_a_part(planned.id)) continue;
      ++(is_usual(planned) ? scope_.covered : scope_.covered_beyond);
      compare(planned_of(planned));
    }
  }

  /// Returns in words what is wrong with the plan of the journal, if anything is.
  [[nodiscard]] std::optional<std::string> problem() const {
    if (!missing_.empty()) return named("the journal lacks {} of its plan: '{}'", missing_);
    if (!left_.empty()) {
      std::vector<std::string> ids;
      for (const auto& [id, planned] : left_) ids.push_back(escape_control(id));
      return named("the journal has {} that its plan does not have: '{}'", ids);
    }
    if (!other_.empty()) return named("the journal says other things than the spec of {}: '{}'", other_);
    return std::nullopt;
  }

  [[nodiscard]] const CoveredScope& scope() const { return scope_; }

 private:
  std::set<Target> targets(const OpSpec& op, const PlanOptions& options) const {
    const auto all = targets_of(spec_, op, options);
    return {all.begin(), all.end()};
  }

  [[nodiscard]] bool is_of_a_part(std::string_view id) const {
    return journal_.shards.empty() ||
           std::ranges::any_of(journal_.shards, [&](const Shard& shard) { return is_part(shard, id); });
  }

  void compare(const PlannedCase& planned) {
    const auto found = left_.find(planned.id);
    if (found == left_.end()) {
      missing_.push_back(planned.id);
      return;
    }
    if (*found->second != planned) other_.push_back(planned.id);
    left_.erase(found);
  }

  static std::string named(fmt::format_string<std::string, const std::string&> text,
                           const std::vector<std::string>& ids) {
    return fmt::format(text, counted(ids.size(), "case"), ids.front()) + (ids.size() > 1 ? " and others" : "");
  }

  const Spec& spec_;
  const Journal& journal_;
  PlanOptions filters_;
  RunOptions selection_;
  std::map<std::string, const PlannedCase*, std::less<>> left_;  ///< of the journal, not met in the spec yet
  std::vector<std::string> missing_;
  std::vector<std::string> other_;
  CoveredScope scope_;
};

}  // namespace

Result<CoveredScope> check_plan(const DigestedSpec& spec, const Journal& journal, const std::string& file) {
  if (journal.info.spec_digest != spec.digest) return other_spec(spec, journal, file);
  auto filters = plan_options(spec.spec, options_of(journal.info));
  if (!filters) return filters.diagnostics();
  Comparison comparison(spec.spec, journal, std::move(*filters));
  for (const OpSpec& op : spec.spec.operators) comparison.take(op);
  if (auto problem = comparison.problem()) {
    return refused(file, std::move(*problem), "a report speaks of every case that its run planned, and of no other",
                   "run the cases again; a journal is never edited");
  }
  return comparison.scope();
}

}  // namespace npu_cts
