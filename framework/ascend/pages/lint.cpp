// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/lint.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "framework/ascend/pages/inventory.h"
#include "framework/base/sort.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

constexpr DeclaredBy by_statements = DeclaredBy::statements;

constexpr auto lint_table = std::to_array<findings::Check<OperatorPages>>({
    {{"dtype-among-formats", "a list of formats has a dtype, or the reverse",
      "a reader takes the word for what its list is about", "title the list for what it holds, or take the word out",
      Level::error, by_statements},
     find_dtypes_among_formats},
    {{"stray-mark", "a shape on a page holds a mark that it has nowhere else",
      "whether the mark means something is not clear", "write the shape as it stands elsewhere", Level::error,
      by_statements},
     find_stray_marks},
    {{"bit-outside-field", "a sentence names a bit that its formula does not write",
      "text and formula describe different bits", "correct the bit in the sentence, or the shift in the formula",
      Level::error, by_statements},
     find_bits_outside_fields},
    {{"argument-of-other-type", "a program passes another type than its page states",
      "the stated type and the program describe different calls", "state the type that the program passes",
      Level::error, by_statements},
     find_arguments_of_other_types},
    {{"reused-output", "a program shows the random output of another",
      "random values are not drawn twice: the output is not of the program that is shown",
      "run the program and print what it prints", Level::error, by_statements},
     find_reused_outputs},
    {{"code-in-output", "a printed output holds a line of program",
      "what a program prints is compared with what the page shows", "show the line as it is printed", Level::error,
      by_statements},
     find_code_in_outputs},
    {{"product-not-in-table", "a page speaks of a product by a name that its own list lacks",
      "the name is not in the support table", "write the product's name as the table has it", Level::error,
      by_statements},
     find_products_not_in_table},
    {{"name-of-one-edition", "one edition of a release names what the other does not",
      "readers of the other edition do not learn of it", "say it in both editions or in neither", Level::error,
      by_statements},
     find_names_of_one_edition},
    {{"example-of-two-kinds", "one operator is the example of two kinds",
      "a reader is sent to an operator that is not of the kind", "name one that is of the kind", Level::error,
      by_statements},
     find_examples_of_two_kinds},
});

OperatorPages pages_of(const Spec& spec, std::string_view op, const ReadPages& pages) {
  OperatorPages of{.spec = spec, .op = op};
  for (const Document& page : spec.documents) {
    const auto read = pages.find(page.id);
    if (page.op == op && read != pages.end()) of.pages.push_back(&read->second);
  }
  sort_stably(of.pages, {}, [&](const ReadPage* read) { return find_release(spec, read->page->release); });
  return of;
}

}  // namespace

std::span<const findings::Check<OperatorPages>> lint_checks() { return lint_table; }

findings::Finding lint_finding(const OperatorPages& pages, const ReadPage& page,
                               const std::vector<PageStatement>& statements, std::string_view what) {
  findings::Finding found{.op = std::string(pages.op), .at = page.page->at};
  found.what =
      fmt::format("page '{}' of release {}, {}: {}", page.page->id, page.page->release, statements.front().place, what);
  for (const PageStatement& statement : statements) {
    const Statement* const entry = find_entry(pages.spec, page.page->id, statement.sha256);
    found.statements.push_back(entry == nullptr ? "" : entry->id);
    if (entry != nullptr) found.notes.push_back({.at = entry->at, .text = fmt::format("'{}' is here", entry->id)});
  }
  if (const auto release = find_release(pages.spec, page.page->release)) {
    found.where.since = *release;
    found.where.until = *release;
  }
  return found;
}

findings::Findings lint_pages(const Spec& spec, const ReadPages& pages) {
  findings::Findings found;
  for (const OpSpec& op : spec.operators)
    std::ranges::move(findings::run_checks(lint_table, pages_of(spec, op.name, pages)), std::back_inserter(found));
  return found;
}

std::set<std::string> operators_unread(const Spec& spec, const ReadPages& pages) {
  std::set<std::string> unread;
  for (const Document& page : spec.documents) {
    if (!pages.contains(page.id)) unread.insert(page.op);
  }
  return unread;
}

}  // namespace npu_cts::ascend
