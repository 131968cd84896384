// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/mapped_pages.h"

#include <cerrno>

#include <sys/ioctl.h>

namespace npu_cts::wire {
namespace {

/// Source: linux/fs.h of Linux 6.11, struct procmap_query.
struct Query {
  std::uint64_t size = sizeof(Query);
  std::uint64_t flags = 0;
  std::uint64_t address = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t access = 0;
  std::uint64_t page_size = 0;
  std::uint64_t offset = 0;
  std::uint64_t inode = 0;
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t name_size = 0;
  std::uint32_t build_id_size = 0;
  std::uint64_t name_address = 0;
  std::uint64_t build_id_address = 0;
};
constexpr unsigned long procmap_query = _IOWR('f', 17, Query);
constexpr std::uint64_t readable = 0x01;
constexpr std::uint64_t writable = 0x02;
constexpr std::uint64_t executable = 0x04;
constexpr std::uint64_t shared = 0x08;
constexpr std::uint64_t covering_or_next = 0x10;
constexpr std::uint64_t file_backed = 0x20;

}  // namespace

FoundPages find_pages(int maps, std::uint64_t address, Pages which) {
  Query query;
  query.flags = which == Pages::at_the_address ? 0 : covering_or_next | file_backed | shared;
  query.address = address;
  if (ioctl(maps, procmap_query, &query) != 0) return {.pages = std::nullopt, .is_answered = errno == ENOENT};
  return {.pages = MappedPages{.begin = query.begin,
                               .end = query.end,
                               .offset = query.offset,
                               .file = query.inode,
                               .may_read = (query.access & readable) != 0,
                               .may_write = (query.access & writable) != 0,
                               .may_execute = (query.access & executable) != 0,
                               .is_shared = (query.access & shared) != 0},
          .is_answered = true};
}

}  // namespace npu_cts::wire
