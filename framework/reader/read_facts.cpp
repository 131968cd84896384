// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/op_spec_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/reader/read_value.h"

namespace npu_cts::reader {
namespace {

/// Returns the definition of a symbol, of whatever type it is; null where it has errors.
ExpressionPtr symbol_of(Reading& reading, const Node& node) {
  Location at = node.at;
  if (node.quoted) ++at.column;
  const std::string text = reading.word(node);
  Result<ExpressionPtr> parsed = parse_expression(text, at, reading.scope);
  if (parsed) return *parsed;
  reading.report_all(parsed.diagnostics());
  return nullptr;
}

Cell read_cell(Reading& reading, const Node& node) {
  Cell cell;
  const auto add = [&](const Node& word) {
    if (is_none(word)) {
      cell.none = true;
    } else {
      cell.dtypes.push_back(reading.dtype(word));
    }
  };
  if (node.kind == Node::Kind::sequence) {
    std::ranges::for_each(node.items, add);
  } else {
    add(node);
  }
  return cell;
}

/// Reports an entry that is open without a question.
void check_question(Reading& reading, const Fields& fields, bool is_open) {
  if (!is_open || fields.has("question")) return;
  reading.report(error_at(Kind::missing_key, fields.at(), "an open entry has no question",
                          "what the documents do not say is asked under 'open:'",
                          "add 'question:' with the id of one"));
}

/// Reports an explicit rule that has the id of a derived one.
void check_not_derived(Reading& reading, const Rule& rule, const OpSpec& op) {
  bool taken = rule.id == "rows";
  for (const Parameter& parameter : op.parameters) {
    for (const std::string_view fact : {"given", "unknown", "dtype", "shape", "layout", "format"}) {
      taken = taken || rule.id == fmt::format("{}.{}", parameter.key, fact);
    }
  }
  if (!taken) return;
  reading.report(error_at(Kind::duplicate_id, rule.at, fmt::format("the id '{}' is taken", rule.id),
                          "rules that follow from parameters and rows have ids of this form",
                          "give the rule another id"));
}

std::vector<Dated<ExpressionPtr>> read_facts(Reading& reading, const std::vector<Node>& nodes, Type type) {
  return read_list<Dated<ExpressionPtr>>(reading, nodes, Form::output_fact, [&](const Fields& fields) {
    return dated(fields, fields.expression("value", type));
  });
}

}  // namespace

Words parameter_words(const OpSpec& op) {
  Words words{"parameter", {}};
  for (const Parameter& parameter : op.parameters) words.known.push_back(parameter.key);
  return words;
}

std::vector<Symbol> read_symbols(Reading& reading, const Fields& fields) {
  std::vector<Symbol> symbols;
  for (const Entry& entry : fields.entries("symbols")) reading.scope.later.insert(entry.key.text);
  for (const Entry& entry : fields.entries("symbols")) {
    const std::string& name = entry.key.text;
    ExpressionPtr is = symbol_of(reading, entry.value);
    if (reading.scope.parameters.contains(name)) {
      reading.report(error_at(Kind::duplicate_id, entry.key.at, fmt::format("'{}' is a parameter", name),
                              "an expression could not tell the symbol from it", "give the symbol another name"));
    }
    if (is != nullptr) reading.scope.symbols.insert_or_assign(name, is->type);
    reading.scope.later.erase(name);
    symbols.push_back({name, std::move(is), entry.key.at});
  }
  return symbols;
}

std::vector<Row> read_rows(Reading& reading, const Fields& fields, const OpSpec& op) {
  const Words columns = parameter_words(op);
  return read_list<Row>(reading, fields.items("rows"), Form::row, [&](const Fields& read) {
    Row row{.id = read.word("id"), .applies = read.applies(), .at = read.at()};
    for (const Entry& entry : read.entries("cells"))
      row.cells.emplace(reading.known(entry.key, columns), read_cell(reading, entry.value));
    return row;
  });
}

std::vector<Rule> read_rules(Reading& reading, const Fields& fields, const OpSpec& op) {
  return read_list<Rule>(reading, fields.items("rules"), Form::rule, [&](const Fields& read) {
    Rule rule{.id = read.word("id"),
              .require = read.expression("require", Type::boolean),
              .when = read.expression("when", Type::boolean),
              .applies = read.applies(),
              .text = read.text("text"),
              .question = read.question(),
              .remedy = read.expression("remedy", Type::boolean),
              .at = read.at()};
    if (const Node* const phase = read.find("phase")) rule.phase = reading.choice<Phase>(*phase, "phase");
    if (const Node* const on_violation = read.find("on_violation"))
      rule.on_violation = reading.choice<Verdict>(*on_violation, "verdict");
    if (const Node* const code = read.find("code")) rule.code = reading.integer(*code);
    rule.on_data = rule.phase == Phase::data;
    check_question(reading, read, rule.on_violation == Verdict::open);
    check_not_derived(reading, rule, op);
    return rule;
  });
}

std::vector<Output> read_outputs(Reading& reading, const Fields& fields, const OpSpec& op) {
  return read_list<Output>(reading, fields.items("outputs"), Form::output, [&](const Fields& read) {
    Output output{.name = read.word("name"),
                  .dtype = read_facts(reading, read.items("dtype"), Type::dtype),
                  .shape = read_facts(reading, read.items("shape"), Type::shape),
                  .at = read.at()};
    if (const Node* const alias = read.find("alias")) output.alias = reading.known(*alias, parameter_words(op));
    return output;
  });
}

std::vector<SupportCell> read_support(Reading& reading, const Fields& fields) {
  return read_list<SupportCell>(reading, fields.items("support"), Form::support, [&](const Fields& read) {
    SupportCell cell{.applies = read.applies(),
                     .frameworks = read.words("frameworks"),
                     .question = read.question(),
                     .at = read.at()};
    if (const Node* const state = read.find("state"))
      cell.state = reading.choice<SupportState>(*state, "state of support");
    check_question(reading, read, cell.state == SupportState::open);
    return cell;
  });
}

}  // namespace npu_cts::reader
