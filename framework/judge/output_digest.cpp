// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/output_digest.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/model/element.h"

namespace npu_cts {
namespace {

/// Returns the bytes of `tensor`, each NaN as the one that encode gives.
std::string canonical_bytes(const Tensor& tensor) {
  std::string bytes(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size());
  const DType dtype = tensor.type.dtype;
  if (!is_float(dtype)) return bytes;
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

}  // namespace npu_cts
