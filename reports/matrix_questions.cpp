// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix_questions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>

namespace npu_cts::reports {

using namespace document;

namespace {

struct BasisText {
  std::string_view basis, en, zh;
};
constexpr std::array bases{
    BasisText{"document", "the page", "文档"},
    BasisText{"example", "an example of the page", "文档示例"},
    BasisText{"newer-release", "the page of a newer release", "较新版本的文档"},
    BasisText{"vendor-code", "the vendor's code", "厂商代码"},
    BasisText{"vendor-golden", "the vendor's golden function", "厂商基准函数"},
    BasisText{"vendor-tests", "the vendor's tests", "厂商测试"},
    BasisText{"callers", "programs that call it", "调用方程序"},
    BasisText{"convention", "convention", "惯例"},
};

std::string_view word_of(Leaves leaves, Language language) {
  switch (leaves) {
    case Leaves::calls:
      return pick(language, "which calls are legal", "哪些调用合法");
    case Leaves::results:
      return pick(language, "results", "结果");
    case Leaves::page:
      return pick(language, "what the page says", "文档内容");
  }
  std::abort();
}

/// Returns where the page shows the rule `id`: one that the operator states, or the table of combinations.
std::string rule_anchor(const OpSpec& op, const std::string& id) {
  return std::ranges::find(op.rules, id, &Rule::id) == op.rules.end() ? id : "rules/" + id;
}

Section contested_section(const MatrixScope& scope) {
  Table table{.columns = {{scope.say("Id", "编号")},
                          {scope.say("Rule", "约束")},
                          {scope.say("What is seen", "实际情况")},
                          {scope.say("Seen in", "来源")},
                          {scope.say("Holds for", "适用范围")}}};
  for (const Contested& one : scope.op().contested) {
    table.rows.push_back(
        {.cells = {cell(code(one.id)), cell(linked(code(one.subject), To::item, rule_anchor(scope.op(), one.subject))),
                   cell(pick(one.says, scope.language())), basis_cell(one.by, one.where, scope.language()),
                   cell(scope.note(one.applies))},
         .anchor = "contested/" + one.id});
  }
  return {.title = {plain(scope.say("Contested refusals", "有争议的约束"))},
          .blocks = {{std::move(table)}},
          .anchor = "contested"};
}

}  // namespace

std::string_view basis_text(std::string_view basis, Language language) {
  const auto* const row = std::ranges::find(bases, basis, &BasisText::basis);
  return row == bases.end() ? basis : pick(language, row->en, row->zh);
}

TableCell basis_cell(std::string_view basis, const std::string& seen_in, Language language) {
  TableCell cell{.lines = {{plain(std::string(basis_text(basis, language)))}}};
  if (!seen_in.empty()) cell.lines.push_back({dim(seen_in)});
  return cell;
}

Blocks open_blocks(const MatrixScope& scope) {
  Table table{.columns = {{scope.say("Id", "编号")},
                          {scope.say("Question", "问题")},
                          {scope.say("Leaves open", "影响")},
                          {scope.say("Found elsewhere", "其他证据")}}};
  for (const OpenQuestion& open : scope.op().open) {
    table.rows.push_back({.cells = {cell(code(open.id)), cell(pick(open.question, scope.language())),
                                    cell(std::string(word_of(open.leaves, scope.language()))), cell(open.found)},
                          .anchor = "open/" + open.id});
  }
  if (table.rows.empty()) return {};
  return {{std::move(table)}};
}

Blocks contradiction_blocks(const MatrixScope& scope) {
  Table table{.columns = {{scope.say("Id", "编号")},
                          {scope.say("Contradiction", "矛盾")},
                          {scope.say("Read here as", "本规范采用")},
                          {scope.say("Holds for", "适用范围")}}};
  for (const Contradiction& one : scope.op().contradictions) {
    Span id = code(one.id);
    id.link = {.to = To::page, .name = "findings", .at = scope.op().name + "/" + one.id};
    table.rows.push_back({.cells = {cell(std::move(id)), cell(pick(one.text, scope.language())),
                                    cell(pick(one.resolution, scope.language())), cell(scope.note(one.applies))},
                          .anchor = "contradictions/" + one.id});
  }
  Blocks blocks;
  if (!table.rows.empty()) blocks.push_back({std::move(table)});
  if (!scope.op().contested.empty()) blocks.push_back({contested_section(scope)});
  return blocks;
}

}  // namespace npu_cts::reports
