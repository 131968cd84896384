// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"
#include "framework/base/result.h"

namespace npu_cts {

/// Returns what `type` is, in words: "a folder", "a pipe", "a device", "a socket"; "no regular file" for anything else.
std::string_view words_of(std::filesystem::file_type type);

/// Returns the bytes of the regular file at `path`, which may have at most `limit` of them.
/// Errors: unreadable_file (also for what is no regular file: a pipe would never end), file_too_large.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit);

/// Returns the paths of what ends in `ending` in the folder, by name. None where the folder cannot be read.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, std::string_view ending);

/// Returns why the folder cannot be read; nothing where it can, or is not there.
std::optional<Diagnostic> find_unreadable(const std::filesystem::path& folder);

/// Returns what is wrong with a folder of files that end in `ending`: that it cannot be read, and what else lies in it.
/// Hidden files and those that end in '~' are an editor's and no fault.
Diagnostics faults_of_folder(const std::filesystem::path& folder, std::string_view ending);

}  // namespace npu_cts
