// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "framework/ascend/torch/snippet.h"
#include "framework/base/text.h"
#include "framework/explain/explain.h"
#include "tools/cli/call_json.h"
#include "tools/cli/command.h"
#include "tools/cli/find_case.h"

namespace npu_cts {
namespace {

struct ExplainOptions {
  std::string spec;
  std::string call;
  std::string format = "text";
  bool snippet = false;
};

/// What is to be printed.
struct Explained {
  const Spec& spec;
  const OpSpec& op;
  const Call& call;
  explain::Explanation why;
  std::string snippet;  ///< empty where it was not asked for
};

std::string place_of(const Rule& rule) { return fmt::format("{}:{}:{}", rule.at.file, rule.at.line, rule.at.column); }

std::string rule_line(const Rule& rule, std::string_view verb) {
  return fmt::format("{}: {} '{}': {}\n", place_of(rule), verb, rule.id, rule.text.en);
}

std::string text_of(const Explained& it) {
  const Target& target = it.call.target;
  const Judgement& judgement = it.why.judgement;
  const bool legal = judgement.verdict == Verdict::accept;
  std::string text = fmt::format("{}: {} on {}, {}, release {}\n", name_of(judgement.verdict), it.call.op,
                                 target.product, target.mode, target.release);
  if (!judgement.row.empty()) text += fmt::format("row: {}\n", judgement.row);
  for (const Rule* rule : judgement.broken) {
    text += rule_line(*rule, "breaks");
    if (!rule->cite.empty()) text += fmt::format("  source: {}\n", join(rule->cite, ", "));
    if (!rule->question.empty()) text += fmt::format("  question: {}\n", rule->question);
  }
  for (const Rule* rule : it.why.kept) {
    if (legal) text += rule_line(*rule, "keeps");
  }
  for (const ResultFormula* one : it.why.formulas) {
    text += fmt::format("computes '{}': {} ({}; {})\n", one->id, one->formula, one->text.en, one->basis);
  }
  for (const Contested* one : it.why.contested) {
    text += fmt::format("contested: {}: {}: {} ({})\n", one->id, one->by, one->says.en, one->where);
  }
  for (const Contradiction* one : it.why.contradictions) {
    text += fmt::format("recorded: {}: {}; here: {}\n", one->id, one->text.en, one->resolution.en);
  }
  if (it.why.nearest) {
    text += "nearest legal call:\n";
    for (const std::string& change : it.why.nearest->changes) text += fmt::format("  {}\n", change);
  }
  if (!it.why.holds.empty()) text += legal ? "holds:\n" : "holds elsewhere:\n";
  for (const explain::Holding& holding : it.why.holds) {
    text += fmt::format("  {}, {}: {}\n", holding.release, holding.product, join(holding.modes, ", "));
  }
  return text;
}

nlohmann::ordered_json to_json(const Rule& rule) {
  nlohmann::ordered_json json{{"id", rule.id},
                              {"place", place_of(rule)},
                              {"text", rule.text.en},
                              {"phase", name_of(rule.phase)},
                              {"on_violation", name_of(rule.on_violation)},
                              {"source", rule.cite}};
  if (!rule.question.empty()) json["question"] = rule.question;
  return json;
}

nlohmann::ordered_json list_of(const std::vector<const BoundRule*>& rules) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Rule* rule : rules) list.push_back(to_json(*rule));
  return list;
}

nlohmann::ordered_json to_json(const std::vector<explain::Holding>& holds) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const explain::Holding& holding : holds) {
    list.push_back({{"release", holding.release}, {"product", holding.product}, {"modes", holding.modes}});
  }
  return list;
}

nlohmann::ordered_json to_json(const std::vector<const Contested*>& contested) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Contested* one : contested) {
    list.push_back(
        {{"id", one->id}, {"rule", one->subject}, {"by", one->by}, {"where", one->where}, {"says", one->says.en}});
  }
  return list;
}

nlohmann::ordered_json to_json(const std::vector<const Contradiction*>& contradictions) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Contradiction* one : contradictions) {
    list.push_back({{"id", one->id}, {"text", one->text.en}, {"resolution", one->resolution.en}});
  }
  return list;
}

nlohmann::ordered_json to_json(const std::vector<const ResultFormula*>& formulas) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ResultFormula* one : formulas) {
    list.push_back({{"id", one->id}, {"formula", one->formula}, {"text", one->text.en}, {"basis", one->basis}});
  }
  return list;
}

std::string to_json(const Explained& it) {
  const Judgement& judgement = it.why.judgement;
  nlohmann::ordered_json json{
      {"verdict", name_of(judgement.verdict)}, {"rules", list_of(judgement.broken)}, {"row", judgement.row}};
  json["nearest"] = it.why.nearest ? to_json(it.spec, it.op, it.why.nearest->call) : nlohmann::ordered_json(nullptr);
  if (it.why.nearest) json["changes"] = it.why.nearest->changes;
  json["release"] = it.call.target.release;
  json["product"] = it.call.target.product;
  json["mode"] = it.call.target.mode;
  json["kept"] = list_of(it.why.kept);
  json["holds"] = to_json(it.why.holds);
  if (!it.why.formulas.empty()) json["formulas"] = to_json(it.why.formulas);
  json["contradictions"] = to_json(it.why.contradictions);
  json["contested"] = to_json(it.why.contested);
  if (!it.snippet.empty()) json["snippet"] = it.snippet;
  return json.dump(2) + "\n";
}

std::string print(const Explained& it, const std::string& format) {
  if (format == "json") return to_json(it);
  return it.snippet.empty() ? text_of(it) : it.snippet;
}

int explain_call(const ExplainOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto call = find_call(*spec, options.call);
  if (!call) return run::complain(call.diagnostics(), run::exit_usage);
  const OpSpec& op = *find_operator(*spec, call->op);
  const BoundSpec bound = BoundSpec::bind(*spec, op, call->target);
  Explained it{.spec = *spec, .op = op, .call = *call, .why = explain::explain(bound, *call), .snippet = {}};
  if (options.snippet) {
    auto snippet = ascend::to_snippet(bound, *call);
    if (!snippet) return run::complain(snippet.diagnostics(), run::exit_spec);
    it.snippet = std::move(*snippet);
  }
  const int code = it.why.judgement.verdict == Verdict::accept ? run::exit_conforms : run::exit_failed;
  return run::say(print(it, options.format), code);
}

}  // namespace

void add_explain(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand(
      "explain",
      "Says what the documents make of a call: the verdict; the rules it breaks and the nearest legal call,\nor the "
      "row and the rules that admit it; and where else it holds.");
  command->add_option("call", options->call, "a call file, or the id of a case")->required();
  command->add_option("--spec", options->spec, "folder of the spec (default: found beside the program or above it)");
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->add_flag("--snippet", options->snippet,
                    "prints a torch_npu program that makes the call instead (in JSON: in addition)");
  command->footer(
      "Examples:\n  npu-cts explain call.yaml\n  npu-cts explain call.yaml --format json\n  npu-cts explain call.yaml "
      "--snippet > call.py\nExit code: 0 accept, 1 any "
      "other verdict, 3 no readable call.");
  command->callback([options, &chosen] { chosen = [options] { return explain_call(*options); }; });
}

}  // namespace npu_cts
