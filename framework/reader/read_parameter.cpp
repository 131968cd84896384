// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_parameter.h"

#include "framework/reader/read_value.h"

namespace npu_cts::reader {
namespace {

std::vector<Dated<Default>> read_defaults(Reading& reading, const std::vector<Node>& nodes, ParameterKind kind) {
  std::vector<Dated<Default>> defaults;
  for (const Node& node : nodes) {
    const Fields fields(reading, node, Form::default_value);
    Default value;
    if (const Node* const is = fields.find("value")) value.value = read_value(reading, *is, kind);
    value.usable = !fields.has("usable") || fields.flag("usable");
    defaults.push_back(dated(fields, std::move(value)));
  }
  return defaults;
}

/// Reads the entries of a list whose form has a list of enumeration words in `are`.
template <class Enum>
std::vector<Dated<std::vector<Enum>>> read_sets(Reading& reading, const std::vector<Node>& nodes, Form form,
                                                const Words& words,
                                                std::optional<Enum> (*find_word)(std::string_view)) {
  std::vector<Dated<std::vector<Enum>>> sets;
  for (const Node& node : nodes) {
    const Fields fields(reading, node, form);
    std::vector<Enum> members;
    if (const Node* const values = fields.find("values")) {
      for (const Node& item : reading.choices(*values)) members.push_back(reading.choice<Enum>(item, words, find_word));
    }
    sets.push_back(dated(fields, std::move(members)));
  }
  return sets;
}

Parameter read_parameter(Reading& reading, const Node& node) {
  static const Words kinds = words_of<ParameterKind>("kind of parameter", all_parameter_kinds.size());
  static const Words groups = words_of<Group>("group", all_groups.size());
  const Fields fields(reading, node, Form::parameter);
  Parameter parameter;
  parameter.key = fields.word("key");
  const Node* const kind = fields.find("kind");
  if (kind != nullptr) {
    parameter.kind = reading.choice<ParameterKind>(*kind, kinds, &find_parameter_kind);
  }
  if (const Node* const group = fields.find("group"))
    parameter.group = reading.choice<Group>(*group, groups, &find_group);
  parameter.text = fields.text("text");
  parameter.names = read_dated_words(reading, fields.items("names"), Form::name);
  parameter.applies = fields.applies();
  parameter.optional = fields.flag("optional");
  parameter.in_place = fields.flag("in_place");
  parameter.reserved = fields.flag("reserved");
  parameter.keyword_only = fields.flag("keyword_only");
  if (kind != nullptr && find_parameter_kind(kind->text)) {
    parameter.defaults = read_defaults(reading, fields.items("defaults"), parameter.kind);
  }
  parameter.dtypes = read_sets<DType>(reading, fields.items("dtypes"), Form::dtypes, dtype_words(), &find_dtype);
  parameter.formats = read_sets<Format>(reading, fields.items("formats"), Form::formats, format_words(), &find_format);
  parameter.layouts = read_sets<Layout>(reading, fields.items("layouts"), Form::layouts, layout_words(), &find_layout);
  parameter.at = fields.at();
  return parameter;
}

}  // namespace

std::vector<Dated<std::string>> read_dated_words(Reading& reading, const std::vector<Node>& nodes, Form form) {
  std::vector<Dated<std::string>> words;
  for (const Node& node : nodes) {
    const Fields fields(reading, node, form);
    words.push_back(dated(fields, fields.word("value")));
  }
  return words;
}

std::vector<Parameter> read_parameters(Reading& reading, const std::vector<Node>& nodes) {
  std::vector<Parameter> parameters;
  std::set<std::string> keys;
  for (const Node& node : nodes) {
    parameters.push_back(read_parameter(reading, node));
    reading.claim(keys, parameters.back().key, node.at);
  }
  return parameters;
}

std::vector<ShapeAlternative> read_shapes(Reading& reading, const std::vector<Node>& nodes) {
  std::vector<ShapeAlternative> shapes;
  std::set<std::string> ids;
  for (const Node& node : nodes) {
    const Fields fields(reading, node, Form::shape);
    shapes.push_back({fields.word("id"),
                      fields.expression("as", Type::shape),
                      fields.expression("when", Type::boolean),
                      fields.applies(),
                      {},
                      fields.at()});
    reading.claim(ids, shapes.back().id, node.at);
  }
  return shapes;
}

}  // namespace npu_cts::reader
