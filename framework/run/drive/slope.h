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
  /// Notes by how much one such call grew.
  void note(std::int64_t growth);

  /// Returns by how much a call grows on average, where nearly all of the last ones did; else 0.
  [[nodiscard]] std::int64_t growth() const;

  /// How many calls are looked at.
  static constexpr std::size_t calls = 64;

 private:
  std::array<std::int64_t, calls> last_{};
  std::size_t noted_ = 0;
};

}  // namespace npu_cts::wire
