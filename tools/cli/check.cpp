#include "framework/check/check.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "framework/page/citations.h"
#include "framework/page/inventory.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

struct CheckOptions {
  std::string spec;
  std::string documents;
  std::string format = "text";
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

int report(const Diagnostics& found, const CheckOptions& options, const std::string& summary) {
  const int code = has_error(found) ? exit_spec : exit_conforms;
  if (options.format == "text") {
    complain(found, code);
    return say(summary, code);
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
  return fmt::format(
      "{}: {} operators, {} rules, {} rows, {} statements of {} pages; {} declared contradictions, {} open questions; "
      "{} findings\n",
      has_error(found) ? "not sound" : "sound", spec.operators.size(), rules, rows, spec.statements.size(),
      spec.documents.size(), contradictions, questions, found.size());
}

int check(const CheckOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return report(spec.diagnostics(), options, "not sound: the law cannot be read\n");
  Diagnostics found = check_spec(*spec);
  Diagnostics uncarried = check_citations(*spec);
  found.insert(found.end(), uncarried.begin(), uncarried.end());
  if (!options.documents.empty()) {
    Diagnostics drift = check_inventory(*spec, options.documents);
    found.insert(found.end(), drift.begin(), drift.end());
  }
  return report(found, options, summary_of(*spec, found));
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Checks the law: is it well written, satisfiable, and true to the documents?");
  command->add_option("spec", options->spec, "folder of the law (default: found beside the program or above it)");
  command->add_option("--documents", options->documents,
                      "folder of the vendors' pages: holds every citation against them");
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->footer(
      "Examples:\n  npu-cts check spec\n  npu-cts check spec --documents ../shared/documents --format json");
  command->callback([options, &chosen] { chosen = [options] { return check(*options); }; });
}

}  // namespace npu_cts
