// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/guarded_memory.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include "framework/model/bytes.h"
#include "framework/run/watch/process_files.h"

namespace npu_cts::wire {
namespace {

TEST(PagesOf, AreWholeAndAtLeastOne) {
  EXPECT_EQ(pages_of({.offset = 0, .bytes = 0}), (Place{0, page_bytes}));
  EXPECT_EQ(pages_of({.offset = 0, .bytes = page_bytes}), (Place{0, page_bytes}));
  EXPECT_EQ(pages_of({.offset = 0, .bytes = page_bytes + 1}), (Place{0, 2 * page_bytes}));
  EXPECT_EQ(pages_of({.offset = page_bytes - 1, .bytes = 2}), (Place{0, 2 * page_bytes}));
  EXPECT_EQ(pages_of({.offset = page_bytes + 7, .bytes = 1}), (Place{page_bytes, page_bytes}));
  EXPECT_EQ(pages_of({.offset = page_bytes, .bytes = 0}), (Place{page_bytes, page_bytes}));
}

TEST(PlaceAllocator, PutsEachPlaceAtTheAskedEndOfItsOwnPages) {
  for (const Flush flush : {Flush::start, Flush::end}) {
    PlaceAllocator places(flush);
    std::size_t next = 0;
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{0}, page_bytes, page_bytes + 1, 3 * page_bytes - 1}) {
      const Place place = places.take(bytes);
      EXPECT_EQ(place.bytes, bytes);
      const Place pages = pages_of(place);
      EXPECT_EQ(pages.offset, next) << bytes;
      const std::size_t end = pages.offset + pages.bytes;
      const std::size_t touched = flush == Flush::start || bytes == 0 ? place.offset : place.offset + bytes;
      EXPECT_EQ(touched, flush == Flush::start || bytes == 0 ? pages.offset : end) << bytes;
      next = end;
    }
  }
}

TEST(PlaceAllocator, IsFullOnlyBeyondTheMemory) {
  PlaceAllocator places(Flush::start);
  places.take(shared_bytes - page_bytes);
  EXPECT_FALSE(places.is_full());
  places.take(page_bytes);
  EXPECT_FALSE(places.is_full()) << "it just fits";
  places.take(1);
  EXPECT_TRUE(places.is_full());
}

TEST(SharedMemory, SurroundsAPlaceWithCanaryAndFillsIt) {
  const SharedMemory memory;
  ASSERT_GE(memory.descriptor(), 0);
  const Place place{.offset = page_bytes + 10, .bytes = 20};
  memory.fill(place, std::byte{0x11});
  for (const std::byte byte : memory.at(place)) EXPECT_EQ(byte, std::byte{0x11});
  EXPECT_EQ(memory.bytes()[page_bytes], canary);
  EXPECT_EQ(memory.bytes()[page_bytes + 9], canary);
  EXPECT_EQ(memory.bytes()[page_bytes + 30], canary);
  EXPECT_EQ(memory.bytes()[2 * page_bytes - 1], canary);
  EXPECT_EQ(memory.bytes()[page_bytes - 1], std::byte{0}) << "the page before is of another place";
  EXPECT_EQ(memory.bytes()[2 * page_bytes], std::byte{0});
  EXPECT_FALSE(memory.overwritten_end(place));
}

TEST(SharedMemory, SeesOneByteChangedAnywhereAroundAPlace) {
  const SharedMemory memory;
  const Place place{.offset = 10, .bytes = 20};
  memory.fill(place, std::byte{0x11});
  for (const std::size_t at : {0U, 5U, 9U, 30U, 31U, 2000U, 4095U}) {
    memory.bytes()[at] = std::byte{1};
    EXPECT_EQ(memory.overwritten_end(place), at < 10 ? TensorEnd::before_start : TensorEnd::past_end) << at;
    memory.bytes()[at] = canary;
    EXPECT_FALSE(memory.overwritten_end(place)) << at;
  }
  memory.bytes()[10] = std::byte{9};
  EXPECT_FALSE(memory.overwritten_end(place)) << "the place itself may be written";
}

TEST(SharedMemory, FillsAPlaceWithBytes) {
  const SharedMemory memory;
  const Place place{.offset = 0, .bytes = page_bytes};
  const std::vector<std::byte> given(page_bytes, std::byte{0x22});
  memory.fill(place, given);
  EXPECT_TRUE(same_bytes(memory.at(place), given));
  EXPECT_FALSE(memory.overwritten_end(place)) << "nothing lies there";
}

TEST(SharedMemory, CountsChangesBehindItsBytes) {
  const SharedMemory memory;
  EXPECT_EQ(memory.changes(), unwatched);
  memory.changes() = 7;
  EXPECT_EQ(memory.changes(), 7U);
  EXPECT_EQ(memory.bytes().size(), shared_bytes);
}

TEST(SharedMemory, GivesNobodyAWritableMappingOnceItIsSealed) {
  const SharedMemory memory;
  memory.bytes()[3] = std::byte{5};
  if (!memory.seal()) GTEST_SKIP() << "before Linux 5.1";
  EXPECT_EQ(mmap(nullptr, page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor(), 0), MAP_FAILED);
  memory.bytes()[4] = std::byte{6};  // its own goes on
  void* const seen = mmap(nullptr, page_bytes, PROT_READ, MAP_SHARED, memory.descriptor(), 0);
  ASSERT_NE(seen, MAP_FAILED);
  EXPECT_EQ(static_cast<const std::byte*>(seen)[3], std::byte{5});
  EXPECT_EQ(static_cast<const std::byte*>(seen)[4], std::byte{6});
  munmap(seen, page_bytes);
}

TEST(SharedMemory, KeepsItsSize) {
  const SharedMemory memory;
  EXPECT_NE(ftruncate(memory.descriptor(), 0), 0);
  EXPECT_NE(ftruncate(memory.descriptor(), static_cast<off_t>(2 * shared_bytes)), 0);
}

constexpr Mapping pages(std::size_t from, std::size_t to, bool is_read_only = true) {
  return {.at = {.offset = from * page_bytes, .bytes = (to - from) * page_bytes}, .is_read_only = is_read_only};
}

TEST(IsReadOnly, WantsEveryPageMappedAndOnlyToBeRead) {
  const Place place{.offset = page_bytes + 1, .bytes = 2 * page_bytes};  // pages 1, 2, 3
  EXPECT_TRUE(is_read_only(std::vector{pages(0, 9)}, place));
  EXPECT_TRUE(is_read_only(std::vector{pages(1, 4)}, place));
  EXPECT_TRUE(is_read_only(std::vector{pages(3, 4), pages(1, 3)}, place)) << "in parts, in any order";
  EXPECT_TRUE(is_read_only(std::vector{pages(1, 3), pages(2, 4)}, place)) << "twice";
  EXPECT_TRUE(is_read_only(std::vector{pages(1, 4), pages(4, 9, false)}, place)) << "what may be written is not of it";
  EXPECT_TRUE(is_read_only(std::vector{pages(0, 1, false), pages(1, 4)}, place));
  EXPECT_FALSE(is_read_only({}, place));
  EXPECT_FALSE(is_read_only(std::vector{pages(1, 3)}, place));
  EXPECT_FALSE(is_read_only(std::vector{pages(2, 4)}, place));
  EXPECT_FALSE(is_read_only(std::vector{pages(1, 2), pages(3, 4)}, place)) << "a page between is not mapped";
  EXPECT_FALSE(is_read_only(std::vector{pages(1, 4), pages(2, 3, false)}, place)) << "one page may be written, too";
}

TEST(MappingsIn, AreThoseThatTheProcessShares) {
  const ProcFile maps("/proc/self/maps");
  const SharedMemory memory;
  const std::vector<Mapping> own = mappings_in(maps, memory);
  ASSERT_EQ(own.size(), 1U);
  EXPECT_EQ(own[0].at, (Place{0, shared_bytes + page_bytes}));
  EXPECT_FALSE(own[0].is_read_only);
  void* const read = mmap(nullptr, page_bytes, PROT_READ, MAP_SHARED, memory.descriptor(), page_bytes);
  void* const copy = mmap(nullptr, page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, memory.descriptor(), page_bytes);
  ASSERT_NE(read, MAP_FAILED);
  ASSERT_NE(copy, MAP_FAILED);
  const std::vector<Mapping> all = mappings_in(maps, memory);
  munmap(read, page_bytes);
  munmap(copy, page_bytes);
  EXPECT_EQ(all.size(), 2U) << "a private copy is none";
  EXPECT_TRUE(std::ranges::any_of(all, [](const Mapping& one) {
    return one.is_read_only && one.at == Place{page_bytes, page_bytes};
  }));
  EXPECT_EQ(mappings_in(maps, memory).size(), 1U) << "the file is read anew";
}

TEST(MappingsIn, KnowNothingOfAnotherMemory) {
  const SharedMemory one;
  const SharedMemory other;
  const ProcFile maps("/proc/self/maps");
  EXPECT_EQ(mappings_in(maps, one).size(), 1U);
  EXPECT_EQ(mappings_in(maps, other).size(), 1U);
}

}  // namespace
}  // namespace npu_cts::wire
