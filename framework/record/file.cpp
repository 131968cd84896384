// SPDX-License-Identifier: Apache-2.0
#include "framework/record/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>
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
    case EMFILE:
      return "let a program open more files: ulimit -n 4096";
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

/// Opens a file beside `target` that was not there, and calls it `neighbour`. Returns -1 and errno where that fails.
int open_neighbour(const std::string& target, std::string& neighbour) {
  constexpr int most_neighbours = 1000;  // each left behind by a killed program, or of somebody
  int descriptor = -1;
  for (int number = 1; descriptor < 0 && number <= most_neighbours; ++number) {
    neighbour = target + ".new" + (number == 1 ? "" : std::to_string(number));
    descriptor = ::open(neighbour.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  return descriptor;
}

}  // namespace

std::string follow_links(const std::string& path) {
  std::error_code failed;
  fs::path file = path;
  for (int links = 0; links < most_links && fs::is_symlink(file, failed); ++links) {
    const fs::path next = fs::read_symlink(file, failed);
    file = file.parent_path() / next;
  }
  return file.string();
}

Result<OutputFile> open_device(const std::string& path, std::chrono::milliseconds patience) {
  std::error_code ignored;
  const bool is_pipe = fs::is_fifo(path, ignored);  // a socket has no such reader
  const auto end = std::chrono::steady_clock::now() + patience;
  int descriptor = -1;
  do {
    descriptor =
        ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);  // a pipe without a reader would wait for ever
    if (descriptor >= 0 || errno != ENXIO || !is_pipe) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  } while (std::chrono::steady_clock::now() < end);
  if (descriptor < 0 && errno == ENXIO && is_pipe) {
    return error_at(Kind::unwritable_file, {.file = path}, "it is a pipe, and no program reads it",
                    "what is written to a pipe is lost without a reader", "start the reader, or name a file");
  }
  if (descriptor < 0) return cannot_write(path, "open", errno);
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return OutputFile(descriptor, path);
}

Result<NewFile> NewFile::open(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  const bool is_replaced = !fs::exists(status) || fs::is_regular_file(status);
  if (!is_replaced) {  // a link of /dev/fd has no name behind it
    auto device = open_device(path);
    if (!device) return device.diagnostics();
    return NewFile(*std::move(device), "");
  }
  const std::string target = follow_links(path);
  if (fs::is_symlink(target, ignored)) return cannot_write(path, "create", ELOOP);
  std::string neighbour;
  const int descriptor = open_neighbour(target, neighbour);
  if (descriptor < 0) return cannot_write(errno == EEXIST ? neighbour : target, "create", errno);
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

std::vector<OutputFile> hold_open(std::span<const std::string> paths) {
  std::vector<OutputFile> held;
  held.reserve(paths.size());
  for (const std::string& path : paths) held.emplace_back(::open(path.c_str(), O_RDONLY | O_CLOEXEC), path);
  return held;
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
