#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace npu_cts {

/// The element types the documents speak of, and those a negative case offers.
/// spec/dtypes.yaml lists the same names; a test holds the two equal.
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

struct DTypeInfo {
  DType dtype;
  std::string_view name;
  int bytes;  ///< of one element
  bool is_float;
};

inline constexpr std::array dtype_table{
    DTypeInfo{DType::boolean, "bool", 1, false},     DTypeInfo{DType::int8, "int8", 1, false},
    DTypeInfo{DType::uint8, "uint8", 1, false},      DTypeInfo{DType::int16, "int16", 2, false},
    DTypeInfo{DType::int32, "int32", 4, false},      DTypeInfo{DType::int64, "int64", 8, false},
    DTypeInfo{DType::uint64, "uint64", 8, false},    DTypeInfo{DType::float16, "float16", 2, true},
    DTypeInfo{DType::bfloat16, "bfloat16", 2, true}, DTypeInfo{DType::float32, "float32", 4, true},
    DTypeInfo{DType::float64, "float64", 8, true},
};

constexpr const DTypeInfo& info_of(DType dtype) { return dtype_table[static_cast<std::size_t>(dtype)]; }
constexpr std::string_view name_of(DType dtype) { return info_of(dtype).name; }
constexpr int bytes_of(DType dtype) { return info_of(dtype).bytes; }

/// Returns the dtype spelled `name`, if there is one.
std::optional<DType> find_dtype(std::string_view name);

}  // namespace npu_cts
