// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/oracle_values.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

#include "framework/model/half.h"

namespace npu_cts::kernels {
namespace {

Tensor make_tensor(DType dtype, Shape shape) {
  Tensor tensor;
  tensor.type.dtype = dtype;
  tensor.type.shape = std::move(shape);
  tensor.values.resize(static_cast<std::size_t>(numel(tensor.type.shape) * bytes_of(dtype)));
  return tensor;
}

}  // namespace

std::string_view variant_of(const VariantChoice& choice, const ImplementationDefined& behaviour) {
  const auto chosen = choice.find(behaviour.id);
  if (chosen == choice.end()) return behaviour.variants.front();
  const auto* const variant = std::ranges::find(behaviour.variants, chosen->second);
  if (variant == behaviour.variants.end() || variant->empty()) std::abort();
  return *variant;
}

const Tensor* find_tensor(const Call& call, std::string_view key) {
  const auto found = call.arguments.find(key);
  return found == call.arguments.end() ? nullptr : std::get_if<Tensor>(&found->second);
}

const Tensor& tensor_of(const Call& call, std::string_view key) {
  const Tensor* const tensor = find_tensor(call, key);
  if (tensor == nullptr) std::abort();
  return *tensor;
}

std::int64_t integer_of(const Call& call, std::string_view key, std::int64_t fallback) {
  const auto found = call.arguments.find(key);
  if (found == call.arguments.end()) return fallback;
  const auto* const integer = std::get_if<std::int64_t>(&found->second);
  return integer == nullptr ? fallback : *integer;
}

Tensor make_integers(DType dtype, Shape shape, std::span<const std::int64_t> values) {
  Tensor tensor = make_tensor(dtype, std::move(shape));
  assert(values.size() * static_cast<std::size_t>(bytes_of(dtype)) == tensor.values.size());
  with_word(dtype, [&](auto word) {
    std::byte* to = tensor.values.data();
    for (std::size_t i = 0; i < values.size(); ++i, to += sizeof word) {
      word = static_cast<decltype(word)>(values[i]);
      std::memcpy(to, &word, sizeof word);
    }
  });
  return tensor;
}

Tensor make_floats(DType dtype, Shape shape, std::span<const float> values) {
  Tensor tensor = make_tensor(dtype, std::move(shape));
  assert(values.size() * static_cast<std::size_t>(bytes_of(dtype)) == tensor.values.size());
  with_word(dtype, [&](auto word) {
    std::byte* to = tensor.values.data();
    for (const float value : values) {
      word = static_cast<decltype(word)>(dtype == DType::float16 ? to_float16(value)
                                                                 : encode(static_cast<double>(value), dtype));
      std::memcpy(to, &word, sizeof word);
      to += sizeof word;
    }
  });
  return tensor;
}

std::vector<float> within_float16(std::vector<float> values) {
  constexpr float largest = 65504.0F;
  for (float& value : values) {
    if (value > largest) value = largest;
    if (value < -largest) value = -largest;
  }
  return values;
}

}  // namespace npu_cts::kernels
