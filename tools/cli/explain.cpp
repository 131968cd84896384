#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/expand/nearest.h"
#include "framework/reader/read_call.h"
#include "framework/rule/judge_call.h"
#include "tools/cli/call_json.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

struct ExplainOptions {
  std::string spec;
  std::string call;
  std::string format = "text";
};

/// What is to be explained, ready to print.
struct Explanation {
  const Spec& spec;
  const OpSpec& op;
  const Call& call;
  Judgement judgement;
  std::optional<Nearest> nearest;
};

Diagnostic no_such(const std::string& what) {
  return {.kind = Kind::wrong_usage,
          .at = {},
          .what = fmt::format("'{}' is neither a file nor a case", escape_control(what)),
          .why = "a call is given as a file, or by the id of a case",
          .mend = "list the ids: npu-cts list",
          .notes = {}};
}

/// Returns the call of the case `id`, expanding its target alone.
Result<Call> find_case(const Spec& spec, const std::string& id) {
  const auto parts = split(id, '/');
  const OpSpec* op = parts.size() < 4 ? nullptr : find_operator(spec, parts[0]);
  const auto mode = parts.size() < 4 ? std::nullopt : find_mode(parts[3]);
  if (op == nullptr || !mode) return no_such(id);
  const Plan plan = expand(spec, *op, {.product = parts[1], .release = parts[2], .mode = *mode});
  const auto it = std::ranges::find(plan.cases, id, &Case::id);
  if (it == plan.cases.end()) return no_such(id);
  return it->call;
}

std::string place_of(const Rule& rule) { return fmt::format("{}:{}:{}", rule.at.file, rule.at.line, rule.at.column); }

/// Returns the rules behind the verdict: the broken ones.
std::string to_text(const Explanation& it) {
  const Target& target = it.call.target;
  std::string text = fmt::format("{}: {} on {}, {}, release {}\n", name_of(it.judgement.verdict), it.call.op,
                                 target.product, name_of(target.mode), target.release);
  if (!it.judgement.row.empty()) text += fmt::format("row: {}\n", it.judgement.row);
  for (const Rule* rule : it.judgement.broken) {
    text += fmt::format("{}: breaks '{}': {}\n", place_of(*rule), rule->id, rule->text.en);
    if (!rule->cite.empty()) text += fmt::format("  source: {}\n", join(rule->cite, ", "));
    if (!rule->question.empty()) text += fmt::format("  question: {}\n", rule->question);
  }
  if (it.nearest) {
    text += "nearest legal call:\n";
    for (const std::string& change : it.nearest->changes) text += fmt::format("  {}\n", change);
  }
  return text;
}

std::string to_json(const Explanation& it) {
  nlohmann::ordered_json rules = nlohmann::ordered_json::array();
  for (const Rule* rule : it.judgement.broken) {
    rules.push_back({{"id", rule->id}, {"place", place_of(*rule)}, {"text", rule->text.en}});
  }
  nlohmann::ordered_json json{{"verdict", name_of(it.judgement.verdict)}, {"rules", rules}, {"row", it.judgement.row}};
  json["nearest"] = it.nearest ? to_json(it.spec, it.op, it.nearest->call) : nlohmann::ordered_json(nullptr);
  json["release"] = it.call.target.release;
  json["product"] = it.call.target.product;
  json["mode"] = name_of(it.call.target.mode);
  return json.dump(2) + "\n";
}

int explain(const ExplainOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  std::error_code ignored;
  const bool is_file = std::filesystem::exists(options.call, ignored);
  const auto call = is_file ? read_call_file(options.call, *spec) : find_case(*spec, options.call);
  if (!call) return complain(call.diagnostics(), exit_usage);
  const OpSpec& op = *find_operator(*spec, call->op);
  Explanation explanation{.spec = *spec, .op = op, .call = *call, .judgement = judge(*spec, op, *call), .nearest = {}};
  const Verdict verdict = explanation.judgement.verdict;
  const SupportCell* support = find_support(*spec, op, call->target);
  if (verdict != Verdict::accept && support != nullptr && support->state == SupportState::yes) {
    explanation.nearest = nearest_legal(law_for(*spec, op, call->target), *call);
  }
  const int code = verdict == Verdict::accept ? exit_conforms : exit_failed;
  return say(options.format == "json" ? to_json(explanation) : to_text(explanation), code);
}

}  // namespace

void add_explain(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand(
      "explain", "Says what the documents make of a call: the verdict, the rules, the nearest legal call.");
  command->add_option("call", options->call, "a call file, or the id of a case")->required();
  command->add_option("--spec", options->spec, "folder of the law (default: found beside the program or above it)");
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->footer(
      "Examples:\n  npu-cts explain call.yaml\n  npu-cts explain call.yaml --format json\nExit code: 0 accept, 1 any "
      "other verdict, 3 no readable call.");
  command->callback([options, &chosen] { chosen = [options] { return explain(*options); }; });
}

}  // namespace npu_cts
