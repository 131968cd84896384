// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "framework/base/text.h"
#include "framework/judge/variants.h"
#include "framework/npy/npy.h"
#include "framework/record/file.h"
#include "framework/rule/judge_call.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/options.h"
#include "suites/kernel_oracle.h"
#include "tools/cli/command.h"
#include "tools/cli/find_case.h"

namespace npu_cts {
namespace {

struct EvalOptions {
  std::string spec;
  std::string call;
  std::string out;
  std::vector<std::string> numerics;
};

Diagnostic refused(const Call& call, const Judgement& judgement, const std::string& file) {
  std::string rules;
  for (const Rule* rule : judgement.broken)
    rules += fmt::format("{}'{}' ({})", rules.empty() ? "" : ", ", rule->id, rule->text.en);
  return {.kind = Kind::bad_call,
          .at = {.file = file},
          .what = fmt::format("the call of '{}' is not legal: {}", call.op, name_of(judgement.verdict)),
          .why = fmt::format("it breaks {}", rules),
          .hint = fmt::format("see the nearest legal call: npu-cts explain {}", file)};
}

/// Returns the tensor that has no values though its shape wants some.
std::string without_values(const Call& call) {
  for (const auto& [key, value] : call.arguments) {
    const auto* tensor = std::get_if<Tensor>(&value);
    if (tensor != nullptr && tensor->values.empty() && numel(tensor->type.shape) > 0) return key;
  }
  return "";
}

/// Returns the first of `choices` that agrees with the pinned variants.
VariantChoice choose(const std::vector<VariantChoice>& choices, const VariantChoice& pinned) {
  const auto it = std::ranges::find_if(
      choices, [&](const VariantChoice& choice) { return judging::agrees_with_pins(choice, pinned); });
  return it == choices.end() ? choices.front() : *it;
}

int write_outputs(const std::vector<NamedTensor>& outputs, const std::string& folder) {
  reports::PageFolder files(folder);
  std::string said;
  for (const NamedTensor& output : outputs) {
    const std::string name = outputs.size() == 1 ? "out" : output.name;
    files.take(name + ".npy", npy::to_npy(output.tensor));
    said += fmt::format("{}: {}{}\n", (std::filesystem::path(folder) / (name + ".npy")).string(),
                        name_of(output.tensor.type.dtype), to_text(output.tensor.type.shape));
  }
  const Diagnostics errors = files.close();
  if (!errors.empty()) return run::complain(errors, run::exit_usage);
  return run::say(said, run::exit_conforms);
}

int eval(const EvalOptions& options) {
  const auto spec = load_spec_of_call(options.spec, options.call);  // a variant of another operator is a mistake
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto named = find_call(*spec, options.call);
  if (!named) return run::complain(named.diagnostics(), run::exit_usage);
  const Call& call = named->call;
  run::RunOptions run;
  run.numerics = options.numerics;
  const auto pinned = run::judge_options(*spec, run);
  if (!pinned) return run::complain(pinned.diagnostics(), run::exit_usage);
  const BoundSpec bound = BoundSpec::bind(*spec, *find_operator(*spec, call.op), call.target);
  const Judgement judgement = judge(bound, call);
  if (judgement.verdict != Verdict::accept)
    return run::complain({refused(call, judgement, options.call)}, run::exit_failed);
  if (const std::string key = without_values(call); !key.empty()) {
    return run::complain({{.kind = Kind::bad_call,
                           .at = {.file = options.call},
                           .what = fmt::format("'{}' has no data", key),
                           .why = "outputs are computed from values",
                           .hint = fmt::format("add 'data: {}.npy' to it", key)}},
                         run::exit_usage);
  }
  const auto outputs = kernel_oracle()(call, {choose(judging::variant_choices(bound, call), pinned->pinned)});
  if (outputs.empty()) {
    return run::complain({{.kind = Kind::bad_call,
                           .at = {.file = options.call},
                           .what = fmt::format("'{}' has no oracle", call.op),
                           .why = "the values of a call come from its operator's oracle",
                           .hint = "register its kernel in kernels/registry.cpp"}},
                         run::exit_bug);
  }
  return write_outputs(outputs.front(), options.out);
}

}  // namespace

void add_eval(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<EvalOptions>();
  CLI::App* command = app.add_subcommand("eval", "Computes the golden outputs of a legal call as .npy files.");
  command->add_option("call", options->call, "a call file with data, or the id of a case")->required();
  command->add_option("--out", options->out, "folder for the outputs")->required();
  run::add_spec_option(*command, options->spec);
  command->add_option("--numerics", options->numerics,
                      "pins an implementation-defined behaviour to one variant: NAME=VARIANT");
  command->footer(
      "Examples:\n  npu-cts eval call.yaml --out golden\n  npu-cts eval call.yaml --out golden --numerics "
      "saturation=wrap\nExit code: 0 written, 1 not legal, 3 no readable call.");
  command->callback([options, &chosen] { chosen = [options] { return eval(*options); }; });
}

}  // namespace npu_cts
