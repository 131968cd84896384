// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/heap_slope.h"

#include <string>
#include <variant>

#include <malloc.h>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::wire {
namespace {

/// Returns what says of a tensor which it is, wherever it lies.
std::string text_of(const PlacedTensor& tensor) {
  const TensorType& type = tensor.type;
  return fmt::format("{} {} {} {} {} {} {}", name_of(type.dtype), to_text(type.shape), name_of(type.layout),
                     name_of(type.format), to_text(tensor.strides), tensor.offset, tensor.at.bytes);
}

/// Returns a number that only the same call has.
std::uint64_t digest_of(const Target& target, const Run& run) {
  std::string text = fmt::format("{}/{}/{}/{}", target.product, target.release, target.mode, run.op);
  for (const auto& [key, value] : run.arguments) {
    const std::string given =
        std::visit(Visitor{PlainText{}, [](const PlacedTensor& tensor) { return text_of(tensor); }}, value);
    text += fmt::format("/{}={}:{}", key, value.index(), given);
  }
  return stable_hash(text);
}

}  // namespace

void HeapSlope::begin(const Target& target, const Run& run) {
  const std::uint64_t digest = digest_of(target, run);
  is_repeated_ = digest == last_;
  last_ = digest;
}

void HeapSlope::end() {
  const struct mallinfo2 heap = mallinfo2();
  const auto bytes = static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
  if (is_repeated_) slope_.note(bytes_, bytes);
  bytes_ = bytes;
}

std::int64_t HeapSlope::growth() const {
  constexpr std::int64_t least = 32;  // the smallest block of glibc's heap on 64 bits
  const std::int64_t growth = slope_.growth();
  return growth < least ? 0 : growth;
}

}  // namespace npu_cts::wire
