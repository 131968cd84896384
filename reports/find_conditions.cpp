// SPDX-License-Identifier: Apache-2.0
#include "reports/find_conditions.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reports/conditions.h"

namespace npu_cts::reports {
namespace {

constexpr std::size_t fewest_failures = 3;

/// Failures that are looked at together: of one kind, and of the one suspicion where `suspicion` is none of null.
struct FailureGroup {
  FailureKind kind = FailureKind::values;
  const Suspicion* suspicion = nullptr;
  ConditionSearch search = {};
};

/// Returns whether the case ended rightly where those of `kind` did not.
bool is_right(FailureKind kind, const record::PlannedCase& planned, const CaseResult& result) {
  const bool is_legal = planned.expected == Verdict::accept;
  const bool is_completed = result.outcome == OutcomeKind::completed;
  switch (kind) {
    case FailureKind::values:
      return is_completed && is_legal && result.status == Status::pass;
    case FailureKind::refused:
      return is_completed && is_legal;
    case FailureKind::accepted:
      return !is_completed && !is_legal && result.status == Status::pass;
    case FailureKind::other:
      return result.status == Status::pass;
  }
  std::abort();
}

/// Goes through the cases of one operator.
class CaseReader {
 public:
  CaseReader(const OpSpec& op, const RunCases& cases, const FindCase& find_case)
      : op_(op), cases_(cases), find_case_(find_case) {}

  /// Gives `take` each case that was run and whose call is known, with its traits.
  void read(const std::function<void(const record::PlannedCase&, const CaseResult&, const CaseTraits&)>& take) {
    cases_([&](const record::PlannedCase& planned, const CaseResult* result) {
      if (planned.op != op_.name || result == nullptr) return;
      const Case* const found = find_case_(planned.id);
      if (found != nullptr) take(planned, *result, traits_of_case(planned, *result, *found));
    });
  }

  [[nodiscard]] const std::vector<Trait>& traits() const { return numbers_.all(); }

 private:
  CaseTraits traits_of_case(const record::PlannedCase& planned, const CaseResult& result, const Case& found) {
    const auto [of_call, is_new] = of_calls_.try_emplace(&found);
    if (is_new) {
      for (const Trait& trait : traits_of(op_, found.call)) of_call->second.push_back(numbers_.of(trait));
    }
    CaseTraits traits{.stratum = fmt::format("{}/{}", name_of(planned.family), found.data_set),
                      .content = fmt::format("{}/{}", name_of(planned.family), found.content),
                      .traits = of_call->second};
    for (const Trait& trait : traits_of(planned, result)) traits.traits.push_back(numbers_.of(trait));
    return traits;
  }

  const OpSpec& op_;
  const RunCases& cases_;
  const FindCase& find_case_;
  TraitNumbers numbers_;
  std::map<const Case*, std::vector<std::size_t>> of_calls_;  ///< targets share calls
};

std::vector<FailureGroup> failure_groups_of(const OpReport& report) {
  std::vector<FailureGroup> groups;
  for (const KindOfFailures& kind : report.kinds) groups.push_back({.kind = kind.kind});
  for (const Suspicion& one : report.suspicions) {
    if (report.suspicions.size() > 1) groups.push_back({.kind = FailureKind::values, .suspicion = &one});
  }
  return groups;
}

/// Gives `report` what was found. Where all wrong values have a condition, that of a part of them must say more.
void take_conditions(const std::vector<FailureGroup>& groups, OpReport& report) {
  const std::size_t kinds = report.kinds.size();
  Condition of_values;
  for (std::size_t i = 0; i < kinds; ++i) {
    report.kinds[i].condition = groups[i].search.condition();
    if (report.kinds[i].kind == FailureKind::values) of_values = report.kinds[i].condition;
  }
  if (report.suspicions.size() == 1) report.suspicions.front().condition = of_values;
  for (std::size_t i = kinds; i < groups.size(); ++i) {
    const Condition& part = groups[i].search.condition();
    Suspicion& suspicion = report.suspicions[i - kinds];
    const bool is_whole = part.is_exact() || !suspicion.wrong.empty();  // what is like no mistake is what others left
    const bool says_more = !of_values.is_exact() && part != of_values;
    if (is_whole && says_more && suspicion.cases >= fewest_failures) suspicion.condition = part;
  }
}

}  // namespace

bool may_have_conditions(const OpReport& op) {
  return op.tally.not_run == 0 && op.passes_alone < 2 &&
         std::ranges::any_of(op.kinds, [](const KindOfFailures& kind) { return kind.cases >= fewest_failures; });
}

void add_conditions(const OpSpec& op, const RunCases& cases, const FindCase& find_case, OpReport& op_report) {
  std::vector<FailureGroup> groups = failure_groups_of(op_report);
  CaseReader reader(op, cases, find_case);
  reader.read([&](const record::PlannedCase& planned, const CaseResult& result, const CaseTraits& traits) {
    if (!is_failure(result.status) || !result.behind.empty()) return;
    for (FailureGroup& group : groups) {
      const bool is_its = group.suspicion == nullptr || explained_by(op_report, result) == group.suspicion;
      if (is_its && kind_of(planned, result) == group.kind) group.search.add_wrong(traits);
    }
  });
  for (FailureGroup& group : groups) group.search.close_wrong(reader.traits());
  const auto read_right = [&](const auto& take) {
    reader.read([&](const record::PlannedCase& planned, const CaseResult& result, const CaseTraits& traits) {
      for (FailureGroup& group : groups) {
        if (is_right(group.kind, planned, result)) take(group.search, traits);
      }
    });
  };
  read_right([](ConditionSearch& search, const CaseTraits& traits) { search.add_right(traits); });
  for (FailureGroup& group : groups) group.search.close_right();
  read_right([&](ConditionSearch& search, const CaseTraits& traits) { search.look_below(reader.traits(), traits); });
  take_conditions(groups, op_report);
}

}  // namespace npu_cts::reports
