// SPDX-License-Identifier: Apache-2.0
#include "reports/diff_page.h"

#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/diff_pieces.h"
#include "reports/phrases.h"

namespace npu_cts::reports {

using namespace document;

namespace {

std::string phrase(Language language, std::string_view en, std::string_view zh) {
  return std::string(pick(language, en, zh));
}

PageContent page_of(const diff::Diff& diff, Language language) {
  return page_titled(fmt::format("{} {} {}", diff.newer, pick(language, "against", "相对"), diff.older),
                     tag_of(language));
}

Block nothing_differs(Language language) {
  return {Paragraph{{plain(phrase(language, "Nothing differs.", "没有差异。"))}}};
}

Table row_table(const diff::OpDiff& op, Language language) {
  Table table{.columns = {{phrase(language, "product", "产品")},
                          {phrase(language, "row", "行")},
                          {phrase(language, "calls", "调用")},
                          {phrase(language, "dtype combinations", "数据类型组合")}}};
  for (const diff::RowRelation& row : op.rows) {
    const std::string_view how = row.relation != diff::Relation::same ? ""
                                 : row.proved                         ? pick(language, " (proved)", "（已证明）")
                                              : pick(language, " (searched)", "（已搜索）");
    table.rows.push_back(
        {.cells = {cell(row.product), cell(row.row), cell(fmt::format("{}{}", phrase_of(row.relation, language), how)),
                   cell(fmt::format("+{} −{}", row.gained_dtypes, row.lost_dtypes))}});
  }
  return table;
}

Item labelled_item(const std::string& label, Span value, Language language) {
  return {.line = {plain(labelled(label, "", language)), std::move(value)}};
}

/// Adds the statements behind a change; nothing where there are none.
void add_sources(Item& item, const std::vector<diff::Sentence>& sentences, Language language) {
  std::vector<std::string> texts;
  for (const diff::Sentence& sentence : sentences) texts.push_back(source_of(sentence));
  if (!texts.empty())
    item.items.push_back(labelled_item(phrase(language, "sentences", "语句"), plain(join(texts, "; ")), language));
}

Item item_of(const diff::Change& change, Language language) {
  const std::string title =
      change.gained ? phrase(language, "newly accepted", "新接受") : phrase(language, "no longer accepted", "不再接受");
  Item item{.line = {strong(title), plain(labelled("", spots_of(change), language))}};
  std::string refuses = phrase(language, "older", "旧版");
  std::string admits = phrase(language, "newer", "新版");
  if (!change.gained) std::swap(refuses, admits);
  item.items.push_back(labelled_item(refuses, plain(grounds_of(change.refused, language)), language));
  if (!change.admitted.empty())
    item.items.push_back(labelled_item(admits, plain(grounds_of(change.admitted, language)), language));
  item.items.push_back(labelled_item(phrase(language, "witness", "见证调用"), code(witness_of(change)), language));
  add_sources(item, sentences_of(change), language);
  return item;
}

Line line_of(const diff::FactChange& fact, Language language) {
  const std::string nothing = phrase(language, "nothing", "无");
  const auto said = [&](const std::string& says) { return says.empty() ? plain(nothing) : code(says); };
  return {code(fact.id), plain(labelled("", "", language)), said(fact.older), plain(" → "), said(fact.newer)};
}

Section section_of(const diff::OpDiff& op, Language language) {
  Section section{.title = {plain(fmt::format("{}, {}", op.op, releases_of(op, language)))},
                  .blocks = {{row_table(op, language)}}};
  List changes;
  for (const diff::Change& change : op.changes) changes.items.push_back(item_of(change, language));
  if (!changes.items.empty()) section.blocks.push_back({std::move(changes)});
  if (op.facts.empty()) return section;
  section.blocks.push_back({Paragraph{{plain(phrase(language, "Facts that no call shows:", "调用无法体现的变化："))}}});
  List facts;
  for (const diff::FactChange& fact : op.facts) {
    facts.items.push_back({.line = line_of(fact, language)});
    add_sources(facts.items.back(), fact.sentences, language);
  }
  section.blocks.push_back({std::move(facts)});
  return section;
}

Section status_section(std::string_view title, const std::vector<diff::StatusChange>& changes) {
  const auto said = [](const std::optional<Status>& status) {
    return status ? name_of(*status) : std::string_view("not run");
  };
  List list;
  for (const diff::StatusChange& change : changes) {
    list.items.push_back(
        {.line = {code(change.id), plain(fmt::format(": {} → {} [{}]{}", said(change.older), said(change.newer),
                                                     diff::to_text(change.causes),
                                                     change.reason.empty() ? "" : ": " + change.reason))}});
  }
  Section section{.title = {plain(fmt::format("{} ({})", title, changes.size()))}, .blocks = {}};
  if (!list.items.empty()) section.blocks.push_back({std::move(list)});
  return section;
}

/// Returns what the runs do not share, by cause.
Table changes_table(const std::vector<diff::RunChange>& changes) {
  Table table{.columns = {{"Cause"}, {"Field"}, {"Before"}, {"After"}}};
  for (const diff::RunChange& one : changes)
    table.rows.push_back({.cells = {cell(strong(std::string(name_of(one.cause)))), cell(code(one.what)),
                                    cell(one.older), cell(one.newer)}});
  return table;
}

Table rules_table(const std::vector<diff::NewlyFailing>& rules) {
  Table table{.columns = {{"Newly failing"}, {"Cases", Holds::number}, {"First"}}};
  for (const diff::NewlyFailing& one : rules)
    table.rows.push_back({.cells = {cell(name(one.rule)), cell(one.cases.size()), cell(code(one.cases.front()))}});
  return table;
}

}  // namespace

PageContent build_diff_page(const diff::Diff& diff, Language language) {
  PageContent page = page_of(diff, language);
  if (diff::is_same(diff)) page.blocks.push_back(nothing_differs(language));
  for (const diff::OpDiff& op : diff.operators) page.blocks.push_back({section_of(op, language)});
  return page;
}

PageContent build_diff_page(const diff::JournalDiff& diff) {
  PageContent page = page_titled(fmt::format("{} against {}", diff.newer, diff.older), tag_of(Language::en));
  if (!diff.same_spec) page.blocks.push_back({Paragraph{{plain("The runs are of different specs.")}}});
  if (!diff.changes.empty()) page.blocks.push_back({changes_table(diff.changes)});
  if (!diff.newly_failing.empty()) page.blocks.push_back({rules_table(diff.newly_failing)});
  page.blocks.push_back({Paragraph{{plain(fmt::format("{} cases ended alike.", diff.same))}}});
  page.blocks.push_back({status_section("Worse", diff.worse)});
  page.blocks.push_back({status_section("Better", diff.better)});
  page.blocks.push_back({status_section("Added", diff.added)});
  page.blocks.push_back({status_section("Dropped", diff.dropped)});
  return page;
}

}  // namespace npu_cts::reports
