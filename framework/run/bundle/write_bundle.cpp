// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/write_bundle.h"

#include <map>

#include <fmt/format.h>

#include "framework/expand/fill.h"
#include "framework/npy/npy.h"
#include "framework/record/file.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

Diagnostic cannot_export(const fs::path& folder, std::string what, std::string hint) {
  return error_at(Kind::unwritable_file, {.file = folder.string()}, std::move(what),
                  "a bundle is written into a folder of its own", std::move(hint));
}

/// Makes `folder`, or finds it empty.
std::optional<Diagnostic> make_empty(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return record::cannot_write(folder.string(), "make the folder", error.value());
  const bool empty = fs::is_empty(folder, error);
  if (error)
    return cannot_export(folder, fmt::format("cannot read the folder: {}", error.message()), "name another place");
  if (empty) return std::nullopt;
  return cannot_export(folder, "the folder is not empty", "name a new folder, or empty this one");
}

std::optional<Diagnostic> write_files(const fs::path& folder, const BundledCase& bundled) {
  for (const BundleFile& file : bundled.files) {
    const fs::path path = folder / file.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) return record::cannot_write(path.string(), "make its folder", error.value());
    if (auto failed = npy::write_npy(path, file.tensor)) return failed;
  }
  return std::nullopt;
}

}  // namespace

Result<std::size_t> write_bundle(const Spec& spec, const BundleInfo& info, const std::vector<Case>& cases,
                                 const fs::path& folder) {
  if (auto error = make_empty(folder)) return std::move(*error);
  std::map<std::pair<std::string, Target>, std::string> signatures;
  std::vector<std::string> lines;
  BoundSpecs specs(spec);
  for (const Case& planned : cases) {
    if (!is_run(planned)) continue;
    const BoundSpec& bound = *specs.find(planned.call);
    const BundledCase bundled = bundle_case(planned.id, expand::fill(bound, planned));
    if (auto error = write_files(folder, bundled)) return std::move(*error);
    lines.push_back(bundled.line);
    std::string& signature = signatures[{bound.op().name, planned.call.target}];
    if (signature.empty()) signature = signature_line(spec, bound.op(), planned.call.target);
  }
  std::vector<std::string> known;
  for (auto& [where, line] : signatures) known.push_back(std::move(line));
  if (auto error = record::write_file((folder / manifest_name).string(), manifest_text(info, known, lines))) {
    return std::move(*error);
  }
  return lines.size();
}

}  // namespace npu_cts::run
