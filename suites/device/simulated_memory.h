// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/ascend/device/device_api.h"

namespace npu_cts {

/// Memory of a device that is not there. Its addresses are no addresses of any x86-64 or AArch64 host: following one is
/// a fault. Every buffer begins poisoned, with bytes that depend on place and buffer; between buffers lies nothing. An
/// address is never given twice, so that whatever was released stays out of reach.
class SimulatedMemory {
 public:
  explicit SimulatedMemory(std::uint64_t capacity) : capacity_(capacity) {}

  /// Returns a new buffer's address, or null where the capacity or `bytes` does not allow it.
  ascend::DeviceAddress allocate(std::size_t bytes);

  /// Releases the buffer that begins at `address`. Returns what is wrong with that, or nothing.
  std::string release(ascend::DeviceAddress address);

  /// Returns `bytes` bytes from `address` on, where one living buffer holds them all.
  std::optional<std::span<std::byte>> find(ascend::DeviceAddress address, std::size_t bytes);

  /// Returns in words why `find` finds nothing.
  [[nodiscard]] std::string why_not(ascend::DeviceAddress address, std::size_t bytes) const;

  /// Releases everything.
  void clear();

  [[nodiscard]] std::uint64_t used() const { return used_; }
  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t buffers() const { return buffers_.size(); }

 private:
  using Buffers = std::map<std::uint64_t, std::vector<std::byte>>;

  /// Returns the living buffer around `address`.
  [[nodiscard]] Buffers::const_iterator around(std::uint64_t address) const;

  Buffers buffers_;
  std::set<std::uint64_t> released_;
  std::uint64_t next_ = 0x8000'12C0'4000'0000;  // bits 47 and 63 differ: not canonical
  std::uint64_t capacity_;
  std::uint64_t used_ = 0;
};

}  // namespace npu_cts
