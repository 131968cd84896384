// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_spec.h"

#include <fmt/format.h>

#include "framework/reader/op_spec_parts.h"

namespace npu_cts::reader {
namespace {

std::map<std::size_t, std::vector<std::string>> read_pages(Reading& reading, const Fields& fields) {
  Words documents{"document", {}};
  for (const Document& document : reading.spec().documents) documents.known.push_back(document.id);
  std::map<std::size_t, std::vector<std::string>> pages;
  for (const Entry& entry : fields.entries("pages")) {
    const auto release = reading.release(entry.key);
    std::vector<std::string> ids;
    for (const Node& item : reading.items(entry.value)) {
      ids.push_back(documents.known.empty() ? reading.word(item) : reading.known(item, documents));
    }
    if (release) pages.emplace(*release, std::move(ids));
  }
  return pages;
}

/// Returns `parameters` with their shapes, whose expressions may name every parameter and symbol.
std::vector<Parameter> with_shapes(Reading& reading, const Fields& fields, std::vector<Parameter> parameters) {
  const std::vector<Node>& nodes = fields.items("parameters");
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (const Node* const shapes = find(nodes[i], "shapes")) {
      parameters[i].shapes = read_shapes(reading, reading.items(*shapes));
    }
  }
  return parameters;
}

OpSpec read_op(Reading& reading, const Fields& fields) {
  static const Words forms{"form", {"function", "module"}};
  OpSpec op;
  op.name = fields.part_of_id("operator");
  if (const Node* const form = fields.find("form")) op.module_form = reading.known(*form, forms) == "module";
  op.import_path = fields.word("import");
  op.text = fields.text("text");
  op.pages = read_pages(reading, fields);
  op.signatures = read_dated_words(reading, fields.items("signatures"), Form::signature);
  op.open = read_questions(reading, fields);
  for (const OpenQuestion& question : op.open) reading.questions.known.push_back(question.id);
  op.parameters = read_parameters(reading, fields.items("parameters"));
  for (const Parameter& parameter : op.parameters) reading.scope.parameters.emplace(parameter.key, parameter.kind);
  op.symbols = read_symbols(reading, fields);
  op.parameters = with_shapes(reading, fields, std::move(op.parameters));
  op.rows = read_rows(reading, fields, op);
  op.rules = read_rules(reading, fields, op);
  op.outputs = read_outputs(reading, fields, op);
  op.support = read_support(reading, fields);
  op.formulas = read_formulas(reading, fields, op);
  op.implementation_defined = read_implementation_defined(reading, fields, op);
  op.contradictions = read_contradictions(reading, fields);
  op.contested = read_contested(reading, fields);
  op.examples = read_examples(reading, fields, op);
  op.hints = read_hints(reading, fields, op);
  return op;
}

}  // namespace

Result<OpSpec> read_op_spec(std::string_view text, std::string_view file, const Spec& spec) {
  Tree tree = read_tree(text, file);
  if (!tree.root) return std::move(tree.found);
  Reading reading(spec, std::move(tree.found));
  const Node root = without_blocks(reading, *std::move(tree.root));
  OpSpec op = read_op(reading, Fields(reading, root, Form::op));
  op.file = file;
  if (reading.failed()) return reading.take();
  return op;
}

}  // namespace npu_cts::reader
