// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/judge/judge_case.h"
#include "framework/model/result.h"
#include "framework/run/session/open_driver.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace npu_cts::run {

/// Where `npu-cts run` writes its journal unless told otherwise.
inline constexpr std::string_view default_journal = "npu-cts.journal.jsonl";

/// What the suite and `npu-cts run` are told on their command lines: which cases, on what, judged how.
struct RunOptions {
  std::string spec;
  std::string driver = "reference";
  Selection selection;                ///< its list is what `from` and `failed` hold, once read (see read_listed)
  std::string from;                   ///< a file with queries, "-" for standard input; only what they match runs
  std::optional<std::string> failed;  ///< a journal, only whose failures run
  Filters filters;
  std::vector<std::string> numerics;  ///< NAME=VARIANT
  Policy extensions = Policy::reject;
  Policy unsupported = Policy::reject;
  DriverLimits limits;
  std::string journal;
  std::optional<std::uint64_t> shuffle;  ///< the seed of another order; nothing: by id
  std::size_t repeat = 1;                ///< how often each case runs
  std::string dump;                      ///< folder for the values of each case that fails; empty: none
  std::size_t max_failures = 0;          ///< where the run stops; 0: nowhere
  bool shows_output = false;             ///< what the implementation prints in every case, not only in a failure
  std::string challenge;                 ///< see RunInfo
};

/// Adds the options to `app`; `options` must live as long as it.
void add_run_options(CLI::App& app, RunOptions& options);

/// Adds the options that only a run has: what a worker may use.
void add_limit_options(CLI::App& app, DriverLimits& limits);

/// Returns the check of a whole number from `least` to `most`. The parser would take -1 for the largest number.
CLI::Validator whole_number(std::uint64_t least = 0, std::uint64_t most = UINT64_MAX);

/// Adds an option of one value that may be repeated: a list would take the query that stands behind it.
void add_repeatable(CLI::App& app, const char* name, std::vector<std::string>& values, const std::string& text);

/// Adds the option that leaves out where and when something ran.
void add_reproducible_option(CLI::App& app, bool& is_reproducible);

/// Adds the one that names the folder for the values of what fails.
void add_dump_option(CLI::App& app, RunOptions& options);

/// Adds `--dump`, and the options that say how often and in which order cases run.
void add_order_options(CLI::App& app, RunOptions& options);

/// Adds only those that say which cases.
void add_plan_options(CLI::App& app, RunOptions& options);

/// Adds --tier to `app`.
void add_tier_option(CLI::App& app, Tier& tier);

/// Adds only those that say what is tested and how it is judged.
void add_driver_options(CLI::App& app, RunOptions& options);

/// Adds only those that say how they are judged.
void add_judge_options(CLI::App& app, RunOptions& options);

/// Returns whether `word` may be a challenge: 16 to 128 letters, digits, '-' and '_'.
bool is_challenge(std::string_view word);

/// Returns the options again as words of a command line, all but the journal.
std::vector<std::string> to_words(const RunOptions& options);

/// Returns what the options plan.
/// Errors: wrong_usage, for a product, release, mode or operator that the spec does not know, with the nearest word.
Result<expand::PlanOptions> plan_options(const Spec& spec, const RunOptions& options);

/// Returns what the options judge by.
/// Errors: wrong_usage.
Result<judging::JudgeOptions> judge_options(const Spec& spec, const RunOptions& options);

}  // namespace npu_cts::run
