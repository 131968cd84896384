// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "framework/arrays/check.h"
#include "framework/arrays/cover.h"
#include "framework/arrays/pict.h"
#include "framework/base/read_file.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/options.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_model_bytes = std::size_t{1} << 20U;

struct CoverCommand {
  std::string model;
  std::string seeds;
  std::string format = "text";
  arrays::CoverOptions options;
};

/// Returns the rows with what they cover, as the checker counts it.
std::string to_json(const arrays::Model& model, const std::vector<arrays::Row>& rows, std::size_t strength) {
  const arrays::Check check = arrays::check(model, rows, strength);
  nlohmann::ordered_json json;
  json["strength"] = strength;
  json["tuples"] = {{"feasible", check.feasible()}, {"covered", check.covered}, {"infeasible", check.infeasible}};
  for (const arrays::Parameter& parameter : model.parameters) json["parameters"].push_back(parameter.name);
  for (const arrays::Row& row : rows) {
    auto& values = json["rows"].emplace_back(nlohmann::ordered_json::array());
    for (std::size_t p = 0; p < row.size(); ++p) values.push_back(model.parameters[p].values[row[p]]);
  }
  return json.dump(1) + "\n";
}

Result<arrays::Model> read_model(const std::string& path) {
  const auto text = read_file(path, most_model_bytes);
  if (!text) return text.diagnostics();
  return arrays::read_pict(*text, path);
}

Result<std::vector<arrays::Row>> read_seeds(const std::string& path, const arrays::Model& model) {
  if (path.empty()) return std::vector<arrays::Row>{};
  const auto text = read_file(path, most_model_bytes);
  if (!text) return text.diagnostics();
  return arrays::read_rows(*text, path, model);
}

int cover(CoverCommand& command) {
  const auto model = read_model(command.model);
  if (!model) return run::complain(model.diagnostics(), run::exit_usage);
  const auto seeds = read_seeds(command.seeds, *model);
  if (!seeds) return run::complain(seeds.diagnostics(), run::exit_usage);
  command.options.seeds = *seeds;
  const auto rows = arrays::cover(*model, command.options);
  if (!rows) return run::complain(rows.diagnostics(), run::exit_usage);
  const bool as_json = command.format == "json";
  const std::string text = as_json ? to_json(*model, *rows, command.options.strength) : to_text(*model, *rows);
  return run::say(text, run::exit_conforms);
}

}  // namespace

void add_cover(CLI::App& app, Action& chosen) {
  CLI::App* sub = app.add_subcommand("cover", "Prints few rows that bring all values of a model together.");
  const auto command = std::make_shared<CoverCommand>();
  sub->add_option("model", command->model, "a model in PICT's language")->required();
  sub->add_option("--strength", command->options.strength, "values of so many parameters meet: 2, 3 or 4")
      ->check(run::whole_number())
      ->capture_default_str();
  sub->add_option("--seeds", command->seeds, "a file of rows to begin with, as this command prints them");
  sub->add_option("--steps", command->options.steps, "changes tried to save rows: more steps, fewer rows")
      ->check(run::whole_number(0, std::uint64_t{1} << 40U))
      ->capture_default_str();
  sub->add_option("--random-seed", command->options.random_seed, "another number gives other rows")
      ->check(run::whole_number())
      ->capture_default_str();
  run::add_one_of(*sub, "--format", command->format, {"text", "json"},
                  "text (between tabs) or json (with what the rows cover)");
  sub->footer(
      "Examples:\n  npu-cts cover choices.pict\n  npu-cts cover choices.pict --strength 3 --format json\n"
      "Exit code: 0 printed, 3 no readable model, or no row is legal.");
  sub->callback([command, &chosen] { chosen = [command] { return cover(*command); }; });
}

}  // namespace npu_cts
