// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/options.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/base/find.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"
#include "framework/run/session/add_word.h"

namespace npu_cts::run {
namespace {

Diagnostic unknown(std::string_view what, const std::string& word, const std::vector<std::string>& known) {
  const auto nearest = nearest_word(word, known);
  return {.kind = Kind::wrong_usage,
          .what = fmt::format("no {} is called '{}'", what, escape_control(word)),
          .why = fmt::format("known: {}", join(known, ", ")),
          .hint = nearest ? fmt::format("write '{}'", *nearest) : fmt::format("choose one of the known {}s", what)};
}

void check_words(std::string_view what, const std::vector<std::string>& words, const std::vector<std::string>& known,
                 Diagnostics& errors) {
  for (const std::string& word : words) {
    if (!contains(known, word)) errors.push_back(unknown(what, word, known));
  }
}

template <class Range, class Member>
std::vector<std::string> names_of(const Range& range, Member member) {
  std::vector<std::string> names;
  for (const auto& item : range) names.push_back(item.*member);
  return names;
}

CLI::Option* add_query(CLI::App& app, RunOptions& options) {
  add_spec_option(app, options.spec);
  return app.add_option("query", options.selection.queries,
                        "case ids: a glob ('*' any run, '?' one character) or a prefix ending at a '/'");
}

void add_selection(CLI::App& app, RunOptions& options) {
  add_repeatable(app, "--exclude", options.selection.excluded, "leaves out the case ids of this query");
  add_repeatable(app, "--family", options.selection.families,
                 "only cases of this family: " + join(all_names<Family>(), ", "));
  add_repeatable(app, "--rule", options.selection.rules, "only cases that are there for this rule, row or data set");
  app.add_option("--from", options.from, "a file with a query in each line; '-' reads standard input")
      ->type_name("FILE");
  app.add_option_function<std::string>(
         "--failed", [&options](const std::string& path) { options.failed = path.empty() ? default_journal : path; },
         fmt::format("only the cases that failed in this journal (default: {})", default_journal))
      ->expected(0, 1)
      ->type_name("[JOURNAL]");
}

void add_coverage(CLI::App& app, RunOptions& options) {
  add_repeatable(app, "--op", options.filters.ops, "operators (default: all)");
  add_repeatable(app, "--product", options.filters.products, "products (default: all)");
  add_repeatable(app, "--release", options.filters.releases,
                 "document releases, or 'all' (default: the newest and those of the original documents)");
  add_repeatable(app, "--mode", options.filters.modes, "a mode of the spec, or a group of modes (default: all)");
}

void add_driver(CLI::App& app, RunOptions& options) {
  app.add_option("--driver", options.driver,
                 fmt::format("what is tested: {}, plugin:LIBRARY, exec:PROGRAM or python:FILE",
                             fmt::join(built_in_drivers, ", ")))
      ->capture_default_str();
}

void add_judgement(CLI::App& app, RunOptions& options) {
  add_repeatable(app, "--numerics", options.numerics,
                 "pins an implementation-defined behaviour to one variant: NAME=VARIANT");
  add_word(app, "--extensions", options.extensions,
           "an accepted undocumented call is a failure (reject) or a warning (allow)");
  add_word(app, "--unsupported", options.unsupported,
           "a call that the implementation says it does not support is a failure (reject) or left out (allow)");
}

/// Returns what is wrong where two of `words` pin one behaviour.
std::optional<Diagnostic> find_pinned_twice(const std::vector<std::string>& words) {
  std::map<std::string, std::string> pinned;
  for (const std::string& word : words) {
    const std::string behaviour = word.substr(0, word.find('='));
    const auto [it, is_new] = pinned.emplace(behaviour, word);
    if (is_new) continue;
    return Diagnostic{.kind = Kind::wrong_usage,
                      .what = fmt::format("'{}' is pinned twice: '{}' and '{}'", behaviour, it->second, word),
                      .why = "an implementation follows one variant throughout",
                      .hint = fmt::format("leave out '--numerics {}'", word)};
  }
  return std::nullopt;
}

/// Returns why `path` cannot be a folder that is written, one that is made first among them; "" where it can.
std::string wrong_folder(const std::string& path) {
  if (path.empty()) return "no folder is named";
  std::error_code ignored;
  std::filesystem::path place = path;
  while (!std::filesystem::exists(std::filesystem::symlink_status(place, ignored)))
    place = place.has_parent_path() ? place.parent_path() : ".";
  const std::string named = "'" + escape_control(place.string()) + "'";
  if (!std::filesystem::is_directory(place, ignored)) return named + " is no folder";
  return access(place.c_str(), W_OK) == 0 ? "" : named + " is a folder in which nothing can be written";
}

}  // namespace

void add_repeatable(CLI::App& app, const char* name, std::vector<std::string>& values, const std::string& text) {
  app.add_option(name, values, text)->allow_extra_args(false);
}

void add_run_options(CLI::App& app, RunOptions& options) {
  add_query(app, options);
  add_selection(app, options);
  add_driver(app, options);
  add_coverage(app, options);
  add_tier_option(app, options.filters.tier);
  add_judgement(app, options);
}

void add_tier_option(CLI::App& app, Tier& tier) {
  add_word(app, "--tier", tier, "how much is planned: smoke (a case for each fact), fast, or full, which certifies");
}

void add_reproducible_option(CLI::App& app, bool& is_reproducible) {
  app.add_flag("--reproducible", is_reproducible, "leave out where and when it ran: the same run gives the same bytes");
}

void add_plan_options(CLI::App& app, RunOptions& options) {
  add_query(app, options)->expected(0, 1);
  add_coverage(app, options);
}

void add_driver_options(CLI::App& app, RunOptions& options) {
  add_driver(app, options);
  add_judgement(app, options);
}

void add_judge_options(CLI::App& app, RunOptions& options) {
  add_spec_option(app, options.spec);
  add_judgement(app, options);
}

void add_limit_options(CLI::App& app, DriverLimits& limits) {
  const auto add = [&](const char* name, std::optional<std::uint64_t>& value, const char* unit, const char* text) {
    return app.add_option(name, value, text)->check(whole_number(1, 1 << 24))->type_name(unit);
  };
  add("--timeout", limits.timeout_seconds, "SECONDS",
      "a worker (plugin:, exec:, python:) must answer within (default: 30)")
      ->envname("NPU_CTS_TIMEOUT_SECONDS");
  add("--memory", limits.memory_mib, "MIB", "a worker may map (default: 4096)")->envname("NPU_CTS_MEMORY_MIB");
  add("--cpu", limits.cpu_seconds, "SECONDS", "a call may compute (default: 3600)")->envname("NPU_CTS_CPU_SECONDS");
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const std::string range = most == UINT64_MAX ? "" : fmt::format("{} to {}", least, most);
  return {[=](const std::string& word) {
            std::uint64_t number = 0;
            const char* const end = word.data() + word.size();
            const auto read = std::from_chars(word.data(), end, number);
            if (read.ec == std::errc() && read.ptr == end && number >= least && number <= most) return std::string();
            return fmt::format("'{}' is no whole number {}", word,
                               range.empty() ? fmt::format("of 64 bits from {} on", least) : "from " + range);
          },
          range};
}

void add_dump_option(CLI::App& app, RunOptions& options) {
  app.add_option("--dump", options.dump, "writes the values of each failing case into this folder, as .npy")
      ->check(wrong_folder)
      ->type_name("DIR");
}

void add_order_options(CLI::App& app, RunOptions& options) {
  add_dump_option(app, options);
  app.add_option("--challenge", options.challenge,
                 "a nonce of who will verify the run: other values are filled in, and outputs are recorded")
      ->check(CLI::Validator(
          [](const std::string& word) {
            return is_challenge(word) ? std::string() : "a challenge is 16 to 128 letters, digits, '-' and '_'";
          },
          "NONCE"));
  app.add_option("--shuffle", options.shuffle, "runs the cases in the order that this seed gives")
      ->check(whole_number())
      ->type_name("SEED");
  app.add_option("--max-failures", options.max_failures, "stops after so many failures; the rest counts as not run")
      ->check(whole_number(1, 1 << 24))
      ->type_name("N");
  app.add_flag_callback(
      "-x", [&options] { options.max_failures = 1; }, "stops at the first failure");
  app.add_flag("--show-output", options.shows_output,
               "shows what the backend prints in every case; without it, the end of it in a failure");
  app.add_option("--repeat", options.repeat, "runs each case so often; the worst verdict counts")
      ->check(whole_number(1, 1 << 20))
      ->type_name("N");
}

bool is_challenge(std::string_view word) {
  constexpr std::size_t least = 16;
  constexpr std::size_t most = 128;
  return word.size() >= least && word.size() <= most && std::ranges::all_of(word, [](char letter) {
           return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                  (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
         });
}

std::vector<std::string> to_words(const RunOptions& options) {
  std::vector<std::string> words{"--spec", options.spec, "--driver", options.driver};
  const auto add = [&](const char* name, const std::vector<std::string>& values) {
    for (const std::string& value : values) words.insert(words.end(), {name, value});
  };
  add("--extensions", {std::string(name_of(options.extensions))});
  add("--unsupported", {std::string(name_of(options.unsupported))});
  for (const FilterList& list : filter_lists) add(list.option, options.filters.*list.words);
  if (options.filters.tier != Tier::fast) add("--tier", {std::string(name_of(options.filters.tier))});
  add("--numerics", options.numerics);
  const auto add_limit = [&](const char* name, const std::optional<std::uint64_t>& value) {
    if (value) words.insert(words.end(), {name, std::to_string(*value)});
  };
  add_limit("--timeout", options.limits.timeout_seconds);
  add_limit("--memory", options.limits.memory_mib);
  add_limit("--cpu", options.limits.cpu_seconds);
  add("--exclude", options.selection.excluded);
  add("--family", options.selection.families);
  add("--rule", options.selection.rules);
  if (options.shuffle) add("--shuffle", {std::to_string(*options.shuffle)});
  if (!options.challenge.empty()) words.push_back("--challenge=" + options.challenge);
  if (!options.dump.empty()) add("--dump", {options.dump});
  if (options.max_failures > 0) add("--max-failures", {std::to_string(options.max_failures)});
  if (options.shows_output) words.emplace_back("--show-output");
  if (options.repeat > 1) add("--repeat", {std::to_string(options.repeat)});
  words.insert(words.end(), options.selection.queries.begin(), options.selection.queries.end());
  return words;
}

Result<expand::PlanOptions> plan_options(const Spec& spec, const RunOptions& options) {
  Diagnostics errors;
  check_words("operator", options.filters.ops, names_of(spec.operators, &OpSpec::name), errors);
  check_words("product", options.filters.products, names_of(spec.products, &Product::id), errors);
  auto releases = spec.releases;
  releases.emplace_back("all");
  check_words("release", options.filters.releases, releases, errors);
  check_words("mode", options.filters.modes, mode_words(spec), errors);
  if (!errors.empty()) return errors;
  const bool is_listed = !options.selection.listed.empty();
  expand::PlanOptions plan{.filters = options.filters,
                           .query = is_listed ? options.selection.listed : options.selection.queries};
  if (is_listed && plan.filters.releases.empty()) plan.filters.releases = {"all"};  // the ids say which
  plan.filters.modes.clear();
  for (const std::string& word : options.filters.modes) {
    for (std::string& mode : modes_of(spec, word)) plan.filters.modes.push_back(std::move(mode));
  }
  Selection rest = options.selection;
  plan.families = std::exchange(rest.families, {});
  if (rest != Selection{}) plan.families.clear();  // each query, rule and exclusion is asked of every case: see choose
  return plan;
}

Result<judging::JudgeOptions> judge_options(const Spec& spec, const RunOptions& options) {
  std::set<std::string> known;
  for (const OpSpec& op : spec.operators) {
    for (const ImplementationDefined& behaviour : op.implementation_defined) {
      for (const Variant& variant : behaviour.variants) known.insert(behaviour.id + "=" + variant.id);
    }
  }
  Diagnostics errors;
  check_words("numeric variant", options.numerics, {known.begin(), known.end()}, errors);
  if (!errors.empty()) return errors;
  if (auto twice = find_pinned_twice(options.numerics)) return *std::move(twice);
  judging::JudgeOptions judge{.extensions = options.extensions, .unsupported = options.unsupported};
  for (const std::string& word : options.numerics) {
    const auto equals = word.find('=');
    judge.pinned[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return judge;
}

}  // namespace npu_cts::run
