// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "framework/model/element.h"
#include "framework/model/request.h"

namespace npu_cts::kernels {

/// A choice that the documents leave open, and the answers that there are grounds for; the first is the default.
/// The spec lists the same names (`implementation_defined:` of the operator's page); the README of the operator's
/// folder gives their grounds.
struct ImplementationDefined {
  std::string_view op;
  std::string_view id;
  std::array<std::string_view, 3> variants = {};  ///< unused ones at the end are empty
};

/// Returns the variant that `choice` takes for `behaviour`: the first where it says nothing.
/// Precondition: the choice names a variant of the implementation-defined behaviour; anything else aborts rather than
/// mean another variant.
std::string_view variant_of(const VariantChoice& choice, const ImplementationDefined& behaviour);

/// Returns the tensor argument `key`, or null where it is absent or none.
const Tensor* find_tensor(const Call& call, std::string_view key);

/// Returns the tensor argument `key`. Precondition: it is given.
const Tensor& tensor_of(const Call& call, std::string_view key);

/// Returns the integer argument `key`, or `fallback` where it is absent or none.
std::int64_t integer_of(const Call& call, std::string_view key, std::int64_t fallback);

/// Returns a contiguous tensor of an integer `dtype` with the low bits of `values`.
Tensor make_integers(DType dtype, Shape shape, std::span<const std::int64_t> values);

/// Returns a contiguous tensor of a float `dtype` with `values` rounded to the nearest, ties to even.
Tensor make_floats(DType dtype, Shape shape, std::span<const float> values);

/// Returns the bits of a float32 cut to FP19: sign, exponent and the 10 upper bits of the fraction.
/// Source: tqp-26.1.0, formula step 3.
constexpr std::uint32_t truncate_to_fp19(std::uint32_t scale) { return scale & 0xFFFFE000U; }

/// Returns `values` limited to the finite range of float16; NaNs stay.
std::vector<float> within_float16(std::vector<float> values);

/// Returns what `oracle` gives under each of `choices`: for an oracle that shares no work between them.
template <class Oracle>
std::vector<std::vector<NamedTensor>> under_each(Oracle oracle, const Call& call,
                                                 std::span<const VariantChoice> choices) {
  std::vector<std::vector<NamedTensor>> results;
  for (const VariantChoice& variants : choices) results.push_back(oracle(call, variants));
  return results;
}

}  // namespace npu_cts::kernels
