// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/op_spec_parts.h"

#include "framework/reader/read_value.h"

namespace npu_cts::reader {
namespace {

std::vector<Dated<Default>> read_defaults(Reading& reading, const std::vector<Node>& nodes, ParameterKind kind) {
  return read_list<Dated<Default>>(reading, nodes, Form::default_value, [&](const Fields& fields) {
    Default value;
    if (const Node* const is = fields.find("value")) value.value = read_value(reading, *is, kind);
    value.usable = !fields.has("usable") || fields.flag("usable");
    return dated(fields, std::move(value));
  });
}

/// Reads the entries of a list whose form has a list of enumeration words in `values`.
template <class Enum>
std::vector<Dated<std::vector<Enum>>> read_sets(Reading& reading, const std::vector<Node>& nodes, Form form,
                                                std::string_view noun) {
  return read_list<Dated<std::vector<Enum>>>(reading, nodes, form, [&](const Fields& fields) {
    std::vector<Enum> members;
    if (const Node* const values = fields.find("values")) {
      for (const Node& item : reading.choices(*values)) members.push_back(reading.choice<Enum>(item, noun));
    }
    return dated(fields, std::move(members));
  });
}

Parameter read_parameter(Reading& reading, const Fields& fields) {
  Parameter parameter;
  parameter.key = fields.word("key");
  const Node* const kind = fields.find("kind");
  if (kind != nullptr) {
    parameter.kind = reading.choice<ParameterKind>(*kind, "kind of parameter");
  }
  if (const Node* const group = fields.find("group")) parameter.group = reading.choice<Group>(*group, "group");
  parameter.text = fields.text("text");
  parameter.names = read_dated_words(reading, fields.items("names"), Form::name);
  parameter.applies = fields.applies();
  parameter.optional = fields.flag("optional");
  parameter.in_place = fields.flag("in_place");
  parameter.reserved = fields.flag("reserved");
  parameter.keyword_only = fields.flag("keyword_only");
  if (kind != nullptr && find_named<ParameterKind>(kind->text)) {
    parameter.defaults = read_defaults(reading, fields.items("defaults"), parameter.kind);
  }
  parameter.dtypes = read_sets<DType>(reading, fields.items("dtypes"), Form::dtypes, "dtype");
  parameter.formats = read_sets<Format>(reading, fields.items("formats"), Form::formats, "format");
  parameter.layouts = read_sets<Layout>(reading, fields.items("layouts"), Form::layouts, "layout");
  parameter.at = fields.at();
  return parameter;
}

}  // namespace

std::vector<Dated<std::string>> read_dated_words(Reading& reading, const std::vector<Node>& nodes, Form form) {
  return read_list<Dated<std::string>>(reading, nodes, form,
                                       [](const Fields& fields) { return dated(fields, fields.word("value")); });
}

std::vector<Parameter> read_parameters(Reading& reading, const std::vector<Node>& nodes) {
  return read_list<Parameter>(reading, nodes, Form::parameter,
                              [&](const Fields& fields) { return read_parameter(reading, fields); });
}

std::vector<ShapeAlternative> read_shapes(Reading& reading, const std::vector<Node>& nodes) {
  return read_list<ShapeAlternative>(reading, nodes, Form::shape, [](const Fields& fields) {
    return ShapeAlternative{.id = fields.word("id"),
                            .shape = fields.expression("as", Type::shape),
                            .when = fields.expression("when", Type::boolean),
                            .applies = fields.applies(),
                            .at = fields.at()};
  });
}

}  // namespace npu_cts::reader
