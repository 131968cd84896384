// SPDX-License-Identifier: Apache-2.0
#include "reports/identify_variants.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace npu_cts::reports {
namespace {

using Indices = std::set<std::size_t>;  ///< into the candidate choices

/// Returns whether `whole` makes every choice of `part`.
bool extends(const VariantChoice& whole, const VariantChoice& part) {
  return std::ranges::all_of(part, [&](const auto& choice) {
    const auto it = whole.find(choice.first);
    return it != whole.end() && it->second == choice.second;
  });
}

/// Returns every way to choose one variant for each implementation-defined behaviour that some case touched.
std::vector<VariantChoice> candidates_of(const OpSpec& op, const Agreements& agreements) {
  std::set<std::string, std::less<>> seen;
  for (const auto& [agrees, alike] : agreements.sets()) {
    for (const VariantChoice& choice : agrees) {
      for (const auto& [behaviour, variant] : choice) seen.insert(behaviour);
    }
  }
  std::vector<VariantChoice> candidates{{}};
  for (const ImplementationDefined& behaviour : op.implementation_defined) {
    if (!seen.contains(behaviour.id)) continue;
    std::vector<VariantChoice> longer;
    for (const VariantChoice& candidate : candidates) {
      for (const Variant& variant : behaviour.variants) {
        longer.push_back(candidate);
        longer.back()[behaviour.id] = variant.id;
      }
    }
    candidates = std::move(longer);
  }
  return candidates;
}

Indices explaining(const std::vector<VariantChoice>& candidates, const std::vector<VariantChoice>& agrees) {
  Indices fitting;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool fits = std::ranges::any_of(agrees, [&](const auto& part) { return extends(candidates[i], part); });
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

void Agreements::add(const CaseResult& result) {
  if (result.agrees.empty()) return;
  if (last_ == sets_.end() || last_->first != result.agrees)
    last_ = sets_.try_emplace(result.agrees, Alike{.first = result.id}).first;
  ++last_->second.cases;
  last_->second.first = std::min(last_->second.first, result.id);
}

VariantIdentification identify_variants(const OpSpec& op, const Agreements& agreements) {
  const std::vector<VariantChoice> candidates = candidates_of(op, agreements);
  Indices all;
  for (std::size_t i = 0; i < candidates.size(); ++i) all.insert(i);

  VariantIdentification identification;
  Indices left = all;
  std::map<Indices, std::string> groups;
  for (const auto& [agrees, alike] : agreements.sets()) {
    identification.cases += alike.cases;
    const Indices fitting = explaining(candidates, agrees);
    left = common(left, fitting);
    const auto [it, is_new] = groups.emplace(fitting, alike.first);
    if (!is_new) it->second = std::min(it->second, alike.first);
  }
  if (identification.cases == 0) return identification;
  for (const std::size_t i : left) identification.fits.push_back(candidates[i]);
  if (left.empty()) identification.disagreeing = disagreeing_in(groups, all);
  return identification;
}

}  // namespace npu_cts::reports
