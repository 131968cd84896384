// SPDX-License-Identifier: Apache-2.0
#include "reports/conditions.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace npu_cts::reports {
namespace {

const double one_chance_in = std::log(1000.0);

/// Returns the logarithm of the chance that all of `wrong` cases are among the ones with a claim, where `with` right
/// ones have it and `without` have not.
double log_chance(std::size_t wrong, std::size_t with, std::size_t without) {
  double sum = 0;
  const auto add = [&](std::size_t part, std::size_t whole) {
    sum += std::log(static_cast<double>(part) / static_cast<double>(whole));
  };
  if (wrong < without) {
    for (std::size_t i = 0; i < wrong; ++i) add(wrong + with - i, wrong + with + without - i);
  } else {
    for (std::size_t i = 1; i <= without; ++i) add(with + i, wrong + with + i);
  }
  return sum;
}

}  // namespace

void ConditionSearch::add_wrong(const CaseTraits& one) {
  ++wrong_;
  ++by_stratum_[one.stratum].wrong;
  ++by_content_[one.content].wrong;
  for (const std::size_t trait : one.traits) {
    if (wrong_with_.size() <= trait) wrong_with_.resize(trait + 1);
    ++wrong_with_[trait];
  }
}

void ConditionSearch::close_wrong(const std::vector<Trait>& traits) {
  wrong_with_.resize(traits.size());
  common_ = common_traits_of(traits, wrong_with_, wrong_);
}

void ConditionSearch::add_right(const CaseTraits& one) {
  const CommonSet claims = common_.of(one.traits);
  ++by_stratum_[one.stratum].right[claims];
  const auto content = by_content_.find(one.content);
  if (content != by_content_.end()) ++content->second.right[claims];
}

std::size_t ConditionSearch::right_with(const CommonSet& claims) const {
  std::size_t count = 0;
  for (const auto& [key, stratum] : by_stratum_) {
    for (const auto& [has, right] : stratum.right) count += (has & claims) == claims ? right : 0;
  }
  return count;
}

/// Returns the logarithm of the chance that all wrong cases have `claim`, among cases that have `others`; nothing where
/// it may be chance. What a target says is compared among cases of one content. Other claims are compared among cases
/// of one stratum, and the wrong ones of one content count as one.
std::optional<double> ConditionSearch::chance_of(std::size_t claim, const CommonSet& others) const {
  const bool is_of_target = common_.all[claim].kind == TraitOf::target;
  double chance = 0;
  for (const auto& [key, stratum] : is_of_target ? by_content_ : by_stratum_) {
    if (stratum.wrong == 0) continue;
    std::size_t with = 0;
    std::size_t without = 0;
    for (const auto& [has, right] : stratum.right) {
      if ((has & others) == others) (has[claim] ? with : without) += right;
    }
    chance += log_chance(stratum.wrong, with, without);
  }
  if (!is_of_target) chance *= static_cast<double>(by_content_.size()) / static_cast<double>(wrong_);
  return chance < -one_chance_in ? std::optional(chance) : std::nullopt;
}

/// Returns whether nothing was right between half of the size of `claim` and it, of cases that have `others`. Values
/// are seen to be wrong more often where there are more of them: a smaller gap tells nothing.
bool ConditionSearch::is_wide(std::size_t claim, const CommonSet& others) const {
  if (!common_.all[claim].from) return true;
  CommonSet half = others;
  half.set(claim + 1);
  CommonSet from = half;
  return right_with(half) == right_with(from.set(claim));
}

std::vector<ConditionSearch::Choice> ConditionSearch::choices() const {
  std::vector<Choice> all;
  const auto one = [](std::size_t claim) { return CommonSet().set(claim); };
  for (std::size_t i = 0; i < common_.all.size(); ++i) {
    const auto chance = common_.all[i].says.empty() ? std::nullopt : chance_of(i, {});
    if (!chance) continue;
    if (is_wide(i, {})) all.push_back({.claims = {i}, .right = right_with(one(i)), .chance = *chance});
    for (std::size_t other = 0; other < common_.all.size(); ++other) {
      if (common_.all[other].says.empty() || common_.all[other].of == common_.all[i].of) continue;
      const auto beside = chance_of(other, one(i));
      if (!beside || !chance_of(i, one(other)) || !is_wide(i, one(other)) || !is_wide(other, one(i))) continue;
      all.push_back(
          {.claims = {i, other}, .right = right_with(one(i) | one(other)), .chance = *chance + *beside});
    }
  }
  return all;
}

void ConditionSearch::close_right() {
  const std::vector<Choice> all = choices();
  const auto best = std::ranges::min_element(
      all, {}, [](const Choice& one) { return std::tuple(one.right, one.claims.size(), one.chance); });
  if (best != all.end()) take(*best);
}

void ConditionSearch::take(const Choice& choice) {
  condition_.is_exact = choice.right == 0;
  for (const std::size_t i : choice.claims) {
    const CommonTrait& claim = common_.all[i];
    if (claim.from && !condition_.from) {
      condition_.from = {.symbol = claim.of, .from = *claim.from};
    } else {
      condition_.says.push_back(claim.says);
      rest_.set(i);
    }
  }
}

void ConditionSearch::look_below(const std::vector<Trait>& traits, const CaseTraits& right) {
  if (!condition_.from || (common_.of(right.traits) & rest_) != rest_) return;
  for (const std::size_t i : right.traits) {
    const Trait& trait = traits[i];
    if (trait.kind == TraitOf::size && trait.of == condition_.from->symbol && *trait.number < condition_.from->from)
      condition_.from->right_at = std::max(condition_.from->right_at, *trait.number);
  }
}

}  // namespace npu_cts::reports
