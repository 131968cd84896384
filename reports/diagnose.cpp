// SPDX-License-Identifier: Apache-2.0
#include "reports/diagnose.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "framework/base/find.h"

namespace npu_cts::reports {
namespace {

constexpr std::size_t fewest_to_tell = 2;
constexpr std::int64_t least_to_tell = 16;  ///< a size
constexpr double most_chance = 0.05;

using Cases = std::vector<const CaseResult*>;
using Sizes = std::map<std::string, std::map<std::int64_t, std::size_t>>;  ///< by symbol: how many of each

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

/// What is known of the values of an operator: of the right ones, how many cases of each size there are, by symbol.
struct Seen {
  const Sizes& right;
  const Cases& unexplained;  ///< whose wrong values are like no known mistake
};

/// Returns whether it is no chance that no case below `from` is wrong: as many of them would be, were the size nothing
/// to it, as are wrong from there on.
bool is_no_chance(std::size_t wrong, const std::map<std::int64_t, std::size_t>& right, std::int64_t from) {
  std::size_t below = 0;
  std::size_t above = 0;
  for (const auto& [size, count] : right) (size < from ? below : above) += count;
  const double share_right = static_cast<double>(above) / static_cast<double>(above + wrong);
  return std::pow(share_right, static_cast<double>(below)) < most_chance;
}

/// Returns the size from which on `wrong` is seen: at least twice as large as what was right just below it, where
/// values of two sizes at least were right. Nothing where two symbols would do, where it may be chance, or where values
/// that nothing explains are wrong below. Smaller tensors do not hold all that a data set has: small sizes tell
/// nothing.
std::optional<Threshold> threshold(const Cases& wrong, const Seen& seen) {
  if (wrong.size() < fewest_to_tell) return std::nullopt;
  const auto least_unexplained = least_sizes(seen.unexplained);
  std::optional<Threshold> only;
  for (const auto& [symbol, from] : least_sizes(wrong)) {
    const auto sizes = seen.right.find(symbol);
    if (from < least_to_tell || sizes == seen.right.end()) continue;
    const auto end = sizes->second.lower_bound(from);
    const auto below = static_cast<std::size_t>(std::distance(sizes->second.begin(), end));
    if (below < fewest_to_tell || from < 2 * std::prev(end)->first) continue;
    const auto other = least_unexplained.find(symbol);
    const bool is_wrong_below = other != least_unexplained.end() && other->second < from;
    if (is_wrong_below || !is_no_chance(wrong.size(), sizes->second, from)) continue;
    if (only) return std::nullopt;
    only = {.symbol = symbol, .from = from, .right_at = std::prev(end)->first};
  }
  return only;
}

Suspicion suspicion_of(std::string wrong, const Cases& cases, const Seen& seen) {
  const auto* first = *std::ranges::min_element(cases, {}, [](const CaseResult* result) { return result->id; });
  return {.wrong = std::move(wrong), .cases = cases.size(), .first = first->id, .from = threshold(cases, seen)};
}

}  // namespace

void Diagnosis::add(const CaseResult& result) {
  if (result.mismatch) wrong_.push_back(result);
  if (result.status != Status::pass) return;
  for (const auto& [symbol, size] : result.sizes) ++right_[symbol][size];
}

std::vector<Suspicion> Diagnosis::suspicions() const {
  Cases wrong;
  for (const CaseResult& result : wrong_) wrong.push_back(&result);
  Cases unexplained = wrong;
  std::erase_if(unexplained, [](const CaseResult* one) { return !one->matching_mutants.empty(); });
  const Seen seen{.right = right_, .unexplained = unexplained};
  std::vector<Suspicion> suspicions;
  while (const auto mistake = commonest(wrong)) {
    const auto rest = std::stable_partition(wrong.begin(), wrong.end(),
                                            [&](const CaseResult* one) { return !matches_mutant(*one, *mistake); });
    suspicions.push_back(suspicion_of(*mistake, {rest, wrong.end()}, seen));
    wrong.erase(rest, wrong.end());
  }
  if (!wrong.empty()) suspicions.push_back(suspicion_of("", wrong, seen));
  return suspicions;
}

}  // namespace npu_cts::reports
