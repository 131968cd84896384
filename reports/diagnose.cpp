// SPDX-License-Identifier: Apache-2.0
#include "reports/diagnose.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "framework/base/find.h"

namespace npu_cts::reports {
namespace {

constexpr std::size_t fewest_to_tell = 2;

using Cases = std::vector<const CaseResult*>;
using Sizes = std::map<std::string, std::set<std::int64_t>>;  ///< by symbol

bool matches_mutant(const CaseResult& result, const std::string& wrong) {
  return contains(result.matching_mutants, wrong);
}

/// Returns the mistake that most of `cases` look like; of two, the one that the alphabet has first.
std::optional<std::string> commonest(const Cases& cases) {
  std::map<std::string, std::size_t> counts;
  for (const CaseResult* result : cases) {
    for (const std::string& wrong : result->matching_mutants) ++counts[wrong];
  }
  const auto most = std::ranges::max_element(counts, {}, &std::pair<const std::string, std::size_t>::second);
  return most == counts.end() ? std::nullopt : std::optional(most->first);
}

std::map<std::string, std::int64_t> least_sizes(const Cases& cases) {
  std::map<std::string, std::int64_t> least;
  for (const CaseResult* result : cases) {
    for (const auto& [symbol, size] : result->sizes) {
      const auto it = least.try_emplace(symbol, size).first;
      it->second = std::min(it->second, size);
    }
  }
  return least;
}

/// Returns the size from which on `wrong` is seen: at least twice as large as what was right just below it, where
/// values of two sizes at least were right. Nothing where two symbols would do, or where only one case is wrong:
/// chance, for the sizes of cases come in steps.
std::optional<Threshold> threshold(const Cases& wrong, const Sizes& right) {
  if (wrong.size() < fewest_to_tell) return std::nullopt;
  std::optional<Threshold> only;
  for (const auto& [symbol, from] : least_sizes(wrong)) {
    const auto sizes = right.find(symbol);
    if (sizes == right.end()) continue;
    const auto end = sizes->second.lower_bound(from);
    const auto below = static_cast<std::size_t>(std::distance(sizes->second.begin(), end));
    if (below < fewest_to_tell || from < 2 * *std::prev(end)) continue;
    if (only) return std::nullopt;
    only = {.symbol = symbol, .from = from, .right_at = *std::prev(end)};
  }
  return only;
}

Suspicion suspicion_of(std::string wrong, const Cases& cases, const Sizes& right) {
  const auto* first = *std::ranges::min_element(cases, {}, [](const CaseResult* result) { return result->id; });
  return {.wrong = std::move(wrong), .cases = cases.size(), .first = first->id, .from = threshold(cases, right)};
}

}  // namespace

void Diagnosis::add(const CaseResult& result) {
  if (result.mismatch) wrong_.push_back(result);
  if (result.status != Status::pass) return;
  for (const auto& [symbol, size] : result.sizes) right_[symbol].insert(size);
}

std::vector<Suspicion> Diagnosis::suspicions() const {
  Cases wrong;
  for (const CaseResult& result : wrong_) wrong.push_back(&result);
  std::vector<Suspicion> suspicions;
  while (const auto mistake = commonest(wrong)) {
    const auto rest = std::stable_partition(wrong.begin(), wrong.end(),
                                            [&](const CaseResult* one) { return !matches_mutant(*one, *mistake); });
    suspicions.push_back(suspicion_of(*mistake, {rest, wrong.end()}, right_));
    wrong.erase(rest, wrong.end());
  }
  if (!wrong.empty()) suspicions.push_back(suspicion_of("", wrong, right_));
  return suspicions;
}

}  // namespace npu_cts::reports
