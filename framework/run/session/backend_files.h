// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/result.h"

namespace npu_cts::run {

/// Returns the path of the program that a shell would start as `name`; `name` where there is none.
std::string find_program(const std::string& name);

/// Returns the size and the hash of each of the files `paths`.
/// Errors: unreadable_file.
Result<std::vector<BackendFile>> backend_files(const std::vector<std::string>& paths);

/// Returns what is wrong where one of `files`, the backend of a run, is not what it was when the run began.
std::optional<Diagnostic> find_changed(const std::vector<BackendFile>& files);

}  // namespace npu_cts::run
