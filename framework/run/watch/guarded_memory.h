// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "framework/model/fault.h"
#include "framework/run/message/message.h"

namespace npu_cts::wire {

inline constexpr std::size_t page_bytes = 4096;
inline constexpr std::size_t shared_bytes = std::size_t{1} << 28;  ///< of each shared memory; sparse
inline constexpr std::byte canary{0xC3};
inline constexpr std::uint64_t unwatched = 0;  ///< what a memory holds where its maker writes nothing

/// The whole pages that `place` lies in: at least one.
Place pages_of(const Place& place);

/// Fills `pages`, those of `place`: `place` with `bytes`, the rest with canary. Precondition: `bytes` is as long.
void fill_pages(std::span<std::byte> pages, const Place& place, std::span<const std::byte> bytes);

/// The same, with `pattern` in all of `place`.
void fill_pages(std::span<std::byte> pages, const Place& place, std::byte pattern);

/// Hands out places in a shared memory, each in pages of its own; at a guard page in the worker lies the end of it that
/// was asked for.
class PlaceAllocator {
 public:
  explicit PlaceAllocator(Flush flush) : flush_(flush) {}

  /// Returns the next place of `bytes` bytes; one that ends beyond shared_bytes where the memory is full.
  Place take(std::size_t bytes);
  [[nodiscard]] bool is_full() const { return next_ > shared_bytes; }

 private:
  Flush flush_;
  std::size_t next_ = 0;
};

/// A memory that a worker shares: written here, mapped there. Holds one descriptor and one mapping.
class SharedMemory {
 public:
  /// Makes an empty memory; `descriptor` is negative where the system refuses.
  SharedMemory();
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Returns why the system refuses it, a number of errno; 0 where it does not.
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
  [[nodiscard]] std::span<std::byte> at(const Place& place) const { return bytes_.subspan(place.offset, place.bytes); }

  /// How often a worker may have changed its handlers of signals, its limits or who it is for the system; `unwatched`
  /// where the runner does not see that. It lies behind the bytes, in a page of its own.
  [[nodiscard]] std::uint64_t& changes() const { return *changes_; }

  /// Forbids every new mapping that may write, in every process, for good. Returns whether the system can.
  [[nodiscard]] bool seal() const;

  /// Fills the pages of `place` with canary, and `place` itself with a pattern or bytes.
  template <class Content>
  void fill(const Place& place, const Content& content) const {
    fill_pages(at(pages_of(place)), place, content);
  }

  /// Returns the end of `place` behind which the canary was overwritten, if any.
  [[nodiscard]] std::optional<TensorEnd> overwritten_end(const Place& place) const;

 private:
  int descriptor_ = -1;
  int error_ = 0;
  std::span<std::byte> bytes_;
  std::uint64_t* changes_ = nullptr;
};

}  // namespace npu_cts::wire
