// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/ascend/torch/snippet.h"
#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/findings/checks/check.h"
#include "framework/rule/bound_spec.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/options.h"
#include "reports/findings.h"
#include "reports/matrix.h"
#include "reports/render.h"
#include "reports/workbook/workbook.h"
#include "tools/cli/command.h"
#include "tools/cli/findings_patch.h"

namespace npu_cts {
namespace {

struct MatrixOptions {
  std::string spec;
  std::string out;
  std::string language = "en";
  run::RunOptions cases = {};  ///< only its products and releases
  std::string documents;
};

reports::FindingWitnesses witnesses_of(const Spec& spec) {
  const expand::Plan plan = expand::plan_witnesses(spec);
  BoundSpecs bound(spec);
  reports::FindingWitnesses witnesses;
  for (const OpSpec& op : spec.operators) {
    const findings::Examined examined{.spec = spec, .op = op, .plan = plan, .bound = bound};
    for (const Contradiction& one : op.contradictions) {
      if (auto call = findings::witness_of(examined, one))
        witnesses.emplace(std::pair(op.name, one.id), *std::move(call));
    }
  }
  return witnesses;
}

/// Returns where the newest release that has the example supports it; nothing where none does.
std::optional<Target> target_of(const Spec& spec, const OpSpec& op, const Example& example) {
  for (auto page = op.pages.rbegin(); page != op.pages.rend(); ++page) {
    for (const Product& product : spec.products) {
      for (const Mode& mode : spec.modes.all) {
        const Target target{product.id, spec.releases[page->first], mode.id};
        const SupportCell* const support = find_support(spec, op, target);
        if (support != nullptr && support->state == SupportState::yes && holds(example.applies, spec, target))
          return target;
      }
    }
  }
  return std::nullopt;
}

/// Returns a program without its first line, which says of which call it is, and without the last line end.
std::string without_remark(const std::string& program) {
  return std::string(trim(program.starts_with('#') ? program.substr(program.find('\n') + 1) : program));
}

/// Returns a program for each example of the spec that some release supports.
reports::ExamplePrograms programs_of(const Spec& spec) {
  reports::ExamplePrograms programs;
  for (const OpSpec& op : spec.operators) {
    for (const Example& example : op.examples) {
      const auto target = target_of(spec, op, example);
      if (!target) continue;
      const Case one = expand::example_case(op, example, *target);
      if (auto program = ascend::to_snippet(BoundSpec::bind(spec, op, *target), one))
        programs.emplace(std::pair(op.name, example.id), reports::ExampleProgram{*target, without_remark(*program)});
    }
  }
  return programs;
}

int matrix(const MatrixOptions& options) {
  auto spec = load_spec(options.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto known = run::plan_options(*spec, options.cases);
  if (!known) return run::complain(known.diagnostics(), run::exit_usage);
  reports::Shown shown{.language = reports::language_of(options.language), .products = known->filters.products};
  if (!contains(known->filters.releases, "all")) shown.releases = known->filters.releases;
  reports::narrow(*spec, shown);
  auto pages = reports::render_matrix(*spec, programs_of(*spec), shown);
  for (reports::Page& page :
       reports::render(reports::build_findings_page(*spec, witnesses_of(*spec), shown), "findings"))
    pages.push_back(std::move(page));
  pages.push_back({"findings.csv", reports::findings_csv(*spec, shown.language)});
  if (!options.documents.empty()) {
    auto patch = findings_patch(*spec, options.documents);
    if (!patch) return run::complain(patch.diagnostics(), run::exit_usage);
    pages.push_back({"findings.patch", *std::move(patch)});
  }
  const int written = write_and_say(pages, options.out);
  if (written != run::exit_conforms || !workbook::can_write_workbooks()) return written;
  std::vector<workbook::Sheet> sheets;
  for (reports::MatrixPage& page : reports::build_matrix(*spec, {}, shown))
    sheets.push_back({std::move(page.name), std::move(page.content)});
  const std::string path = options.out + "/operators.xlsx";
  if (const auto failed = workbook::write_workbook(sheets, path)) return run::complain({*failed}, run::exit_usage);
  return run::say(path + "\n", run::exit_conforms);
}

}  // namespace

void add_matrix(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<MatrixOptions>();
  CLI::App* command =
      app.add_subcommand("matrix", "Writes the operators' pages and the findings from the spec; no run is needed.");
  command->add_option("--out", options->out, "folder for the pages")->required();
  run::add_spec_option(*command, options->spec);
  run::add_repeatable(*command, "--product", options->cases.filters.products, "products to show (default: all)");
  run::add_repeatable(*command, "--release", options->cases.filters.releases,
                      "document releases to show, or 'all' (default: all)");
  run::add_one_of(*command, "--lang", options->language, {"en", "zh"}, "en or zh");
  command->add_option("--documents", options->documents,
                      "folder of the vendors' pages: writes findings.patch too, notes for the newest of them");
  command->footer(
      "Examples:\n  npu-cts matrix --out docs --lang zh\n  npu-cts matrix --out docs --product atlas_a2 --release "
      "26.1.0\n  npu-cts matrix --out docs --documents DIR");
  command->callback([options, &chosen] { chosen = [options] { return matrix(*options); }; });
}

}  // namespace npu_cts
