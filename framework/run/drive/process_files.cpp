// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/process_files.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/base/sanitized.h"

namespace npu_cts::wire {
namespace {

/// Returns the bytes of memory in `text` of /proc/PID/statm: shared and closed pages, too. Source: proc(5): its first
/// number, in pages.
std::int64_t mapped_bytes_in(const std::string& text) {
  return std::strtoll(text.c_str(), nullptr, 10) * sysconf(_SC_PAGESIZE);
}

}  // namespace

ProcessFiles::ProcessFiles(pid_t process)
    : memory_(fmt::format("/proc/{}/statm", process)),
      folder_of_descriptors_(fmt::format("/proc/{}/fd", process)),
      folder_of_threads_(fmt::format("/proc/{}/task", process)),
      own_children_(fmt::format("/proc/self/task/{}/children", gettid())),
      children_(fmt::format("/proc/{}/task/{}/children", process, process)),
      folder_(fmt::format("/proc/{}", process)) {}

Usage ProcessFiles::usage() const {
  return {.threads = threads(),
          .descriptors = descriptors(),
          .mapped_bytes = is_sanitized ? 0 : mapped_bytes_in(memory_.read_line()),
          .heap_bytes = 0};
}

std::int64_t ProcessFiles::threads() const {
  constexpr nlink_t folders = 2;  // the folder itself and the one it is in; each thread has one more
  struct stat status = {};
  const bool is_told = fstat(folder_of_threads_.descriptor(), &status) == 0 && status.st_nlink > folders;
  return is_told ? static_cast<std::int64_t>(status.st_nlink - folders) : 0;
}

/// Returns how many descriptors it has open. Since Linux 6.2 that is the size of the folder.
std::int64_t ProcessFiles::descriptors() const {
  struct stat status = {};
  if (fstat(folder_of_descriptors_.descriptor(), &status) == 0 && status.st_size > 0) return status.st_size;
  std::int64_t count = 0;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(folder_ + "/fd", failed), end; it != end && !failed;
       it.increment(failed)) {
    ++count;
  }
  return count;
}

std::vector<pid_t> ProcessFiles::children() const {
  std::vector<pid_t> children;
  for (const ProcFile* const file : {&own_children_, &children_}) {
    const std::string text = file->read_line();
    char* end = nullptr;
    for (const char* at = text.c_str(); *at != '\0'; at = end) {
      const auto child = static_cast<pid_t>(std::strtol(at, &end, 10));
      if (end == at || child == 0) break;
      children.push_back(child);
    }
  }
  return children;
}

std::vector<Mapping> ProcessFiles::mappings(const SharedMemory& memory) {
  if (!maps_) maps_.emplace(folder_ + "/maps");
  return mappings_in(*maps_, memory);
}

}  // namespace npu_cts::wire
