// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/mappings.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include <fmt/format.h>

#include "framework/run/drive/processes.h"

namespace npu_cts::wire {

std::vector<Mapping> mappings_of(pid_t process, const SharedMemory& memory) {
  struct stat status = {};
  if (fstat(memory.descriptor(), &status) != 0) return {};
  std::istringstream lines(read_all(fmt::format("/proc/{}/maps", process)));
  std::vector<Mapping> mappings;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("/memfd:") == std::string::npos) continue;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t offset = 0;
    std::size_t file = 0;
    std::array<char, 5> access{};
    if (std::sscanf(line.c_str(), "%zx-%zx %4s %zx %*s %zu", &begin, &end, access.data(), &offset, &file) != 5)
      continue;
    if (file != status.st_ino) continue;
    mappings.push_back(
        {.at = {.offset = offset, .bytes = end - begin}, .is_read_only = std::string_view(access.data()) == "r--s"});
  }
  return mappings;
}

bool is_read_only(std::span<const Mapping> mappings, const Place& place) {
  const Place pages = pages_of(place);
  const std::size_t last = pages.offset + pages.bytes;
  std::vector<Place> parts;  // that lie in the pages: the system splits a mapping where a part of it is locked
  for (const Mapping& mapping : mappings) {
    const std::size_t begin = std::max(mapping.at.offset, pages.offset);
    const std::size_t end = std::min(mapping.at.offset + mapping.at.bytes, last);
    if (begin >= end) continue;
    if (!mapping.is_read_only) return false;
    parts.push_back({.offset = begin, .bytes = end - begin});
  }
  std::ranges::sort(parts, {}, &Place::offset);
  std::size_t covered = pages.offset;
  for (const Place& part : parts) {
    if (part.offset > covered) return false;
    covered = std::max(covered, part.offset + part.bytes);
  }
  return covered == last;
}

}  // namespace npu_cts::wire
