// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "framework/base/diagnostic.h"

namespace npu_cts::reader {

/// Returns the paths of the files `*.yaml` in the folder, by name. None where the folder cannot be read.
std::vector<std::filesystem::path> yaml_files_in(const std::filesystem::path& folder);

/// Returns what is wrong with the folder as a home of `*.yaml`: that it cannot be read, and what else lies in it.
/// Hidden files and those that end in '~' are an editor's and no fault.
Diagnostics faults_of_folder(const std::filesystem::path& folder);

}  // namespace npu_cts::reader
