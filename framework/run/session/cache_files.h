// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace npu_cts::run {

/// Returns the folder for what may be made anew at any time: NPU_CTS_CACHE, or npu-cts in the user's folder of caches.
/// Nothing where NPU_CTS_CACHE is "off", or no folder is known.
std::optional<std::filesystem::path> cache_folder();

/// Returns what tells this program from any other build of it: the linker's hash of its contents. Empty where the
/// linker made none.
std::string program_id();

/// Makes `folder`, which only this user may write, where there is none. Returns whether there is a folder then.
bool make_own_folder(const std::filesystem::path& folder);

/// Returns whether `folder` is a folder, and no link to one, that belongs to this user, who alone may write it.
bool is_own_folder(const std::filesystem::path& folder);

/// Returns the bytes of `file`. Nothing where it has more than `limit` bytes, is no regular file of this user, or
/// somebody else may write it.
std::optional<std::string> read_own(const std::filesystem::path& file, std::size_t limit);

/// Makes `file` hold `bytes`, all of them or what it held before, for this user alone. Nothing happens where it cannot
/// be written: without a cache the next process does the work again.
void write_own(const std::filesystem::path& file, std::string_view bytes);

/// As write_own, with a seal before the bytes: the hash of them and of the file's name.
void write_sealed(const std::filesystem::path& file, std::string_view bytes);

/// Returns the bytes that write_sealed wrote to `file`. Nothing where read_own returns none, or where the file is
/// truncated, changed by accident, or was written under another name. Any program of this user can forge it.
std::optional<std::string> read_sealed(const std::filesystem::path& file, std::size_t limit);

/// Removes from `folder` the files that were written first, until the others have `most` bytes at most. Only files that
/// are named like a SHA-256 are counted and removed, and none where is_own_folder is false.
void drop_oldest(const std::filesystem::path& folder, std::uintmax_t most);

}  // namespace npu_cts::run
