// SPDX-License-Identifier: Apache-2.0
#include "reports/diagnose.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "framework/base/find.h"
#include "reports/traits.h"

namespace npu_cts::reports {
namespace {

constexpr std::size_t fewest_to_tell = 2;
constexpr std::int64_t least_to_tell = 16;  ///< a size
constexpr double one_hint_in = 20;          ///< may be chance

using Cases = std::vector<const WrongCase*>;
using CountByWord = std::map<std::string, std::size_t>;
using Sizes = std::map<std::string, std::map<std::int64_t, std::size_t>>;  ///< by symbol: how many of each

bool matches_mutant(const CaseResult& result, const std::string& wrong) {
  return contains(result.matching_mutants, wrong);
}

/// Returns the mistake that most of `cases` look like; of two, the one that the alphabet has first.
std::optional<std::string> commonest(const Cases& cases) {
  CountByWord counts;
  for (const WrongCase* one : cases) {
    for (const std::string& wrong : one->result.matching_mutants) ++counts[wrong];
  }
  const auto most = std::ranges::max_element(counts, {}, &std::pair<const std::string, std::size_t>::second);
  return most == counts.end() ? std::nullopt : std::optional(most->first);
}

std::map<std::string, std::int64_t> least_sizes(const Cases& cases) {
  std::map<std::string, std::int64_t> least;
  for (const WrongCase* one : cases) {
    for (const auto& [symbol, size] : one->result.sizes) {
      const auto it = least.try_emplace(symbol, size).first;
      it->second = std::min(it->second, size);
    }
  }
  return least;
}

std::array<std::string, axes_of_target> axes_of(const Target& target) {
  return {target.product, target.release, target.mode};
}

/// What is known of the values of an operator.
struct Seen {
  const Sizes& right;
  const std::array<CountByWord, axes_of_target>& right_at;
  const std::map<std::string, std::int64_t>& least_unexplained;  ///< by symbol: of wrong values like no known mistake
};

template <class Iterator>
std::size_t count_of(Iterator begin, Iterator end) {
  return std::accumulate(begin, end, std::size_t{0}, [](std::size_t sum, const auto& one) { return sum + one.second; });
}

/// Returns the size from which on `wrong` is seen: at least twice as large as what was right just below it, where
/// values of two sizes at least were right. Nothing where two symbols would do, where it may be chance, or where values
/// that nothing explains are wrong below. Smaller tensors do not hold all that a data set has: small sizes tell
/// nothing.
std::optional<Threshold> threshold(const Cases& wrong, const Seen& seen) {
  if (wrong.size() < fewest_to_tell) return std::nullopt;
  std::optional<Threshold> only;
  for (const auto& [symbol, from] : least_sizes(wrong)) {
    const auto sizes = seen.right.find(symbol);
    if (from < least_to_tell || sizes == seen.right.end()) continue;
    const auto end = sizes->second.lower_bound(from);
    const auto below = static_cast<std::size_t>(std::distance(sizes->second.begin(), end));
    if (below < fewest_to_tell || from < 2 * std::prev(end)->first) continue;
    const auto other = seen.least_unexplained.find(symbol);
    const bool is_wrong_below = other != seen.least_unexplained.end() && other->second < from;
    const std::size_t right_below = count_of(sizes->second.begin(), end);
    const std::size_t right_above = count_of(end, sizes->second.end());
    if (is_wrong_below || !is_no_chance(wrong.size(), right_above, right_below, one_hint_in)) continue;
    if (only) return std::nullopt;
    only = {.symbol = symbol, .from = from, .right_at = std::prev(end)->first};
  }
  return only;
}

/// Returns the product, the release and the mode that all of `wrong` have, where others were right and it is no chance.
std::vector<std::string> only_at(const Cases& wrong, const Seen& seen) {
  std::vector<std::string> shared;
  const auto first = axes_of(wrong.front()->target);
  for (std::size_t axis = 0; wrong.size() >= fewest_to_tell && axis < axes_of_target; ++axis) {
    const CountByWord& right = seen.right_at[axis];
    const auto own = right.find(first[axis]);
    const std::size_t right_there = own == right.end() ? 0 : own->second;
    const std::size_t right_elsewhere = count_of(right.begin(), right.end()) - right_there;
    const bool is_shared =
        std::ranges::all_of(wrong, [&](const WrongCase* one) { return axes_of(one->target)[axis] == first[axis]; });
    if (is_shared && is_no_chance(wrong.size(), right_there, right_elsewhere, one_hint_in))
      shared.push_back(first[axis]);
  }
  return shared;
}

Suspicion suspicion_of(std::string wrong, const Cases& cases, const Seen& seen) {
  const auto* first = *std::ranges::min_element(cases, {}, [](const WrongCase* one) { return one->result.id; });
  return {.wrong = std::move(wrong),
          .cases = cases.size(),
          .first = first->result.id,
          .from = threshold(cases, seen),
          .only_at = only_at(cases, seen)};
}

}  // namespace

void Diagnosis::add(const Target& target, const CaseResult& result) {
  if (result.mismatch) wrong_.push_back({.target = target, .result = result});
  if (result.status != Status::pass || result.sizes.empty()) return;  // no values were judged
  for (const auto& [symbol, size] : result.sizes) ++right_[symbol][size];
  const auto axes = axes_of(target);
  for (std::size_t axis = 0; axis < axes_of_target; ++axis) ++right_at_[axis][axes[axis]];
}

std::vector<Suspicion> Diagnosis::suspicions() const {
  Cases wrong;
  for (const WrongCase& one : wrong_) wrong.push_back(&one);
  Cases unexplained = wrong;
  std::erase_if(unexplained, [](const WrongCase* one) { return !one->result.matching_mutants.empty(); });
  const auto least_unexplained = least_sizes(unexplained);
  const Seen seen{.right = right_, .right_at = right_at_, .least_unexplained = least_unexplained};
  std::vector<Suspicion> suspicions;
  while (const auto mistake = commonest(wrong)) {
    const auto rest = std::stable_partition(
        wrong.begin(), wrong.end(), [&](const WrongCase* one) { return !matches_mutant(one->result, *mistake); });
    suspicions.push_back(suspicion_of(*mistake, {rest, wrong.end()}, seen));
    wrong.erase(rest, wrong.end());
  }
  if (!wrong.empty()) suspicions.push_back(suspicion_of("", wrong, seen));
  return suspicions;
}

}  // namespace npu_cts::reports
