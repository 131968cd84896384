// SPDX-License-Identifier: Apache-2.0
#include "reports/conditions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace npu_cts::reports {
namespace {

const double no_chance = -std::log(1000.0);    ///< the logarithm of one that is small enough
const double little_chance = -std::log(20.0);  ///< of one that is small enough where more speaks for it
const double cost_of_range = std::log(20.0);   ///< many more ranges are asked than values
constexpr double cost_of_order = 1e-3;         ///< tells apart what explains as much

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

/// Returns the place of a claim among those that explain as much. The words of the document come first: a mode, an
/// argument, the symbol of a size. Then come the sizes of tensors.
double order_of(const CommonTrait& common) {
  if (common.kind != TraitOf::size) return 0;
  if (common.of.find('(') == std::string::npos) return 1;
  return common.of.starts_with("last") ? 2 : 3;
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

double ConditionSearch::share_of_contents() const {
  return static_cast<double>(by_content_.size()) / static_cast<double>(wrong_);
}

/// Returns the logarithm of the chance that all wrong cases have `claim`, among cases that have `others`. What a target
/// says is compared among cases of one content. Other claims are compared among cases of one stratum, and the wrong
/// ones of one content count as one.
double ConditionSearch::chance_of(std::size_t claim, const CommonSet& others) const {
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
  return chance * (is_of_target ? 1 : share_of_contents());
}

/// Returns the same of a size that has a symbol. A data set may fix it: right cases of all strata count, and that no
/// size close below fails speaks for it, too.
double ConditionSearch::chance_of_size(std::size_t claim) const {
  const std::size_t right = right_with(CommonSet().set(claim));
  return log_chance(wrong_, right, right_ - right) * share_of_contents();
}

/// Returns whether `claim` is more than what tensors of some sizes are likelier to show, of cases that have `others`:
/// no right case has it, or it is of a size and nothing was right from half of that on.
bool ConditionSearch::is_sharp(std::size_t claim, const CommonSet& others) const {
  const CommonTrait& common = common_.all[claim];
  if (!common.from && !common.is_of_blocks) return true;
  CommonSet with = others;
  const std::size_t right = right_with(with.set(claim));
  if (right == 0 || common.is_of_blocks) return right == 0;
  CommonSet half = others;
  return right_with(half.set(claim + 1)) == right;
}

/// Returns whether `claim` may be all of a condition. That a size is not 1 says too little, unless no right case has
/// it.
bool ConditionSearch::may_stand_alone(std::size_t claim) const {
  const CommonTrait& common = common_.all[claim];
  const bool is_weak = common.kind == TraitOf::size && !common.is_plain && !common.from;
  return is_weak ? right_with(CommonSet().set(claim)) == 0 : is_sharp(claim, {});
}

/// Returns what can be said against the condition of `claims`: how many right cases have them, as the logarithm of the
/// chance that none of the wrong ones lacks them, and what each claim costs.
ConditionSearch::Choice ConditionSearch::choice_of(std::vector<std::size_t> claims) const {
  Choice choice{.claims = std::move(claims)};
  CommonSet set;
  for (const std::size_t i : choice.claims) {
    const CommonTrait& common = common_.all[i];
    set.set(i);
    choice.cost += -no_chance + (common.is_plain ? 0 : cost_of_range) + cost_of_order * order_of(common);
  }
  choice.right = right_with(set);
  choice.cost += log_chance(wrong_, choice.right, right_ - choice.right) * share_of_contents();
  return choice;
}

/// Returns the claims that may be a condition: those that some right case lacks.
std::vector<std::size_t> ConditionSearch::telling() const {
  std::vector<std::size_t> telling;
  for (std::size_t i = 0; i < common_.all.size(); ++i) {
    if (!common_.all[i].says.empty() && right_with(CommonSet().set(i)) < right_) telling.push_back(i);
  }
  return telling;
}

/// Returns whether each of two claims says something that the other does not, and both no chance.
bool ConditionSearch::are_telling(std::size_t claim, std::size_t other) const {
  const CommonTrait& one = common_.all[claim];
  const CommonTrait& another = common_.all[other];
  if (one.of == another.of && one.is_of_blocks == another.is_of_blocks) return false;
  const CommonSet with_one = CommonSet().set(claim);
  const CommonSet with_other = CommonSet().set(other);
  const std::size_t right = right_with(with_one | with_other);
  if (right == right_with(with_one) || right == right_with(with_other)) return false;
  if (!is_sharp(claim, with_other) || !is_sharp(other, with_one)) return false;
  const double beside = chance_of(other, with_one);
  const bool is_of_target = one.kind == TraitOf::target && another.kind == TraitOf::target;
  const double most = right == 0 || is_of_target ? little_chance : no_chance;
  return beside < most && chance_of(claim, with_other) < most && chance_of(claim, {}) + beside < no_chance;
}

std::vector<ConditionSearch::Choice> ConditionSearch::choices() const {
  std::vector<Choice> all;
  const auto claims = telling();
  for (const std::size_t i : claims) {
    const bool is_symbol = common_.all[i].from && order_of(common_.all[i]) == 1;
    if (may_stand_alone(i) && (is_symbol ? chance_of_size(i) < little_chance : chance_of(i, {}) < no_chance))
      all.push_back(choice_of({i}));
    for (const std::size_t other : claims) {
      if (other > i && are_telling(i, other)) all.push_back(choice_of({i, other}));
    }
  }
  return all;
}

void ConditionSearch::close_right() {
  right_ = right_with({});
  const std::vector<Choice> all = choices();
  const auto best = std::ranges::min_element(all, {}, &Choice::cost);
  if (best != all.end()) take(*best);
}

void ConditionSearch::take(const Choice& choice) {
  condition_.failed = wrong_;
  condition_.right = choice.right;
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
