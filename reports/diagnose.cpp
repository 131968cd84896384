// SPDX-License-Identifier: Apache-2.0
#include "reports/diagnose.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "framework/base/find.h"

namespace npu_cts::reports {
namespace {

using Cases = std::vector<const CaseResult*>;

/// Returns the mistake that most of `cases` look like; of two, the one that the alphabet has first.
std::optional<std::string> commonest(const Cases& cases) {
  std::map<std::string, std::size_t> counts;
  for (const CaseResult* one : cases) {
    for (const std::string& wrong : one->matching_mutants) ++counts[wrong];
  }
  const auto most = std::ranges::max_element(counts, {}, &std::pair<const std::string, std::size_t>::second);
  return most == counts.end() ? std::nullopt : std::optional(most->first);
}

Suspicion suspicion_of(std::string wrong, const Cases& cases) {
  const auto* first = *std::ranges::min_element(cases, {}, &CaseResult::id);
  return {.wrong = std::move(wrong), .cases = cases.size(), .first = first->id};
}

}  // namespace

FailureKind kind_of(const record::PlannedCase& planned, const CaseResult& result) {
  if (result.mismatch) return FailureKind::values;
  const bool is_legal = planned.expected == Verdict::accept;
  if (result.outcome == OutcomeKind::completed && !is_legal) return FailureKind::accepted;
  const bool is_refusal = result.outcome == OutcomeKind::refused || result.outcome == OutcomeKind::unsupported;
  return is_refusal && is_legal ? FailureKind::refused : FailureKind::other;
}

void Diagnosis::add(const record::PlannedCase& planned, const CaseResult& result) {
  if (result.mismatch) wrong_.push_back(result);
  if (is_failure(result.status)) ++kinds_[kind_of(planned, result)];
}

std::vector<Suspicion> Diagnosis::suspicions() const {
  Cases wrong;
  for (const CaseResult& one : wrong_) wrong.push_back(&one);
  std::vector<Suspicion> suspicions;
  while (const auto mistake = commonest(wrong)) {
    const auto rest = std::stable_partition(
        wrong.begin(), wrong.end(), [&](const CaseResult* one) { return !contains(one->matching_mutants, *mistake); });
    suspicions.push_back(suspicion_of(*mistake, {rest, wrong.end()}));
    wrong.erase(rest, wrong.end());
  }
  if (!wrong.empty()) suspicions.push_back(suspicion_of("", wrong));
  return suspicions;
}

std::vector<KindOfFailures> Diagnosis::kinds() const {
  std::vector<KindOfFailures> kinds;
  for (const auto& [kind, cases] : kinds_) kinds.push_back({.kind = kind, .cases = cases});
  return kinds;
}

}  // namespace npu_cts::reports
