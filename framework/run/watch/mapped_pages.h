// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace npu_cts::wire {

/// Pages of a process that are mapped in one way.
struct MappedPages {
  std::uint64_t begin = 0;  ///< address
  std::uint64_t end = 0;
  std::uint64_t offset = 0;  ///< in the file
  std::uint64_t file = 0;    ///< its inode, 0 where there is none
  bool may_read = false;
  bool may_write = false;
  bool may_execute = false;
  bool is_shared = false;
};

/// Which pages are asked for.
enum class Pages : std::uint8_t {
  at_the_address,
  shared_from_the_address_on,  ///< the first that others see, too
};

/// What the system answers.
struct FoundPages {
  std::optional<MappedPages> pages;
  bool is_answered = false;  ///< false before Linux 6.11, and where the process ended
};

/// Returns the mapped pages at `address`. `maps` is /proc/PID/maps, open.
FoundPages find_pages(int maps, std::uint64_t address, Pages which);

}  // namespace npu_cts::wire
