// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/strength.h"

#include <algorithm>
#include <set>

#include "framework/base/percent.h"

namespace npu_cts::mutants {
namespace {

bool is_killed(const WrongImplementation& one, Tier tier) {
  return std::ranges::any_of(one.killed_by, [&](const auto& entry) { return entry.second.tier <= tier; });
}

bool is_killed_by(const WrongImplementation& one, const std::string& family, Tier tier) {
  const auto kill = one.killed_by.find(family);
  return kill != one.killed_by.end() && kill->second.tier <= tier;
}

std::size_t killing_families(const WrongImplementation& one, Tier tier) {
  return static_cast<std::size_t>(
      std::ranges::count_if(one.killed_by, [&](const auto& entry) { return entry.second.tier <= tier; }));
}

}  // namespace

double percent(const Score& score) { return percent_of(score.killed, score.killable); }

Score score_of(const KillMatrix& matrix, Tier tier, std::optional<WrongIn> in) {
  Score score;
  for (const WrongImplementation& one : matrix.wrong) {
    if (!one.harmless.empty() || (in && one.in != *in)) continue;
    ++score.killable;
    if (is_killed(one, tier)) ++score.killed;
  }
  return score;
}

std::vector<FamilyStrength> families_of(const KillMatrix& matrix, Tier tier) {
  std::vector<FamilyStrength> all;
  for (const auto& [family, cases] : matrix.families) {
    const auto at = static_cast<std::size_t>(tier);
    FamilyStrength strength{.family = family, .cases = cases[at], .kills = 0};
    if (matrix.idle) strength.idle = matrix.idle->at(family)[at];
    for (const WrongImplementation& one : matrix.wrong) {
      if (!is_killed_by(one, family, tier)) continue;
      ++strength.kills;
      if (killing_families(one, tier) == 1) strength.alone.push_back(one.name);
    }
    all.push_back(std::move(strength));
  }
  return all;
}

double loss_of(const KillMatrix& matrix, const FamilyStrength& family) {
  const Score all = score_of(matrix, Tier::full);
  return all.killable == 0 ? 0 : percent({.killed = family.alone.size(), .killable = all.killable});
}

std::vector<const WrongImplementation*> survivors_of(const KillMatrix& matrix, Tier tier) {
  std::vector<const WrongImplementation*> survivors;
  for (const WrongImplementation& one : matrix.wrong) {
    if (one.harmless.empty() && !is_killed(one, tier)) survivors.push_back(&one);
  }
  return survivors;
}

std::size_t needed_cases(const KillMatrix& matrix, Tier tier) {
  std::set<std::string> needed;
  for (const WrongImplementation& one : matrix.wrong) {
    for (const auto& [family, kill] : one.killed_by) {
      if (kill.tier <= tier) needed.insert(kill.case_id);
    }
  }
  return needed.size();
}

}  // namespace npu_cts::mutants
