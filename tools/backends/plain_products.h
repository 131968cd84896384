// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <variant>

#include "tools/backends/matmul_call.h"

namespace npu_cts::backends {

/// How the sums of a column become int8: times a scale, plus an offset.
struct Requantization {
  float scale = 1;  ///< finite, normal and above 0
  std::int8_t offset = 0;
  friend auto operator<=>(const Requantization&, const Requantization&) = default;
};

/// Returns how an int8 result of the call is made from its sums, column by column, or why a library of int8 products
/// cannot say it.
/// A scale is read as the vendor's interface reads it, without the low 13 bits of its mantissa: so a difference is the
/// library's own.
std::variant<std::vector<Requantization>, const char*> requantization_of(const npu_cts_call& call,
                                                                         const Matmul& matmul);

/// One product of plain matrices among those of a batch.
struct PlainProduct {
  const std::int8_t* left = nullptr;   ///< (m, k)
  const std::int8_t* right = nullptr;  ///< (k, n)
  const std::int32_t* bias = nullptr;  ///< (n), or null
  std::int64_t result_at = 0;          ///< the first of its (m, n) elements in the result
};

/// Some columns of a product, copied out for a library that has one scale or one offset for all.
struct Columns {
  std::vector<std::int64_t> at;  ///< where they stand in the product
  std::vector<std::int8_t> right = {};
  std::vector<std::int32_t> bias = {};  ///< empty where there is none

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(at.size()); }
};

/// The products of a call, with dense copies of what they multiply. Behind each copy lie 16 bytes that may be read.
struct PlainProducts {
  std::int64_t m = 0;
  std::int64_t k = 0;
  std::int64_t n = 0;
  std::vector<std::int8_t> left;
  std::vector<std::int8_t> right;
  std::vector<std::int32_t> bias;
  std::vector<PlainProduct> products = {};
};

PlainProducts plain_products(const Matmul& matmul);

/// Returns the columns `at` of a product.
Columns columns_of(const PlainProducts& sizes, const PlainProduct& one, std::vector<std::int64_t> at);

/// Writes the (m, columns) elements of `values` to where they stand among the (m, n) of `result`.
void put_columns(const PlainProducts& sizes, const Columns& columns, const std::vector<std::int8_t>& values,
                 std::int8_t* result);

/// What a library of int8 products can say.
struct PlainClaim {
  bool has_sums = false;       ///< int32 results
  float scales_below = 0x1p8;  ///< of int8 results
};

/// Declares the result of a call within `claim`. Else returns UNSUPPORTED or INVALID_ARGUMENT, with the reason in
/// `plan`.
npu_cts_status prepare_plain(const npu_cts_call& call, const PlainClaim& claim, npu_cts_plan* plan);

}  // namespace npu_cts::backends
