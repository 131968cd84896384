// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

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

/// Returns the bits of element `index`, row-major. Precondition: `tensor` has values.
std::uint64_t bits_at(const Tensor& tensor, std::size_t index);

/// Returns element `index` of a tensor of whole numbers or truth values; uint64 wraps.
std::int64_t integer_at(const Tensor& tensor, std::size_t index);

/// Returns element `index` as float32: float16 and bfloat16 exactly, float32 with the very bits it has (a NaN may
/// signal), any other number to the nearest.
float float_at(const Tensor& tensor, std::size_t index);

}  // namespace npu_cts
