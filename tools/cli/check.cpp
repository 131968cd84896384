// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "framework/ascend/pages/inventory.h"
#include "framework/base/text.h"
#include "framework/findings/findings.h"
#include "framework/findings/prove/prove.h"
#include "framework/judge/variants.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/find_spec.h"
#include "reports/sarif.h"
#include "suites/kernel_oracle.h"
#include "tools/cli/command.h"
#include "tools/engines.h"

namespace npu_cts {
namespace {

struct CheckOptions {
  std::string spec;
  std::string documents;
  std::string format = "text";
  bool prove = false;
};

nlohmann::ordered_json to_json(const Diagnostic& diagnostic) {
  return {{"kind", info_of(diagnostic.kind).name},
          {"level", name_of(diagnostic.level)},
          {"file", diagnostic.at.file},
          {"line", diagnostic.at.line},
          {"column", diagnostic.at.column},
          {"what", diagnostic.what},
          {"why", diagnostic.why},
          {"hint", diagnostic.hint}};
}

/// Returns what the spec declares, for a log that shows it suppressed.
std::vector<reports::DeclaredFinding> declared_in(const Spec& spec) {
  std::vector<reports::DeclaredFinding> declared;
  for (const OpSpec& op : spec.operators) {
    for (const Contradiction& one : op.contradictions) {
      declared.push_back({.rule = one.kind,
                          .at = one.at,
                          .what = fmt::format("{}, '{}': {}", op.name, one.subject, one.text.en),
                          .resolution = one.resolution.en});
    }
  }
  return declared;
}

/// Prints what was found; `spec` is the spec, null where it cannot be read.
int report(const Diagnostics& found, const CheckOptions& options, const std::string& summary, const Spec* spec) {
  const int code = has_error(found) ? run::exit_of_spec(found) : run::exit_conforms;
  if (options.format == "text") {
    run::complain(found, code);
    return run::say(summary, code);
  }
  if (options.format == "sarif") {
    const std::vector<Kind> kinds = registry_of(engines_for({}));
    const auto declared = spec != nullptr ? declared_in(*spec) : std::vector<reports::DeclaredFinding>{};
    const reports::SarifOptions sarif{
        .tool_version = NPU_CTS_VERSION, .kinds = kinds, .declared = declared, .exit_code = code};
    return run::say(reports::to_sarif(found, sarif), code);
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : found) list.push_back(to_json(diagnostic));
  return run::say(list.dump(2) + "\n", code);
}

std::string counts_of(const Spec& spec, const Diagnostics& found) {
  std::size_t rules = 0;
  std::size_t rows = 0;
  std::size_t contradictions = 0;
  std::size_t questions = 0;
  for (const OpSpec& op : spec.operators) {
    rules += op.rules.size();
    rows += op.rows.size();
    contradictions += op.contradictions.size();
    questions += op.open.size();
  }
  const auto findings = std::ranges::count_if(found, [](const Diagnostic& d) { return d.level != Level::info; });
  return fmt::format("{}: {}, {}, {}, {} of {}; {}, {}; {}\n", has_error(found) ? "not sound" : "sound",
                     counted(spec.operators.size(), "operator"), counted(rules, "rule"), counted(rows, "row"),
                     counted(spec.statements.size(), "statement"), counted(spec.documents.size(), "page"),
                     counted(contradictions, "declared contradiction"), counted(questions, "open question"),
                     counted(static_cast<std::size_t>(findings), "finding"));
}

std::string counts_of(const findings::ProofCounts& counts, const findings::Findings& found) {
  const auto declared =
      std::ranges::count_if(found, [](const findings::Finding& one) { return one.suppressed && !one.causes.empty(); });
  return fmt::format("the solver: {}, {} possible, {} impossible ({} declared), {} unknown\n",
                     counted(counts.possible + counts.impossible + counts.unknown, "question"), counts.possible,
                     counts.impossible, declared, counts.unknown);
}

int check(const CheckOptions& options) {
  const auto folder = run::spec_folder(options.spec);
  if (!folder) return run::complain_of_spec(folder.diagnostics());
  const auto spec = reader::read_spec(*folder);
  if (!spec) return report(spec.diagnostics(), options, "not sound: the spec cannot be read\n", nullptr);
  const auto missing = options.documents.empty() ? std::nullopt : ascend::check_folder(options.documents);
  if (missing) return run::complain({*missing}, run::exit_usage);
  BoundSpecs specs(*spec);
  const auto formula = [&](const Call& call) {
    return kernel_oracle()(call, judging::variant_choices(*specs.find(call), call));
  };
  std::vector<findings::Engine> engines = engines_for({.formula = formula, .documents = options.documents});
  findings::ProofCounts counts;
  if (options.prove) {
    engines.back().asked = true;
    engines.back().run = [&](const Spec& one) -> Result<findings::EngineAnswer> {
      Result<findings::Proof> proof = findings::prove_spec(one);
      if (!proof) return proof.diagnostics();
      counts = proof->counts;
      return findings::EngineAnswer{.found = std::move(proof->found)};
    };
  }
  const Result<findings::Findings> found = findings::find_all(*spec, engines);
  if (!found) return run::complain(found.diagnostics(), run::exit_usage);
  const Diagnostics said = findings::to_diagnostics(*found);
  const std::string solver = options.prove ? counts_of(counts, *found) : "";
  return report(said, options, counts_of(*spec, said) + solver, &*spec);
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Checks the spec: is it well written, satisfiable, and true to the documents?");
  command->add_option("spec", options->spec, "folder of the spec (default: found beside the program or above it)");
  command->add_option("--documents", options->documents,
                      "folder of the vendors' pages: holds every citation against them, and lints them");
  run::add_one_of(*command, "--format", options->format, {"text", "json", "sarif"}, "text, json or sarif (2.1.0)");
  command->add_flag("--prove", options->prove,
                    "asks the solver too: can each row and shape be used, is no rule implied by the others");
  command->footer(
      "Examples:\n  npu-cts check spec\n  npu-cts check spec --documents DIR --format json\n"
      "  npu-cts check spec --format sarif > check.sarif\n  npu-cts check spec --prove");
  command->callback([options, &chosen] { chosen = [options] { return check(*options); }; });
}

}  // namespace npu_cts
