// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/output_digest.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/model/element.h"

namespace npu_cts::judging {
namespace {

/// Returns whether a number is more than `infinity` once its sign is gone: in the formats that have one, a NaN is.
template <typename Word>
bool has_more_than(const std::vector<std::byte>& values, Word infinity) {
  constexpr auto magnitude = static_cast<Word>(std::numeric_limits<Word>::max() >> 1U);
  bool found = false;  // no early end: the loop is one over whole vectors
  for (std::size_t at = 0; at + sizeof(Word) <= values.size(); at += sizeof(Word)) {
    Word word = 0;
    std::memcpy(&word, values.data() + at, sizeof word);
    found |= static_cast<Word>(word & magnitude) > infinity;
  }
  return found;
}

/// Returns whether `tensor` may hold a NaN: false only where none is.
bool may_have_nan(const Tensor& tensor) {
  const DType dtype = tensor.type.dtype;
  if (!is_float(dtype)) return false;
  const std::uint64_t infinity = encode(std::numeric_limits<double>::infinity(), dtype);
  if (!std::isinf(decode_float(infinity, dtype))) return true;
  const std::int64_t bytes = bytes_of(dtype);
  if (bytes == 2) return has_more_than(tensor.values, static_cast<std::uint16_t>(infinity));
  if (bytes == 4) return has_more_than(tensor.values, static_cast<std::uint32_t>(infinity));
  return bytes != 8 || has_more_than(tensor.values, infinity);
}

/// Returns the bytes of `tensor`, each NaN as the one that encode gives.
std::string canonical_bytes(const Tensor& tensor) {
  std::string bytes(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size());
  if (!may_have_nan(tensor)) return bytes;
  const DType dtype = tensor.type.dtype;
  const auto size = static_cast<std::size_t>(bytes_of(dtype));
  const std::uint64_t nan = encode(std::numeric_limits<double>::quiet_NaN(), dtype);
  for (std::size_t i = 0; i < bytes.size() / size; ++i) {
    if (!std::isnan(decode_float(bits_at(tensor, i), dtype))) continue;
    for (std::size_t byte = 0; byte < size; ++byte) bytes[i * size + byte] = static_cast<char>(nan >> (8 * byte));
  }
  return bytes;
}

}  // namespace

std::string output_digest(const OpSpec& op, const std::vector<NamedTensor>& outputs) {
  Sha256 hash;
  for (const Output& output : op.outputs) {
    const auto it = std::ranges::find(outputs, output.name, &NamedTensor::name);
    if (it == outputs.end()) continue;
    const TensorType& type = it->tensor.type;
    hash.add(
        fmt::format("{} {}{} {}\n", output.name, name_of(type.dtype), to_text(type.shape), it->tensor.values.size()));
    hash.add(canonical_bytes(it->tensor));
  }
  return hash.take();
}

}  // namespace npu_cts::judging
