// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/heap_slope.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <malloc.h>

namespace npu_cts::wire {
namespace {

/// Returns whether the two are the same call, wherever its tensors lie.
bool is_same(const Run& one, const Run& other) {
  const auto is_same_value = [](const PlacedValue& given, const PlacedValue& seen) {
    const auto* const tensor = std::get_if<PlacedTensor>(&given);
    const auto* const placed = std::get_if<PlacedTensor>(&seen);
    if (tensor == nullptr || placed == nullptr) return given == seen;
    return tensor->type == placed->type && tensor->strides == placed->strides && tensor->offset == placed->offset &&
           tensor->at.bytes == placed->at.bytes;
  };
  return one.op == other.op && std::ranges::equal(one.arguments, other.arguments, [&](const auto& a, const auto& b) {
           return a.first == b.first && is_same_value(a.second, b.second);
         });
}

}  // namespace

std::int64_t HeapSlope::end(const Target& target, Run run) {
  const bool is_repeated = target == target_ && is_same(run, last_);
  if (!is_repeated) target_ = target;
  last_ = std::move(run);
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
