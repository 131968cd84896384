// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/run/drive/slope.h"
#include "framework/run/message/message.h"

namespace npu_cts::wire {

/// Counts the bytes of the heap that calls keep which ran just before with the same arguments.
class HeapSlope {
 public:
  /// Ends the call `run` on `target`. Returns how many bytes each call keeps; 0 where calls do not.
  std::int64_t end(const Target& target, Run run);

 private:
  Target target_;
  Run last_;
  std::int64_t bytes_ = 0;
  Slope slope_;
};

}  // namespace npu_cts::wire
