// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace npu_cts::reader {

/// Returns the paths of the files `*.yaml` in the folder, by name. None where the folder cannot be read.
std::vector<std::filesystem::path> yaml_files_in(const std::filesystem::path& folder);

}  // namespace npu_cts::reader
