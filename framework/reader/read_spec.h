// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "framework/base/result.h"
#include "framework/model/spec.h"

namespace npu_cts::reader {

/// Returns the spec in the folder `spec`: releases.yaml, modes.yaml, dtypes.yaml, products.yaml, documents.yaml, the
/// inventories in documents/ and the operators in ops/, both in the order of their files' names.
/// Errors: everything wrong in all the files; that there is no operator; what in these two folders is no `*.yaml`.
/// Without releases, modes or products nothing else can be read.
Result<Spec> read_spec(const std::filesystem::path& spec);

/// Returns the spec in the folder `spec` with `operators` and without the inventories: what it takes to run cases of
/// these. For whoever has read the whole, or leaves to check what is wrong elsewhere. Errors: as read_spec, of the
/// files that are read.
Result<Spec> read_operators(const std::filesystem::path& spec, std::set<std::string, std::less<>> operators);

/// Returns the SHA-256 of the spec in the folder `spec`, in lower-case digits: of the name, the length and the bytes of
/// each of its YAML files, in the order of their names. Anything else in the folder does not count. Errors:
/// unreadable_file, also of a folder, file_too_large.
Result<std::string> digest_of(const std::filesystem::path& spec);

}  // namespace npu_cts::reader
