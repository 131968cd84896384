// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "framework/model/tensor.h"

namespace npu_cts {

/// Returns the bits of `number` as an element of `dtype`: a float by its codec, a whole number rounded to the nearest,
/// a truth value for anything but 0. Only the bits that the dtype has count.
std::uint64_t encode(double number, DType dtype);

/// Returns the bits of `number` as an element of `dtype`: the low ones of a whole number, the nearest float.
std::uint64_t encode(std::int64_t number, DType dtype);

/// Returns the whole number that `bits` are in `dtype`, which is no float; uint64 wraps.
std::int64_t decode_integer(std::uint64_t bits, DType dtype);

/// Returns the number that `bits` are in `dtype`, a float.
double decode_float(std::uint64_t bits, DType dtype);

/// Returns the decimals of the whole number that `bits` are in `dtype`, which is no float.
std::string integer_text(std::uint64_t bits, DType dtype);

/// Calls `use` with an unsigned word as wide as an element of `dtype`: what it does to many elements is compiled for
/// each width.
template <class Use>
decltype(auto) with_word(DType dtype, const Use& use) {
  switch (bytes_of(dtype)) {
    case 1:
      return use(std::uint8_t{});
    case 2:
      return use(std::uint16_t{});
    case 4:
      return use(std::uint32_t{});
    case 8:
      return use(std::uint64_t{});
  }
  std::abort();
}

/// Returns element `index` of `tensor`, row-major, whose elements are as wide as a Word.
template <class Word>
Word word_at(const Tensor& tensor, std::size_t index) {
  Word word = 0;
  std::memcpy(&word, tensor.values.data() + index * sizeof(Word), sizeof(Word));
  return word;
}

/// Returns the bits of element `index`, row-major. Precondition: `tensor` has values.
std::uint64_t bits_at(const Tensor& tensor, std::size_t index);

/// Sets the bits of element `index`, row-major, to the lowest of `bits`. Precondition: `tensor` has values.
void set_bits(Tensor& tensor, std::size_t index, std::uint64_t bits);

/// Returns element `index` of a tensor of whole numbers or truth values; uint64 wraps.
std::int64_t integer_at(const Tensor& tensor, std::size_t index);

/// Returns element `index` as float64: whole numbers of 64 bits to the nearest, where uint64 wraps, and any other
/// number exactly.
double number_at(const Tensor& tensor, std::size_t index);

/// Returns the elements of a tensor of whole numbers or truth values, row-major; uint64 wraps.
/// Precondition: `tensor` has values, as below.
std::vector<std::int64_t> integers_of(const Tensor& tensor);

/// Returns the elements as float32, row-major: float16 and bfloat16 exactly, float32 with the very bits it has (a NaN
/// may signal), any other number to the nearest, ties to even.
std::vector<float> floats_of(const Tensor& tensor);

}  // namespace npu_cts
