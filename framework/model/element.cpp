// SPDX-License-Identifier: Apache-2.0
#include "framework/model/element.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

namespace npu_cts {

namespace {

/// Returns what `decode` makes of the bits of each element.
template <class Decode>
auto decoded(const Tensor& tensor, const Decode& decode) {
  const auto count = static_cast<std::size_t>(numel(tensor.type.shape));
  assert(tensor.values.size() == count * static_cast<std::size_t>(bytes_of(tensor.type.dtype)));
  std::vector<decltype(decode(std::uint64_t{}))> values(count);
  with_word(tensor.type.dtype, [&](auto word) {
    for (std::size_t i = 0; i < count; ++i) values[i] = decode(word_at<decltype(word)>(tensor, i));
  });
  return values;
}

/// Returns what makes a whole number of the bits of an element of `dtype`: it is asked of many elements.
auto integer_decoder(DType dtype) {
  const DTypeInfo& info = info_of(dtype);
  if (info.codec != nullptr) std::abort();  // a float is no whole number
  return [spare = 64 - info.bits, is_signed = info.kind == DTypeKind::signed_integer](std::uint64_t bits) {
    const std::uint64_t high = bits << spare;
    return is_signed ? static_cast<std::int64_t>(high) >> spare : static_cast<std::int64_t>(high >> spare);
  };
}

}  // namespace

static_assert(std::endian::native == std::endian::little, "values are little-endian and are copied as they are");

std::uint64_t encode(double number, DType dtype) {
  const DTypeInfo& info = info_of(dtype);
  if (info.codec != nullptr) return info.codec->encode(number);
  if (info.kind == DTypeKind::boolean) return number != 0 ? 1 : 0;
  return static_cast<std::uint64_t>(std::llrint(number));
}

std::uint64_t encode(std::int64_t number, DType dtype) {
  return is_float(dtype) ? encode(static_cast<double>(number), dtype) : static_cast<std::uint64_t>(number);
}

std::int64_t decode_integer(std::uint64_t bits, DType dtype) { return integer_decoder(dtype)(bits); }

double decode_float(std::uint64_t bits, DType dtype) { return info_of(dtype).codec->decode(bits); }

std::string integer_text(std::uint64_t bits, DType dtype) {
  const std::int64_t number = decode_integer(bits, dtype);
  const bool is_signed = info_of(dtype).kind == DTypeKind::signed_integer;
  return is_signed ? fmt::format("{}", number) : fmt::format("{}", static_cast<std::uint64_t>(number));
}

std::uint64_t bits_at(const Tensor& tensor, std::size_t index) {
  const auto read = [&](auto word) -> std::uint64_t { return word_at<decltype(word)>(tensor, index); };
  return with_word(tensor.type.dtype, read);
}

void set_bits(Tensor& tensor, std::size_t index, std::uint64_t bits) {
  const auto width = static_cast<std::size_t>(bytes_of(tensor.type.dtype));
  std::memcpy(tensor.values.data() + index * width, &bits, width);
}

std::int64_t integer_at(const Tensor& tensor, std::size_t index) {
  return decode_integer(bits_at(tensor, index), tensor.type.dtype);
}

double number_at(const Tensor& tensor, std::size_t index) {
  const std::uint64_t bits = bits_at(tensor, index);
  const DType dtype = tensor.type.dtype;
  return is_float(dtype) ? decode_float(bits, dtype) : static_cast<double>(decode_integer(bits, dtype));
}

std::vector<std::int64_t> integers_of(const Tensor& tensor) {
  return decoded(tensor, integer_decoder(tensor.type.dtype));
}

std::vector<float> floats_of(const Tensor& tensor) {
  const DType dtype = tensor.type.dtype;
  if (dtype == DType::float32)
    return decoded(tensor, [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); });
  return decoded(tensor, [&](std::uint64_t bits) {
    return is_float(dtype) ? static_cast<float>(decode_float(bits, dtype))
                           : static_cast<float>(decode_integer(bits, dtype));
  });
}

}  // namespace npu_cts
