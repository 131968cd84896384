// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_spec.h"

#include <algorithm>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "framework/base/read_file.h"
#include "framework/reader/ground.h"
#include "framework/reader/read_op_spec.h"
#include "framework/reader/read_vocabulary.h"
#include "framework/reader/spec_files.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts {
namespace {

namespace fs = std::filesystem;

/// Collects the values of several files and what is wrong in them.
class Collection {
 public:
  /// Returns what `read` makes of the text of `file`; nothing where it has errors.
  template <class Read>
  auto take(const fs::path& file, Read read)
      -> std::optional<std::decay_t<decltype(*read(std::string(), std::string()))>> {
    const Result<std::string> text = read_file(file, Limits::bytes);
    if (!text) {
      add(text.diagnostics());
      return std::nullopt;
    }
    auto result = read(*text, file.string());
    if (result) return std::move(*result);
    add(result.diagnostics());
    return std::nullopt;
  }

  void add(const Diagnostics& found) { found_.insert(found_.end(), found.begin(), found.end()); }
  [[nodiscard]] const Diagnostics& found() const { return found_; }

 private:
  Diagnostics found_;
};

/// Returns whether the words that every other file uses could be read.
bool read_vocabulary(Collection& files, const fs::path& dir, Spec& spec) {
  if (auto read = files.take(dir / "releases.yaml",
                             [](const auto& text, const auto& file) { return read_releases(text, file); })) {
    spec.releases = std::move(*read);
  }
  if (auto read =
          files.take(dir / "modes.yaml", [](const auto& text, const auto& file) { return read_modes(text, file); })) {
    spec.modes = std::move(*read);
  }
  files.take(dir / "dtypes.yaml", [](const auto& text, const auto& file) { return read_dtypes(text, file); });
  if (!files.found().empty()) return false;
  auto products = files.take(dir / "products.yaml",
                             [&](const auto& text, const auto& file) { return read_products(text, file, spec); });
  if (products) spec.products = std::move(*products);
  return products.has_value();
}

/// Reports an id that something read before has; `at` is the place of the second.
void claim(Collection& files, std::set<std::string>& seen, const std::string& id, const Location& at) {
  if (seen.insert(id).second) return;
  files.add({error_at(Kind::duplicate_id, at, fmt::format("the id '{}' is taken", id), "another file has it too",
                      "give one of the two another id")});
}

void read_inventory(Collection& files, const fs::path& dir, Spec& spec) {
  std::error_code error;
  if (fs::exists(dir / "documents.yaml", error)) {
    auto documents = files.take(dir / "documents.yaml",
                                [&](const auto& text, const auto& file) { return read_documents(text, file, spec); });
    if (documents) spec.documents = std::move(*documents);
  }
  for (const fs::path& file : yaml_files_in(dir / "documents")) {
    auto read = files.take(file, [&](const auto& text, const auto& name) { return read_statements(text, name, spec); });
    if (read) spec.statements.insert(spec.statements.end(), read->begin(), read->end());
  }
  std::set<std::string> ids;
  for (const Statement& statement : spec.statements) claim(files, ids, statement.id, statement.at);
}

}  // namespace

Result<Spec> read_spec(const fs::path& dir) {
  Spec spec;
  Collection files;
  if (!read_vocabulary(files, dir, spec)) return files.found();
  read_inventory(files, dir, spec);
  for (const fs::path& file : yaml_files_in(dir / "ops")) {
    auto op = files.take(file, [&](const auto& text, const auto& name) { return read_op_spec(text, name, spec); });
    if (op) spec.operators.push_back(std::move(*op));
  }
  std::ranges::stable_sort(spec.operators, {}, &OpSpec::name);
  std::set<std::string> names;
  for (const OpSpec& op : spec.operators) claim(files, names, op.name, {op.file, 1, 1});
  if (!has_error(files.found())) files.add(ground(spec));
  if (has_error(files.found())) return files.found();
  return spec;
}

}  // namespace npu_cts
