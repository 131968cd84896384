// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix_formulas.h"

#include <string>
#include <utility>

#include "framework/expression/print_expression.h"
#include "reports/matrix_questions.h"

namespace npu_cts::reports {

using namespace document;

namespace {

/// Returns a cell that begins with `line`, and says for which calls `fact` holds.
template <class FactOf>
TableCell when_cell(const MatrixScope& scope, const FactOf& fact, Span line) {
  TableCell made{.lines = {{std::move(line)}}};
  if (fact.when) made.lines.push_back({dim(scope.say("if ", "条件：") + to_sentence(*fact.when, scope.language()))});
  if (const std::string note = scope.note(fact.applies); !note.empty()) made.lines.push_back({dim(note)});
  return made;
}

/// Returns a cell with `text`, and the formula below it where there is one.
TableCell said_cell(const MatrixScope& scope, const Text& text, const std::string& formula) {
  TableCell made = cell(pick(text, scope.language()));
  if (!formula.empty()) made.lines.push_back({code(formula)});
  return made;
}

/// Returns all formulas of `op`, one behind the other.
std::string formulas_of(const OpSpec& op) {
  std::string text;
  for (const ResultFormula& one : op.formulas) text += one.formula + "\n";
  for (const ImplementationDefined& behaviour : op.implementation_defined) {
    for (const Variant& variant : behaviour.variants) text += variant.formula + "\n";
  }
  return text;
}

}  // namespace

std::vector<const FormulaSign*> signs_in_formulas(const OpSpec& op) {
  const std::string text = formulas_of(op);
  std::vector<const FormulaSign*> signs;
  for (const FormulaSign& one : formula_signs) {
    const std::string written = std::string(one.sign) + (one.is_function() ? "(" : "");
    if (text.find(written) != std::string::npos) signs.push_back(&one);
  }
  return signs;
}

Blocks function_blocks(const MatrixScope& scope) {
  Blocks blocks{{Paragraph{{plain(scope.sentence(pick(scope.op().text, scope.language())))}}}};
  Table table{
      .columns = {{scope.say("Formula", "计算公式")}, {scope.say("Meaning", "说明")}, {scope.say("Basis", "依据")}}};
  for (const ResultFormula& one : scope.op().formulas) {
    table.rows.push_back({.cells = {when_cell(scope, one, code(one.formula)), cell(pick(one.text, scope.language())),
                                    basis_cell(one.basis, one.seen_in, scope.language())},
                          .anchor = "formulas/" + one.id});
  }
  if (!table.rows.empty()) blocks.push_back({std::move(table)});
  return blocks;
}

Blocks numeric_blocks(const MatrixScope& scope) {
  Table table{.columns = {{scope.say("Behaviour", "行为")},
                          {scope.say("Variant", "变体")},
                          {scope.say("What happens", "内容")},
                          {scope.say("Basis", "依据")}}};
  for (const ImplementationDefined& behaviour : scope.op().implementation_defined) {
    for (const Variant& variant : behaviour.variants) {
      const bool first = &variant == &behaviour.variants.front();
      table.rows.push_back({.cells = {first ? when_cell(scope, behaviour, code(behaviour.id)) : TableCell{},
                                      cell(code(variant.id)), said_cell(scope, variant.text, variant.formula),
                                      basis_cell(variant.basis, variant.seen_in, scope.language())},
                            .anchor = "numbers/" + behaviour.id + "/" + variant.id});
    }
  }
  if (table.rows.empty()) return {};
  return {{Paragraph{{plain(scope.say("The documents allow several results. An implementation follows one variant of "
                                      "each behaviour throughout.",
                                      "文档允许多种结果。同一实现对每种行为始终采用其中一个变体。"))}}},
          {std::move(table)}};
}

}  // namespace npu_cts::reports
