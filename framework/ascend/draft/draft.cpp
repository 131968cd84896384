// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/draft/draft.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "framework/ascend/pages/inventory.h"
#include "framework/base/text.h"
#include "framework/base/yaml_name.h"

namespace npu_cts::ascend {
namespace {

struct KindOfType {
  std::string_view type;
  std::string_view kind;
};
constexpr std::array kinds_of_types{KindOfType{"Tensor", "tensor"},
                                    KindOfType{"int/tuple", "integer_pair"},
                                    KindOfType{"list[int]", "integer_list"},
                                    KindOfType{"int[]", "integer_list"},
                                    KindOfType{"int", "integer"},
                                    KindOfType{"bool", "boolean"},
                                    KindOfType{"torch.dtype", "dtype"},
                                    KindOfType{"ScalarType", "dtype"},
                                    KindOfType{"str", "word"}};

std::string kind_of(const PageParameter& parameter) {
  const bool is_tensor = parameter.type.find("Tensor") != std::string::npos;
  if (!parameter.dtypes.empty() && !parameter.type.empty() && !is_tensor) return "dtype";
  for (const auto& [type, kind] : kinds_of_types) {
    if (parameter.type.find(type) != std::string::npos) return std::string(kind);
  }
  return parameter.dtypes.empty() ? "word" : "tensor";
}

std::string group_of(const PageParameter& parameter, bool is_module) {
  if (parameter.section == "variables") return "variables";
  const bool constructs = parameter.section == "constructor" || (is_module && parameter.section.empty());
  return constructs ? "constructor" : "arguments";
}

/// A default as the spec writes it: words of Python in the spec's own.
std::string value_of(std::string text) {
  if (text == "None") return "none";
  if (text == "True") return "true";
  if (text == "False") return "false";
  std::erase_if(text, [](char c) { return c == '\'' || c == '"'; });
  return parse_integer(text) ? text : yaml_scalar(text);
}

std::string list_of(const std::vector<DType>& dtypes) { return fmt::format("[{}]", join(dtype_names(dtypes), ", ")); }

std::string cell_text(const Cell& cell) {
  std::vector<std::string> names = dtype_names(cell.dtypes);
  if (cell.none) names.emplace_back("none");
  return names.size() == 1 ? names.front() : fmt::format("[{}]", join(names, ", "));
}

std::string products_text(const std::vector<std::string>& products) {
  return products.empty() ? "" : fmt::format(", products: [{}]", join(products, ", "));
}

/// Returns where Python imports `op` from, as its `signature` begins: "lib" of "lib.op(x)". Empty where it does not.
std::string_view import_path(std::string_view signature, std::string_view op) {
  std::string_view path = trim(signature.substr(0, signature.find('(')));
  if (!path.ends_with(op)) return {};
  path.remove_suffix(op.size());
  if (!path.ends_with('.')) return {};
  path.remove_suffix(1);
  return path.substr(path.rfind(' ') + 1);
}

class Writer {
 public:
  Writer(const PageFacts& facts, const Spec& spec, const DraftOptions& options)
      : facts_(facts), spec_(spec), options_(options) {
    is_module_ = std::ranges::any_of(facts.parameters, [](const auto& one) { return one.section == "variables"; });
  }

  std::string write() {
    body_ = fmt::format("operator: {}\nform: {}\n", options_.op, is_module_ ? "module" : "function");
    const std::string_view path = import_path(facts_.signature_from.words, options_.op);
    if (!path.empty()) body_ += fmt::format("import: {}\n", path);
    body_ += "text: {en: \"\", zh: \"\"}\n";
    body_ += fmt::format("pages: {{{}: [{}]}}\n", yaml_scalar(options_.release), yaml_scalar(options_.page));
    body_ += fmt::format("signatures: [{{value: {}}}]\nparameters:\n", yaml_scalar(facts_.signature));
    ground("signatures", facts_.signature_from);
    for (const PageParameter& parameter : facts_.parameters) write(parameter);
    if (!facts_.rows.empty()) body_ += "rows:\n";
    for (std::size_t i = 0; i < facts_.rows.size(); ++i) write(facts_.rows[i], i + 1);
    write_outputs();
    write_unknown();
    body_ += facts_.products.empty() ? "support: []\n" : "support:\n";
    for (const PageProduct& product : facts_.products) {
      body_ += fmt::format("  - {{state: {}, products: [{}]}}\n", product.supported ? "supported" : "unsupported",
                           product.id);
      ground("support@" + product.id, product.from);
    }
    return head() + body_;
  }

 private:
  /// Notes that `fact` stands on `statement`.
  void ground(const std::string& fact, const PageStatement& statement) {
    if (!statement.sha256.empty()) grounds_[{statement.place, statement.sha256}].push_back(yaml_name(fact));
  }

  void ground(const std::string& fact, const std::vector<PageStatement>& statements) {
    for (const PageStatement& statement : statements) ground(fact, statement);
  }

  /// Returns the id of a statement: the inventory's, or what npu-cts-inventory would give it.
  [[nodiscard]] std::string id_of(const std::string& sha256) const {
    const Statement* const known = find_entry(spec_, options_.page, sha256);
    return known != nullptr ? known->id : statement_id(options_.prefix, sha256);
  }

  void write(const PageParameter& parameter) {
    body_ += fmt::format("  - key: {}\n    kind: {}\n", yaml_name(parameter.name), kind_of(parameter));
    const std::string group = group_of(parameter, is_module_);
    if (group != "arguments") body_ += fmt::format("    group: {}\n", group);
    body_ += "    text: {en: \"\", zh: \"\"}\n";
    if (parameter.optional) body_ += "    optional: true\n";
    if (parameter.keyword_only) body_ += "    keyword_only: true\n";
    if (parameter.default_text) {
      body_ += fmt::format("    defaults: [{{value: {}}}]\n", value_of(*parameter.default_text));
      ground(parameter.name + ".defaults", facts_.signature_from);
    }
    if (!parameter.dtypes.empty()) body_ += "    dtypes:\n";
    for (const DtypeList& list : parameter.dtypes) {
      body_ += fmt::format("      - {{values: {}{}}}\n", list_of(list.dtypes), products_text(list.products));
      const std::string where = list.products.empty() ? "" : "@" + list.products.front();
      ground(parameter.name + ".dtypes" + where, list.from);
    }
    ground(parameter.name, parameter.from);
  }

  void write_outputs() {
    body_ += facts_.outputs.empty() ? "outputs: []\n" : "outputs:\n";
    for (const PageOutput& output : facts_.outputs) {
      body_ += fmt::format("  - {{name: {}, dtype: [], shape: []}}\n", yaml_name(output.name));
      ground(output.name, output.from);
    }
  }

  /// Names what the draft leaves out, as nothing of the spec has these names.
  void write_unknown() {
    for (const UnknownDtype& dtype : facts_.unknown_dtypes)
      body_ += fmt::format("# LEFT OUT: the dtype '{}' ({}), which the spec does not know\n",
                           escape_control(dtype.name), dtype.from.place);
    for (const PageStatement& product : facts_.unknown_products)
      body_ += fmt::format("# LEFT OUT: a product that the spec does not know in release {} ({})\n", options_.release,
                           product.place);
  }

  void write(const PageRow& row, std::size_t number) {
    std::vector<std::string> cells;
    for (const auto& [name, cell] : row.cells) cells.push_back(fmt::format("{}: {}", name, cell_text(cell)));
    body_ += fmt::format("  - {{id: r{}{}, cells: {{{}}}}}\n", number, products_text(row.products), join(cells, ", "));
    ground(fmt::format("rows.r{}", number), row.from);
  }

  [[nodiscard]] std::string head() const {
    std::string text = fmt::format(
        "# A draft from page {} of release {}: signature, dtypes, rows and products as a program reads them.\n"
        "# To be finished by hand: texts, shapes, rules, outputs, and everything else that the page says in words.\n"
        "# Statements of the inventory, and the facts that stand on them:\n",
        options_.page, options_.release);
    for (const auto& [statement, facts] : grounds_) {
      const auto& [place, sha256] = statement;
      text += fmt::format("#   {} {} ({})\n#     encodes: [{}]\n", id_of(sha256), sha256, place, join(facts, ", "));
    }
    return text;
  }

  const PageFacts& facts_;
  const Spec& spec_;
  const DraftOptions& options_;
  bool is_module_ = false;
  std::string body_;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> grounds_;  ///< by place and hash
};

}  // namespace

std::string to_draft(const PageFacts& facts, const Spec& spec, const DraftOptions& options) {
  return Writer(facts, spec, options).write();
}

}  // namespace npu_cts::ascend
