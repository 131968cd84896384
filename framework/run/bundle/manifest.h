// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/case.h"
#include "framework/model/spec.h"

namespace npu_cts::run {

inline constexpr std::string_view manifest_name = "manifest.json";
inline constexpr std::size_t most_manifest_bytes = std::size_t{1} << 30;

/// Which part of the spec a bundle holds, in the words of the command line.
struct Coverage {
  std::string query;
  Filters filters = {};

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

/// What a bundle says of itself.
struct BundleInfo {
  std::string tool_version;
  std::string spec_digest;
  Coverage covers;

  friend bool operator==(const BundleInfo&, const BundleInfo&) = default;
};

/// A data file of a bundle: its path under the bundle's folder, and the tensor whose logical values it holds.
struct BundleFile {
  std::string path;
  Tensor tensor;
};

/// A case as a bundle has it.
struct BundledCase {
  std::string id;
  std::string line;  ///< of the manifest: the id and the call, in JSON; nothing of what is expected
  std::vector<BundleFile> files = {};
};

/// Returns the case `id` whose call with values is `call`. A tensor is described as it lies in memory (strides and
/// offset in elements, `storage` how many there are), its file holds its logical values in C order.
BundledCase bundle_case(const std::string& id, const Call& call);

/// One case of a manifest that was read.
struct ManifestCase {
  std::string id;
  std::string line;  ///< as canonical_json writes it
  Location at;
};

struct Manifest {
  BundleInfo info;
  std::vector<ManifestCase> cases = {};
};

/// Returns the manifest of a bundle; `signatures` and `cases` are lines of JSON.
std::string manifest_text(const BundleInfo& info, const std::vector<std::string>& signatures,
                          const std::vector<std::string>& cases);

/// Returns the manifest that `text` holds; `file` is used only in diagnostics. The cases are not held against the spec.
/// Errors: bad_data, for what is no manifest, is of another version, or names a case twice.
Result<Manifest> parse_manifest(std::string_view text, const std::string& file);

}  // namespace npu_cts::run
