// SPDX-License-Identifier: Apache-2.0
// What the products of an unsigned and a signed byte share that AVX-512 packs for: vpdpbusd, and the tiles of AMX. The
// right operand is packed as b + 128, in quads: the four values of a column that four rows have. What that adds, 128
// times the sum of a row of a, is where the row's sums begin, with a minus. Modulo 2^32 all of this is exact.
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/common/gemm_target.h"

#define NPU_CTS_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))

namespace npu_cts::kernels::quads {

constexpr std::int64_t panel_columns = 64;
constexpr std::int64_t quad_bytes = 4 * panel_columns;  // of four rows of a panel: 16 columns after 16 columns

/// Returns whether the processor has what the functions below are compiled for.
bool run_here();

/// Returns the mask of the first `count` bytes of 64.
inline __mmask64 first_bytes(std::int64_t count) {
  if (count <= 0) return 0;
  return count >= 64 ? ~__mmask64{0} : (__mmask64{1} << count) - 1;
}

/// As those of GemmTarget. The left operand is packed as it is, with zeros up to a whole block of 64.
std::int32_t pack_left(const std::int8_t* row, std::int64_t count, std::byte* to);
void pack_rows(const Lines& lines, std::byte* to);
void pack_columns(const Lines& lines, std::byte* to);

/// Adds `sums`, rows of panel_columns, to what each row of the tile begins with, and writes that to its place.
void write_sums(const Tile& tile, const std::int32_t* sums);

}  // namespace npu_cts::kernels::quads

#endif
