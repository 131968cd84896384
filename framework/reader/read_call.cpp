// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_call.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/npy/npy.h"
#include "framework/reader/read_value.h"

namespace npu_cts::reader {
namespace {

/// Returns the product that `node` names by its id; answers another of its names with the id.
std::string read_product_id(Reading& reading, const Node& node) {
  const std::string word = reading.word(node);
  Words ids{"product", {}};
  for (const Product& product : reading.spec().products) {
    ids.known.push_back(product.id);
    const bool is_chip = contains(product.chips, word);
    if (!is_chip && !contains(product.aliases, word, &Alias::name)) continue;
    reading.report(error_at(Kind::unknown_name, node.at,
                            fmt::format("'{}' is a name of {}, not its id", word, product.id),
                            "a call says the id of its product", fmt::format("write '{}'", product.id)));
    return {};
  }
  return reading.known(node, ids);
}

std::string read_target_release(Reading& reading, const Fields& fields, const OpSpec& op) {
  const Spec& spec = reading.spec();
  const Node* const node = fields.find("release");
  if (node == nullptr) return op.pages.empty() ? std::string() : spec.releases[op.pages.rbegin()->first];
  const auto index = reading.release(*node);
  if (!index) return {};
  if (op.pages.contains(*index)) return spec.releases[*index];
  std::vector<std::string> documented;
  for (const auto& [release, documents] : op.pages) documented.push_back(spec.releases[release]);
  reading.report(error_at(
      Kind::undocumented_release, node->at, fmt::format("{} has no page for '{}'", node->text, op.name),
      fmt::format("releases with a page: {}", join(documented, ", ")), "write one of them, or leave the key out"));
  return {};
}

/// Returns the parameter of `group` that the page for `target` calls `name`, or null. A parameter that the release
/// lacks is found too: that it may not be given is for the spec to say.
const Parameter* find_argument(const OpSpec& op, Group group, std::string_view name, const Spec& spec,
                               const Target& target) {
  const Parameter* absent = nullptr;
  for (const Parameter& parameter : op.parameters) {
    if (parameter.group != group || name_in(parameter, spec, target) != name) continue;
    if (holds(parameter.applies, spec, target)) return &parameter;
    absent = &parameter;
  }
  return absent;
}

/// Returns the message that no parameter of `group` is called `name` in the call's release.
Diagnostic unknown_argument(const Reading& reading, const Entry& entry, const OpSpec& op, Group group,
                            const Target& target) {
  Words names{"argument", {}};
  std::string elsewhere;
  std::string_view group_of_it;
  for (const Parameter& parameter : op.parameters) {
    const std::string name = name_in(parameter, reading.spec(), target);
    if (name == entry.key.text) group_of_it = name_of(parameter.group);
    if (parameter.group != group) continue;
    if (holds(parameter.applies, reading.spec(), target)) names.known.push_back(name);
    const bool other_name =
        parameter.key == entry.key.text ||
        std::ranges::any_of(parameter.names, [&](const auto& dated) { return dated.value == entry.key.text; });
    if (other_name) elsewhere = name;
  }
  Diagnostic unknown = unknown_word(entry.key.text, names, entry.key.at);
  unknown.what = fmt::format("'{}' has no {} '{}'", op.name, group == Group::arguments ? "argument" : name_of(group),
                             entry.key.text);
  unknown.why = fmt::format("in release {}, {}", target.release, unknown.why);
  if (!elsewhere.empty()) {
    unknown.why = fmt::format("the page of release {} calls it '{}'", target.release, elsewhere);
    unknown.hint = fmt::format("write '{}'", elsewhere);
  }
  if (!group_of_it.empty()) unknown.hint = fmt::format("write it under '{}:'", group_of_it);
  return unknown;
}

/// Returns the tensor with its values, where the map has `data`.
Value with_data(Reading& reading, const Node& node, Value value, const std::filesystem::path& folder) {
  Tensor* const tensor = std::get_if<Tensor>(&value);
  const Node* const data = tensor == nullptr ? nullptr : find(node, "data");
  if (data == nullptr) return value;
  const std::filesystem::path name = reading.word(*data);
  if (name.empty() || name.is_absolute()) {
    reading.report(error_at(Kind::bad_data, data->at, "the name of a data file is relative to the call file",
                            "a call and its data travel together", "write the name of a file beside this one"));
    return value;
  }
  if (reading.failed()) return value;  // the type may be wrong, and the file would be blamed for it
  Result<Tensor> read = npy::read_npy(folder / name, tensor->type);
  if (read) return std::move(*read);
  Diagnostic wrong = read.diagnostics().front();
  wrong.what = fmt::format("{}: {}", name.string(), wrong.what);
  wrong.at = data->at;
  reading.report(std::move(wrong));
  return value;
}

Arguments read_group(Reading& reading, const Fields& fields, Group group, const OpSpec& op, const Target& target) {
  const std::filesystem::path folder = std::filesystem::path(fields.at().file).parent_path();
  Arguments arguments;
  for (const Entry& entry : fields.entries(name_of(group))) {
    const Parameter* const parameter = find_argument(op, group, entry.key.text, reading.spec(), target);
    if (parameter == nullptr) {
      reading.report(unknown_argument(reading, entry, op, group, target));
      continue;
    }
    Value value = read_value(reading, entry.value, parameter->kind);
    arguments.try_emplace(parameter->key, with_data(reading, entry.value, std::move(value), folder));
  }
  return arguments;
}

/// Reports groups that only a module has.
void check_groups(Reading& reading, const Fields& fields, const OpSpec& op) {
  for (const Group group : {Group::constructor, Group::variables}) {
    const Node* const node = fields.find(name_of(group));
    if (node == nullptr || op.module_form) continue;
    reading.report(error_at(Kind::bad_call, node->at,
                            fmt::format("'{}' is a function: it has no {}", op.name, name_of(group)),
                            "only a module is constructed before it is called", "put everything under 'arguments:'"));
  }
}

Call read_fields(Reading& reading, const Fields& fields) {
  Call call;
  Words operators{"operator", {}};
  for (const OpSpec& op : reading.spec().operators) operators.known.push_back(op.name);
  if (const Node* const name = fields.find("call")) call.op = reading.known(*name, operators);
  if (const Node* const product = fields.find("product")) call.target.product = read_product_id(reading, *product);
  if (const Node* const mode = fields.find("mode")) call.target.mode = reading.mode(*mode);
  const OpSpec* const op = find_operator(reading.spec(), call.op);
  if (op == nullptr) return call;
  call.target.release = read_target_release(reading, fields, *op);
  check_groups(reading, fields, *op);
  if (reading.failed()) return call;  // names of arguments depend on what is wrong
  for (const Group group : groups_of_call) call.arguments.merge(read_group(reading, fields, group, *op, call.target));
  return call;
}

}  // namespace

Result<Call> read_call(std::string_view text, std::string_view file, const Spec& spec) {
  const Tree tree = read_tree(text, file);
  if (!tree.root) return tree.found;
  Reading reading(spec, tree.found);
  Call call = read_fields(reading, Fields(reading, *tree.root, Form::call));
  if (reading.failed()) return reading.take();
  return call;
}

Result<Call> read_call_file(const std::filesystem::path& path, const Spec& spec) {
  const Result<std::string> text = read_file(path, Limits::bytes);
  if (!text) return text.diagnostics();
  return read_call(*text, path.string(), spec);
}

}  // namespace npu_cts::reader
