// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/base/find.h"
#include "framework/base/side_by_side.h"
#include "framework/judge/judge_case.h"
#include "suites/mutants/bench.h"
#include "suites/mutants/device_bench.h"
#include "suites/mutants/planned_cases.h"
#include "suites/mutants/spec_devices.h"
#include "suites/mutants/strength.h"

namespace npu_cts::mutants {
namespace {

constexpr std::size_t no_case = std::numeric_limits<std::size_t>::max();

/// A case, where its operator is bound, and the column of its family.
struct Asked {
  TieredCase one;
  const BoundSpec* bound;
  std::size_t family;
  bool shows_values;    ///< mutants are tried on it
  bool is_tried_first;  ///< otherwise they are tried where nothing else kills them
};

/// Returns `cases` and one of `tier`, which the tiers after it have, too.
CasesByTier counted_in(CasesByTier cases, Tier tier) {
  for (auto at = static_cast<std::size_t>(tier); at < cases.size(); ++at) ++cases[at];
  return cases;
}

/// Returns the family of `planned`; `by_data_set`, with the data set that fills it.
std::string family_of(const Case& planned, bool by_data_set) {
  const std::string family(name_of(planned.family));
  return by_data_set && !planned.data_set.empty() ? family + "/" + planned.data_set : family;
}

/// Fills the kill matrix of one operator. Cases are asked in any order; what is kept is the first that kills.
class Measurement {
 public:
  Measurement(const Spec& spec, std::string_view op, const StrengthOptions& options)
      : spec_(&spec), op_(*find_operator(spec, op)), specs_(spec), asks_every_case_(options.every_case) {
    matrix_.op = op;
    take_cases(spec, options);
    take_mutants();
    take_oversights();
    take_devices(options.jobs);
    first_ = std::vector<std::atomic<std::size_t>>(matrix_.wrong.size() * families_.size());
    for (auto& place : first_) place = no_case;
    kills_ = std::vector<std::atomic<bool>>(asked_.size());
  }

  KillMatrix run(std::size_t jobs) {
    side_by_side(
        asked_.size(), [this](std::size_t i) { ask(i); }, jobs);
    ask_elsewhere(jobs);
    side_by_side(
        devices_.size(), [this](std::size_t at) { ask_device(at); }, jobs);
    prove_equals();
    for (std::size_t wrong = 0; wrong < matrix_.wrong.size(); ++wrong) {
      for (std::size_t family = 0; family < families_.size(); ++family) {
        const std::size_t first = place(wrong, family);
        if (first == no_case) continue;
        const TieredCase& one = asked_[first].one;
        matrix_.wrong[wrong].killed_by[families_[family]] = {.tier = one.tier, .case_id = one.planned.id};
      }
    }
    if (asks_every_case_) count_idle();
    return std::move(matrix_);
  }

 private:
  void take_cases(const Spec& spec, const StrengthOptions& options) {
    for (TieredCase& one : cases_up_to(spec, op_.name, options.tier)) {
      const Case& planned = one.planned;
      if (planned.expected != Verdict::reject && planned.expected != Verdict::accept) continue;
      const bool is_small = shows_values(one, dearest);
      const bool is_first = is_tried_first(op_, planned.call.target);
      if (planned.expected == Verdict::accept && is_first && !is_small) ++matrix_.too_large;
      const std::string family = family_of(planned, options.by_data_set);
      CasesByTier& cases = matrix_.families[family];
      if (contains(options.without, family)) continue;
      cases = counted_in(cases, one.tier);
      const BoundSpec& bound = specs_.at(op_, planned.call.target);
      asked_.push_back(
          {.one = std::move(one), .bound = &bound, .family = 0, .shows_values = is_small, .is_tried_first = is_first});
    }
    for (const auto& [family, cases] : matrix_.families) families_.push_back(family);
    for (Asked& asked : asked_) {
      const auto family = std::ranges::lower_bound(families_, family_of(asked.one.planned, options.by_data_set));
      asked.family = static_cast<std::size_t>(family - families_.begin());
    }
  }

  void take_mutants() {
    for (const Mutant& mutant : all_mutants()) {
      if (mutant.op != op_.name || mutant.wrong.empty()) continue;
      if (mutant.harmless.empty()) tried_.push_back(mutants_.size());
      mutants_.push_back(&mutant);
      add(WrongIn::values, mutant.name, mutant.wrong).harmless = mutant.harmless;
    }
  }

  void take_oversights() {
    for (const Oversight& oversight : all_oversights()) {
      if (oversight.op != op_.name) continue;
      oversights_.push_back(oversight);
      add(WrongIn::checks, oversight.name, oversight.wrong);
    }
  }

  /// Takes the devices that have another rule than the spec at some target of a case.
  void take_devices(std::size_t jobs) {
    for (const Asked& asked : asked_) bounds_.insert(asked.bound);
    std::vector<SpecDevice> all = devices_of(*spec_, op_);
    std::vector<char> may_differ(all.size());
    side_by_side(
        all.size(),
        [&](std::size_t i) {
          DeviceBench bench(op_, all[i]);
          const bool differs =
              std::ranges::any_of(bounds_, [&](const BoundSpec* bound) { return bench.may_differ(*bound); });
          may_differ[i] = differs ? 1 : 0;
        },
        jobs);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (may_differ[i] == 0) continue;
      add(all[i].in, all[i].name, all[i].wrong);
      devices_.push_back(std::move(all[i]));
    }
    judged_.resize(asked_.size());
    side_by_side(
        asked_.size(), [&](std::size_t i) { judged_[i] = judged(*asked_[i].bound, asked_[i].one.planned); }, jobs);
  }

  WrongImplementation& add(WrongIn in, std::string_view name, std::string_view wrong) {
    return matrix_.wrong.emplace_back(
        WrongImplementation{.in = in, .name = std::string(name), .wrong = std::string(wrong)});
  }

  std::atomic<std::size_t>& place(std::size_t wrong, std::size_t family) {
    return first_[wrong * families_.size() + family];
  }

  /// Returns the first tier of which some case kills `wrong`; nothing where none does.
  std::optional<Tier> tier_that_kills(std::size_t wrong) {
    std::optional<Tier> first;
    for (std::size_t family = 0; family < families_.size(); ++family) {
      const std::size_t by = place(wrong, family);
      if (by != no_case && (!first || asked_[by].one.tier < *first)) first = asked_[by].one.tier;
    }
    return first;
  }

  /// Returns whether case `i` cannot say anything new about `wrong`.
  bool is_settled(std::size_t wrong, std::size_t i) { return !asks_every_case_ && place(wrong, asked_[i].family) < i; }

  void kill(std::size_t wrong, std::size_t by) {
    kills_[by] = true;
    std::atomic<std::size_t>& first = place(wrong, asked_[by].family);
    std::size_t known = first;
    while (by < known && !first.compare_exchange_weak(known, by)) continue;
  }

  void ask(std::size_t i) {
    if (asked_[i].shows_values && asked_[i].is_tried_first) ask_values(i, tried_);
    ask_checks(i);
  }

  /// Tries each mutant of `tried`, places of mutants_, that no earlier case of the family has killed.
  void ask_values(std::size_t i, const std::vector<std::size_t>& tried) {
    const Asked& asked = asked_[i];
    std::unique_ptr<ValueCase> values;
    for (const std::size_t wrong : tried) {
      if (is_settled(wrong, i)) continue;
      if (!values) values = std::make_unique<ValueCase>(*asked.bound, asked.one.planned);
      if (values->judge(*mutants_[wrong]).status == Status::fail) kill(wrong, i);
    }
  }

  /// Tries mutants at the other targets: in the cases of a tier those that neither it nor one before it has killed yet.
  /// So what a tier kills does not depend on the last tier that is measured.
  void ask_elsewhere(std::size_t jobs) {
    std::array<std::vector<std::size_t>, every<Tier>.size()> alive;
    for (const std::size_t wrong : tried_) {
      const auto killed_in = tier_that_kills(wrong);
      for (const Tier tier : every<Tier>) {
        if (!killed_in || *killed_in > tier) alive[static_cast<std::size_t>(tier)].push_back(wrong);
      }
    }
    side_by_side(
        asked_.size(),
        [&](std::size_t i) {
          const Asked& asked = asked_[i];
          if (asked.shows_values && !asked.is_tried_first)
            ask_values(i, alive[static_cast<std::size_t>(asked.one.tier)]);
        },
        jobs);
  }

  void ask_checks(std::size_t i) {
    const Asked& asked = asked_[i];
    for (std::size_t at = 0; at < oversights_.size(); ++at) {
      const std::size_t wrong = mutants_.size() + at;
      if (is_settled(wrong, i)) continue;
      if (is_caught(oversights_[at], *asked.bound, asked.one.planned)) kill(wrong, i);
    }
  }

  /// Asks the device at `at` the cases on its side, and the others where those do not show it.
  void ask_device(std::size_t at) {
    const std::size_t wrong = mutants_.size() + oversights_.size() + at;
    DeviceBench bench(op_, devices_[at]);
    const Verdict side = devices_[at].in == WrongIn::looser ? Verdict::reject : Verdict::accept;
    if (ask_device(bench, wrong, side)) return;
    ask_device(bench, wrong, side == Verdict::reject ? Verdict::accept : Verdict::reject);
  }

  bool ask_device(DeviceBench& bench, std::size_t wrong, Verdict side) {
    bool is_killed = false;
    bool is_contested = false;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (asked_[i].one.planned.expected != side || is_settled(wrong, i) || !bench.differs(judged_[i])) continue;
      is_contested = is_contested || judged_[i].is_contested;
      if (judged_[i].is_contested) continue;
      is_killed = true;
      kill(wrong, i);
    }
    std::string& harmless = matrix_.wrong[wrong].harmless;
    if (is_contested) harmless = "evidence contests each of its cases";
    if (is_killed) harmless.clear();
    return is_killed;
  }

  /// Asks the solver about the devices that no case shows: in their order, as an answer may hang on those before it.
  void prove_equals() {
    Provers provers;
    for (const Asked& asked : asked_) provers[asked.bound];
    for (std::size_t at = 0; at < devices_.size(); ++at) {
      const std::size_t wrong = mutants_.size() + oversights_.size() + at;
      std::string& harmless = matrix_.wrong[wrong].harmless;
      if (tier_that_kills(wrong) || !harmless.empty()) continue;
      if (DeviceBench(op_, devices_[at]).is_proved_equal(provers)) harmless = "proved: no call shows it";
    }
  }

  void count_idle() {
    auto& idle = matrix_.idle.emplace();
    for (const std::string& family : families_) idle[family] = {};
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      CasesByTier& cases = idle[families_[asked_[i].family]];
      if (!kills_[i]) cases = counted_in(cases, asked_[i].one.tier);
    }
  }

  const Spec* spec_;
  const OpSpec& op_;
  BoundSpecs specs_;
  std::vector<Asked> asked_;
  std::vector<std::string> families_;
  std::vector<const Mutant*> mutants_;
  std::vector<std::size_t> tried_;  ///< places of those that are not harmless
  std::vector<Oversight> oversights_;
  std::vector<SpecDevice> devices_;
  std::set<const BoundSpec*> bounds_;  ///< of the cases
  std::vector<JudgedCase> judged_;     ///< by case
  KillMatrix matrix_;
  bool asks_every_case_;
  std::vector<std::atomic<bool>> kills_;         ///< by case
  std::vector<std::atomic<std::size_t>> first_;  ///< by wrong implementation and family: the first case that kills
};

}  // namespace

KillMatrix measure(const Spec& spec, std::string_view op, const StrengthOptions& options) {
  return Measurement(spec, op, options).run(options.jobs);
}

}  // namespace npu_cts::mutants
