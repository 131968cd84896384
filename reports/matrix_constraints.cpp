// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix_constraints.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "reports/applies_text.h"
#include "reports/matrix_parameters.h"

namespace npu_cts::reports {

using namespace document;

namespace {

std::string_view word_of(Phase phase, Language language) {
  switch (phase) {
    case Phase::support:
      return pick(language, "support", "产品支持");
    case Phase::signature:
      return pick(language, "arguments", "参数传入");
    case Phase::dtype:
      return pick(language, "dtype", "数据类型");
    case Phase::shape:
      return pick(language, "shape", "shape");
    case Phase::layout:
      return pick(language, "layout", "内存布局");
    case Phase::attribute:
      return pick(language, "value of an argument", "参数取值");
    case Phase::data:
      return pick(language, "data", "数据取值");
  }
  std::abort();
}

Section section(const MatrixScope& scope, std::string_view en, std::string_view zh, const std::string& anchor,
                Table table) {
  return {.title = {plain(scope.say(en, zh))}, .blocks = {{std::move(table)}}, .anchor = anchor};
}

Table symbol_table(const MatrixScope& scope) {
  Table table{.columns = {{scope.say("Symbol", "符号")}, {scope.say("Definition", "定义")}}};
  for (const Symbol& symbol : scope.op().symbols) {
    if (!symbol.value) continue;
    table.rows.push_back({.cells = {cell(code(symbol.name)), {.lines = {explained(*symbol.value, scope.language())}}}});
  }
  return table;
}

/// Rows of dtypes that say the same: their ids, and where they hold together.
struct JointRow {
  std::vector<std::string> ids;
  const Row* row;
  Applies applies;
};

/// Returns whether two facts differ in nothing but their products.
bool same_but_products(Applies left, const Applies& right) {
  left.products = right.products;
  return left == right;
}

std::vector<JointRow> joint_rows(const MatrixScope& scope) {
  std::vector<JointRow> joint;
  for (const Row& row : scope.op().rows) {
    if (!scope.is_current(row.applies)) continue;
    const auto same = std::ranges::find_if(joint, [&](const JointRow& one) {
      return one.row->cells == row.cells && same_but_products(one.applies, row.applies);
    });
    if (same == joint.end()) {
      joint.push_back({{row.id}, &row, row.applies});
      continue;
    }
    same->ids.push_back(row.id);
    same->applies.products.insert(same->applies.products.end(), row.applies.products.begin(),
                                  row.applies.products.end());
  }
  return joint;
}

TableCell ids_cell(const std::vector<std::string>& ids) {
  TableCell made;
  for (const std::string& id : ids) made.lines.push_back({code(id)});
  return made;
}

Table row_table(const MatrixScope& scope) {
  const std::vector<JointRow> rows = joint_rows(scope);
  Table table{.columns = {{scope.say("Id", "编号")}}};
  for (const JointRow& row : rows)
    table.rows.push_back({.cells = {ids_cell(row.ids)}, .anchor = "rows/" + row.ids.front()});
  for (const Parameter& parameter : scope.op().parameters) {
    if (std::ranges::none_of(rows, [&](const JointRow& row) { return row.row->cells.contains(parameter.key); }))
      continue;
    table.columns.push_back({parameter.key});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto listed = rows[i].row->cells.find(parameter.key);
      const std::string text = listed == rows[i].row->cells.end() ? std::string() : to_text(listed->second);
      table.rows[i].cells.push_back(cell(text));
    }
  }
  table.columns.push_back({scope.say("Holds for", "适用范围")});
  for (std::size_t i = 0; i < rows.size(); ++i) table.rows[i].cells.push_back(cell(scope.note(rows[i].applies)));
  return table;
}

TableRow rule_row(const MatrixScope& scope, const Rule& rule) {
  const Language language = scope.language();
  Line effect{plain(std::string(say(rule.on_violation, language)))};
  if (!rule.question.empty()) {
    effect.push_back(plain(scope.say(": ", "：")));
    effect.push_back(linked(code(rule.question), To::item, "open/" + rule.question));
  }
  TableCell sentences{.lines = {{plain(pick(rule.text, language))}}};
  if (rule.require) {
    sentences.lines.push_back({dim(scope.say("exactly: ", "精确表述：")), dim(rule_sentence(rule, language))});
  }
  return {.cells = {cell(code(rule.id)),
                    cell(std::string(word_of(rule.phase, language))),
                    std::move(sentences),
                    {.lines = {std::move(effect)}},
                    cell(scope.note(rule.applies))},
          .anchor = "rules/" + rule.id};
}

Table rule_table(const MatrixScope& scope) {
  Table table{.columns = {{scope.say("Id", "编号")},
                          {scope.say("About", "类别")},
                          {scope.say("Constraint", "约束")},
                          {scope.say("If broken", "违反时")},
                          {scope.say("Holds for", "适用范围")}}};
  for (const Rule& rule : scope.op().rules) {
    if (scope.is_current(rule.applies)) table.rows.push_back(rule_row(scope, rule));
  }
  return table;
}

/// Returns why no rule stands on a sentence of `disposition`; "" where one may.
std::string reason_without_rule(const MatrixScope& scope, Disposition disposition) {
  switch (disposition) {
    case Disposition::encoded:
    case Disposition::open:
      return {};
    case Disposition::informative:
      return scope.say("it explains", "说明性内容");
    case Disposition::advice:
      return scope.say("it advises", "建议");
    case Disposition::untestable:
      return scope.say("no call shows it", "调用无法体现");
  }
  std::abort();
}

/// Returns the page of the newest release in this language that has `statement` among its constraints, or null.
const Document* newest_page_with(const MatrixScope& scope, const Statement& statement) {
  if (!statement.place.starts_with("constraints")) return nullptr;
  for (const Document& document : scope.spec().documents) {
    const bool is_newest = document.op == scope.op().name &&
                           document.release == scope.spec().releases[scope.releases().back()] &&
                           language_of(document.language) == scope.language();
    if (is_newest && contains(statement.documents, document.id)) return &document;
  }
  return nullptr;
}

/// The sentences of the newest page that are no rules here, by place: the vendor's words are not repeated.
Table rest_table(const MatrixScope& scope) {
  Table table{.columns = {{scope.say("Page", "页面")},
                          {scope.say("Place", "位置")},
                          {scope.say("Why it is no rule", "未编为规则的原因")}}};
  for (const Statement& statement : scope.spec().statements) {
    const std::string reason = reason_without_rule(scope, statement.disposition);
    const Document* const page = reason.empty() ? nullptr : newest_page_with(scope, statement);
    if (page == nullptr) continue;
    const bool says_more = scope.language() == Language::en && !statement.why.empty();
    table.rows.push_back({.cells = {cell(code(page->id)), cell(code(statement.place)),
                                    cell(says_more ? reason + ": " + statement.why : reason)},
                          .anchor = "rest/" + statement.id});
  }
  return table;
}

/// Latin words stand behind a blank in a Chinese sentence.
std::string after_chinese(const std::string& text) {
  const bool is_latin = !text.empty() && (static_cast<unsigned char>(text.front()) & 0x80U) == 0;
  return is_latin ? " " + text : text;
}

}  // namespace

std::string rule_sentence(const Rule& rule, Language language) {
  if (!rule.require) return {};
  const std::string require = to_sentence(*rule.require, language);
  if (!rule.when) return require;
  const std::string when = to_sentence(*rule.when, language);
  if (language == Language::en) return fmt::format("if {}, then {}", when, require);
  return fmt::format("若{}，则{}", after_chinese(when), after_chinese(require));
}

Blocks constraint_blocks(const MatrixScope& scope) {
  Blocks blocks;
  const auto add = [&](Section part) {
    if (!std::get<Table>(part.blocks.front().value).rows.empty()) blocks.push_back({std::move(part)});
  };
  add(section(scope, "Rules", "约束规则", "rules", rule_table(scope)));
  add(section(scope, "Rows of dtypes", "数据类型组合", "rows", row_table(scope)));
  add(section(scope, "Symbols", "符号说明", "symbols", symbol_table(scope)));
  add(section(scope, "Other sentences of the page", "页面的其他语句", "rest", rest_table(scope)));
  return blocks;
}

}  // namespace npu_cts::reports
