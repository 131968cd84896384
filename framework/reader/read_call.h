// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "framework/base/result.h"
#include "framework/model/spec.h"

namespace npu_cts::reader {

/// Returns the call that `text` describes, its arguments under the spec's keys. `file` is used in diagnostics, and
/// `data:` is relative to its folder. Arguments have the names of the call's release, which is the newest with a page
/// if none is said. Errors: everything wrong in the file. A release without a page for the operator:
/// undocumented_release.
Result<Call> read_call(std::string_view text, std::string_view file, const Spec& spec);

/// Returns the call in the file at `path`.
Result<Call> read_call_file(const std::filesystem::path& path, const Spec& spec);

}  // namespace npu_cts::reader
