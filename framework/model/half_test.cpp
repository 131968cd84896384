// SPDX-License-Identifier: Apache-2.0
#include "framework/model/half.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

// Eigen is an independent writing of the same conversions; its headers are not clean under our warnings.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <Eigen/Core>
#pragma GCC diagnostic pop

namespace npu_cts {
namespace {

float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

std::uint16_t eigen_float16(float value) { return Eigen::half_impl::float_to_half_rtne(value).x; }
std::uint16_t eigen_bfloat16(float value) { return Eigen::bfloat16_impl::float_to_bfloat16_rtne<false>(value).value; }

/// Counts the disagreements with Eigen on `value`; two NaNs agree.
int disagreements(float value) {
  if (std::isnan(value)) {
    return (std::isnan(from_float16(to_float16(value))) ? 0 : 1) +
           (std::isnan(from_bfloat16(to_bfloat16(value))) ? 0 : 1);
  }
  return (to_float16(value) == eigen_float16(value) ? 0 : 1) + (to_bfloat16(value) == eigen_bfloat16(value) ? 0 : 1);
}

TEST(Float16, WidensAllItsBitPatternsAsEigenDoes) {
  for (std::uint32_t i = 0; i <= 0xFFFF; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float ours = from_float16(bits);
    const float theirs = Eigen::half_impl::half_to_float(Eigen::half_impl::raw_uint16_to_half(bits));
    ASSERT_EQ(std::isnan(ours), std::isnan(theirs)) << i;
    if (!std::isnan(ours)) {
      ASSERT_EQ(bits_of(ours), bits_of(theirs)) << i;
    }
  }
}

TEST(Bfloat16, WidensAllItsBitPatternsAsEigenDoes) {
  for (std::uint32_t i = 0; i <= 0xFFFF; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    ASSERT_EQ(bits_of(from_bfloat16(bits)),
              bits_of(Eigen::bfloat16_impl::bfloat16_to_float(Eigen::bfloat16_impl::raw_uint16_to_bfloat16(bits))))
        << i;
  }
}

TEST(Float16, ComesBackFromFloatUnchanged) {
  for (std::uint32_t i = 0; i <= 0xFFFF; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const bool nan = (bits & 0x7FFFU) > 0x7C00U;
    ASSERT_EQ(to_float16(from_float16(bits)), nan ? (bits & 0x8000U) | 0x7E00U : bits) << i;
  }
}

TEST(Bfloat16, ComesBackFromFloatUnchanged) {
  for (std::uint32_t i = 0; i <= 0xFFFF; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const bool nan = (bits & 0x7FFFU) > 0x7F80U;
    ASSERT_EQ(to_bfloat16(from_bfloat16(bits)), nan ? (bits & 0x8000U) | 0x7FC0U : bits) << i;
  }
}

TEST(Float16, RoundsEveryTieAndItsNeighboursAsEigenDoes) {
  int wrong = 0;
  for (std::uint32_t i = 0; i < 0x7C00; ++i) {
    const float low = from_float16(static_cast<std::uint16_t>(i));
    const float high = i + 1 == 0x7C00 ? 65536.0F : from_float16(static_cast<std::uint16_t>(i + 1));
    const float tie = low + (high - low) / 2;  // exact in float
    for (const std::uint32_t sign : {0U, 0x80000000U}) {
      for (const std::uint32_t bits : {bits_of(tie) - 1, bits_of(tie), bits_of(tie) + 1}) {
        wrong += disagreements(float_of(bits | sign));
      }
    }
    ASSERT_EQ(to_float16(tie), (i & 1U) == 0 ? i : i + 1) << "the tie above " << i << " goes to the even side";
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Bfloat16, RoundsEveryTieAndItsNeighboursAsEigenDoes) {
  int wrong = 0;
  for (std::uint32_t i = 0; i <= 0xFFFF; ++i) {
    for (const std::uint32_t low : {0x7FFFU, 0x8000U, 0x8001U}) wrong += disagreements(float_of(i << 16 | low));
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Halves, AgreeWithEigenOnAMillionFloatsSpreadOverAllBitPatterns) {
  int wrong = 0;
  for (std::uint32_t i = 0; i < 1U << 20; ++i) wrong += disagreements(float_of(i << 12 | (i * 2654435761U) >> 20));
  EXPECT_EQ(wrong, 0);
}

struct Narrowing {
  std::string_view name;
  float value;
  std::uint16_t float16;
  std::uint16_t bfloat16;
};
void PrintTo(const Narrowing& row, std::ostream* out) { *out << row.name; }

class Narrow : public testing::TestWithParam<Narrowing> {};

TEST_P(Narrow, GivesTheBitsOfTheStandard) {
  EXPECT_EQ(to_float16(GetParam().value), GetParam().float16);
  EXPECT_EQ(to_bfloat16(GetParam().value), GetParam().bfloat16);
}

INSTANTIATE_TEST_SUITE_P(Values, Narrow,
                         testing::Values(Narrowing{"NegativeZero", -0.0F, 0x8000, 0x8000},
                                         Narrowing{"One", 1.0F, 0x3C00, 0x3F80},
                                         Narrowing{"LargestFloat16", 65504.0F, 0x7BFF, 0x4780},
                                         Narrowing{"JustBelowFloat16Overflow", 65519.996F, 0x7BFF, 0x4780},
                                         Narrowing{"TieAboveLargestFloat16IsInfinite", 65520.0F, 0x7C00, 0x4780},
                                         Narrowing{"HalfOfSmallestSubnormalIsZero", 0x1p-25F, 0x0000, 0x3300},
                                         Narrowing{"AboveHalfOfSmallestSubnormal", 0x1.000002p-25F, 0x0001, 0x3300},
                                         Narrowing{"LargestFloatIsInfinite", 0x1.fffffep+127F, 0x7C00, 0x7F80},
                                         Narrowing{"NegativeInfinity", -HUGE_VALF, 0xFC00, 0xFF80}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Halves, MakeSignallingNansQuietAndKeepTheSign) {
  EXPECT_EQ(to_float16(float_of(0xFF800001)), 0xFE00);
  EXPECT_EQ(to_bfloat16(float_of(0x7F800001)), 0x7FC0);
  EXPECT_EQ(bits_of(from_float16(0x7C01)), 0x7FC02000U);
}

}  // namespace
}  // namespace npu_cts
