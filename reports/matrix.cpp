// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/diff_pieces.h"
#include "reports/matrix_constraints.h"
#include "reports/matrix_formulas.h"
#include "reports/matrix_history.h"
#include "reports/matrix_parameters.h"
#include "reports/matrix_questions.h"
#include "reports/matrix_support.h"
#include "reports/report_cells.h"

namespace npu_cts::reports {

using namespace document;

namespace {

/// Adds a section that others can link to; nothing where it is empty.
void add_section(Blocks& page, const std::string& anchor, std::string title, Blocks blocks) {
  if (blocks.empty()) return;
  page.push_back({Section{.title = {plain(std::move(title))}, .blocks = std::move(blocks), .anchor = anchor}});
}

/// Returns the name that Python imports: "torch_npu.npu_quant_matmul".
std::string qualified(const OpSpec& op) { return op.import_path.empty() ? op.name : op.import_path + "." + op.name; }

Blocks signature_blocks(const MatrixScope& scope) {
  Blocks blocks;
  Table earlier{.columns = {{scope.say("Releases", "版本")}, {scope.say("Prototype", "函数原型")}}};
  for (const Dated<std::string>& signature : scope.op().signatures) {
    if (scope.is_current(signature.applies)) {
      const bool named = signature.value.starts_with(scope.op().name);
      blocks.insert(blocks.begin(), {Program{"python", (named ? "" : qualified(scope.op())) + signature.value}});
      if (const std::string note = scope.note(signature.applies); !note.empty())
        blocks.insert(blocks.begin() + 1, {Paragraph{{dim(note)}}});
    } else {
      earlier.rows.push_back({.cells = {cell(scope.note(signature.applies)), cell(code(signature.value))}});
    }
  }
  if (!earlier.rows.empty()) blocks.push_back({std::move(earlier)});
  return blocks;
}

Blocks example_blocks(const MatrixScope& scope, const ExamplePrograms& programs) {
  Blocks blocks;
  for (const Example& example : scope.op().examples) {
    if (!scope.is_current(example.applies)) continue;
    const auto program = programs.find({scope.op().name, example.id});
    Section section{.title = {plain(scope.with_note(example.id, scope.note(example.applies)))},
                    .blocks = {},
                    .anchor = "examples/" + example.id};
    if (program == programs.end()) {
      section.blocks.push_back({Paragraph{{code(to_text(example.call))}}});
    } else {
      const Target& target = program->second.target;
      const Product* const product = find_product(scope.spec(), target.product);
      section.blocks.push_back({Paragraph{
          {plain(scope.separated({target.release, product == nullptr ? target.product : scope.names({product}),
                                  pick(find_mode(scope.spec(), target.mode)->name, scope.language())}))}}});
      section.blocks.push_back({Program{"python", program->second.text}});
    }
    blocks.push_back({std::move(section)});
  }
  return blocks;
}

Blocks legend_blocks(const MatrixScope& scope) {
  const auto term = [](std::string label, std::string text) {
    return Term{.label = std::move(label), .lines = {{plain(std::move(text))}}};
  };
  Terms terms;
  terms.terms = {
      term("√ × ? –", scope.say("supported, not supported, open question, not mentioned by the page",
                                "支持、不支持、未决、页面未提及")),
      term(scope.say("since A", "A 起"), scope.say("from the page of release A on; without it: on every page",
                                                   "自 A 版本的页面起成立；未注明时各版本均成立")),
      term(scope.say("Holds for", "适用范围"),
           scope.say("products, releases and modes; empty: wherever the operator is supported",
                     "产品、版本与模式；留空表示在算子支持的范围内均成立")),
      term(scope.say("If broken", "违反时"),
           scope.say(
               "refused: the call fails. open: the pages do not say. undefined, not checked, results vary: the call "
               "runs, and its results mean nothing",
               "报错：调用失败；未决：页面未说明；结果未定义、不检查、结果不确定：调用可执行，但结果无意义"))};
  for (const FormulaSign* const one : signs_in_formulas(scope.op()))
    terms.terms.push_back(term(std::string(one->sign), scope.say(one->en, one->zh)));
  return {{std::move(terms)}};
}

PageContent page_of(const MatrixScope& scope, const ExamplePrograms& programs, const Shown& shown) {
  const OpSpec& op = scope.op();
  PageContent page{.language = std::string(tag_of(scope.language())),
                   .title = qualified(op),
                   .heading = {plain(qualified(op))},
                   .blocks = {}};
  Blocks& blocks = page.blocks;
  blocks.push_back(
      {Paragraph{{plain(scope.say("Release ", "版本 ") + scope.spec().releases[scope.releases().back()]), plain(" · "),
                  linked(plain(scope.say("all operators", "全部算子")), To::page, "index")}}});
  add_section(blocks, "products", scope.say("Supported Products", "产品支持情况"), support_blocks(scope));
  add_section(blocks, "function", scope.say("Function", "功能说明"), function_blocks(scope));
  add_section(blocks, "prototype", scope.say("Prototype", "函数原型"), signature_blocks(scope));
  add_section(blocks, "parameters", scope.say("Parameters", "参数说明"), parameter_blocks(scope));
  add_section(blocks, "returns", scope.say("Return Values", "返回值说明"), output_blocks(scope));
  add_section(blocks, "constraints", scope.say("Constraints", "约束说明"), constraint_blocks(scope));
  add_section(blocks, "numbers", scope.say("Numeric Variants", "数值变体"), numeric_blocks(scope));
  add_section(blocks, "examples", scope.say("Examples", "调用示例"), example_blocks(scope, programs));
  add_section(blocks, "open", scope.say("Open Questions", "未决问题"), open_blocks(scope));
  add_section(blocks, "contradictions", scope.say("Contradictions of the Documents", "文档矛盾之处"),
              contradiction_blocks(scope));
  add_section(blocks, "history", scope.say("Earlier Releases", "历史版本"), history_blocks(scope));
  add_section(blocks, "legend", scope.say("Legend", "图例"), legend_blocks(scope));
  blocks.push_back(again_by(matrix_command(shown), scope.language()));
  return page;
}

TableRow index_row(const MatrixScope& scope) {
  const OpSpec& op = scope.op();
  const auto rules = std::ranges::count_if(op.rules, [&](const Rule& rule) { return scope.is_current(rule.applies); });
  TableRow row{
      .cells = {{.lines = {{linked(plain(op.name), To::page, op.name)}, {dim(pick(op.text, scope.language()))}}}},
      .anchor = op.name};
  for (const Product& product : scope.spec().products) row.cells.push_back(support_summary(scope, product));
  for (const std::size_t count : {static_cast<std::size_t>(rules), op.open.size(), op.contradictions.size()})
    row.cells.push_back(cell(count));
  return row;
}

PageContent index_of(const Spec& spec, const Shown& shown) {
  const Language language = shown.language;
  const auto say = [&](std::string_view en, std::string_view zh) { return std::string(pick(language, en, zh)); };
  Table grid{.columns = {{say("Operator", "算子")}}};
  for (const Product& product : spec.products) grid.columns.push_back({pick(product.name, language)});
  for (const std::string& title :
       {say("Rules", "约束"), say("Open questions", "未决问题"), say("Contradictions", "矛盾")})
    grid.columns.push_back({.title = title, .holds = Holds::number});
  for (const OpSpec& op : spec.operators) {
    if (!op.pages.empty()) grid.rows.push_back(index_row({spec, op, language}));
  }
  const std::string title = say("Operators and products", "算子与产品");
  return {
      .language = std::string(tag_of(language)),
      .title = title,
      .heading = {plain(title)},
      .blocks = {{std::move(grid)},
                 {Paragraph{{plain(say("√ supported, × not supported, ? open question, – not mentioned.",
                                       "√ 支持，× 不支持，? 未决，– 页面未提及。")),
                             plain(" "),
                             linked(plain(say("Findings in the documents", "文档问题清单")), To::page, "findings")}}},
                 again_by(matrix_command(shown), language)}};
}

}  // namespace

std::string matrix_command(const Shown& shown) {
  std::string command = fmt::format("npu-cts matrix --lang {} --out DIR", tag_of(shown.language));
  for (const std::string& product : shown.products) command += " --product " + product;
  for (const std::string& release : shown.releases) command += " --release " + release;
  return command;
}

std::vector<MatrixPage> build_matrix(const Spec& spec, const ExamplePrograms& programs, const Shown& shown) {
  std::vector<MatrixPage> pages{{"index", index_of(spec, shown)}};
  for (const OpSpec& op : spec.operators) {
    if (!op.pages.empty()) pages.push_back({op.name, page_of({spec, op, shown.language}, programs, shown)});
  }
  return pages;
}

}  // namespace npu_cts::reports
