// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace npu_cts {

// GCC 12 compiles comparing, copying and filling of std::byte into loops over single bytes, but for these.

inline bool same_bytes(std::span<const std::byte> one, std::span<const std::byte> other) {
  return one.size() == other.size() && (one.empty() || std::memcmp(one.data(), other.data(), one.size()) == 0);
}

/// Precondition: `to` is as long.
inline void copy_bytes(std::span<const std::byte> from, std::span<std::byte> to) {
  if (!from.empty()) std::memcpy(to.data(), from.data(), from.size());
}

inline void fill_bytes(std::span<std::byte> bytes, std::byte value) {
  if (!bytes.empty()) std::memset(bytes.data(), std::to_integer<int>(value), bytes.size());
}

}  // namespace npu_cts
