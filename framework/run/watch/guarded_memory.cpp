// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/guarded_memory.h"

#include <algorithm>
#include <cerrno>
#include <new>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/model/bytes.h"

namespace npu_cts::wire {
namespace {

constexpr std::size_t whole_bytes = shared_bytes + page_bytes;

#ifndef F_SEAL_FUTURE_WRITE
constexpr int F_SEAL_FUTURE_WRITE = 0x0010;
#endif

bool is_canary(std::span<const std::byte> bytes) {
  return bytes.empty() || (bytes.front() == canary && same_bytes(bytes.subspan(1), bytes.first(bytes.size() - 1)));
}

/// Fills `pages` but for `place` with canary, and returns `place` in them.
std::span<std::byte> surround(std::span<std::byte> pages, const Place& place) {
  const std::size_t begin = place.offset - pages_of(place).offset;
  fill_bytes(pages.first(begin), canary);
  fill_bytes(pages.subspan(begin + place.bytes), canary);
  return pages.subspan(begin, place.bytes);
}

}  // namespace

Place pages_of(const Place& place) {
  const std::size_t begin = place.offset / page_bytes * page_bytes;
  const std::size_t end = place.offset + std::max<std::size_t>(place.bytes, 1);
  return {.offset = begin, .bytes = (end + page_bytes - 1) / page_bytes * page_bytes - begin};
}

void fill_pages(std::span<std::byte> pages, const Place& place, std::span<const std::byte> bytes) {
  copy_bytes(bytes, surround(pages, place));
}

void fill_pages(std::span<std::byte> pages, const Place& place, std::byte pattern) {
  fill_bytes(surround(pages, place), pattern);
}

Place PlaceAllocator::take(std::size_t bytes) {
  const std::size_t begin = next_;
  const Place pages = pages_of({.offset = begin, .bytes = bytes});
  next_ = begin + pages.bytes;
  const bool at_end = flush_ == Flush::end && bytes > 0;
  return {.offset = at_end ? next_ - bytes : begin, .bytes = bytes};
}

SharedMemory::SharedMemory() : descriptor_(memfd_create("npu-cts", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (descriptor_ < 0) {
    error_ = errno;
    return;
  }
  void* mapped = MAP_FAILED;
  if (ftruncate(descriptor_, static_cast<off_t>(whole_bytes)) == 0) {
    mapped = mmap(nullptr, whole_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor_, 0);
  }
  if (mapped != MAP_FAILED) {
    bytes_ = {static_cast<std::byte*>(mapped), shared_bytes};
    changes_ = new (bytes_.data() + shared_bytes) std::uint64_t(unwatched);
    fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
    return;
  }
  error_ = errno;
  close(descriptor_);
  descriptor_ = -1;
}

SharedMemory::~SharedMemory() {
  if (!bytes_.empty()) munmap(bytes_.data(), whole_bytes);
  if (descriptor_ >= 0) close(descriptor_);
}

bool SharedMemory::seal() const { return fcntl(descriptor_, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) == 0; }

std::optional<TensorEnd> SharedMemory::overwritten_end(const Place& place) const {
  const Place pages = pages_of(place);
  if (!is_canary(at({.offset = pages.offset, .bytes = place.offset - pages.offset}))) return TensorEnd::before_start;
  const std::size_t end = place.offset + place.bytes;
  if (!is_canary(at({.offset = end, .bytes = pages.offset + pages.bytes - end}))) return TensorEnd::past_end;
  return std::nullopt;
}

}  // namespace npu_cts::wire
