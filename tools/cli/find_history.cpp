// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/find_history.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "framework/base/shrink_list.h"
#include "framework/run/session/plan_file.h"
#include "framework/run/shards/progress.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_earlier = 4096;  ///< calls, of which some are looked for
constexpr std::size_t most_needed = 4;      ///< calls: more would be no command to type
constexpr std::size_t most_runs = 120;      ///< until it is known which are needed

using Places = std::vector<std::size_t>;  ///< of cases of a run, rising

/// Returns whether a case that ended so may pass alone, and is worth the time of another run.
bool may_pass_alone(const CaseResult& result) {
  const bool is_cheap = result.outcome != OutcomeKind::timed_out && result.outcome != OutcomeKind::unsupported;
  return is_cheap && (result.status == Status::fail || result.status == Status::crash);
}

/// Returns the failed cases of each operator, by its name.
std::map<std::string, Places> failed_of(const RunToRepeat& run) {
  std::map<std::string, Places> failed;
  auto parts = record::MergedParts::open(run::part_paths(run.shards), run.order);
  if (!parts) return failed;  // what is wrong with them is said where they are merged
  auto one = parts->next();
  for (std::size_t i = 0; i < run.cases.size() && one && *one; ++i) {
    if (run::id_of(run.cases[i]) != (*one)->result.id) continue;
    if (may_pass_alone((*one)->result)) failed[run.cases[i].plan->op->name].push_back(i);
    one = parts->next();
  }
  return failed;
}

/// Runs cases of a run again, one after another in a process of their own.
class Repeater {
 public:
  explicit Repeater(const RunToRepeat& run)
      : run_(run), end_(Clock::now() + std::clamp<Clock::duration>(run.took, shortest_search, longest_search)) {}

  /// Returns whether the last of the cases at `places` fails; nothing where it did not come to an end.
  [[nodiscard]] std::optional<bool> fails(const Places& places) {
    if (is_over()) return std::nullopt;
    std::vector<run::ChosenCase> cases;
    for (const std::size_t place : places) cases.push_back(run_.cases[place]);
    const run::PlanParts plan(cases, 1);
    run::ShardedRun again = run_.shards;
    again.journal += ".again";
    again.count = again.jobs = 1;
    again.plan_of = [&plan](std::size_t part) { return plan.file_of(part); };
    again.is_stopped = [this] { return is_over(); };
    again.on_tick = nullptr;
    run::remove_parts(again.journal);
    const int code = run::run_shards(again);
    const auto ended = record::read_part(run::part_paths(again).front());
    run::remove_parts(again.journal);
    if (code > run::exit_interrupted) interrupted_ = code;
    const bool is_whole = code == 0 && ended && ended->results.size() == cases.size();
    if (!is_whole) return std::nullopt;
    const auto last = std::ranges::find(ended->results, run::id_of(cases.back()), &CaseResult::id);
    return last == ended->results.end() ? std::nullopt : std::optional(is_failure(last->status));
  }

  /// Returns whether the case at `place` fails behind `earlier` ones.
  [[nodiscard]] bool fails_behind(Places earlier, std::size_t place) {
    earlier.push_back(place);
    return fails(earlier).value_or(false);
  }

  /// Returns the exit code of the signal that ended a run; exit_conforms where none did.
  [[nodiscard]] int interrupted() const { return interrupted_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds shortest_search{2};
  static constexpr std::chrono::seconds longest_search{60};

  [[nodiscard]] bool is_over() const { return interrupted_ != run::exit_conforms || Clock::now() >= end_; }

  const RunToRepeat& run_;
  Clock::time_point end_;
  int interrupted_ = run::exit_conforms;
};

/// Returns the cases that ran before the one at `place`, in the same part of the run, and are of the same operator,
/// product and release.
Places earlier_of(const RunToRepeat& run, std::size_t place) {
  const auto key = [&](std::size_t i) {
    const expand::TargetPlan& plan = *run.cases[i].plan;
    return std::tuple(plan.op, plan.target.product, plan.target.release);
  };
  const auto part = [&](std::size_t i) { return record::part_of(run::id_of(run.cases[i]), run.shards.count); };
  Places earlier;
  for (std::size_t i = place; i-- > 0 && earlier.size() < most_earlier && key(i) == key(place);) {
    if (part(i) == part(place)) earlier.push_back(i);
  }
  std::ranges::reverse(earlier);
  return earlier;
}

/// Returns the fewest earlier calls that were found, behind which the case at `place` fails. None where that is not
/// known: it may depend on too many, or not be steady.
Places behind_of(const RunToRepeat& run, Repeater& repeater, std::size_t place) {
  Places earlier = earlier_of(run, place);
  const auto fails = [&](const Places& some) { return repeater.fails_behind(some, place); };
  if (run.order != record::RunOrder::of_ids || !fails(earlier)) return {};
  std::size_t most = most_runs;
  earlier = shrink_list(std::move(earlier), fails, most);
  return earlier.size() > most_needed ? Places{} : earlier;
}

/// Returns the ids of the cases at `places`: an empty one where there are none.
std::vector<std::string> ids_behind(const RunToRepeat& run, const Places& places) {
  if (places.empty()) return {""};
  std::vector<std::string> ids;
  for (const std::size_t place : places) ids.push_back(run::id_of(run.cases[place]));
  return ids;
}

/// Returns which of a few of the cases at `failed`, of one operator, pass alone.
Places passing_alone(const Places& failed, Repeater& repeater) {
  Places passing;
  for (const std::size_t place : std::set{failed.front(), failed[failed.size() / 2], failed.back()}) {
    if (!repeater.fails({place}).value_or(true)) passing.push_back(place);
  }
  return passing;
}

/// Adds to `found` what the cases at `alone`, of one operator, which pass alone, fail behind.
void look_behind(const RunToRepeat& run, const Places& alone, Repeater& repeater, Histories& found) {
  std::optional<Places> known;  // what one case fails behind: others may, too
  for (const std::size_t place : alone) {
    Places behind;
    if (!known) {
      behind = *(known = behind_of(run, repeater, place));
    } else if (!known->empty() && repeater.fails_behind(*known, place)) {
      behind = *known;
    }
    found[run::id_of(run.cases[place])] = ids_behind(run, behind);
  }
}

}  // namespace

HistorySearch find_histories(const RunToRepeat& run) {
  HistorySearch search;
  if (run.cases.size() < 2 || run::ProgressReader(run::part_paths(run.shards), run.cases.size()).read().failed == 0)
    return search;
  Repeater repeater(run);
  std::map<std::string, Places> alone;  // asked of all operators first: the time for the search is one for all
  for (const auto& [op, failed] : failed_of(run)) alone[op] = passing_alone(failed, repeater);
  for (const auto& [op, places] : alone) look_behind(run, places, repeater, search.found);
  search.code = repeater.interrupted();
  return search;
}

}  // namespace npu_cts
