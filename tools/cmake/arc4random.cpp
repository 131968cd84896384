// SPDX-License-Identifier: Apache-2.0
// What the libraries of Debian 12 take from a C library later than 2.34. Each program brings it, so that the tarball
// runs on openEuler 22.03 and Ubuntu 22.04: see older_libc.py. libstdc++ takes arc4random, for std::random_device.
// libarchive has a function that takes arc4random_buf; nothing calls it, and gold names it all the same.
#include <sys/random.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

/// Fills `count` bytes from the kernel's random source.
extern "C" __attribute__((visibility("default"))) void arc4random_buf(void* to, std::size_t count) noexcept {
  auto* place = static_cast<std::byte*>(to);
  while (count > 0) {
    const ssize_t filled = getrandom(place, count, 0);
    if (filled < 0 && errno != EINTR) std::abort();
    if (filled < 0) continue;
    place += filled;
    count -= static_cast<std::size_t>(filled);
  }
}

/// Returns 32 bits of the kernel's random source.
extern "C" __attribute__((visibility("default"))) std::uint32_t arc4random() noexcept {
  std::uint32_t value = 0;
  arc4random_buf(&value, sizeof value);
  return value;
}
