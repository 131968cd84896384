#include "reports/identify_models.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace npu_cts {
namespace {

using Indices = std::set<std::size_t>;  ///< into the candidate choices

/// Returns whether `whole` makes every choice of `part`.
bool extends(const ModelChoice& whole, const ModelChoice& part) {
  return std::ranges::all_of(part, [&](const auto& choice) {
    const auto it = whole.find(choice.first);
    return it != whole.end() && it->second == choice.second;
  });
}

/// Returns every way to choose one model for each freedom that some case touched.
std::vector<ModelChoice> candidates_of(const OpSpec& op, std::span<const CaseResult> results) {
  std::set<std::string, std::less<>> seen;
  for (const CaseResult& result : results) {
    for (const ModelChoice& choice : result.agrees) {
      for (const auto& [freedom, model] : choice) seen.insert(freedom);
    }
  }
  std::vector<ModelChoice> candidates{{}};
  for (const Freedom& freedom : op.freedoms) {
    if (!seen.contains(freedom.id)) continue;
    std::vector<ModelChoice> longer;
    for (const ModelChoice& candidate : candidates) {
      for (const Model& model : freedom.models) {
        longer.push_back(candidate);
        longer.back()[freedom.id] = model.id;
      }
    }
    candidates = std::move(longer);
  }
  return candidates;
}

Indices explaining(const std::vector<ModelChoice>& candidates, const CaseResult& result) {
  Indices fitting;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool fits =
        std::ranges::any_of(result.agrees, [&](const auto& part) { return extends(candidates[i], part); });
    if (fits) fitting.insert(i);
  }
  return fitting;
}

Indices common(const Indices& a, const Indices& b) {
  Indices both;
  std::ranges::set_intersection(a, b, std::inserter(both, both.end()));
  return both;
}

/// Returns few of `groups` (what fits → a case of it) that have nothing in common: two, where two suffice.
std::vector<std::string> disagreeing_in(const std::map<Indices, std::string>& groups, const Indices& all) {
  for (auto a = groups.begin(); a != groups.end(); ++a) {
    for (auto b = std::next(a); b != groups.end(); ++b) {
      if (common(a->first, b->first).empty()) return {std::min(a->second, b->second), std::max(a->second, b->second)};
    }
  }
  std::vector<std::string> cases;
  Indices left = all;
  for (const auto& [fitting, id] : groups) {
    const Indices fewer = common(left, fitting);
    if (fewer.size() == left.size()) continue;
    cases.push_back(id);
    left = fewer;
    if (left.empty()) break;
  }
  std::ranges::sort(cases);
  return cases;
}

}  // namespace

ModelIdentification identify_models(const OpSpec& op, std::span<const CaseResult> results) {
  const std::vector<ModelChoice> candidates = candidates_of(op, results);
  Indices all;
  for (std::size_t i = 0; i < candidates.size(); ++i) all.insert(i);

  ModelIdentification identification;
  Indices left = all;
  std::map<Indices, std::string> groups;
  for (const CaseResult& result : results) {
    if (result.agrees.empty()) continue;
    ++identification.cases;
    const Indices fitting = explaining(candidates, result);
    left = common(left, fitting);
    const auto [it, is_new] = groups.emplace(fitting, result.id);
    if (!is_new) it->second = std::min(it->second, result.id);
  }
  if (identification.cases == 0) return identification;
  for (const std::size_t i : left) identification.fits.push_back(candidates[i]);
  if (left.empty()) identification.disagreeing = disagreeing_in(groups, all);
  return identification;
}

}  // namespace npu_cts
