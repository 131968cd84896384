#include <CLI/CLI.hpp>
#include <memory>

#include "framework/findings/checks/witness.h"
#include "reports/findings.h"
#include "reports/matrix.h"
#include "reports/render.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

struct MatrixOptions {
  std::string spec;
  std::string out;
  std::string language = "en";
};

FindingWitnesses witnesses_of(const Spec& spec) {
  const Plan plan = plan_witnesses(spec);
  FindingWitnesses witnesses;
  for (const OpSpec& op : spec.operators) {
    for (const Contradiction& one : op.contradictions) {
      if (auto call = witness_of({.spec = spec, .op = op, .plan = plan}, one))
        witnesses.emplace(std::pair(op.name, one.id), *std::move(call));
    }
  }
  return witnesses;
}

int matrix(const MatrixOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  const Language language = options.language == "zh" ? Language::zh : Language::en;
  auto pages = to_matrix(*spec, language);
  for (Page& page : render(build_findings_page(*spec, witnesses_of(*spec), language), "findings"))
    pages.push_back(std::move(page));
  return write_and_say(pages, options.out);
}

}  // namespace

void add_matrix(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<MatrixOptions>();
  CLI::App* command =
      app.add_subcommand("matrix", "Writes the support-matrix documentation from the spec; no run is needed.");
  command->add_option("--out", options->out, "folder for the pages")->required();
  command->add_option("--spec", options->spec, "folder of the spec (default: found beside the program or above it)");
  command->add_option("--lang", options->language, "en or zh")
      ->check(CLI::IsMember({"en", "zh"}))
      ->capture_default_str();
  command->footer("Examples:\n  npu-cts matrix --out docs --lang zh");
  command->callback([options, &chosen] { chosen = [options] { return matrix(*options); }; });
}

}  // namespace npu_cts
