#include "reports/diagnose.h"

#include <algorithm>
#include <map>
#include <optional>

namespace npu_cts {
namespace {

using Cases = std::vector<const CaseResult*>;

bool resembles(const CaseResult& result, const std::string& wrong) {
  return std::ranges::find(result.resembles, wrong) != result.resembles.end();
}

/// Returns the mistake that most of `cases` look like; of two, the one that the alphabet has first.
std::optional<std::string> commonest(const Cases& cases) {
  std::map<std::string, std::size_t> counts;
  for (const CaseResult* result : cases) {
    for (const std::string& wrong : result->resembles) ++counts[wrong];
  }
  const auto most = std::ranges::max_element(counts, {}, &std::pair<const std::string, std::size_t>::second);
  return most == counts.end() ? std::nullopt : std::optional(most->first);
}

/// Returns the sizes that separate `wrong` from smaller ones whose values were right.
std::vector<Threshold> thresholds(const Cases& wrong, const Cases& right) {
  std::map<std::string, std::int64_t> least;
  for (const CaseResult* result : wrong) {
    for (const auto& [symbol, size] : result->sizes) {
      const auto it = least.try_emplace(symbol, size).first;
      it->second = std::min(it->second, size);
    }
  }
  std::vector<Threshold> found;
  for (const auto& [symbol, from] : least) {
    std::optional<std::int64_t> below;
    for (const CaseResult* result : right) {
      const auto size = result->sizes.find(symbol);
      if (size != result->sizes.end() && size->second < from) below = std::max(below.value_or(0), size->second);
    }
    if (below) found.push_back({.symbol = symbol, .from = from, .right_at = *below});
  }
  return found;
}

Suspicion suspicion_of(std::string wrong, const Cases& cases, const Cases& right) {
  const auto* first = *std::ranges::min_element(cases, {}, [](const CaseResult* result) { return result->id; });
  return {.wrong = std::move(wrong), .cases = cases.size(), .first = first->id, .from = thresholds(cases, right)};
}

}  // namespace

std::vector<Suspicion> diagnose(std::span<const CaseResult* const> results) {
  Cases wrong;
  Cases right;
  for (const CaseResult* result : results) {
    if (result->mismatch) wrong.push_back(result);
    if (result->status == Status::pass && !result->sizes.empty()) right.push_back(result);
  }
  std::vector<Suspicion> suspicions;
  while (const auto mistake = commonest(wrong)) {
    const auto rest = std::stable_partition(wrong.begin(), wrong.end(),
                                            [&](const CaseResult* one) { return !resembles(*one, *mistake); });
    suspicions.push_back(suspicion_of(*mistake, {rest, wrong.end()}, right));
    wrong.erase(rest, wrong.end());
  }
  if (!wrong.empty()) suspicions.push_back(suspicion_of("", wrong, right));
  return suspicions;
}

}  // namespace npu_cts
