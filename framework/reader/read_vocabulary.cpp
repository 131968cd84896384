// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_spec.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/reader/reading.h"

namespace npu_cts::reader {
namespace {

/// Reads `text` as one map of `form` and gives its fields to `read`, which returns the value.
template <class T, class Read>
Result<T> read_map(std::string_view text, std::string_view file, const Spec& spec, Form form, Read read) {
  const Tree tree = read_tree(text, file);
  if (!tree.root) return tree.found;
  Reading reading(spec, tree.found);
  T value = read(reading, Fields(reading, *tree.root, form));
  if (reading.failed()) return reading.take();
  return value;
}

std::vector<std::string> quoted_words(Reading& reading, const std::vector<Node>& nodes) {
  std::vector<std::string> words;
  ClaimedIds seen;
  for (const Node& node : nodes) {
    words.push_back(reading.part_of_id(node));
    reading.claim(seen, words.back(), node.at);
    if (node.quoted || node.kind != Node::Kind::scalar) continue;
    reading.report(
        error_at(Kind::ambiguous_scalar, node.at, fmt::format("the release {} is not in quotes", words.back()),
                 "some YAML readers take 7.10 for the number 7.1", fmt::format("write \"{}\"", words.back())));
  }
  return words;
}

/// Returns nothing where no known dtype is named: said already.
std::optional<DType> read_dtype_entry(Reading& reading, const Node& node) {
  const Fields fields(reading, node, Form::dtype);
  const Node* const name = fields.find("name");
  if (name == nullptr) return std::nullopt;
  const DType dtype = reading.dtype(*name);
  if (!find_named<DType>(name->text)) return std::nullopt;
  const DTypeInfo& info = info_of(dtype);
  const auto check = [&](std::string_view key, std::string_view want) {
    const Node* const attribute = fields.find(key);
    if (attribute == nullptr || reading.word(*attribute) == want) return;
    reading.report(error_at(Kind::wrong_type, attribute->at, fmt::format("'{}' of {} is {}", key, info.name, want),
                            "the program computes with it so", fmt::format("write {}", want)));
  };
  check("bits", std::to_string(info.bits));
  check("lanes", std::to_string(info.lanes));
  check("kind", name_of(info.kind));
  return dtype;
}

Product read_product(Reading& reading, const Fields& fields) {
  Product product{fields.part_of_id("id"), fields.text("name"), {}, fields.at(), fields.words("chips")};
  for (const Node& item : fields.items("aliases")) {
    const Fields alias(reading, item, Form::alias);
    product.aliases.push_back({alias.word("name"), alias.applies()});
  }
  return product;
}

Mode read_mode(const Fields& fields) {
  return {.id = fields.part_of_id("id"),
          .name = fields.text("name"),
          .is_compiled = fields.flag("compiled"),
          .is_dynamic = fields.flag("dynamic"),
          .at = fields.at()};
}

ModeGroup read_mode_group(Reading& reading, const Fields& fields, const Words& modes) {
  ModeGroup group{.id = fields.part_of_id("id"), .name = fields.text("name"), .at = fields.at()};
  for (const Node& item : fields.items("modes")) {
    std::string mode = reading.known(item, modes);
    if (!mode.empty() && contains(group.modes, mode)) {
      reading.report(error_at(Kind::duplicate_id, item.at, fmt::format("the group has the mode '{}' already", mode),
                              "a group is a set of modes", "delete one of the two"));
    }
    group.modes.push_back(std::move(mode));
  }
  std::ranges::sort(group.modes, {}, [&](const std::string& mode) { return std::ranges::find(modes.known, mode); });
  if (fields.has("modes") && group.modes.empty()) {
    reading.report(error_at(Kind::missing_key, fields.find("modes")->at, "the group has no mode",
                            "a list without a mode would mean every mode",
                            "name one mode at least, or delete the group"));
  }
  return group;
}

/// Returns the hash under `key`, which must be written as one.
std::string read_sha256(Reading& reading, const Fields& fields) {
  const Node* const node = fields.find("sha256");
  if (node == nullptr) return {};
  std::string hash = reading.word(*node);
  if (!is_sha256(hash)) {
    reading.report(error_at(Kind::wrong_type, node->at, "this is no SHA-256", "it is 64 lower-case hexadecimal digits",
                            "write what sha256sum prints, in quotes"));
  }
  return hash;
}

Document read_document(Reading& reading, const Fields& fields) {
  static const Words languages{"language", {"zh", "en"}};
  Document document;
  document.id = fields.word("id");
  document.op = fields.word("op");
  if (const Node* const release = fields.find("release")) {
    if (const auto index = reading.release(*release)) document.release = reading.spec().releases[*index];
  }
  if (const Node* const language = fields.find("language")) document.language = reading.known(*language, languages);
  document.path = fields.word("path");
  document.sha256 = read_sha256(reading, fields);
  document.at = fields.at();
  return document;
}

Statement read_statement(Reading& reading, const Fields& fields, const Words& documents) {
  Statement statement;
  statement.id = fields.word("id");
  statement.sha256 = read_sha256(reading, fields);
  for (const Node& item : fields.items("documents")) statement.documents.push_back(reading.known(item, documents));
  statement.place = fields.word("place");
  if (const Node* const disposition = fields.find("disposition")) {
    statement.disposition = reading.choice<Disposition>(*disposition, "disposition");
  }
  for (const Node& item : fields.items("encodes")) statement.encodes.push_back({reading.word(item), item.at});
  statement.why = fields.word("why");
  statement.at = fields.at();
  return statement;
}

Modes read_mode_file(Reading& reading, const Fields& fields) {
  Modes modes{.all = read_list<Mode>(reading, fields.items("modes"), Form::mode, &read_mode)};
  if (fields.has("modes") && modes.all.empty()) {
    reading.report(error_at(Kind::missing_key, fields.find("modes")->at, "the list 'modes' is empty",
                            "the id of a case names the mode of its call", "write one mode at least"));
  }
  Words words{"mode", {}};
  ClaimedIds claimed;
  for (const Mode& mode : modes.all) {
    if (!mode.id.empty() && claimed.try_emplace(mode.id).second) words.known.push_back(mode.id);
  }
  modes.groups = read_list<ModeGroup>(
      reading, fields.items("groups"), Form::mode_group,
      [&](const Fields& group) { return read_mode_group(reading, group, words); }, std::move(claimed));
  return modes;
}

}  // namespace

Result<std::vector<std::string>> read_releases(std::string_view text, std::string_view file) {
  return read_map<std::vector<std::string>>(
      text, file, Spec{}, Form::releases,
      [](Reading& reading, const Fields& fields) { return quoted_words(reading, fields.items("releases")); });
}

Result<std::vector<DType>> read_dtypes(std::string_view text, std::string_view file) {
  return read_map<std::vector<DType>>(text, file, Spec{}, Form::dtype_file, [](Reading& reading, const Fields& fields) {
    std::vector<DType> dtypes;
    ClaimedIds seen;
    for (const Node& node : fields.items("dtypes")) {
      const auto dtype = read_dtype_entry(reading, node);
      if (!dtype) continue;
      reading.claim(seen, std::string(name_of(*dtype)), node.at);
      dtypes.push_back(*dtype);
    }
    return dtypes;
  });
}

Result<std::vector<Product>> read_products(std::string_view text, std::string_view file, const Spec& spec) {
  return read_map<std::vector<Product>>(
      text, file, spec, Form::product_file, [](Reading& reading, const Fields& fields) {
        return read_list<Product>(reading, fields.items("products"), Form::product,
                                  [&](const Fields& product) { return read_product(reading, product); });
      });
}

Result<Modes> read_modes(std::string_view text, std::string_view file) {
  return read_map<Modes>(text, file, Spec{}, Form::mode_file, &read_mode_file);
}

Result<std::vector<Document>> read_documents(std::string_view text, std::string_view file, const Spec& spec) {
  return read_map<std::vector<Document>>(
      text, file, spec, Form::document_file, [](Reading& reading, const Fields& fields) {
        return read_list<Document>(reading, fields.items("documents"), Form::document,
                                   [&](const Fields& document) { return read_document(reading, document); });
      });
}

Result<std::vector<Statement>> read_statements(std::string_view text, std::string_view file, const Spec& spec) {
  return read_map<std::vector<Statement>>(
      text, file, spec, Form::inventory, [&](Reading& reading, const Fields& fields) {
        const std::string op = fields.word("operator");
        Words documents{"document of this operator", {}};
        for (const Document& document : spec.documents) {
          if (document.op == op) documents.known.push_back(document.id);
        }
        return read_list<Statement>(reading, fields.items("statements"), Form::statement, [&](const Fields& statement) {
          return read_statement(reading, statement, documents);
        });
      });
}

}  // namespace npu_cts::reader
