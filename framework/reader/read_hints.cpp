// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/op_spec_parts.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/model/case.h"
#include "framework/model/size_list.h"
#include "framework/reader/read_value.h"

namespace npu_cts::reader {
namespace {

/// Returns the parameter that a map's key names, or null.
const Parameter* parameter_of(Reading& reading, const Node& key, const OpSpec& op) {
  return find_parameter(op, reading.known(key, parameter_words(op)));
}

/// Reads a list of values of `parameter`; where that is null, of sizes, or of lists of them.
std::vector<Value> read_values(Reading& reading, const Node& node, const Parameter* parameter) {
  std::vector<Value> values;
  for (const Node& item : reading.choices(node)) {
    const bool is_pack = node.items.front().kind == Node::Kind::sequence;
    values.push_back(parameter != nullptr ? read_value(reading, item, parameter->kind)
                     : is_pack            ? Value(reading.integers(item))
                                          : Value(reading.integer(item)));
  }
  return values;
}

/// Returns the arguments in the group `key`, under the spec's keys.
template <class ByKey>
ByKey read_arguments(Reading& reading, const Fields& fields, std::string_view key, const OpSpec& op) {
  ByKey arguments;
  for (const Entry& entry : fields.entries(key)) {
    const Parameter* const parameter = parameter_of(reading, entry.key, op);
    if (parameter != nullptr) arguments.try_emplace(parameter->key, read_value(reading, entry.value, parameter->kind));
  }
  return arguments;
}

/// Reads the candidates of the free symbols, and puts their types into the scope.
std::map<std::string, std::vector<Value>> read_free_symbols(Reading& reading, const Fields& hints) {
  std::map<std::string, std::vector<Value>> symbols;
  for (const Entry& entry : hints.entries("symbols")) {
    const bool is_pack = !entry.value.items.empty() && entry.value.items.front().kind == Node::Kind::sequence;
    reading.scope.symbols.insert_or_assign(entry.key.text, is_pack ? Type::shape : Type::integer);
    symbols.emplace(entry.key.text, read_values(reading, entry.value, nullptr));
  }
  return symbols;
}

/// Reads the size, or the shape, that a data set gives each of its free symbols. A shape may have no axes.
std::map<std::string, std::vector<std::int64_t>> read_sizes(Reading& reading, const Fields& fields,
                                                            const Hints& hints) {
  Words symbols{"free symbol", {}};
  for (const auto& [name, candidates] : hints.symbols) symbols.known.push_back(name);
  std::map<std::string, std::vector<std::int64_t>> sizes;
  for (const Entry& entry : fields.entries("sizes")) {
    const std::string name = reading.known(entry.key, symbols);
    const auto type = reading.scope.symbols.find(name);
    if (type != reading.scope.symbols.end() && type->second == Type::integer) reading.choices(entry.value);
    sizes.emplace(name, reading.integers(entry.value));
  }
  return sizes;
}

/// Reads a choice for each tensor of the map `key`, of which `read` makes a value.
template <class Read>
auto read_choices(Reading& reading, const Fields& fields, std::string_view key, const OpSpec& op, const Read& read) {
  Words tensors{"tensor", {}};
  for (const Parameter& parameter : op.parameters) {
    if (parameter.kind == ParameterKind::tensor) tensors.known.push_back(parameter.key);
  }
  std::map<std::string, decltype(read(Node{}, Parameter{}))> choices;
  for (const Entry& entry : fields.entries(key)) {
    const Parameter* const parameter = find_parameter(op, reading.known(entry.key, tensors));
    if (parameter != nullptr) choices.emplace(parameter->key, read(entry.value, *parameter));
  }
  return choices;
}

std::map<std::string, Fill> read_fills(Reading& reading, const Fields& fields, const OpSpec& op) {
  const auto fill_of = [&](const Node& node, const Parameter&) { return read_fill(reading, node); };
  return read_choices(reading, fields, "fills", op, fill_of);
}

/// Returns the ids of the shapes that the generator may build for `parameter`: the hints', or the spec's.
Words shapes_of(const Hints& hints, const Parameter& parameter) {
  const auto built = hints.build.find(parameter.key);
  Words shapes{"shape of " + parameter.key, {}};
  for (const ShapeAlternative& shape : built == hints.build.end() ? parameter.shapes : built->second) {
    shapes.known.push_back(shape.id);
  }
  return shapes;
}

/// Returns the tier that a fact says; fast where it says none.
Tier read_tier(Reading& reading, const Fields& fields) {
  const Node* const word = fields.find("tier");
  if (word == nullptr) return Tier::fast;
  return find_named<Tier>(reading.known(*word, {"tier", {"fast", "full"}})).value_or(Tier{});
}

/// Reads a data set, or calls that users make, or what a group of sizes begins with.
DataSet read_data_set(Reading& reading, const Fields& fields, const Hints& hints, const OpSpec& op) {
  const auto layout_of = [&](const Node& word, const Parameter&) { return reading.choice<Layout>(word, "layout"); };
  const auto format_of = [&](const Node& word, const Parameter&) { return reading.choice<Format>(word, "format"); };
  const auto shape_of = [&](const Node& word, const Parameter& parameter) {
    return reading.known(word, shapes_of(hints, parameter));
  };
  return {fields.part_of_id("id"),
          fields.text("text"),
          fields.expression("when", Type::boolean),
          fields.applies(),
          read_fills(reading, fields, op),
          read_sizes(reading, fields, hints),
          read_arguments<decltype(DataSet::arguments)>(reading, fields, "arguments", op),
          read_choices(reading, fields, "layouts", op, layout_of),
          read_choices(reading, fields, "formats", op, format_of),
          read_choices(reading, fields, "shapes", op, shape_of),
          fields.has("seen") ? fields.word("seen") : std::string(),
          read_tier(reading, fields) == Tier::full,
          fields.at()};
}

/// Reads what the tensor `parameter` chooses in a group of sizes: layouts, formats, ids of shapes, and "inside" its
/// storage.
std::vector<Value> read_tensor_choices(Reading& reading, const Node& node, const Hints& hints,
                                       const Parameter& parameter) {
  Words words = shapes_of(hints, parameter);
  for (const Words& storage : {words_of<Layout>("layout"), words_of<Format>("format")})
    words.known.insert(words.known.end(), storage.known.begin(), storage.known.end());
  words.known.emplace_back(inside_storage);
  std::vector<Value> choices;
  for (const Node& item : reading.choices(node)) choices.emplace_back(reading.known(item, words));
  return choices;
}

bool holds_numbers(ParameterKind kind) {
  return kind == ParameterKind::integer || kind == ParameterKind::integer_list || kind == ParameterKind::integer_pair;
}

/// Reads what each name of a group of sizes chooses.
std::map<std::string, std::vector<Value>> read_group_choices(Reading& reading, const Fields& fields, const Hints& hints,
                                                             const OpSpec& op) {
  Words names{"free symbol or parameter", {}};
  for (const auto& [name, candidates] : hints.symbols) names.known.push_back(name);
  for (const Parameter& parameter : op.parameters) names.known.push_back(parameter.key);
  std::map<std::string, std::vector<Value>> of;
  for (const Entry& entry : fields.entries("of")) {
    const std::string name = reading.known(entry.key, names);
    const Parameter* const parameter = find_parameter(op, name);
    const bool is_tensor = parameter != nullptr && parameter->kind == ParameterKind::tensor;
    const bool is_number = parameter == nullptr || holds_numbers(parameter->kind);
    const bool is_word = is_number && entry.value.kind == Node::Kind::scalar;
    of[name] = is_tensor ? read_tensor_choices(reading, entry.value, hints, *parameter)
               : is_word ? std::vector{Value(reading.known(entry.value, words_of<SizeList>("list of sizes")))}
                         : read_values(reading, entry.value, parameter);
  }
  return of;
}

/// Reads choices that meet. Those of a group with an id begin with a data set of its own.
SizeGroup read_size_group(Reading& reading, const Node& node, const Hints& hints, const OpSpec& op) {
  const bool is_named = find(node, "id") != nullptr;
  const Fields fields(reading, node, is_named ? Form::size_group : Form::sizes);
  SizeGroup group;
  if (is_named) {
    group.start = read_data_set(reading, fields, hints, op);
    if (const Node* const strength = fields.find("strength")) {
      const std::string word = reading.known(*strength, {"strength", {"1", "2", "3"}});
      if (!word.empty()) group.strength = static_cast<std::size_t>(word.front() - '0');
    }
    if (const Node* const elements = fields.find("elements"))
      group.most_elements = std::min(group.most_elements, reading.integer(*elements));
  }
  group.of = read_group_choices(reading, fields, hints, op);
  return group;
}

Call read_example_call(Reading& reading, const Node& node, const OpSpec& op) {
  const Fields fields(reading, node, Form::example_call);
  Call call;
  call.op = op.name;
  if (const Node* const product = fields.find("product")) {
    Words products{"product", {}};
    for (const Product& known : reading.spec().products) products.known.push_back(known.id);
    call.target.product = reading.known(*product, products);
  }
  if (const Node* const release = fields.find("release")) {
    if (const auto index = reading.release(*release)) call.target.release = reading.spec().releases[*index];
  }
  if (const Node* const mode = fields.find("mode")) call.target.mode = reading.mode(*mode);
  for (const std::string_view group : {"constructor", "variables", "arguments"}) {
    call.arguments.merge(read_arguments<Arguments>(reading, fields, group, op));
  }
  return call;
}

/// Reports an argument that hints give values although the generator makes them in another way.
void check_has_values(Reading& reading, const Node& key, const Parameter& parameter) {
  const bool is_tensor = parameter.kind == ParameterKind::tensor;
  const bool is_column = parameter.kind == ParameterKind::dtype && !parameter.dtypes.empty();
  if (!is_tensor && !is_column) return;
  reading.report(error_at(Kind::wrong_type, key.at, fmt::format("'{}' takes no values to try", parameter.key),
                          is_tensor ? "tensors are made from their shapes"
                                    : "a dtype that has a list is a column: each of the list is tried, and so is none",
                          is_tensor ? "say its shapes under 'build'" : "leave it out here"));
}

}  // namespace

Hints read_hints(Reading& reading, const Fields& fields, const OpSpec& op) {
  Hints hints;
  const Node* const node = fields.find("hints");
  if (node == nullptr) return hints;
  const Fields read(reading, *node, Form::hints);
  hints.symbols = read_free_symbols(reading, read);
  for (const Entry& entry : read.entries("arguments")) {
    const Parameter* const parameter = parameter_of(reading, entry.key, op);
    if (parameter != nullptr) check_has_values(reading, entry.key, *parameter);
    if (parameter != nullptr) hints.arguments.emplace(parameter->key, read_values(reading, entry.value, parameter));
  }
  for (const Entry& entry : read.entries("build")) {
    const Parameter* const parameter = parameter_of(reading, entry.key, op);
    auto shapes = read_shapes(reading, reading.choices(entry.value));
    if (parameter != nullptr) hints.build.emplace(parameter->key, std::move(shapes));
  }
  ClaimedIds ids;
  for (const auto& [key, form] : {std::pair{"data", Form::data_set}, std::pair{"users", Form::users}}) {
    for (const Node& item : read.items(key)) {
      hints.data.push_back(read_data_set(reading, Fields(reading, item, form), hints, op));
      reading.claim(ids, hints.data.back().id, item.at);
    }
  }
  for (const Node& item : read.items("sizes")) {
    hints.sizes.push_back(read_size_group(reading, item, hints, op));
    if (hints.sizes.back().is_named()) reading.claim(ids, hints.sizes.back().start.id, item.at);
  }
  return hints;
}

std::vector<Example> read_examples(Reading& reading, const Fields& fields, const OpSpec& op) {
  return read_list<Example>(reading, fields.items("examples"), Form::example, [&](const Fields& read) {
    Example example;
    example.id = read.word("id");
    if (const Node* const call = read.find("call")) example.call = read_example_call(reading, *call, op);
    if (const Node* const verdict = read.find("verdict"))
      example.verdict = reading.choice<Verdict>(*verdict, "verdict");
    example.fills = read_fills(reading, read, op);
    if (const Node* const golden = read.find("golden")) example.golden = reading.integers(*golden);
    example.applies = read.applies();
    example.at = read.at();
    return example;
  });
}

}  // namespace npu_cts::reader
