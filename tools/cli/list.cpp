// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "framework/base/text.h"
#include "framework/expand/choice_coverage.h"
#include "framework/expand/condition_coverage.h"
#include "framework/findings/prove/prove.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/options.h"
#include "framework/run/session/selection.h"
#include "framework/run/shards/shards.h"
#include "tools/cli/command.h"
#include "tools/cli/no_match.h"

namespace npu_cts {
namespace {

struct ListOptions {
  run::RunOptions run;
  std::string format = "text";
  bool count = false;
  bool conditions = false;
  bool choices = false;
};

std::string to_json(std::span<const run::ChosenCase> cases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const run::ChosenCase& one : cases) {
    const Case& planned = *one.shared;
    list.push_back({{"id", id_of(one)},
                    {"family", name_of(planned.family)},
                    {"expected", name_of(planned.expected)},
                    {"because", to_texts(planned.covers)},
                    {"file", spec_path(planned.at.file)},
                    {"line", planned.at.line}});
  }
  return list.dump(2) + "\n";
}

/// Returns how many conditions decide alone, and the ways in which none was found.
std::string condition_lines(const std::vector<expand::ConditionCoverage>& operators) {
  std::string text;
  for (const expand::ConditionCoverage& one : operators) {
    const auto impossible = static_cast<std::size_t>(std::ranges::count(one.open, true, &expand::OpenWay::impossible));
    text += fmt::format(
        "{}: {} of {} conditions decide both ways; {} of {} ways shown, {} proved impossible, {} open\n", one.op,
        one.decide, one.conditions, one.ways - one.open.size(), one.ways, impossible, one.open.size() - impossible);
    for (const expand::OpenWay& open : one.open) {
      text += fmt::format("  {}:{}: {}: {}/{}/alone-{}: {}: {}\n", spec_path(open.at.file), open.at.line,
                          open.impossible ? "impossible" : "not shown", open.broken ? "negative" : "boundary",
                          open.rule, open.way, open.condition, open.why);
    }
  }
  return text;
}

/// Returns how many choices meet in a planned call.
std::string choice_lines(const std::vector<ChoiceCoverage>& families) {
  std::string text;
  for (const ChoiceCoverage& one : families)
    text += fmt::format("{}: {}: {} of {} combinations met; for {} others no legal call was found\n", one.op,
                        name_of(one.family), one.met, one.met + one.missed, one.infeasible);
  return text;
}

std::string count_text(std::size_t count, const ListOptions& options) {
  return options.format == "json" ? nlohmann::ordered_json{{"count", count}}.dump(2) + "\n"
                                  : fmt::format("{}\n", count);
}

/// Prints the ids of `what`, or how many they are. Returns the exit code; nothing where there are none.
std::optional<int> list_ids(const Spec& spec, const expand::PlanOptions& what, const ListOptions& options) {
  if (options.count) {
    const std::size_t count = expand::plan_count(spec, what);
    return count == 0 ? std::nullopt : std::optional(run::say(count_text(count, options), run::exit_conforms));
  }
  constexpr std::size_t most = std::size_t{1} << 16U;  // bytes at once
  std::string text;
  std::optional<int> code;
  expand::plan_ids(spec, what, [&](const std::string& id) {
    text.append(id).append("\n");
    if (text.size() < most) return;
    if (!code || *code == run::exit_conforms) code = run::say(text, run::exit_conforms);
    text.clear();
  });
  if (text.empty() || (code && *code != run::exit_conforms)) return code;
  return run::say(text, run::exit_conforms);
}

/// Leaves in `what` the operators that its queries may mean: conditions are of operators, not of cases. Returns whether
/// there are any.
bool keep_operators(const Spec& spec, expand::PlanOptions& what) {
  if (what.query.empty() || !what.filters.ops.empty()) return true;
  for (const OpSpec& op : spec.operators) {
    const auto means = [&](const std::string& query) { return expand::may_match(query, op.name + "/"); };
    if (std::ranges::any_of(what.query, means)) what.filters.ops.push_back(op.name);
  }
  return !what.filters.ops.empty();
}

int list(ListOptions& options) {
  const auto loaded = load_spec_with_plans(options.run.spec);
  if (!loaded) return run::complain_of_spec(loaded.diagnostics());
  const Spec& spec = loaded->spec;
  if (options.run.failed) {
    if (auto error = run::check_ended(*options.run.failed)) return run::complain({*error}, run::exit_usage);
  }
  auto listed = run::read_listed(options.run);
  if (!listed) return run::complain(listed.diagnostics(), run::exit_usage);
  options.run.selection.listed = std::move(*listed);
  auto what = run::plan_options(spec, options.run);
  if (!what) return run::complain(what.diagnostics(), run::exit_usage);
  if (const auto judge = run::judge_options(spec, options.run); !judge)
    return run::complain(judge.diagnostics(), run::exit_usage);
  const auto names_nothing = [&] { return !what->query.empty() && expand::plan_count(spec, *what) == 0; };
  if (options.conditions && (names_nothing() || !keep_operators(spec, *what)))
    return complain_of_no_match(spec, options.run, "nothing to list", what->query);
  if (options.conditions)
    return run::say(condition_lines(findings::prove_open_ways(spec, *what, expand::cover_conditions(spec, *what))),
                    run::exit_conforms);
  if (options.choices)
    return run::say(choice_lines(expand::cover_choices(expand::plan_targets(spec, *what))), run::exit_conforms);
  what->memory = loaded->plans.get();
  if (run::is_one_query(options.run) && (options.count || options.format == "text")) {
    if (const auto code = list_ids(spec, *what, options)) return *code;
  }
  const auto [plans, cases, unmatched] = run::choose(expand::plan_targets(spec, *what), options.run);
  const bool is_whole = !cases.empty() && unmatched.empty();
  const char* const outcome = cases.empty() ? "nothing to list" : "not all is listed";
  const int code = is_whole ? run::exit_conforms : complain_of_no_match(spec, options.run, outcome, unmatched);
  if (options.count) return run::say(count_text(cases.size(), options), code);
  if (options.format == "json") return run::say(to_json(cases), code);
  return run::say(ids_of(cases), code);
}

}  // namespace

std::string ids_of(std::span<const run::ChosenCase> cases) {
  std::string text;
  for (const run::ChosenCase& one : cases) text += id_of(one) + "\n";
  return text;
}

void add_list(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "Lists the ids of the cases that the spec expands to.");
  run::add_run_options(*command, options->run);
  run::add_one_of(*command, "--format", options->format, {"text", "json"}, "text or json");
  command->add_flag("--count", options->count, "print only how many");
  command->add_flag("--conditions", options->conditions,
                    "print how many conditions of the rules decide a call alone, and why others do not");
  command->add_flag("--choices", options->choices,
                    "print how many pairs of choices meet in a call; with --tier full also threes");
  command->footer("Examples:\n  npu-cts list --count\n  npu-cts list 'npu_quant_scatter_/*/negative/*' --release all");
  command->callback([options, &chosen] { chosen = [options] { return list(*options); }; });
}

}  // namespace npu_cts
