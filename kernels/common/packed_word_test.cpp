// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/packed_word.h"

#include <gmock/gmock.h>

#include <array>
#include <limits>
#include <utility>

namespace npu_cts::kernels {
namespace {

struct Fp19Case {
  std::uint32_t bits, truncated, nearest;
};

/// The bit fields and both ways of rounding, worked out by hand from the page's formula.
constexpr std::array fp19_cases{
    Fp19Case{0x3F800000, 0x3F800000, 0x3F800000}, Fp19Case{0x3F800FFF, 0x3F800000, 0x3F800000},
    Fp19Case{0x3F801000, 0x3F800000, 0x3F800000}, Fp19Case{0x3F801001, 0x3F800000, 0x3F802000},
    Fp19Case{0x3F803000, 0x3F802000, 0x3F804000}, Fp19Case{0x3FFFF000, 0x3FFFE000, 0x40000000},
    Fp19Case{0x7F7FF000, 0x7F7FE000, 0x7F800000}, Fp19Case{0x7F7FE000, 0x7F7FE000, 0x7F7FE000},
    Fp19Case{0x00800000, 0x00800000, 0x00800000}, Fp19Case{0x007FFFFF, 0x007FE000, 0x00000000},
    Fp19Case{0x807FFFFF, 0x807FE000, 0x80000000}, Fp19Case{0x80000000, 0x80000000, 0x80000000},
    Fp19Case{0xBF801000, 0xBF800000, 0xBF800000}, Fp19Case{0x40533333, 0x40532000, 0x40534000}};

TEST(Fp19Bits, TruncateOrRoundHalfToEven) {
  for (const auto& row : fp19_cases) {
    EXPECT_EQ(fp19_bits(row.bits, ScaleRounding::truncate), row.truncated) << std::hex << row.bits;
    EXPECT_EQ(fp19_bits(row.bits, ScaleRounding::nearest_even), row.nearest) << std::hex << row.bits;
  }
}

TEST(PackedOffset, RoundsHalfToEvenAndStopsAtNineBits) {
  const std::array<std::pair<float, std::int64_t>, 13> rows{{{0.5F, 0},
                                                             {1.5F, 2},
                                                             {2.5F, 2},
                                                             {-0.5F, 0},
                                                             {-1.5F, -2},
                                                             {-2.5F, -2},
                                                             {255.5F, 255},
                                                             {256.0F, 255},
                                                             {-256.5F, -256},
                                                             {-300.0F, -256},
                                                             {1e10F, 255},
                                                             {-std::numeric_limits<float>::infinity(), -256},
                                                             {std::numeric_limits<float>::quiet_NaN(), 0}}};
  for (const auto& [offset, steps] : rows) {
    EXPECT_EQ(packed_offset(offset), (static_cast<std::uint64_t>(steps) & 0x1FFU) << 37) << offset;
  }
}

}  // namespace
}  // namespace npu_cts::kernels
