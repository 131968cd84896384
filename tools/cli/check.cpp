#include "framework/findings/checks/check.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "framework/ascend/pages/citations.h"
#include "framework/ascend/pages/inventory.h"
#include "framework/ascend/pages/slips.h"
#include "framework/base/text.h"
#include "framework/findings/checks/finding.h"
#include "framework/findings/checks/golden.h"
#include "framework/findings/prove/prove.h"
#include "framework/judge/models.h"
#include "reports/sarif.h"
#include "suites/reference_driver.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

struct CheckOptions {
  std::string spec;
  std::string documents;
  std::string format = "text";
  bool prove = false;
};

nlohmann::ordered_json to_json(const Diagnostic& diagnostic) {
  static constexpr std::array<std::string_view, 3> levels{"error", "warning", "info"};
  return {{"kind", info_of(diagnostic.kind).name},
          {"level", levels[static_cast<std::size_t>(diagnostic.level)]},
          {"file", diagnostic.at.file},
          {"line", diagnostic.at.line},
          {"column", diagnostic.at.column},
          {"what", diagnostic.what},
          {"why", diagnostic.why},
          {"mend", diagnostic.mend}};
}

/// Returns what the checks say of their kinds.
std::vector<KindHelp> help_of_checks() {
  std::vector<KindHelp> help;
  for (const Check& check : all_checks()) help.push_back({.kind = check.kind, .why = check.why, .mend = {}});
  for (const WrittenCheck& check : written_checks()) {
    help.push_back({.kind = check.kind, .why = check.why, .mend = check.mend});
  }
  for (const SlipCheck& check : slip_checks()) {
    help.push_back({.kind = check.kind, .why = check.why, .mend = check.mend});
  }
  return help;
}

/// Returns what the law declares, for a log that shows it suppressed.
std::vector<DeclaredFinding> declared_in(const Spec& spec) {
  std::vector<DeclaredFinding> declared;
  for (const OpSpec& op : spec.operators) {
    for (const Contradiction& one : op.contradictions) {
      declared.push_back({.rule = one.kind,
                          .at = one.at,
                          .what = fmt::format("{}, '{}': {}", op.name, one.about, one.text.en),
                          .ruling = one.ruling.en});
    }
  }
  return declared;
}

/// Prints what was found; `spec` is the law, null where it cannot be read.
int report(const Diagnostics& found, const CheckOptions& options, const std::string& summary, const Spec* spec) {
  const int code = has_error(found) ? exit_spec : exit_conforms;
  if (options.format == "text") {
    complain(found, code);
    return say(summary, code);
  }
  if (options.format == "sarif") {
    const auto help = help_of_checks();
    const auto declared = spec != nullptr ? declared_in(*spec) : std::vector<DeclaredFinding>{};
    const SarifOptions sarif{.tool_version = NPU_CTS_VERSION, .help = help, .declared = declared, .exit_code = code};
    return say(to_sarif(found, sarif), code);
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : found) list.push_back(to_json(diagnostic));
  return say(list.dump(2) + "\n", code);
}

std::string summary_of(const Spec& spec, const Diagnostics& found) {
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

std::string summary_of(const ProofCounts& counts) {
  return fmt::format("the solver: {}, {} possible, {} impossible ({} declared), {} unknown\n",
                     counted(counts.possible + counts.impossible + counts.unknown, "question"), counts.possible,
                     counts.impossible, counts.declared, counts.unknown);
}

int check(const CheckOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return report(spec.diagnostics(), options, "not sound: the law cannot be read\n", nullptr);
  const auto missing = options.documents.empty() ? std::nullopt : check_folder(options.documents);
  if (missing) return complain({*missing}, exit_usage);
  Diagnostics found = check_spec(*spec);
  Diagnostics uncarried = check_citations(*spec);
  found.insert(found.end(), uncarried.begin(), uncarried.end());
  BoundSpecs specs(*spec);
  const Diagnostics unlike = check_goldens(
      *spec, [&](const Call& call) { return kernel_oracle()(call, model_choices(*specs.find(call), call)); });
  found.insert(found.end(), unlike.begin(), unlike.end());
  if (!options.documents.empty()) {
    const Diagnostics drift = check_inventory(*spec, options.documents);
    found.insert(found.end(), drift.begin(), drift.end());
  }
  if (!options.prove) return report(found, options, summary_of(*spec, found), &*spec);
  const Result<Proof> proof = prove_spec(*spec);
  if (!proof) return complain(proof.diagnostics(), exit_usage);
  found.insert(found.end(), proof->found.begin(), proof->found.end());
  sort_by_place(found);
  return report(found, options, summary_of(*spec, found) + summary_of(proof->counts), &*spec);
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Checks the law: is it well written, satisfiable, and true to the documents?");
  command->add_option("spec", options->spec, "folder of the law (default: found beside the program or above it)");
  command->add_option("--documents", options->documents,
                      "folder of the vendors' pages: holds every citation against them, and looks for slips in them");
  command->add_option("--format", options->format, "text, json or sarif (2.1.0)")
      ->check(CLI::IsMember({"text", "json", "sarif"}))
      ->capture_default_str();
  command->add_flag("--prove", options->prove,
                    "asks the solver too: can each row and shape be used, is no rule implied by the others");
  command->footer(
      "Examples:\n  npu-cts check spec\n  npu-cts check spec --documents ../shared/documents --format json\n"
      "  npu-cts check spec --format sarif > check.sarif\n  npu-cts check spec --prove");
  command->callback([options, &chosen] { chosen = [options] { return check(*options); }; });
}

}  // namespace npu_cts
