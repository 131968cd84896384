// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/process_files.h"

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

/// Takes the bytes of memory from `text` of /proc/PID/statm. Source: proc(5): pages that are mapped, shared and closed
/// ones, too; pages that are there; those of them that it may share.
void take_bytes(const std::string& text, Usage& usage) {
  const auto page = sysconf(_SC_PAGESIZE);
  char* at = nullptr;
  usage.mapped_bytes = std::strtoll(text.c_str(), &at, 10) * page;
  const auto resident = std::strtoll(at, &at, 10);
  usage.own_bytes = (resident - std::strtoll(at, &at, 10)) * page;
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
  Usage usage{.threads = threads(), .descriptors = descriptors()};
  if (!is_sanitized) take_bytes(memory_.read_line(), usage);
  return usage;
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
