// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/spec.h"

namespace npu_cts::reader {

// Each returns what the vocabulary `text` says; `file` is used only in diagnostics. Errors: everything wrong in the
// file.

/// Returns the releases, oldest first.
Result<std::vector<std::string>> read_releases(std::string_view text, std::string_view file);

/// Returns the dtypes, which must be exactly those of the model.
Result<std::vector<DType>> read_dtypes(std::string_view text, std::string_view file);

/// Returns the modes and their groups; there is a mode.
Result<Modes> read_modes(std::string_view text, std::string_view file);

// These need the releases of `spec`; statements also its documents.
Result<std::vector<Product>> read_products(std::string_view text, std::string_view file, const Spec& spec);
Result<std::vector<Document>> read_documents(std::string_view text, std::string_view file, const Spec& spec);
Result<std::vector<Statement>> read_statements(std::string_view text, std::string_view file, const Spec& spec);

}  // namespace npu_cts::reader
