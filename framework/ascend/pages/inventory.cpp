// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/inventory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "framework/ascend/pages/lint.h"
#include "framework/ascend/pages/page_citations.h"
#include "framework/ascend/pages/page_facts.h"
#include "framework/ascend/pages/spec_page_mismatch.h"
#include "framework/ascend/reading/normalize.h"
#include "framework/ascend/reading/read_page.h"
#include "framework/base/find.h"
#include "framework/base/names.h"
#include "framework/base/read_file.h"
#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/base/yaml_name.h"

namespace npu_cts::ascend {
namespace {

constexpr std::size_t id_digits = 8;

constexpr std::size_t most_page_bytes = std::size_t{4} << 20U;

findings::Finding unreadable(const Document& page, const std::filesystem::path& documents, const Diagnostic& error) {
  return {.kind = error.kind,
          .op = page.op,
          .at = page.at,
          .what = fmt::format("cannot read page '{}': {}", page.path, error.what),
          .why = fmt::format("the page of '{}' is looked for under {}", page.id, documents.string()),
          .hint = "give the folder of the vendor's documents, or correct the path"};
}

ReadPages read_pages(const Spec& spec, const std::filesystem::path& documents, findings::Findings& found) {
  ReadPages pages;
  for (const Document& page : spec.documents) {
    const auto text = read_file(documents / page.path, most_page_bytes);
    if (!text) {
      found.push_back(unreadable(page, documents, text.diagnostics().front()));
      continue;
    }
    ReadPage& read = pages[page.id];
    read = {.page = &page, .sha256 = sha256_of(*text), .in_order = read_in_order(*text, form_of(*text))};
    read.statements = without_repeats(read.in_order);
    if (find_operator(spec, page.op) != nullptr) read.facts = facts_of(read.statements, spec, page.release);
  }
  return pages;
}

void check_files(const ReadPages& pages, findings::Findings& found) {
  for (const auto& [id, read] : pages) {
    if (read.sha256 == read.page->sha256) continue;
    found.push_back({.kind = kinds::stale_citation,
                     .op = read.page->op,
                     .at = read.page->at,
                     .what = fmt::format("page '{}' is not the file that was read", id),
                     .why = fmt::format("its SHA-256 is {}", read.sha256),
                     .hint = "read the page again, then correct the hash"});
  }
}

findings::Finding entry_problem(const Statement& entry, Kind kind, std::string what, std::string why) {
  return {.kind = kind,
          .statements = {entry.id},
          .at = entry.at,
          .what = std::move(what),
          .why = std::move(why),
          .hint = "make the inventory anew with npu-cts-inventory"};
}

/// An entry says where its statement stands on the first of its pages.
void check_place(const Statement& entry, const ReadPages& pages, findings::Findings& found) {
  const auto page = pages.find(entry.documents.front());
  if (page == pages.end()) return;
  const PageStatement& statement = *find_by(page->second.statements, entry.sha256, &PageStatement::sha256);
  if (statement.place == entry.place) return;
  found.push_back(entry_problem(entry, kinds::stale_citation,
                                fmt::format("statement '{}' does not stand at '{}'", entry.id, entry.place),
                                fmt::format("page '{}' has it at '{}'", page->first, statement.place)));
}

void check_entry(const Spec& spec, const Statement& entry, const ReadPages& pages, findings::Findings& found) {
  std::vector<std::string> missing;
  for (const std::string& id : entry.documents) {
    const auto page = pages.find(id);
    if (page != pages.end()) {
      if (find_by(page->second.statements, entry.sha256, &PageStatement::sha256) == nullptr) missing.push_back(id);
    } else if (!contains(spec.documents, id, &Document::id)) {
      found.push_back(entry_problem(entry, Kind::dangling_citation,
                                    fmt::format("'{}' names no page '{}'", entry.id, id),
                                    "pages are those of spec/documents.yaml"));
    }
  }
  if (missing.empty() && !entry.documents.empty()) return check_place(entry, pages, found);
  const bool nowhere = missing.size() == entry.documents.size();
  found.push_back(entry_problem(entry, nowhere ? kinds::unused_entry : kinds::stale_citation,
                                nowhere ? fmt::format("no page has statement '{}'", entry.id)
                                        : fmt::format("statement '{}' is not in {}", entry.id, join(missing, ", ")),
                                "no sentence there has this hash"));
}

/// Returns the hashes that the inventory lists for each page.
std::map<std::string, std::set<std::string>> listed_hashes(const Spec& spec) {
  std::map<std::string, std::set<std::string>> listed;
  for (const Statement& entry : spec.statements) {
    for (const std::string& id : entry.documents) listed[id].insert(entry.sha256);
  }
  return listed;
}

/// Returns the operators that have an inventory.
std::set<std::string> traced_operators(const Spec& spec, const std::map<std::string, std::set<std::string>>& listed) {
  std::set<std::string> traced;
  for (const Document& page : spec.documents) {
    if (listed.contains(page.id)) traced.insert(page.op);
  }
  return traced;
}

void check_traces(const Spec& spec, const ReadPages& pages, findings::Findings& found) {
  auto listed = listed_hashes(spec);
  const auto traced = traced_operators(spec, listed);
  for (const auto& [id, read] : pages) {
    if (!traced.contains(read.page->op)) continue;
    for (const PageStatement& statement : read.statements) {
      if (listed[id].contains(statement.sha256)) continue;
      found.push_back({.kind = kinds::untraced_statement,
                       .op = read.page->op,
                       .at = read.page->at,
                       .what = fmt::format("a sentence of page '{}' is not in the inventory: {}", id, statement.place),
                       .why = fmt::format("its SHA-256 is {}", statement.sha256)});
    }
  }
}

/// Holds what a program can read of each page against the spec of its operator.
void check_facts(const Spec& spec, const ReadPages& pages, findings::Findings& found) {
  for (const auto& [id, read] : pages) {
    const OpSpec* const op = find_operator(spec, read.page->op);
    if (op == nullptr) continue;
    std::ranges::move(check_spec_page_mismatch(spec, *op, *read.page, read.facts), std::back_inserter(found));
    std::ranges::move(check_cited_facts(spec, *op, *read.page, read.facts), std::back_inserter(found));
    std::ranges::move(check_page_examples(spec, *op, *read.page, read.statements), std::back_inserter(found));
  }
}

/// Holds each statement of the inventory against what its first page says there, once.
void check_citations_of(const Spec& spec, const ReadPages& pages, findings::Findings& found) {
  for (const Statement& entry : spec.statements) {
    const auto page = entry.documents.empty() ? pages.end() : pages.find(entry.documents.front());
    const OpSpec* const op = page == pages.end() ? nullptr : find_operator(spec, page->second.page->op);
    const PageStatement* const said =
        op == nullptr ? nullptr : find_by(page->second.statements, entry.sha256, &PageStatement::sha256);
    if (said != nullptr) std::ranges::move(check_page_citation(*op, entry, *said), std::back_inserter(found));
  }
}

/// A page that is said to be Chinese has a Chinese word, and no other has: the title of the section of parameters.
void check_languages(const ReadPages& pages, findings::Findings& found) {
  for (const auto& [id, read] : pages) {
    const bool is_chinese = std::ranges::any_of(read.in_order, [](const PageStatement& one) {
      return one.text.find("支持") != std::string::npos || one.text.find("参数") != std::string::npos;
    });
    if (is_chinese == (read.page->language == "zh")) continue;
    found.push_back({.kind = kinds::stale_citation,
                     .op = read.page->op,
                     .at = read.page->at,
                     .what = fmt::format("page '{}' is not in the language '{}'", id, read.page->language),
                     .why = "the editions of a release are told apart by their language"});
  }
}

/// Returns the releases of the pages that have `name`; of all pages where it is empty.
std::set<std::size_t> releases_with(const Spec& spec, const ReadPages& pages, const std::string& name) {
  const std::string words = normalize_prose(name);
  std::set<std::size_t> releases;
  for (const auto& [id, read] : pages) {
    const auto has_it = [&](const PageStatement& one) { return one.text.find(words) != std::string::npos; };
    if (std::ranges::any_of(read.statements, has_it))
      releases.insert(find_release(spec, read.page->release).value_or(0));
  }
  return releases;
}

/// An alias begins and ends in releases whose pages have it. The pages of one operator may lack it.
void check_aliases(const Spec& spec, const ReadPages& pages, findings::Findings& found) {
  const std::set<std::size_t> all = releases_with(spec, pages, "");
  for (const Product& product : spec.products) {
    for (const Alias& alias : product.aliases) {
      const std::set<std::size_t> releases = releases_with(spec, pages, alias.name);
      const auto& [since, until, products, modes] = alias.applies;
      for (const std::size_t release : {since, until}) {
        const bool is_date = release > 0 && all.contains(release);
        if (releases.empty() || !is_date || releases.contains(release)) continue;
        found.push_back({.kind = kinds::spec_page_mismatch,
                         .at = product.at,
                         .what = fmt::format("'{}' {} in {}, and no page of it has the name", alias.name,
                                             release == since ? "begins" : "ends", spec.releases[release]),
                         .why = "an alias is what pages call a product"});
      }
    }
  }
}

findings::EngineAnswer check_documents(const Spec& spec, const std::filesystem::path& documents) {
  findings::Findings found;
  const ReadPages pages = read_pages(spec, documents, found);
  check_files(pages, found);
  for (const Statement& entry : spec.statements) check_entry(spec, entry, pages, found);
  check_traces(spec, pages, found);
  check_facts(spec, pages, found);
  check_citations_of(spec, pages, found);
  check_languages(pages, found);
  check_aliases(spec, pages, found);
  std::ranges::move(lint_pages(spec, pages), std::back_inserter(found));
  return {.found = findings::one_per_cause(std::move(found)), .unseen = operators_unread(spec, pages)};
}

}  // namespace

std::string statement_id(std::string_view prefix, std::string_view sha256) {
  return fmt::format("{}-{}", prefix, sha256.substr(0, id_digits));
}

const Statement* find_entry(const Spec& spec, std::string_view page, std::string_view sha256) {
  return find_where(spec.statements,
                    [&](const Statement& one) { return one.sha256 == sha256 && contains(one.documents, page); });
}

std::optional<Diagnostic> check_folder(const std::filesystem::path& documents) {
  std::error_code ignored;
  if (std::filesystem::is_directory(documents, ignored)) return std::nullopt;
  return error_at(Kind::unreadable_file, {documents.string(), 0, 0}, "there is no such folder",
                  "the vendors' pages are expected here", "check the path after '--documents'");
}

findings::Engine document_engine(std::filesystem::path documents) {
  std::vector<Kind> finds{kinds::stale_citation,     kinds::untraced_statement, kinds::unused_entry,
                          kinds::spec_page_mismatch, kinds::unknown_product,    kinds::unknown_dtype,
                          kinds::misplaced_citation};
  std::ranges::move(findings::kinds_of(lint_checks()), std::back_inserter(finds));
  return {.kinds = std::move(finds),
          .asked = !documents.empty(),
          .run = [documents = std::move(documents)](const Spec& spec) -> Result<findings::EngineAnswer> {
            return check_documents(spec, documents);
          }};
}

Result<std::vector<Statement>> take_inventory(const std::vector<Document>& pages,
                                              const std::filesystem::path& documents, const std::string& prefix,
                                              const std::vector<Statement>& existing) {
  findings::Findings problems;
  std::vector<Statement> statements;
  for (const Document& page : pages) {
    const auto text = read_file(documents / page.path, most_page_bytes);
    if (!text) {
      problems.push_back(unreadable(page, documents, text.diagnostics().front()));
      continue;
    }
    for (const PageStatement& statement : read_page(*text, form_of(*text))) {
      const std::string id = statement_id(prefix, statement.sha256);
      auto entry = std::ranges::find(statements, statement.sha256, &Statement::sha256);
      if (entry == statements.end()) {
        const auto old = std::ranges::find(existing, id, &Statement::id);
        statements.push_back(old == existing.end() ? Statement{} : *old);
        entry = statements.end() - 1;
        entry->id = id;
        entry->sha256 = statement.sha256;
        entry->place = statement.place;
        entry->documents.clear();
      }
      entry->documents.push_back(page.id);
    }
  }
  if (!problems.empty()) return findings::to_diagnostics(problems);
  return statements;
}

std::string to_yaml(const std::string& op, const std::vector<Statement>& statements) {
  std::string text = fmt::format(
      "# Every statement of the pages of {}: where it stands, the hash of its normalized text, and the facts that "
      "stand on it.\n"
      "# The skeleton is made by npu-cts-inventory; dispositions and facts are ours.\n"
      "operator: {}\nstatements:\n",
      op, op);
  for (const Statement& s : statements) {
    std::vector<std::string> documents;
    for (const std::string& id : s.documents) documents.push_back(fmt::format("\"{}\"", id));
    text += fmt::format("  - id: {}\n    sha256: \"{}\"\n    documents: [{}]\n    place: \"{}\"\n    disposition: {}\n",
                        s.id, s.sha256, join(documents, ", "), s.place, name_of(s.disposition));
    std::vector<std::string> encodes;
    for (const Grounded& grounded : s.encodes) encodes.push_back(yaml_name(grounded.fact));
    if (!encodes.empty()) text += fmt::format("    encodes: [{}]\n", join(encodes, ", "));
    if (!s.why.empty()) text += fmt::format("    why: {}\n", yaml_scalar(s.why));
  }
  return text;
}

}  // namespace npu_cts::ascend
