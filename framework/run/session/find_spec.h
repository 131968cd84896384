#pragma once

#include <string>

namespace npu_cts {

/// Returns the path of this program, or "" where the system does not say.
std::string program_path();

/// Returns the folder of the spec: `given` where it is not empty; else $NPU_CTS_SPEC; else `spec` here; else the
/// nearest `spec` or `share/npu-cts/spec` above the program. Relative where it is in the current folder. Empty where
/// there is none.
std::string find_spec_folder(const std::string& given);

}  // namespace npu_cts
