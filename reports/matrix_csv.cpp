// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "framework/base/text.h"
#include "framework/expression/print_expression.h"
#include "reports/applies_text.h"
#include "reports/diff_pieces.h"
#include "reports/document/escape.h"
#include "reports/matrix_data.h"

namespace npu_cts::reports {
namespace {

std::string text_of(const std::string& text) { return text; }
std::string text_of(const Default& usual) { return to_text(usual.value); }
std::string text_of(const ExpressionPtr& expression) { return expression ? to_text(*expression) : std::string(); }

template <class Enum>
std::string text_of(const std::vector<Enum>& values) {
  std::vector<std::string> names;
  for (const Enum value : values) names.emplace_back(name_of(value));
  return join(names, " ");
}

std::string text_of(const Row& row) {
  std::vector<std::string> cells;
  for (const auto& [key, listed] : row.cells) cells.push_back(key + ": " + to_text(listed));
  return join(cells, "; ");
}

/// The lines of one operator.
class CsvLines {
 public:
  CsvLines(const Spec& spec, const OpSpec& op, Language language) : spec_(spec), op_(op), language_(language) {}

  [[nodiscard]] std::string run() {
    dated("signature", "", op_.signatures);
    for (const Parameter& parameter : op_.parameters) add(parameter);
    for (const Row& row : op_.rows) add("row", row.id, text_of(row), row);
    for (const Rule& rule : op_.rules) add("rule", rule.id, pick(rule.text, language_), rule);
    for (const Output& output : op_.outputs) {
      dated("output dtype", output.name, output.dtype);
      dated("output shape", output.name, output.shape);
    }
    for (const ResultFormula& one : op_.formulas) add("formula", one.id, one.formula, one);
    for (const ImplementationDefined& behaviour : op_.implementation_defined) {
      for (const Variant& variant : behaviour.variants)
        line({"variant", behaviour.id + "." + variant.id, said_by(variant)}, behaviour.applies, variant.cite);
    }
    for (const OpenQuestion& open : op_.open) line({"open", open.id, pick(open.question, language_)}, {}, open.cite);
    for (const Contradiction& one : op_.contradictions)
      line({"contradiction", one.id, pick(one.text, language_)}, one.applies, cited(one));
    return std::move(text_);
  }

 private:
  struct Said {
    std::string kind, id, text;
  };

  static Citations cited(const Contradiction& one) {
    Citations all;
    for (const Citations& side : one.statements) all.insert(all.end(), side.begin(), side.end());
    return all;
  }

  std::string said_by(const Variant& variant) const {
    const std::string& text = pick(variant.text, language_);
    return variant.formula.empty() ? text : text + ": " + variant.formula;
  }

  void line(const Said& said, const Applies& applies, const Citations& cite) {
    const auto release = [&](std::size_t place) {
      return place < spec_.releases.size() ? spec_.releases[place] : std::string();
    };
    std::vector<std::string> fields{op_.name,
                                    said.kind,
                                    said.id,
                                    said.text,
                                    join(applies.products, " "),
                                    applies.since == 0 ? std::string() : release(applies.since),
                                    release(applies.until),
                                    join(applies.modes, " "),
                                    join(cite, " ")};
    text_ += document::csv_line(fields);
  }

  template <class FactOf>
  void add(const std::string& kind, const std::string& id, const std::string& text, const FactOf& fact) {
    line({kind, id, text}, fact.applies, fact.cite);
  }

  template <class T>
  void dated(const std::string& kind, const std::string& id, const std::vector<Dated<T>>& entries) {
    for (const auto& entry : entries) add(kind, id, text_of(entry.value), entry);
  }

  void add(const Parameter& parameter) {
    add("parameter", parameter.key, pick(parameter.text, language_), parameter);
    dated("name", parameter.key, parameter.names);
    dated("default", parameter.key, parameter.defaults);
    dated("dtypes", parameter.key, parameter.dtypes);
    dated("formats", parameter.key, parameter.formats);
    dated("layouts", parameter.key, parameter.layouts);
    for (const ShapeAlternative& one : parameter.shapes)
      add("shape", parameter.key + "." + one.id, text_of(one.shape), one);
  }

  const Spec& spec_;
  const OpSpec& op_;
  Language language_;
  std::string text_;
};

}  // namespace

std::string matrix_csv(const Spec& spec, Language language) {
  std::string text = "operator,kind,id,text,products,since,until,modes,statements\r\n";
  for (const OpSpec& op : spec.operators) text += CsvLines(spec, op, language).run();
  return text;
}

}  // namespace npu_cts::reports
