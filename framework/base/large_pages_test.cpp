// SPDX-License-Identifier: Apache-2.0
#include "framework/base/large_pages.h"

#include <cstddef>
#include <memory>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "framework/base/sanitized.h"

namespace npu_cts {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t bytes = std::size_t{1} << 26U;  // more than glibc ever keeps by itself

long faults_so_far() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_minflt;
}

/// Returns how many pages the system had to hand out for a block of memory that is written once.
long faults_of_a_block() {
  const auto block = std::make_unique_for_overwrite<char[]>(bytes);
  volatile char* const first = block.get();  // else nothing is written: nobody reads it
  const long before = faults_so_far();
  for (std::size_t at = 0; at < bytes; at += page_bytes) first[at] = 1;
  return faults_so_far() - before;
}

TEST(LargePages, KeepWhatIsFreedForTheNextWhoAsks) {
  if (is_sanitized) GTEST_SKIP() << "a sanitizer has a heap of its own";
  constexpr long small_pages = bytes / page_bytes;
  ASSERT_GE(faults_of_a_block() + faults_of_a_block(), 2 * (small_pages / 512)) << "no block was given back before";
  use_large_pages();
  faults_of_a_block();
  EXPECT_LT(faults_of_a_block(), small_pages / 16);
}

}  // namespace
}  // namespace npu_cts
