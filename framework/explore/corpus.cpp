// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/corpus.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "framework/base/nearest_word.h"
#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/reader/read_call.h"
#include "framework/reader/write_call.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts::explore {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view call_name = "call.yaml";
constexpr std::string_view before_prefix = "before-";

bool is_before(const fs::path& path) {
  return std::ranges::any_of(path, [](const fs::path& part) { return part.string().starts_with(before_prefix); });
}

record::WriteError save_in(const fs::path& folder, const Call& call, const Spec& spec) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return record::cannot_write(folder.string(), "make the folder", failed.value());
  return reader::save_call(folder, spec, *find_operator(spec, call.op), call);
}

/// Returns the paths of the files and folders of `folder` that `is_wanted`, sorted.
/// Errors: unreadable_file, where a folder cannot be read to its end.
template <class Iterator, class Wanted>
Result<std::vector<fs::path>> list(const fs::path& folder, const Wanted& is_wanted) {
  std::vector<fs::path> paths;
  std::error_code failed;
  for (Iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (is_wanted(it->path())) paths.push_back(it->path());
  }
  if (failed) {
    return error_at(npu_cts::Kind::unreadable_file, {.file = folder.string()},
                    fmt::format("cannot read the folder: {}", failed.message()),
                    "calls are read from a folder and those below it", "check the path and the permissions");
  }
  std::ranges::sort(paths);
  return paths;
}

Result<Saved> read_one(const fs::path& root, const fs::path& path, const Spec& spec) {
  const bool has_folder = path.filename() == call_name && path.parent_path() != root;
  Saved saved{.name = fs::relative(has_folder ? path.parent_path() : path, root).string()};
  auto call = reader::read_call_file(path, spec);
  if (!call) return call.diagnostics();
  saved.call = std::move(*call);
  if (path.filename() != call_name) return saved;
  const auto folders = list<fs::directory_iterator>(
      path.parent_path(), [](const fs::path& one) { return one.filename().string().starts_with(before_prefix); });
  if (!folders) return folders.diagnostics();
  for (const fs::path& folder : *folders) {
    auto before = reader::read_call_file(folder / call_name, spec);
    if (!before) return before.diagnostics();
    saved.before.push_back(std::move(*before));
  }
  return saved;
}

/// Returns the operator that the call file at `path` names where `spec` has none of that name.
std::optional<std::string> find_foreign_operator(const fs::path& path, const Spec& spec) {
  const auto text = read_file(path, reader::Limits::bytes);
  if (!text) return std::nullopt;
  const reader::Tree tree = reader::read_tree(*text, path.string());
  const reader::Node* const op = tree.root ? reader::find(*tree.root, "call") : nullptr;
  if (op == nullptr || op->text.empty() || find_operator(spec, op->text) != nullptr) return std::nullopt;
  return op->text;
}

/// Call files whose operators a spec does not have, and what is wrong with each.
struct ForeignCalls {
  std::size_t count = 0;
  std::set<std::string> operators;
  Diagnostics errors;

  void add(std::string op, const Diagnostics& found) {
    ++count;
    operators.insert(std::move(op));
    errors.insert(errors.end(), found.begin(), found.end());
  }

  /// Returns what to say of those in `root`: of one call, where its name is wrong; of the folder, where it is of
  /// another spec.
  [[nodiscard]] Diagnostics reported(const fs::path& root, const Spec& spec) const {
    std::vector<std::string> known;
    for (const OpSpec& op : spec.operators) known.push_back(op.name);
    if (count == 0 || (count == 1 && nearest_word(*operators.begin(), known))) return errors;
    constexpr std::ptrdiff_t most_named = 3;
    std::vector<std::string> names(operators.begin(), operators.end());
    const auto more = std::max<std::ptrdiff_t>(std::ssize(names) - most_named, 0);
    names.erase(names.end() - more, names.end());
    return {error_at(
        npu_cts::Kind::bad_call, {.file = root.string()},
        fmt::format("{} here {} of another spec: this one lacks '{}'{}", counted(count, "call"),
                    count == 1 ? "is" : "are", join(names, "', '"), more > 0 ? fmt::format(" and {} more", more) : ""),
        "a call is read and judged by the spec that has its operator",
        "name the spec of these calls (--spec), or another folder (fuzz: --corpus DIR; run: --calls DIR)")};
  }
};

}  // namespace

std::string file_name_of(const BoundSpec& bound, const Call& call) {
  std::string text = reader::write_call(bound.spec(), bound.op(), call);
  for (const auto& [key, value] : call.arguments) {
    const auto* const tensor = std::get_if<Tensor>(&value);
    if (tensor != nullptr) text.append(reinterpret_cast<const char*>(tensor->values.data()), tensor->values.size());
  }
  return fmt::format("{}-{:016x}", call.op, stable_hash(text));
}

record::WriteError save(const fs::path& root, const Saved& saved, const Spec& spec) {
  const fs::path folder = root / saved.name;
  if (auto error = save_in(folder, saved.call, spec)) return error;
  for (std::size_t i = 0; i < saved.before.size(); ++i) {
    if (auto error = save_in(folder / fmt::format("{}{:04}", before_prefix, i + 1), saved.before[i], spec))
      return error;
  }
  return std::nullopt;
}

Result<std::vector<Saved>> read_saved(const fs::path& root, const Spec& spec) {
  const auto files = list<fs::recursive_directory_iterator>(root, [&](const fs::path& path) {
    return path.extension() == ".yaml" && !is_before(path.lexically_relative(root));
  });
  if (!files) return files.diagnostics();
  std::vector<Saved> all;
  ForeignCalls foreign;
  Diagnostics errors;
  for (const fs::path& file : *files) {
    auto saved = read_one(root, file, spec);
    if (saved) {
      all.push_back(std::move(*saved));
    } else if (auto op = find_foreign_operator(file, spec)) {
      foreign.add(*std::move(op), saved.diagnostics());
    } else {
      errors.insert(errors.end(), saved.diagnostics().begin(), saved.diagnostics().end());
    }
  }
  const Diagnostics reported = foreign.reported(root, spec);
  errors.insert(errors.begin(), reported.begin(), reported.end());
  if (!errors.empty()) return errors;
  return all;
}

}  // namespace npu_cts::explore
