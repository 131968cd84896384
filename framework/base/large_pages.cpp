// SPDX-License-Identifier: Apache-2.0
#include "framework/base/large_pages.h"

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace npu_cts {

void use_large_pages() {
#if defined(__GLIBC__)
  constexpr std::size_t page = std::size_t{1} << 21U;
  constexpr int reserved = 1 << 29;  // of addresses, not of memory: what lies beyond has small pages
  constexpr int usual_growth = 1 << 17;
  ::mallopt(M_MMAP_MAX, 0);
  ::mallopt(M_TRIM_THRESHOLD, INT_MAX);
  ::mallopt(M_TOP_PAD, reserved);
  void* const grown = std::malloc(page);  // the heap has no room for it
  ::mallopt(M_TOP_PAD, usual_growth);
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(grown) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  const bool has_grown = begin < end && end - begin >= reserved / 2;  // not where the heap is another's, or has no room
  if (has_grown) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // NOLINT: of the heap
  std::free(grown);
#endif
}

}  // namespace npu_cts
