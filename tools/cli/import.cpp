// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "framework/ascend/draft/draft.h"
#include "framework/base/read_file.h"
#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/run/session/add_word.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 20;

struct ImportOptions {
  std::string spec;
  std::string page;
  ascend::DraftOptions draft;
};

Diagnostic unknown_release(const ImportOptions& options) {
  return {
      .kind = Kind::wrong_usage,
      .what = fmt::format("the release of page '{}' is not known", escape_control(options.page)),
      .why =
          "a page that spec/documents.yaml does not list by hash belongs to no release, and product names are those of "
          "a release",
      .hint = "say it: --release 26.1.0 --op NAME"};
}

Diagnostic no_page(const ImportOptions& options) {
  return {.kind = Kind::wrong_usage,
          .at = {.file = options.page},
          .what = "this has no signature, no parameter and no dtype row",
          .why = "a draft is made from those of an operator's page",
          .hint = "give a page in Markdown, or flattened from HTML with one block a line"};
}

/// Fills in what the list of documents says of the page, where nothing else was said.
ascend::DraftOptions completed(ascend::DraftOptions draft, const Spec& spec, std::string_view text) {
  const auto page = std::ranges::find(spec.documents, sha256_of(text), &Document::sha256);
  if (page == spec.documents.end()) return draft;
  if (draft.op.empty()) draft.op = page->op;
  if (draft.release.empty()) draft.release = page->release;
  draft.page = page->id;
  return draft;
}

int import(const ImportOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto text = read_file(options.page, most_bytes);
  if (!text) return run::complain(text.diagnostics(), run::exit_usage);
  const std::string& release = options.draft.release;
  if (!release.empty() && !find_release(*spec, release)) {
    return run::complain({no_such_release(*spec, release, "product names are those of a release")}, run::exit_usage);
  }
  const ascend::DraftOptions draft = completed(options.draft, *spec, *text);
  if (draft.op.empty() || !find_release(*spec, draft.release))
    return run::complain({unknown_release(options)}, run::exit_usage);
  const ascend::PageFacts facts = facts_of(ascend::read_page(*text, ascend::form_of(*text)), *spec, draft.release);
  if (facts.signature.empty() && facts.parameters.empty() && facts.rows.empty())
    return run::complain({no_page(options)}, run::exit_usage);
  return run::say(ascend::to_draft(facts, *spec, draft), run::exit_conforms);
}

}  // namespace

void add_import(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<ImportOptions>();
  options->draft.page = "new";
  options->draft.prefix = "new";
  CLI::App* command = app.add_subcommand(
      "import",
      "Reads a vendor's page and prints the beginning of its spec: signature, dtypes, rows and products, each with the "
      "place and hash of its sentence, for a person to finish.");
  command->add_option("page", options->page, "a page: Markdown, or text flattened from HTML")->required();
  command->add_option("--op", options->draft.op, "the operator (default: as spec/documents.yaml lists the page)");
  command->add_option("--release", options->draft.release, "the page's release (default: as for --op)");
  command->add_option("--prefix", options->draft.prefix, "what ids of statements begin with that the inventory has not")
      ->capture_default_str();
  run::add_spec_option(*command, options->spec);
  command->footer(
      "Examples:\n  npu-cts import page.md > draft.yaml\n  npu-cts import page.md --op npu_new --release 26.1.0 "
      "--prefix new\n"
      "Exit code: 0 read, 2 the spec has errors, 3 wrong usage or unreadable page.");
  command->callback([options, &chosen] { chosen = [options] { return import(*options); }; });
}

}  // namespace npu_cts
