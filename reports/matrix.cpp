#include "reports/matrix.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/judge_call.h"
#include "reports/document/escape.h"
#include "reports/document/markdown.h"
#include "reports/matrix_section.h"
#include "reports/phrases.h"

namespace npu_cts {

using namespace document;

namespace {

Span phrase(Word word, Language language) { return plain(std::string(say(word, language))); }

TableCell state_cell(const SupportCell* support, Language language) {
  SupportEntry entry;
  if (support != nullptr) entry.state = support->state;
  Line line{plain(std::string(state_of(entry, language)))};
  if (support == nullptr) return {.lines = {line}};
  if (!support->question.empty()) line.insert(line.end(), {plain(": "), code(support->question)});
  if (!support->frameworks.empty()) line.push_back(plain(fmt::format(" ({})", join(support->frameworks, ", "))));
  return {.lines = {line}};
}

/// Adds the rows of one release: modes that say the same share a row.
void add_release(Table& table, const Spec& spec, const OpSpec& op, const std::string& release, Language language) {
  std::vector<std::pair<std::vector<TableCell>, std::vector<std::string>>> rows;  // cells → modes
  for (const Mode mode : all_modes) {
    std::vector<TableCell> cells;
    for (const Product& product : spec.products)
      cells.push_back(state_cell(find_support(spec, op, {product.id, release, mode}), language));
    auto same = std::ranges::find(rows, cells, [](const auto& row) { return row.first; });
    if (same == rows.end()) {
      rows.emplace_back(std::move(cells), std::vector<std::string>{});
      same = std::prev(rows.end());
    }
    same->second.emplace_back(name_of(mode));
  }
  for (auto& [cells, modes] : rows) {
    cells.insert(cells.begin(), {cell(release), cell(join(modes, ", "))});
    table.rows.push_back({.cells = std::move(cells)});
  }
}

Table table_with_products(const std::vector<Word>& first, const Spec& spec, Language language) {
  Table table{.columns = {}};
  for (const Word word : first) table.columns.push_back({std::string(say(word, language))});
  for (const Product& product : spec.products) table.columns.push_back({pick(product.name, language)});
  return table;
}

Section support_section(const Spec& spec, const OpSpec& op, Language language) {
  Table table = table_with_products({Word::release, Word::mode}, spec, language);
  for (auto page = op.pages.rbegin(); page != op.pages.rend(); ++page)
    add_release(table, spec, op, spec.releases[page->first], language);
  return {.title = {phrase(Word::support, language)}, .blocks = {{std::move(table)}}};
}

/// A run of releases of which the documents say the same.
struct Era {
  std::string newest;
  std::string oldest;
  Blocks blocks;
};

std::vector<Era> eras_of(const Spec& spec, const OpSpec& op, Language language) {
  std::vector<Era> eras;
  for (auto page = op.pages.rbegin(); page != op.pages.rend(); ++page) {
    const std::string& release = spec.releases[page->first];
    Blocks blocks = matrix_section(spec, op, release, language);
    if (!eras.empty() && eras.back().blocks == blocks) {
      eras.back().oldest = release;
    } else {
      eras.push_back({release, release, std::move(blocks)});
    }
  }
  return eras;
}

PageContent page_of(const Spec& spec, const OpSpec& op, Language language) {
  PageContent page{.language = std::string(tag_of(language)),
                   .title = op.name,
                   .heading = {plain(op.name)},
                   .blocks = {{Paragraph{{plain(pick(op.text, language))}}}, {support_section(spec, op, language)}}};
  for (Era& era : eras_of(spec, op, language)) {
    const std::string releases = era.newest == era.oldest ? era.newest : era.oldest + " – " + era.newest;
    const bool is_newest = page.blocks.size() == 2;
    const std::string newest = is_newest ? fmt::format(" ({})", say(Word::newest, language)) : "";
    page.blocks.push_back(
        {Section{.title = {plain(fmt::format("{} {}{}", say(Word::release, language), releases, newest))},
                 .blocks = std::move(era.blocks)}});
  }
  return page;
}

/// Returns, for each product, in which releases the operator runs in some mode.
TableRow index_row(const Spec& spec, const OpSpec& op, Language language) {
  TableRow row{.cells = {cell(linked(plain(op.name), To::page, op.name))}};
  for (const Product& product : spec.products) {
    std::vector<std::string> releases;
    for (const auto& [release, documents] : op.pages) {
      const bool runs = std::ranges::any_of(all_modes, [&, &at = spec.releases[release]](Mode mode) {
        const SupportCell* support = find_support(spec, op, {product.id, at, mode});
        return support != nullptr && support->state == SupportState::yes;
      });
      if (runs) releases.push_back(spec.releases[release]);
    }
    row.cells.push_back(cell(releases.empty() ? std::string(say(Word::none, language)) : join(releases, ", ")));
  }
  return row;
}

}  // namespace

std::vector<MatrixPage> build_matrix(const Spec& spec, Language language) {
  Table index = table_with_products({Word::operator_}, spec, language);
  std::vector<MatrixPage> pages;
  for (const OpSpec& op : spec.operators) {
    index.rows.push_back(index_row(spec, op, language));
    pages.push_back({op.name, page_of(spec, op, language)});
  }
  const std::string title(say(Word::matrix_title, language));
  pages.insert(pages.begin(), {"index",
                               {.language = std::string(tag_of(language)),
                                .title = title,
                                .heading = {plain(title)},
                                .blocks = {{std::move(index)}}}});
  return pages;
}

std::vector<Page> to_matrix(const Spec& spec, Language language) {
  std::vector<Page> pages;
  for (const MatrixPage& page : build_matrix(spec, language))
    pages.push_back({anchor_of(page.name) + ".md", to_markdown(page.content)});
  return pages;
}

}  // namespace npu_cts
