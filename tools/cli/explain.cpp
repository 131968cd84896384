// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "framework/ascend/torch/snippet.h"
#include "framework/base/text.h"
#include "framework/explain/explain.h"
#include "framework/run/session/add_word.h"
#include "reports/value_json.h"
#include "tools/cli/command.h"
#include "tools/cli/find_case.h"

namespace npu_cts {
namespace {

using Json = nlohmann::ordered_json;

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

Json to_json(const Rule& rule) {
  Json json{{"id", rule.id},
            {"place", place_of(rule)},
            {"text", rule.text.en},
            {"phase", name_of(rule.phase)},
            {"on_violation", name_of(rule.on_violation)},
            {"source", rule.cite}};
  if (!rule.question.empty()) json["question"] = rule.question;
  return json;
}

Json to_json(const explain::Holding& one) {
  return {{"release", one.release}, {"product", one.product}, {"modes", one.modes}};
}

Json to_json(const Contested& one) {
  return {{"id", one.id}, {"rule", one.subject}, {"by", one.by}, {"where", one.where}, {"says", one.says.en}};
}

Json to_json(const Contradiction& one) {
  return {{"id", one.id}, {"text", one.text.en}, {"resolution", one.resolution.en}};
}

Json to_json(const ResultFormula& one) {
  return {{"id", one.id}, {"formula", one.formula}, {"text", one.text.en}, {"basis", one.basis}};
}

/// Returns `ones`, values or pointers, as a list of JSON.
template <class T>
Json list_of(const std::vector<T>& ones) {
  Json list = Json::array();
  for (const T& one : ones) {
    if constexpr (std::is_pointer_v<T>)
      list.push_back(to_json(*one));
    else
      list.push_back(to_json(one));
  }
  return list;
}

/// Returns `call` in the shape of a call file, under the names of its release, without values.
Json to_json(const Spec& spec, const OpSpec& op, const Call& call) {
  Json json{{"call", call.op},
            {"product", call.target.product},
            {"release", call.target.release},
            {"mode", call.target.mode}};
  for (const Group group : groups_of_call) {
    Json map = Json::object();
    for (const Parameter& parameter : op.parameters) {
      const auto argument = call.arguments.find(parameter.key);
      if (parameter.group != group || argument == call.arguments.end()) continue;
      map[name_in(parameter, spec, call.target)] = reports::json_of(argument->second);
    }
    if (!map.empty() || group == Group::arguments) json[std::string(name_of(group))] = std::move(map);
  }
  return json;
}

std::string to_json(const Explained& it) {
  const Judgement& judgement = it.why.judgement;
  Json json{{"verdict", name_of(judgement.verdict)}, {"rules", list_of(judgement.broken)}, {"row", judgement.row}};
  json["nearest"] = it.why.nearest ? to_json(it.spec, it.op, it.why.nearest->call) : Json(nullptr);
  if (it.why.nearest) json["changes"] = it.why.nearest->changes;
  json["release"] = it.call.target.release;
  json["product"] = it.call.target.product;
  json["mode"] = it.call.target.mode;
  json["kept"] = list_of(it.why.kept);
  json["holds"] = list_of(it.why.holds);
  if (!it.why.formulas.empty()) json["formulas"] = list_of(it.why.formulas);
  json["contradictions"] = list_of(it.why.contradictions);
  json["contested"] = list_of(it.why.contested);
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
  const auto named = find_call(*spec, options.call);
  if (!named) return run::complain(named.diagnostics(), run::exit_usage);
  const Call& call = named->call;
  const OpSpec& op = *find_operator(*spec, call.op);
  const BoundSpec bound = BoundSpec::bind(*spec, op, call.target);
  Explained it{.spec = *spec, .op = op, .call = call, .why = explain::explain(bound, call), .snippet = {}};
  if (options.snippet) {
    auto snippet = named->planned ? ascend::to_snippet(bound, *named->planned) : ascend::to_snippet(bound, call);
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
  run::add_spec_option(*command, options->spec);
  run::add_one_of(*command, "--format", options->format, {"text", "json"}, "text or json");
  command->add_flag("--snippet", options->snippet,
                    "prints a torch_npu program that makes the call instead (in JSON: in addition)");
  command->footer(
      "Examples:\n  npu-cts explain call.yaml\n  npu-cts explain call.yaml --format json\n  npu-cts explain call.yaml "
      "--snippet > call.py\nExit code: 0 accept, 1 any "
      "other verdict, 3 no readable call.");
  command->callback([options, &chosen] { chosen = [options] { return explain_call(*options); }; });
}

}  // namespace npu_cts
