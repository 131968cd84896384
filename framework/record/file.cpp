// SPDX-License-Identifier: Apache-2.0
#include "framework/record/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace npu_cts::record {

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  return *this;
}

WriteError OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_write(path_, "write", errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return std::nullopt;
}

WriteError OutputFile::close() {
  // A pipe or a device has nothing to sync, and says so with EINVAL or ENOTSUP.
  const bool synced = ::fsync(descriptor_) == 0 || errno == EINVAL || errno == ENOTSUP;
  const int sync_error = errno;
  const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
  if (!synced) return cannot_write(path_, "sync", sync_error);
  if (!closed) return cannot_write(path_, "close", errno);
  return std::nullopt;
}

namespace {

/// Returns what helps against `error_number`.
std::string_view hint_of(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "make room there, or name another place";
    case EEXIST:
    case EISDIR:
    case ENOTDIR:
    case ENOTEMPTY:
      return "name another place, or move away what stands there";
    case ENOENT:
    case ENAMETOOLONG:
      return "check the path: its folders must be there";
    case ELOOP:
      return "name another place: this one is a link to itself";
    case EACCES:
    case EPERM:
    case EROFS:
      return "name a place that you may write to";
    default:
      return "name another place";
  }
}

}  // namespace

Diagnostic cannot_write(const std::string& path, std::string_view doing, int error_number) {
  return error_at(Kind::unwritable_file, {.file = path},
                  fmt::format("cannot {}: {}", doing, std::generic_category().message(error_number)),
                  "what is not written is lost", std::string(hint_of(error_number)));
}

namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  ///< as the kernel follows at most

/// Returns the file that `path` names: links are followed, a dangling one too.
fs::path follow_links(fs::path path) {
  std::error_code failed;
  for (int links = 0; links < most_links && fs::is_symlink(path, failed); ++links) {
    const fs::path next = fs::read_symlink(path, failed);
    path = path.parent_path() / next;
  }
  return path;
}

}  // namespace

Result<NewFile> NewFile::open(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  const bool is_replaced = !fs::exists(status) || fs::is_regular_file(status);
  const std::string target =
      is_replaced ? follow_links(path).string() : path;  // a link of /dev/fd has no name behind it
  if (is_replaced && fs::is_symlink(target, ignored)) return cannot_write(path, "create", ELOOP);
  const std::string neighbour = is_replaced ? target + ".new" : "";
  const int descriptor = is_replaced ? ::open(neighbour.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                                     : ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_write(target, is_replaced ? "create" : "open", errno);
  return NewFile(OutputFile(descriptor, target), neighbour);
}

NewFile::~NewFile() {
  if (file_.descriptor() >= 0 && !neighbour_.empty()) ::unlink(neighbour_.c_str());
}

WriteError NewFile::close() {
  WriteError error = file_.close();
  if (neighbour_.empty()) return error;
  if (!error && std::rename(neighbour_.c_str(), file_.path().c_str()) != 0)
    error = cannot_write(file_.path(), "rename", errno);
  if (error) ::unlink(neighbour_.c_str());
  return error;
}

WriteError find_foreign_file(const std::string& path, std::string_view what, bool (*is_such)(const std::string& path)) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored) || fs::is_empty(path, ignored) || is_such(path)) return std::nullopt;
  return error_at(Kind::unwritable_file, {.file = path},
                  fmt::format("this file is no {}, and is not overwritten", what),
                  fmt::format("a {0} takes the place of a {0} only", what), "name another file, or remove this one");
}

WriteError write_file(const std::string& path, std::string_view text) {
  auto file = NewFile::open(path);
  if (!file) return file.diagnostics().front();
  if (auto error = file->write(text)) return error;
  return file->close();
}

WriteError write_new_file(const std::string& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot_write(path, "create", errno);
  OutputFile file(descriptor, path);
  WriteError error = file.write(text);
  if (!error) error = file.close();
  if (error) ::unlink(path.c_str());
  return error;
}

}  // namespace npu_cts::record
