// SPDX-License-Identifier: Apache-2.0
// npu-cts-inventory: prints or writes the inventory of an operator's pages, spec/documents/OPERATOR.yaml.
#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

#include "framework/ascend/pages/inventory.h"
#include "framework/reader/read_spec.h"
#include "framework/record/file.h"
#include "framework/run/session/command_line.h"
#include "framework/run/session/complain.h"

namespace npu_cts {
namespace {

struct Options {
  std::string op;
  std::string prefix;
  std::filesystem::path spec = "spec";
  std::filesystem::path documents;
  bool writes = false;
};

/// Puts `text` in the place of the inventory of the operator, which was read before.
int write_inventory(const Options& options, const std::string& text) {
  const std::string path = (options.spec / "documents" / (options.op + ".yaml")).string();
  if (const auto error = record::write_file(path, text)) return run::complain({*error}, run::exit_usage);
  return run::say(path + "\n", run::exit_conforms);
}

int run_inventory(const Options& options) {
  const auto spec = reader::read_spec(options.spec);
  if (!spec) return run::complain(spec.diagnostics(), run::exit_spec);
  std::vector<Document> pages;
  for (const Document& page : spec->documents) {
    if (page.op == options.op) pages.push_back(page);
  }
  auto statements = ascend::take_inventory(pages, options.documents, options.prefix, spec->statements);
  if (!statements) return run::complain(statements.diagnostics(), run::exit_usage);
  const std::string text = ascend::to_yaml(options.op, *statements);
  return options.writes ? write_inventory(options, text) : run::say(text, run::exit_conforms);
}

int main_of(int argc, char** argv) {
  Options options;
  CLI::App app{
      "Prints the inventory of an operator's pages. Statements that the spec's inventory has keep their dispositions\n"
      "and the facts they name; a new statement is 'encoded' by nothing until a person fills it in.\n\n"
      "Example: npu-cts-inventory --op npu_quant_scatter_ --prefix qsc --documents ../documents --write",
      "npu-cts-inventory"};
  app.add_option("--op", options.op, "the operator")->required();
  app.add_option("--prefix", options.prefix, "what its statements' ids begin with")->required();
  app.add_option("--documents", options.documents, "the folder of the vendor's pages")
      ->required()
      ->check(CLI::ExistingDirectory);
  app.add_option("--spec", options.spec, "the folder of the spec")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  app.add_flag("--write", options.writes,
               "writes it to its place in the spec instead ('>' would empty the file before it is read)");
  if (const auto code = run::parse(app, argc, argv)) return *code;
  return run_inventory(options);
}

}  // namespace
}  // namespace npu_cts

int main(int argc, char** argv) {
  return npu_cts::run::exception_barrier("npu-cts-inventory", [&] { return npu_cts::main_of(argc, argv); });
}
