// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/cache_files.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/record/file.h"

namespace npu_cts::run {
namespace {

/// Returns whether this user alone may write what `status` is about.
bool is_own(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Returns what is read from `descriptor`; nothing where that fails or there are more than `limit` bytes.
std::optional<std::string> read_all(int descriptor, std::size_t limit) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || !is_own(status)) return std::nullopt;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > limit) return std::nullopt;
  std::string bytes(size, '\0');
  std::size_t taken = 0;
  while (taken < size) {
    const ssize_t count = ::read(descriptor, bytes.data() + taken, size - taken);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    taken += static_cast<std::size_t>(count);
  }
  return bytes;
}

/// Returns the build id among the notes in `memory`, in hexadecimal digits; empty where it is not there.
std::string find_build_id(std::span<const std::byte> memory) {
  constexpr std::size_t alignment = 4;
  const auto padded = [](std::size_t size) { return (size + alignment - 1) / alignment * alignment; };
  ElfW(Nhdr) note{};
  while (memory.size() >= sizeof note) {
    std::memcpy(&note, memory.data(), sizeof note);
    const std::size_t name = sizeof note;
    const std::size_t content = name + padded(note.n_namesz);
    const std::size_t end = content + padded(note.n_descsz);
    if (end > memory.size()) return {};
    const bool is_gnu = note.n_namesz == sizeof "GNU" && std::memcmp(memory.data() + name, "GNU", sizeof "GNU") == 0;
    if (is_gnu && note.n_type == NT_GNU_BUILD_ID) {
      std::string digits;
      for (const std::byte byte : memory.subspan(content, note.n_descsz)) digits += fmt::format("{:02x}", byte);
      return digits;
    }
    memory = memory.subspan(end);
  }
  return {};
}

/// Takes the first object that is loaded, which is the program, and no other.
int read_program_id(dl_phdr_info* object, std::size_t /*size*/, void* id) {
  for (const auto& part : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    if (part.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): where the loader put it
    const auto* const notes = reinterpret_cast<const std::byte*>(object->dlpi_addr + part.p_vaddr);
    std::string found = find_build_id({notes, part.p_memsz});
    if (!found.empty()) *static_cast<std::string*>(id) = std::move(found);
  }
  return 1;
}

std::optional<std::filesystem::path> folder_in(const char* variable) {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing sets it
  if (value == nullptr || *value != '/') return std::nullopt;
  return std::filesystem::path(value);
}

constexpr std::size_t seal_size = 64;

std::string seal_of(const std::filesystem::path& name, std::string_view bytes) {
  Sha256 hash;
  hash.add(name.native());
  hash.add(bytes);
  return hash.take();
}

/// Returns whether `file` is called as one of a cache, or as one that is being written.
bool is_of_cache(const std::filesystem::path& file) { return is_sha256(file.stem().native()); }

}  // namespace

std::optional<std::filesystem::path> cache_folder() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets it
  if (const char* const chosen = std::getenv("NPU_CTS_CACHE"); chosen != nullptr && std::strcmp(chosen, "off") == 0)
    return std::nullopt;
  if (auto folder = folder_in("NPU_CTS_CACHE")) return folder;
  if (const auto caches = folder_in("XDG_CACHE_HOME")) return *caches / "npu-cts";
  if (const auto home = folder_in("HOME")) return *home / ".cache" / "npu-cts";
  return std::nullopt;
}

std::string program_id() {
  std::string id;
  ::dl_iterate_phdr(read_program_id, &id);
  return id;
}

bool make_own_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  if (folder.has_parent_path()) std::filesystem::create_directories(folder.parent_path(), failed);
  return ::mkdir(folder.c_str(), S_IRWXU) == 0 || std::filesystem::is_directory(folder, failed);
}

bool is_own_folder(const std::filesystem::path& folder) {
  struct stat status {};
  return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && is_own(status);
}

std::optional<std::string> read_own(const std::filesystem::path& file, std::size_t limit) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);  // no pipe is waited for
  if (descriptor < 0) return std::nullopt;
  auto bytes = read_all(descriptor, limit);
  ::close(descriptor);
  return bytes;
}

void write_own(const std::filesystem::path& file, std::string_view bytes) {
  std::string temporary = file.string() + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return;
  record::OutputFile output(descriptor, temporary);
  const bool is_whole = !output.write(bytes);
  if (!is_whole || std::rename(temporary.c_str(), file.c_str()) != 0) ::unlink(temporary.c_str());
}

void write_sealed(const std::filesystem::path& file, std::string_view bytes) {
  write_own(file, seal_of(file.filename(), bytes).append(bytes));
}

std::optional<std::string> read_sealed(const std::filesystem::path& file, std::size_t limit) {
  auto sealed = read_own(file, limit);
  if (!sealed || sealed->size() < seal_size) return std::nullopt;
  const std::string seal = sealed->substr(0, seal_size);
  sealed->erase(0, seal_size);
  return seal == seal_of(file.filename(), *sealed) ? std::move(sealed) : std::nullopt;
}

void drop_oldest(const std::filesystem::path& folder, std::uintmax_t most) {
  if (!is_own_folder(folder)) return;
  std::error_code failed;
  std::vector<std::tuple<std::filesystem::file_time_type, std::filesystem::path, std::uintmax_t>> files;
  std::uintmax_t sum = 0;
  for (auto entry = std::filesystem::directory_iterator(folder, failed);
       !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
    std::error_code gone;
    const auto size = entry->file_size(gone);
    const auto written = entry->last_write_time(gone);
    if (gone || !is_of_cache(entry->path())) continue;
    files.emplace_back(written, entry->path(), size);
    sum += size;
  }
  std::ranges::sort(files);
  for (const auto& [written, file, size] : files) {
    if (sum <= most) return;
    std::filesystem::remove(file, failed);
    sum -= size;
  }
}

}  // namespace npu_cts::run
