// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

#include "framework/base/result.h"

namespace npu_cts::run {

/// Returns the path of this program, or "" where the system does not say.
std::string program_path();

/// Returns the nearest of `names` in the folder of this program or above it that `fits`; empty where there is none.
std::filesystem::path find_above_program(std::initializer_list<const char*> names,
                                         bool (*fits)(const std::filesystem::path&));

/// Returns the record `name` of measurements, that of the installation or of the tree that was built; empty where there
/// is none.
std::filesystem::path find_record(const std::string& name);

/// Returns the folder of the spec: `given` where it is not empty; else $NPU_CTS_SPEC; else `spec` here; else the
/// nearest `spec` or `share/npu-cts/spec` above the program. Relative where it is in the current folder. Empty where
/// there is none.
std::string find_spec_folder(const std::string& given);

/// As find_spec_folder, of a folder that is there. Errors: unreadable_file.
Result<std::string> spec_folder(const std::string& given);

}  // namespace npu_cts::run
