#pragma once

#include <variant>

#include "tools/backends/matmul_call.h"

namespace npu_cts::backends {

/// How sums become int8: times the scale of their column, plus one offset for all.
struct Requantization {
  std::vector<float> scales;  ///< one, or one a column; finite, normal and above 0
  std::int32_t offset = 0;
};

/// Returns how an int8 result of the call is made from its sums, or why a library of int8 products cannot say it.
/// A scale is read as the vendor's interface reads it, without the low 13 bits of its mantissa: so a difference is the
/// library's own.
std::variant<Requantization, const char*> requantization_of(const npu_cts_call& call, const Matmul& matmul);

/// One product of plain matrices among those of a batch.
struct PlainProduct {
  const std::int8_t* left = nullptr;   ///< (m, k)
  const std::int8_t* right = nullptr;  ///< (k, n)
  const std::int32_t* bias = nullptr;  ///< (n), or null
  std::int64_t result_at = 0;          ///< the first of its (m, n) elements in the result
};

/// The products of a call, with dense copies of what they multiply. Behind each copy lie 16 bytes that may be read.
struct PlainProducts {
  std::int64_t m = 0;
  std::int64_t k = 0;
  std::int64_t n = 0;
  std::vector<std::int8_t> left;
  std::vector<std::int8_t> right;
  std::vector<std::int32_t> bias;
  std::vector<PlainProduct> products;
};

PlainProducts plain_products(const Matmul& matmul);

/// What a library of int8 products can say besides int8 results with one offset for all.
struct PlainClaim {
  bool has_sums = false;       ///< int32 results
  bool one_scale = false;      ///< of int8 results: the same for every column
  float scales_below = 0x1p8;  ///< and smaller
};

/// Declares the result of a call within `claim`. Else returns UNSUPPORTED or INVALID_ARGUMENT, with the reason in
/// `plan`.
npu_cts_status prepare_plain(const npu_cts_call& call, const PlainClaim& claim, npu_cts_plan* plan);

}  // namespace npu_cts::backends
