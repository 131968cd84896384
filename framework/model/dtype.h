// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/names.h"
#include "framework/model/codec.h"

namespace npu_cts {

/// The element types the documents speak of, and those a negative case offers.
/// spec/dtypes.yaml lists the same with the same attributes; a test holds the two equal.
enum class DType : std::uint8_t {
  boolean,
  int8,
  uint8,
  int16,
  int32,
  int64,
  uint64,
  float16,
  bfloat16,
  float32,
  float64
};

/// What the bits of an element are.
enum class DTypeKind : std::uint8_t { boolean, signed_integer, unsigned_integer, floating };
constexpr auto names_of(DTypeKind) { return name_list("boolean", "signed", "unsigned", "float"); }

/// All that is known of a dtype. Everything else (storage, data, comparison, texts, files) follows from its row.
struct DTypeInfo {
  DType dtype;
  std::string_view name;
  int bits;   ///< of an element
  int lanes;  ///< elements in a word of memory: 1 but where elements are packed
  DTypeKind kind;
  std::string_view npy;          ///< the code of a word in `.npy` files
  const Codec* codec = nullptr;  ///< of a float; the bits of other kinds are the number
};

inline constexpr std::array dtype_table{
    DTypeInfo{DType::boolean, "bool", 8, 1, DTypeKind::boolean, "|b1"},
    DTypeInfo{DType::int8, "int8", 8, 1, DTypeKind::signed_integer, "|i1"},
    DTypeInfo{DType::uint8, "uint8", 8, 1, DTypeKind::unsigned_integer, "|u1"},
    DTypeInfo{DType::int16, "int16", 16, 1, DTypeKind::signed_integer, "<i2"},
    DTypeInfo{DType::int32, "int32", 32, 1, DTypeKind::signed_integer, "<i4"},
    DTypeInfo{DType::int64, "int64", 64, 1, DTypeKind::signed_integer, "<i8"},
    DTypeInfo{DType::uint64, "uint64", 64, 1, DTypeKind::unsigned_integer, "<u8"},
    DTypeInfo{DType::float16, "float16", 16, 1, DTypeKind::floating, "<f2", &float16_codec},
    DTypeInfo{DType::bfloat16, "bfloat16", 16, 1, DTypeKind::floating, "<u2", &bfloat16_codec},
    DTypeInfo{DType::float32, "float32", 32, 1, DTypeKind::floating, "<f4", &float32_codec},
    DTypeInfo{DType::float64, "float64", 64, 1, DTypeKind::floating, "<f8", &float64_codec},
};

constexpr const DTypeInfo& info_of(DType dtype) { return dtype_table[static_cast<std::size_t>(dtype)]; }
constexpr auto names_of(DType) {
  std::array<std::string_view, dtype_table.size()> names;
  std::ranges::transform(dtype_table, names.begin(), &DTypeInfo::name);
  return names;
}

/// Returns the names of `dtypes`, in their order.
template <class DTypes>
std::vector<std::string> dtype_names(const DTypes& dtypes) {
  std::vector<std::string> names;
  for (const DType dtype : dtypes) names.emplace_back(name_of(dtype));
  return names;
}
constexpr int bytes_of(DType dtype) { return info_of(dtype).bits * info_of(dtype).lanes / 8; }  ///< of a word
constexpr bool is_float(DType dtype) { return info_of(dtype).kind == DTypeKind::floating; }

}  // namespace npu_cts
