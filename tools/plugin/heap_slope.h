// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/run/drive/slope.h"
#include "framework/run/message/message.h"

namespace npu_cts::wire {

/// Counts the bytes of the heap that calls keep which ran just before with the same arguments. It holds none itself:
/// a block may be a few bytes larger than what was asked for, and in another place another few.
class HeapSlope {
 public:
  /// Says that `run` on `target` is the next call.
  void begin(const Target& target, const Run& run);

  /// Counts, where a call has ended and all that this process held for it is freed.
  void end();

  /// Returns how many bytes each call keeps; 0 where calls do not.
  [[nodiscard]] std::int64_t growth() const;

 private:
  std::uint64_t last_ = 0;  ///< the digest of the call
  bool is_repeated_ = false;
  std::int64_t bytes_ = 0;
  Slope slope_;
};

}  // namespace npu_cts::wire
