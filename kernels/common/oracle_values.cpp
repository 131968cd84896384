#include "kernels/common/oracle_values.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <cstring>

#include "framework/model/half.h"

namespace npu_cts::kernels {
namespace {

static_assert(std::endian::native == std::endian::little, "values are little-endian and are copied as they are");

template <class T>
T element(const Tensor& tensor, std::size_t i) {
  T value;
  std::memcpy(&value, tensor.values.data() + i * sizeof(T), sizeof(T));
  return value;
}

std::size_t count_of(const Tensor& tensor) {
  assert(tensor.values.size() == static_cast<std::size_t>(numel(tensor.type.shape) * bytes_of(tensor.type.dtype)));
  return static_cast<std::size_t>(numel(tensor.type.shape));
}

std::int64_t integer_at(const Tensor& tensor, std::size_t i) {
  switch (tensor.type.dtype) {
    case DType::boolean:
    case DType::uint8:
      return element<std::uint8_t>(tensor, i);
    case DType::int8:
      return element<std::int8_t>(tensor, i);
    case DType::int16:
      return element<std::int16_t>(tensor, i);
    case DType::int32:
      return element<std::int32_t>(tensor, i);
    case DType::int64:
    case DType::uint64:
      return element<std::int64_t>(tensor, i);
    case DType::float16:
    case DType::bfloat16:
    case DType::float32:
    case DType::float64:
      break;
  }
  std::abort();  // not an integer
}

float float_at(const Tensor& tensor, std::size_t i) {
  switch (tensor.type.dtype) {
    case DType::float16:
      return from_float16(element<std::uint16_t>(tensor, i));
    case DType::bfloat16:
      return from_bfloat16(element<std::uint16_t>(tensor, i));
    case DType::float32:
      return element<float>(tensor, i);
    case DType::float64:
      return static_cast<float>(element<double>(tensor, i));
    case DType::boolean:
    case DType::int8:
    case DType::uint8:
    case DType::int16:
    case DType::int32:
    case DType::int64:
    case DType::uint64:
      return static_cast<float>(integer_at(tensor, i));
  }
  std::abort();  // -Werror=switch proves this is never reached
}

std::uint32_t bits_as(DType dtype, float value) {
  if (dtype == DType::float16) return to_float16(value);
  if (dtype == DType::bfloat16) return to_bfloat16(value);
  assert(dtype == DType::float32);
  return std::bit_cast<std::uint32_t>(value);
}

Tensor make_tensor(DType dtype, Shape shape) {
  Tensor tensor;
  tensor.type.dtype = dtype;
  tensor.type.shape = std::move(shape);
  tensor.values.resize(static_cast<std::size_t>(numel(tensor.type.shape) * bytes_of(dtype)));
  return tensor;
}

}  // namespace

std::string_view model_of(const ModelChoice& choice, const Freedom& freedom) {
  const auto chosen = choice.find(freedom.id);
  if (chosen == choice.end()) return freedom.models.front();
  const auto* const model = std::ranges::find(freedom.models, chosen->second);
  if (model == freedom.models.end() || model->empty()) std::abort();
  return *model;
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

std::int64_t integer_of(const Call& call, std::string_view key, std::int64_t otherwise) {
  const auto found = call.arguments.find(key);
  if (found == call.arguments.end()) return otherwise;
  const auto* const integer = std::get_if<std::int64_t>(&found->second);
  return integer == nullptr ? otherwise : *integer;
}

std::vector<std::int64_t> integers_of(const Tensor& tensor) {
  std::vector<std::int64_t> values(count_of(tensor));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = integer_at(tensor, i);
  return values;
}

std::vector<float> floats_of(const Tensor& tensor) {
  std::vector<float> values(count_of(tensor));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = float_at(tensor, i);
  return values;
}

Tensor make_integers(DType dtype, Shape shape, std::span<const std::int64_t> values) {
  Tensor tensor = make_tensor(dtype, std::move(shape));
  const auto bytes = static_cast<std::size_t>(bytes_of(dtype));
  assert(values.size() * bytes == tensor.values.size());
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(tensor.values.data() + i * bytes, &values[i], bytes);
  return tensor;
}

Tensor make_floats(DType dtype, Shape shape, std::span<const float> values) {
  Tensor tensor = make_tensor(dtype, std::move(shape));
  const auto bytes = static_cast<std::size_t>(bytes_of(dtype));
  assert(values.size() * bytes == tensor.values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t bits = bits_as(dtype, values[i]);
    std::memcpy(tensor.values.data() + i * bytes, &bits, bytes);
  }
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
