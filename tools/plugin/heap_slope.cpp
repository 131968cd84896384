// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/heap_slope.h"

#include <utility>
#include <variant>

#include <malloc.h>

namespace npu_cts::wire {

std::int64_t HeapSlope::end(const Target& target, const Run& run) {
  Run unplaced = run;  // where its tensors lie is not its arguments
  for (auto& [key, value] : unplaced.arguments) {
    if (auto* const tensor = std::get_if<PlacedTensor>(&value)) tensor->at = {};
  }
  const bool is_repeated = target == target_ && unplaced == last_;
  target_ = target;
  last_ = std::move(unplaced);
  // At the same point of two equal calls, so that what this process holds itself, and what it freed, cancel out.
  const struct mallinfo2 heap = mallinfo2();
  const auto bytes = static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
  if (is_repeated) slope_.note(bytes - bytes_);
  bytes_ = bytes;
  constexpr std::int64_t least = 32;  // the smallest block of glibc's heap on 64 bits
  const std::int64_t growth = slope_.growth();
  return growth < least ? 0 : growth;
}

}  // namespace npu_cts::wire
