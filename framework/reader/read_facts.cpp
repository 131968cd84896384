// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_facts.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/model/names.h"
#include "framework/reader/read_parameter.h"
#include "framework/reader/read_value.h"

namespace npu_cts::reader {
namespace {

constexpr std::array<std::string_view, 3> state_names{"supported", "unsupported", "open"};

std::optional<SupportState> find_state(std::string_view name) { return find_in<SupportState>(state_names, name); }

/// Returns the type of what `text` says, for a symbol: the first type under which it can be read.
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
  std::vector<Dated<ExpressionPtr>> facts;
  for (const Node& node : nodes) {
    const Fields fields(reading, node, Form::output_fact);
    facts.push_back(dated(fields, fields.expression("value", type)));
  }
  return facts;
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
  std::vector<Row> rows;
  std::set<std::string> ids;
  for (const Node& node : fields.items("rows")) {
    const Fields row(reading, node, Form::row);
    Row read{row.word("id"), {}, row.applies(), {}, row.at()};
    for (const Entry& entry : row.entries("cells")) {
      read.cells.emplace(reading.known(entry.key, columns), read_cell(reading, entry.value));
    }
    reading.claim(ids, read.id, read.at);
    rows.push_back(std::move(read));
  }
  return rows;
}

std::vector<Rule> read_rules(Reading& reading, const Fields& fields, const OpSpec& op) {
  static const Words phases = words_of<Phase>("phase", all_phases.size());
  std::vector<Rule> rules;
  std::set<std::string> ids;
  for (const Node& node : fields.items("rules")) {
    const Fields read(reading, node, Form::rule);
    Rule rule;
    rule.id = read.word("id");
    if (const Node* const phase = read.find("phase")) rule.phase = reading.choice<Phase>(*phase, phases, &find_phase);
    rule.require = read.expression("require", Type::boolean);
    rule.when = read.expression("when", Type::boolean);
    if (const Node* const on_violation = read.find("on_violation")) {
      rule.on_violation = reading.choice<Verdict>(*on_violation, verdict_words(), &find_verdict);
    }
    rule.applies = read.applies();
    rule.text = read.text("text");
    rule.question = read.question();
    rule.remedy = read.expression("remedy", Type::boolean);
    if (const Node* const code = read.find("code")) rule.code = reading.integer(*code);
    rule.on_data = rule.phase == Phase::data;
    rule.at = read.at();
    check_question(reading, read, rule.on_violation == Verdict::open);
    check_not_derived(reading, rule, op);
    reading.claim(ids, rule.id, rule.at);
    rules.push_back(std::move(rule));
  }
  return rules;
}

std::vector<Output> read_outputs(Reading& reading, const Fields& fields, const OpSpec& op) {
  std::vector<Output> outputs;
  std::set<std::string> names;
  for (const Node& node : fields.items("outputs")) {
    const Fields read(reading, node, Form::output);
    Output output{read.word("name"),
                  read_facts(reading, read.items("dtype"), Type::dtype),
                  read_facts(reading, read.items("shape"), Type::shape),
                  {},
                  {},
                  read.at()};
    if (const Node* const alias = read.find("alias")) output.alias = reading.known(*alias, parameter_words(op));
    reading.claim(names, output.name, output.at);
    outputs.push_back(std::move(output));
  }
  return outputs;
}

std::vector<SupportCell> read_support(Reading& reading, const Fields& fields) {
  static const Words states{"state of support", {state_names.begin(), state_names.end()}};
  std::vector<SupportCell> cells;
  for (const Node& node : fields.items("support")) {
    const Fields read(reading, node, Form::support);
    SupportCell cell;
    if (const Node* const state = read.find("state"))
      cell.state = reading.choice<SupportState>(*state, states, &find_state);
    cell.applies = read.applies();
    cell.frameworks = read.words("frameworks");
    cell.question = read.question();
    cell.at = read.at();
    check_question(reading, read, cell.state == SupportState::open);
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace npu_cts::reader
