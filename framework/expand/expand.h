// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/case.h"
#include "framework/model/choice_coverage.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::expand {

/// Something the spec promises and no case shows.
struct CoverageGap {
  std::string what;  ///< a rule's id, a row's combination, a shape
  Family family = Family::rows;
  Target target;
  Location at;
};

/// The cases of a part of the spec, sorted by id, and what could not be shown.
struct Plan {
  std::vector<Case> cases = {};
  std::vector<CoverageGap> coverage_gaps = {};
  std::vector<ChoiceCoverage> choices = {};  ///< of each covering array whose rows are cases
};

/// What tells the plan of a target from any other plan of one spec.
struct PlanKey {
  const OpSpec& op;
  const Target& target;   ///< one of those that share the plan
  std::string same_spec;  ///< equal for each of these
  Tier tier;              ///< fast or full
};

/// Plans of one spec that were made before. It is asked by several threads at once.
class PlanMemory {
 public:
  PlanMemory() = default;
  virtual ~PlanMemory() = default;
  PlanMemory(const PlanMemory&) = delete;
  PlanMemory& operator=(const PlanMemory&) = delete;

  /// Returns the plan, as it would be made for the target of `key`; nothing where it is not known.
  [[nodiscard]] virtual std::optional<Plan> find(const PlanKey& key) const = 0;

  /// Remembers `plan`, which is whole, where that can be done.
  virtual void keep(const PlanKey& key, const Plan& plan) = 0;
};

/// Which part of the spec a plan covers.
struct PlanOptions {
  Filters filters = {};
  std::vector<std::string> query = {};     ///< only cases whose ids one of these names (see matches); of many, targets
  std::vector<std::string> families = {};  ///< only cases of a family that one of these names, as `query` names ids
  PlanMemory* memory = nullptr;            ///< null: everything is planned afresh, which needs trust in the spec alone
};

/// What a plan has at one target. Targets of which the spec says the same share their cases.
struct TargetPlan {
  const OpSpec* op = nullptr;
  Target target = {};
  std::string start;                        ///< of the ids: "op/product/release/mode/"
  std::shared_ptr<const Plan> shared = {};  ///< the cases of the first of the targets that share them
};

/// Returns the id that `planned`, one of the shared cases, has at the target of `plan`.
std::string id_at(const TargetPlan& plan, const Case& planned);

/// Returns the targets that `filters` name and that `op` has a page for, in order of release, product and mode.
std::vector<Target> targets_of(const Spec& spec, const OpSpec& op, const Filters& filters);

/// Returns `targets` that have a support cell, in groups of which the spec says the same: their cases differ in the
/// target alone.
std::vector<std::vector<Target>> groups_of(const Spec& spec, const OpSpec& op, const std::vector<Target>& targets);

/// Returns the cases of an operator for one target: every family of `tier`, fast or full, where `query` matches (see
/// matches).
Plan expand(const BoundSpec& bound, Tier tier = Tier::full, std::string_view query = {});

/// Returns the plan of each target that `options` name, in the order of their ids. A query leaves out the targets that
/// it cannot match; of the others, cases that it does not match may remain. Groups of targets are planned side by side.
std::vector<TargetPlan> plan_targets(const Spec& spec, const PlanOptions& options);

/// Returns the cases of everything that `options` name.
Plan plan(const Spec& spec, const PlanOptions& options);

/// Takes an id, which stands until it returns.
using TakeId = std::function<void(const std::string& id)>;

/// Gives `take` the ids of these cases, sorted. Keeps of each plan what tells its ids apart, and no call.
void plan_ids(const Spec& spec, const PlanOptions& options, const TakeId& take);

/// Returns how many they are. Keeps no plan.
std::size_t plan_count(const Spec& spec, const PlanOptions& options);

/// Returns what shows, over every release, that the spec can be kept and broken: each legal combination of dtypes and
/// each shape of each target; each rule broken alone and, at one of its limits, kept, somewhere; the data sets and the
/// examples. Like a part of `plan`, but a rule that one target has shown is not looked for in the next.
Plan plan_witnesses(const Spec& spec);

/// Returns whether `pattern` names the case: a glob over its id (`*` any run, `?` one character), or a prefix that ends
/// at a '/'. An empty one names every case.
bool matches(std::string_view pattern, std::string_view id);

/// Returns whether `pattern` has a wildcard, `*` or `?`.
bool has_wildcard(std::string_view pattern);

/// Returns whether `pattern` may name a case whose id begins with `start`.
bool may_match(std::string_view pattern, std::string_view start);

}  // namespace npu_cts::expand
