// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <sys/types.h>

namespace npu_cts::wire {

/// Returns the file that `written` names for `process`, as a path of this one: from its root, or from its `folder` (a
/// descriptor, or AT_FDCWD). Every link is followed in the order in which the system does, and 'self' of /proc is
/// `process`, whatever its own /proc calls it. Only a link that the system makes up, as those to descriptors are,
/// stands as it is.
std::filesystem::path path_for(pid_t process, int folder, const std::string& written);

/// Returns `path` with the folder that it lies in as the system calls it, whoever asks: one that a descriptor or a
/// working directory of a process leads to has a name of its own.
std::filesystem::path in_real_folder(const std::filesystem::path& path);

/// Returns whether `path` lies in a file system that says what processes are, wherever that is mounted.
bool is_of_processes(const std::filesystem::path& path);

/// Returns the text at `address` of the memory of `process`; nothing where it cannot be read.
std::optional<std::string> text_at(pid_t process, std::uint64_t address);

}  // namespace npu_cts::wire
