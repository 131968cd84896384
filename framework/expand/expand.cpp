// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/expand.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/side_by_side.h"
#include "framework/base/text.h"
#include "framework/expand/families.h"
#include "framework/expand/plan_parts.h"
#include "framework/expand/smoke.h"
#include "framework/expand/target_ids.h"

namespace npu_cts::expand {
namespace {

bool is_covered(const Spec& spec, const OpSpec& op, std::size_t release, const Filters& filters) {
  if (!op.pages.contains(release)) return false;
  const std::string& name = spec.releases[release];
  const auto is_original = [&](const std::string& page) {
    const auto document = std::ranges::find(spec.documents, page, &Document::id);
    return document != spec.documents.end() && document->path.starts_with("original/");
  };
  if (!filters.releases.empty()) return contains(filters.releases, "all") || admits(filters.releases, name);
  const bool newest = release == op.pages.rbegin()->first;
  return newest || std::ranges::any_of(op.pages.at(release), is_original);
}

/// Returns what the ids of the cases of `op` at `target` begin with.
std::string id_start(const OpSpec& op, const Target& target) { return case_id({.op = op.name, .target = target}, ""); }

/// So many queries at most are asked of every content before its call is searched for.
constexpr std::size_t most_asked = 16;

/// Returns whether one of `queries` may name a case whose id begins with `start`; without queries every case is named.
bool may_match_any(const std::vector<std::string>& queries, std::string_view start) {
  return queries.empty() ||
         std::ranges::any_of(queries, [&](std::string_view query) { return may_match(query, start); });
}

bool matches_any(const std::vector<std::string>& queries, std::string_view id) {
  return queries.empty() || std::ranges::any_of(queries, [&](std::string_view query) { return matches(query, id); });
}

/// Returns the cases that are searched for: all but those of data sets, of groups of sizes and the examples.
Plan search(Families& families) {
  families.add_legal_dtypes();
  families.add_illegal_dtypes();
  families.add_foreign_dtypes();
  families.add_choices();
  families.add_rules();
  families.add_mistaken_arguments();
  families.add_conditions();
  families.add_pairs();
  return families.take();
}

/// Returns what is equal for targets of which the spec says the same.
std::string group_key(const Spec& spec, const OpSpec& op, const SupportCell& support, const Target& target) {
  if (support.state == SupportState::yes) return same_spec_key(spec, op, target);
  return fmt::format("{} {}", target.release, support.at.line);
}

/// Completes `plan`, what a search found for the target of `bound`: with the data sets, groups of sizes, examples and
/// evidence there.
void complete(Families& families, const BoundSpec& bound, Plan& plan) {
  families.add_data(bound);
  families.add_size_pairs(bound);
  families.add_examples(bound.target());
  merge(families.take(), plan);
  add_contested(bound, plan);
}

/// The plans of targets whose spec differs in no part that a search depends on: one search finds their calls.
class SharedSearch {
 public:
  /// Each must outlive it. It is asked `times` times.
  SharedSearch(const Spec& spec, const OpSpec& op, const PlanOptions& options, const ContentFilter& wants,
               std::size_t times)
      : spec_(spec), op_(op), options_(options), wants_(wants), times_(times) {}

  /// Returns the cases at `target` whose content is wanted, as they are remembered or made; of smoke, those of fast.
  Plan at(const Target& target) {
    const SupportCell& support = *find_support(spec_, op_, target);
    --times_;
    if (options_.memory == nullptr) return make(support, target);
    const PlanKey key{.op = op_, .target = target, .same_spec = group_key(spec_, op_, support, target), .tier = tier_};
    if (auto known = options_.memory->find(key)) return *std::move(known);
    Plan made = make(support, target);
    if (!wants_) options_.memory->keep(key, made);
    return made;
  }

 private:
  Plan make(const SupportCell& support, const Target& target) {
    const BoundSpec bound = BoundSpec::bind(spec_, op_, target);
    if (support.state != SupportState::yes) return refused_calls(bound, tier_);
    if (!families_) {
      bound_.emplace(BoundSpec::bind(spec_, op_, target));
      searched_ = search(families_.emplace(*bound_, tier_, wants_));
    }
    Plan plan = times_ == 0 ? std::move(searched_) : searched_;
    if (target != bound_->target()) move_to(target, plan);
    complete(*families_, bound, plan);
    return plan;
  }

  const Spec& spec_;
  const OpSpec& op_;
  const PlanOptions& options_;
  const ContentFilter& wants_;
  std::size_t times_;  ///< that it is still asked
  Tier tier_ = std::max(options_.filters.tier, Tier::fast);
  std::optional<BoundSpec> bound_;    ///< the first of the targets that was searched
  std::optional<Families> families_;  ///< of that one
  Plan searched_;
};

/// Targets of an operator that share a search, in groups of which the spec says the same.
struct SearchGroup {
  const OpSpec* op;
  std::vector<std::vector<Target>> groups = {};
};

/// Returns the targets that `filters` name of `op`, by what a search depends on.
std::vector<SearchGroup> search_groups_of(const Spec& spec, const OpSpec& op, const Filters& filters) {
  std::vector<SearchGroup> searches;
  std::map<std::string, std::size_t> places;
  for (auto& group : groups_of(spec, op, targets_of(spec, op, filters))) {
    const bool is_supported = find_support(spec, op, group.front())->state == SupportState::yes;
    const auto [place, is_new] =
        places.try_emplace(is_supported ? same_search_key(spec, op, group.front()) : std::string(), searches.size());
    if (is_new) searches.push_back({.op = &op});
    searches[place->second].groups.push_back(std::move(group));
  }
  return searches;
}

/// Returns the plan of each target of `search` that the query of `options` may match.
std::vector<TargetPlan> plan_group(const Spec& spec, const SearchGroup& search, const PlanOptions& options) {
  const std::vector<std::string>& queries = options.query;
  std::vector<std::vector<TargetPlan>> groups;
  for (const std::vector<Target>& targets : search.groups) {
    std::vector<TargetPlan>& plans = groups.emplace_back();
    for (const Target& target : targets) {
      plans.push_back({.op = search.op, .target = target, .start = id_start(*search.op, target)});
    }
    std::erase_if(plans, [&](const TargetPlan& plan) { return !may_match_any(queries, plan.start); });
  }
  std::erase_if(groups, [](const auto& plans) { return plans.empty(); });
  const bool asks_ids = !queries.empty() && queries.size() <= most_asked;
  const auto is_wanted_at = [&](std::string_view content) {
    return [&, content](const TargetPlan& plan) {
      return !asks_ids || may_match_any(queries, plan.start + std::string(content));
    };
  };
  ContentFilter wants;
  if ((asks_ids || !options.families.empty()) && options.filters.tier != Tier::smoke) {
    wants = [&](std::string_view content) {
      return matches_any(options.families, content.substr(0, content.find('/'))) &&
             std::ranges::any_of(groups,
                                 [&](const auto& plans) { return std::ranges::any_of(plans, is_wanted_at(content)); });
    };
  }
  SharedSearch shared(spec, *search.op, options, wants, groups.size());
  std::vector<TargetPlan> all;
  for (std::vector<TargetPlan>& plans : groups) {
    const auto plan = std::make_shared<const Plan>(shared.at(plans.front().target));
    for (TargetPlan& one : plans) {
      one.shared = plan;
      all.push_back(std::move(one));
    }
  }
  if (options.filters.tier == Tier::smoke) keep_smoke(all);
  return all;
}

/// Returns the searches that give the plans of `options`.
std::vector<SearchGroup> searches_of(const Spec& spec, const PlanOptions& options) {
  std::vector<SearchGroup> searches;
  for (const OpSpec& op : spec.operators)
    std::ranges::move(search_groups_of(spec, op, options.filters), std::back_inserter(searches));
  return searches;
}

/// Returns what the searches gave for each target, in the order of ids.
template <class OfTarget>
std::vector<OfTarget> in_order(std::vector<std::vector<OfTarget>> parts) {
  std::vector<OfTarget> all;
  for (auto& part : parts) std::ranges::move(part, std::back_inserter(all));
  std::ranges::sort(all, {}, &OfTarget::start);
  return all;
}

/// Calls `take(id, planned)` for each case of `plan` that `options` name; `planned` may be the case of another target.
template <class Take>
void for_each_case(const TargetPlan& plan, const PlanOptions& options, const Take& take) {
  for (const Case& planned : plan.shared->cases) {
    if (!matches_any(options.families, name_of(planned.family))) continue;
    std::string id = id_at(plan, planned);
    if (options.query.size() > most_asked || matches_any(options.query, id)) take(std::move(id), planned);
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): three axes
std::vector<Target> targets_of(const Spec& spec, const OpSpec& op, const Filters& filters) {
  std::vector<Target> targets;
  if (!admits(filters.ops, op.name)) return targets;
  for (std::size_t release = 0; release < spec.releases.size(); ++release) {
    if (!is_covered(spec, op, release, filters)) continue;
    for (const Product& product : spec.products) {
      if (!admits(filters.products, product.id)) continue;
      for (const Mode& mode : spec.modes.all) {
        if (admits(filters.modes, mode.id)) {
          targets.push_back({.product = product.id, .release = spec.releases[release], .mode = mode.id});
        }
      }
    }
  }
  return targets;
}

std::vector<std::vector<Target>> groups_of(const Spec& spec, const OpSpec& op, const std::vector<Target>& targets) {
  std::vector<std::vector<Target>> groups;
  std::map<std::string, std::size_t> places;
  for (const Target& target : targets) {
    const SupportCell* const support = find_support(spec, op, target);
    if (support == nullptr) continue;
    const auto [place, is_new] = places.try_emplace(group_key(spec, op, *support, target), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(target);
  }
  return groups;
}

Plan expand(const BoundSpec& bound, Tier tier, std::string_view query) {
  const std::string start = id_start(bound.op(), bound.target());
  const auto wants = [&](std::string_view content) { return may_match(query, start + std::string(content)); };
  if (bound.support() == nullptr) return {};
  if (!bound.is_supported()) return refused_calls(bound, tier);
  Families families(bound, tier, wants);
  Plan plan = search(families);
  complete(families, bound, plan);
  return plan;
}

std::string id_at(const TargetPlan& plan, const Case& planned) {
  return plan.start + content_of(planned.family, planned.content);
}

std::vector<TargetPlan> plan_targets(const Spec& spec, const PlanOptions& options) {
  const auto searches = searches_of(spec, options);
  std::vector<std::vector<TargetPlan>> parts(searches.size());
  side_by_side(searches.size(), [&](std::size_t i) { parts[i] = plan_group(spec, searches[i], options); });
  return in_order(std::move(parts));
}

Plan plan(const Spec& spec, const PlanOptions& options) {
  Plan all;
  for (const TargetPlan& plan : plan_targets(spec, options)) {
    for_each_case(plan, options, [&](std::string id, const Case& planned) {
      Case& made = all.cases.emplace_back(planned);
      made.id = std::move(id);
      made.call.target = plan.target;
    });
    for (CoverageGap gap : plan.shared->coverage_gaps) {
      if (!matches_any(options.families, name_of(gap.family))) continue;
      gap.target = plan.target;
      all.coverage_gaps.push_back(std::move(gap));
    }
  }
  return all;
}

void plan_ids(const Spec& spec, const PlanOptions& options, const TakeId& take) {
  const auto searches = searches_of(spec, options);
  std::vector<std::vector<TargetIds>> parts(searches.size());
  side_by_side(searches.size(),
               [&](std::size_t i) { parts[i] = target_ids(plan_group(spec, searches[i], options), options.families); });
  for (const TargetIds& target : in_order(std::move(parts))) {
    for (const std::string& content : *target.contents) {
      const std::string id = target.start + content;
      if (options.query.size() > most_asked || matches_any(options.query, id)) take(id);
    }
  }
}

std::size_t plan_count(const Spec& spec, const PlanOptions& options) {
  std::atomic<std::size_t> count = 0;
  if (!options.query.empty() || !options.families.empty()) {
    plan_ids(spec, options, [&](const std::string& /*id*/) { ++count; });
    return count;
  }
  const auto searches = searches_of(spec, options);
  side_by_side(searches.size(), [&](std::size_t i) {
    for (const TargetPlan& plan : plan_group(spec, searches[i], options)) count += plan.shared->cases.size();
  });
  return count;
}

}  // namespace npu_cts::expand
