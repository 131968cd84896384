// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace npu_cts::run
