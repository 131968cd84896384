// SPDX-License-Identifier: Apache-2.0
#include "tools/gates/operators.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "framework/base/find.h"

namespace npu_cts::gates {
namespace {

/// What the folder of an operator holds; kernels/README.md says what each header declares.
struct Part {
  std::string_view name;
  std::string_view what;
  std::string_view common;  ///< what its shared headers in kernels/common begin with; empty: neither of the others
};
constexpr std::array parts{Part{"oracle", "the formula, slow and obvious", "oracle_"},
                           Part{"fast", "the fast kernel", ""}, Part{"check", "the hand-written argument check", ""},
                           Part{"mutants", "implementations that are wrong on purpose", "mutant_"}};

constexpr std::string_view left_open = "TO BE WRITTEN";  // as `npu-cts new-operator` leaves it

/// An operator's files of kernels/X, by their name there.
using Folder = std::map<std::string, const SourceFile*>;

std::string_view after(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view();
}

std::map<std::string, Folder> folders_of(std::span<const SourceFile> files) {
  std::map<std::string, Folder> folders;
  for (const SourceFile& file : files) {
    const std::string_view path = after(file.path, "kernels/");
    const auto slash = path.find('/');
    if (slash != std::string_view::npos)
      folders[std::string(path.substr(0, slash))][std::string(path.substr(slash + 1))] = &file;
  }
  return folders;
}

/// Returns X of each file FOLDER/X.yaml.
std::set<std::string> names_in(std::span<const SourceFile> files, std::string_view folder) {
  std::set<std::string> names;
  for (const SourceFile& file : files) {
    const std::string_view name = after(file.path, folder);
    if (name.ends_with(".yaml")) names.emplace(name.substr(0, name.size() - 5));
  }
  return names;
}

/// Returns our own headers that `file` includes.
std::vector<std::string_view> headers_of(const SourceFile& file) {
  std::vector<std::string_view> headers;
  for (const std::string& line : file.lines) {
    const std::string_view header = after(line, "#include \"");
    if (!header.empty()) headers.push_back(header.substr(0, header.find('"')));
  }
  return headers;
}

bool is_tested(const Folder& folder, std::string_view header) {
  return std::ranges::any_of(folder, [&](const auto& entry) {
    const auto headers = headers_of(*entry.second);
    return entry.first.ends_with("_test.cpp") && contains(headers, header);
  });
}

std::vector<std::string> missing_from(const std::string& op, const Folder& folder) {
  const std::string place = "kernels/" + op;
  std::vector<std::string> missing;
  for (const Part& part : parts) {
    const std::string name(part.name);
    for (const std::string& file : {name + ".h", name + ".cpp"}) {
      if (folder.contains(file)) continue;
      missing.push_back(fmt::format("{}: no {}; create it: {}, as kernels/README.md says", place, file, part.what));
    }
    if (name == "mutants" || !folder.contains(name + ".h")) continue;  // proof.mutants tries every mutant
    if (is_tested(folder, fmt::format("{}/{}.h", place, name))) continue;
    missing.push_back(fmt::format("{0}: no test of {1}.h; create {1}_test.cpp, which includes it", place, name));
  }
  if (!is_tested(folder, "kernels/common/sweep_testing.h")) {
    missing.push_back(place +
                      ": no test holds the fast kernel against the oracle; create equality_test.cpp, which includes "
                      "kernels/common/sweep_testing.h");
  }
  return missing;
}

/// Returns the part that a file called `name` belongs to, or null.
const Part* part_of(std::string_view name) {
  return find_where(parts, [&](const Part& each) {
    const std::string_view rest = after(name, each.name);
    return !rest.empty() && (rest.front() == '.' || rest.front() == '_');
  });
}

/// Returns the part that a header of kernels/common called `name` serves by itself, or null.
const Part* common_part_of(std::string_view name) {
  return find_where(parts, [&](const Part& each) { return !each.common.empty() && name.starts_with(each.common); });
}

/// Returns why `name` of the folder of `op` may not include `header`, or "".
std::string why_not(const std::string& op, std::string_view name, std::string_view header) {
  const std::string_view path = after(header, "kernels/");
  const auto slash = path.find('/');
  if (slash == std::string_view::npos) return "";
  const std::string_view folder = path.substr(0, slash);
  const std::string_view used = path.substr(slash + 1);
  if (folder != op && folder != "common") {
    return op == "common" ? "kernels/common knows no operator; move what is shared there"
                          : "no operator knows another; move what both need to kernels/common";
  }
  if (op == "common" || name.ends_with("_test.cpp")) return "";
  const Part* mine = part_of(name);
  const Part* theirs = folder == "common" ? common_part_of(used) : part_of(used);
  const bool is_shared = theirs == nullptr;
  const bool stands_alone = mine != nullptr && !mine->common.empty();
  if (mine == theirs || (is_shared && !stands_alone)) return "";
  return "oracle, fast kernel, check and mutants are written independently of each other: write it again, from the "
         "documents";
}

std::vector<std::string> wrong_includes(const std::string& op, const Folder& folder) {
  std::vector<std::string> wrong;
  for (const auto& [name, file] : folder) {
    for (const std::string_view header : headers_of(*file)) {
      const std::string why = why_not(op, name, header);
      if (!why.empty()) wrong.push_back(file->path + " includes " + std::string(header) + ": " + why);
    }
  }
  return wrong;
}

/// Returns the lines that are still as `npu-cts new-operator` wrote them.
std::vector<std::string> unwritten(std::span<const SourceFile> files) {
  std::vector<std::string> lines;
  for (const SourceFile& file : files) {
    if (!file.path.starts_with("kernels/") && !file.path.starts_with("spec/")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto at = file.lines[i].find(left_open);
      if (at != std::string::npos)
        lines.push_back(file.path + ":" + std::to_string(i + 1) + ": " + file.lines[i].substr(at));
    }
  }
  return lines;
}

void append(std::vector<std::string>& all, std::vector<std::string> more) {
  std::ranges::move(more, std::back_inserter(all));
}

}  // namespace

std::vector<std::string> check_operators(std::span<const SourceFile> files) {
  const auto folders = folders_of(files);
  const auto specs = names_in(files, "spec/ops/");
  const auto inventories = names_in(files, "spec/documents/");
  std::vector<std::string> found;
  for (const std::string& op : specs) {
    const std::string place = "spec/ops/" + op + ".yaml: ";
    if (!inventories.contains(op)) {
      found.push_back(fmt::format(
          "{}no inventory; create spec/documents/{}.yaml (npu-cts-inventory writes its beginning)", place, op));
    }
    if (!folders.contains(op)) {
      found.push_back(fmt::format(
          "{}no kernel; create kernels/{} with oracle, fast, check, mutants and tests, as kernels/README.md says",
          place, op));
    }
  }
  for (const auto& [op, folder] : folders) {
    append(found, wrong_includes(op, folder));
    if (op == "common") continue;
    if (!specs.contains(op)) {
      found.push_back(
          fmt::format("kernels/{0}: no spec; create spec/ops/{0}.yaml ('npu-cts new-operator' shows a beginning), or "
                      "remove the folder",
                      op));
    }
    append(found, missing_from(op, folder));
  }
  append(found, unwritten(files));
  return found;
}

}  // namespace npu_cts::gates
