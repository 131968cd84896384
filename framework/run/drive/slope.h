// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace npu_cts::wire {

/// What grew in calls that ran just before with the same arguments: a cache that fills does not grow in them, a leak
/// does. One call shows nothing, so the last ones are looked at together.
class Slope {
 public:
  /// Notes how much there was before one such call, and after it.
  void note(std::int64_t before, std::int64_t after);

  /// Returns by how much a call grows on average, where nearly all of the last ones did, and what they took is still
  /// there; else 0. A heap may hold a few bytes more after every second of two equal calls, and lose them again.
  [[nodiscard]] std::int64_t growth() const;

  /// How many calls are looked at.
  static constexpr std::size_t calls = 64;

 private:
  struct Noted {
    std::int64_t before = 0;
    std::int64_t after = 0;
  };

  std::array<Noted, calls> last_{};
  std::size_t noted_ = 0;
};

}  // namespace npu_cts::wire
