// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_spec.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "framework/base/read_file.h"
#include "framework/reader/reading.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts::reader {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view yaml = ".yaml";

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
void claim(Collection& files, ClaimedIds& ids, const std::string& id, const Location& at) {
  if (auto taken = claim_id(ids, id, at)) files.add({*std::move(taken)});
}

void read_documents(Collection& files, const fs::path& dir, Spec& spec) {
  std::error_code error;
  if (!fs::exists(dir / "documents.yaml", error)) return;
  auto documents = files.take(dir / "documents.yaml", [&](const auto& text, const auto& file) {
    return reader::read_documents(text, file, spec);
  });
  if (documents) spec.documents = std::move(*documents);
}

void read_inventory(Collection& files, const fs::path& dir, Spec& spec) {
  std::error_code error;
  if (fs::exists(dir / "documents", error)) files.add(faults_of_folder(dir / "documents", yaml));
  for (const fs::path& file : files_in(dir / "documents", yaml)) {
    auto read = files.take(file, [&](const auto& text, const auto& name) { return read_statements(text, name, spec); });
    if (read) std::ranges::move(*read, std::back_inserter(spec.statements));
  }
  ClaimedIds ids;
  for (const Statement& statement : spec.statements) claim(files, ids, statement.id, statement.at);
}

/// Returns the files of the operators. Reports that there is none: without operators nothing is checked or tested.
std::vector<fs::path> operator_files(Collection& files, const fs::path& dir) {
  const Diagnostics faults = faults_of_folder(dir / "ops", yaml);
  files.add(faults);
  std::vector<fs::path> found = files_in(dir / "ops", yaml);
  if (!found.empty() || !faults.empty()) return found;
  files.add({error_at(Kind::missing_key, {(dir / "ops").string(), 0, 0}, "the spec has no operator",
                      "no case comes of it, and nothing of it could be wrong",
                      "add OPERATOR.yaml; 'npu-cts new-operator' lays one out")});
  return found;
}

/// Reads an operator's file. Keeps the operator where `is_wanted` says so of its name. They stay sorted by name.
void read_operator(Collection& files, const fs::path& file, Spec& spec, auto is_wanted) {
  auto op = files.take(file, [&](const auto& text, const auto& name) { return read_op_spec(text, name, spec); });
  if (!op || !is_wanted(op->name)) return;
  const auto place = std::ranges::upper_bound(spec.operators, op->name, {}, &OpSpec::name);
  spec.operators.insert(place, std::move(*op));
}

}  // namespace

Result<Spec> read_spec(const fs::path& dir) {
  Spec spec;
  Collection files;
  if (!read_vocabulary(files, dir, spec)) return files.found();
  read_documents(files, dir, spec);
  read_inventory(files, dir, spec);
  const auto any = [](const std::string&) { return true; };
  for (const fs::path& file : operator_files(files, dir)) read_operator(files, file, spec, any);
  ClaimedIds names;
  for (const OpSpec& op : spec.operators) claim(files, names, op.name, {op.file, 1, 1});
  if (!has_error(files.found())) files.add(ground(spec));
  if (has_error(files.found())) return files.found();
  return spec;
}

Result<Spec> read_operators(const fs::path& dir, std::set<std::string, std::less<>> operators) {
  Spec spec;
  Collection files;
  if (!read_vocabulary(files, dir, spec)) return files.found();
  read_documents(files, dir, spec);
  std::vector<fs::path> candidates = operator_files(files, dir);
  const auto has_its_name = [&](const fs::path& file) { return operators.contains(file.stem().string()); };
  // As most have: the others are hardly ever read. clang 14 cannot compile the one of std::ranges.
  std::stable_partition(candidates.begin(), candidates.end(), has_its_name);
  for (auto file = candidates.begin(); file != candidates.end() && !operators.empty(); ++file) {
    read_operator(files, *file, spec, [&](const std::string& name) { return operators.erase(name) != 0; });
  }
  if (has_error(files.found())) return files.found();
  return spec;
}

}  // namespace npu_cts::reader
