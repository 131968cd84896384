// SPDX-License-Identifier: Apache-2.0
#include "suites/device/simulated_memory.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace npu_cts {
namespace {

constexpr std::uint64_t alignment = 512;  // of every buffer, as the runtime gives them

std::vector<std::byte> poison(std::size_t bytes, std::uint64_t seed) {
  std::vector<std::byte> buffer(bytes);
  std::uint64_t state = seed | 1;
  for (std::size_t i = 0; i < bytes; i += sizeof(state)) {
    state = state * 0x5851'F42D'4C95'7F2D + 0x1405'7B7E'F767'814F;
    for (std::size_t j = 0; j < std::min(sizeof(state), bytes - i); ++j) {
      buffer[i + j] = static_cast<std::byte>(state >> (8 * j));
    }
  }
  return buffer;
}

}  // namespace

ascend::DeviceAddress SimulatedMemory::allocate(std::size_t bytes) {
  if (bytes == 0 || bytes > capacity_ - used_) return ascend::DeviceAddress::null;
  const std::uint64_t address = next_;
  next_ += (bytes / alignment + 2) * alignment;  // at least one gap of `alignment` bytes
  used_ += bytes;
  buffers_.emplace(address, poison(bytes, address));
  return ascend::DeviceAddress{address};
}

std::string SimulatedMemory::release(ascend::DeviceAddress address) {
  const auto buffer = buffers_.find(static_cast<std::uint64_t>(address));
  if (buffer == buffers_.end()) {
    const bool twice = released_.contains(static_cast<std::uint64_t>(address));
    return fmt::format("{} {:#x}", twice ? "released twice:" : "no buffer begins at",
                       static_cast<std::uint64_t>(address));
  }
  used_ -= buffer->second.size();
  released_.insert(buffer->first);
  buffers_.erase(buffer);
  return "";
}

SimulatedMemory::Buffers::const_iterator SimulatedMemory::around(std::uint64_t address) const {
  auto after = buffers_.upper_bound(address);
  if (after == buffers_.begin()) return buffers_.end();
  --after;
  return address - after->first < after->second.size() ? after : buffers_.end();
}

std::optional<std::span<std::byte>> SimulatedMemory::find(ascend::DeviceAddress address, std::size_t bytes) {
  const auto place = static_cast<std::uint64_t>(address);
  const auto buffer = around(place);
  if (buffer == buffers_.end()) return std::nullopt;
  const std::size_t start = place - buffer->first;
  std::vector<std::byte>& held = buffers_.find(buffer->first)->second;
  if (bytes > held.size() - start) return std::nullopt;
  return std::span(held).subspan(start, bytes);
}

std::string SimulatedMemory::why_not(ascend::DeviceAddress address, std::size_t bytes) const {
  const auto place = static_cast<std::uint64_t>(address);
  const auto buffer = around(place);
  if (buffer != buffers_.end()) {
    return fmt::format("{} bytes at {:#x} end outside of a buffer of {}", bytes, place, buffer->second.size());
  }
  return fmt::format("{:#x} {}", place, released_.contains(place) ? "was released" : "lies in no buffer");
}

void SimulatedMemory::clear() {
  for (const auto& [address, bytes] : buffers_) released_.insert(address);
  buffers_.clear();
  used_ = 0;
}

}  // namespace npu_cts
