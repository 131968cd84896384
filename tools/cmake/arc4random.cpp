// SPDX-License-Identifier: Apache-2.0
// The one function that libstdc++ takes from a C library later than 2.34, for std::random_device. Each program brings
// it, so that the tarball runs on openEuler 22.03 and Ubuntu 22.04: see older_libc.py.
#include <sys/random.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

/// Returns 32 bits of the kernel's random source.
extern "C" __attribute__((visibility("default"))) std::uint32_t arc4random() noexcept {
  std::uint32_t value = 0;
  while (getrandom(&value, sizeof value, 0) != static_cast<ssize_t>(sizeof value))
    if (errno != EINTR) std::abort();
  return value;
}
