// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace npu_cts {

/// A storage format that cuts the last two axes of a tensor into blocks, down the rows first, then to the right. The
/// other axes are outside. In a block, the elements of a row lie one behind the other.
struct BlockFormat {
  std::string_view name;   ///< in documents and call files
  int code = 0;            ///< of the runtime
  std::int64_t rows = 0;   ///< of a block
  std::int64_t bytes = 0;  ///< of a row of a block
};

/// int8: blocks of 16 × 32; int4 in int32: 16 × 8 words.
inline constexpr BlockFormat block_format{.name = "FRACTAL_NZ", .code = 29, .rows = 16, .bytes = 32};

}  // namespace npu_cts
