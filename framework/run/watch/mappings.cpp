// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/process_files.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include "framework/run/watch/mapped_pages.h"

namespace npu_cts::wire {
namespace {

/// Returns what the text of /proc/PID/maps says of the file `inode`.
std::vector<Mapping> mappings_in_text(const std::string& text, std::uint64_t inode) {
  std::istringstream lines(text);
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
    if (file != inode || access[3] != 's') continue;  // a private one is a copy
    mappings.push_back(
        {.at = {.offset = offset, .bytes = end - begin}, .is_read_only = std::string_view(access.data()) == "r--s"});
  }
  return mappings;
}

}  // namespace

std::vector<Mapping> mappings_in(const ProcFile& maps, const SharedMemory& memory) {
  struct stat status = {};
  if (fstat(memory.descriptor(), &status) != 0) return {};
  std::vector<Mapping> mappings;
  std::uint64_t address = 0;
  for (;;) {
    const FoundPages found = find_pages(maps.descriptor(), address, Pages::shared_from_the_address_on);
    if (!found.is_answered) return mappings_in_text(maps.read(), status.st_ino);
    if (!found.pages) return mappings;
    const MappedPages& pages = *found.pages;
    address = pages.end;
    if (pages.file != status.st_ino) continue;
    mappings.push_back({.at = {.offset = pages.offset, .bytes = pages.end - pages.begin},
                        .is_read_only = pages.may_read && !pages.may_write && !pages.may_execute});
  }
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
