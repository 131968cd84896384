// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "framework/base/result.h"

namespace npu_cts {

/// Returns the bytes of the regular file at `path`, which may have at most `limit` of them.
/// Errors: unreadable_file (also for what is no regular file: a pipe would never end), file_too_large.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit);

}  // namespace npu_cts
