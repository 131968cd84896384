// SPDX-License-Identifier: Apache-2.0
#include "framework/base/read_file.h"

#include <fstream>
#include <system_error>

#include <fmt/format.h>

namespace npu_cts {
namespace {

Diagnostic unreadable(const std::filesystem::path& path, std::string what) {
  return error_at(Kind::unreadable_file, {path.string(), 0, 0}, std::move(what),
                  "a regular file that one may read is expected here", "check the path and the permissions");
}

Diagnostic too_large(const std::filesystem::path& path, std::size_t limit) {
  return error_at(Kind::file_too_large, {path.string(), 0, 0}, fmt::format("the file has more than {} bytes", limit),
                  "files are read whole, so their size has a limit", "check that it is the file you meant");
}

}  // namespace

std::string_view words_of(std::filesystem::file_type type) {
  switch (type) {
    case std::filesystem::file_type::directory:
      return "a folder";
    case std::filesystem::file_type::fifo:
      return "a pipe";
    case std::filesystem::file_type::block:
    case std::filesystem::file_type::character:
      return "a device";
    case std::filesystem::file_type::socket:
      return "a socket";
    default:
      return "no regular file";
  }
}

Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return unreadable(path, "there is no such file");
  if (!std::filesystem::is_regular_file(status))
    return unreadable(path, fmt::format("this is {}", words_of(status.type())));
  const auto size = std::filesystem::file_size(path, error);
  if (error) return unreadable(path, fmt::format("cannot read the file: {}", error.message()));
  if (size > limit) return too_large(path, limit);
  std::ifstream stream(path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(size))) return unreadable(path, "cannot read the file");
  if (stream.peek() != std::ifstream::traits_type::eof()) return unreadable(path, "the file grows while it is read");
  return bytes;
}

}  // namespace npu_cts
