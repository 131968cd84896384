// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/mutant_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "framework/model/half.h"

namespace npu_cts::mutants {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(TiesAway, DiffersInFloat16AtTiesAlone) {
  EXPECT_EQ(float16_bits(2049.0F, Narrowing::ties_away), to_float16(2050.0F));
  EXPECT_EQ(float16_bits(-2049.0F, Narrowing::ties_away), to_float16(-2050.0F));
  EXPECT_EQ(float16_bits(0x1p-25F, Narrowing::ties_away), to_float16(0x1p-24F)) << "half of the least";
  EXPECT_EQ(float16_bits(65520.0F, Narrowing::ties_away), to_float16(infinity));
  for (const float value : {2051.0F, std::nextafter(2049.0F, 0.0F), std::nextafter(2049.0F, 3000.0F), 2048.5F, 0.0F,
                            -0.0F, 65519.0F, 70000.0F, infinity, -infinity})
    EXPECT_EQ(float16_bits(value, Narrowing::ties_away), to_float16(value)) << value;
  EXPECT_TRUE(std::isnan(from_float16(float16_bits(std::nanf(""), Narrowing::ties_away))));
}

TEST(TiesAway, DiffersInBfloat16AtTiesAlone) {
  EXPECT_EQ(bfloat16_bits(257.0F, Narrowing::ties_away), to_bfloat16(258.0F));
  EXPECT_EQ(bfloat16_bits(-257.0F, Narrowing::ties_away), to_bfloat16(-258.0F));
  for (const float value : {259.0F, std::nextafter(257.0F, 0.0F), std::nextafter(257.0F, 300.0F), 256.5F, 0.0F, -0.0F,
                            infinity, -infinity, std::numeric_limits<float>::max()})
    EXPECT_EQ(bfloat16_bits(value, Narrowing::ties_away), to_bfloat16(value)) << value;
  EXPECT_TRUE(std::isnan(from_bfloat16(bfloat16_bits(std::nanf(""), Narrowing::ties_away))));
}

TEST(Truncation, NeverGoesAwayFromZero) {
  for (const float value : {2049.9F, -2049.9F, 65535.0F, 0x1p-25F}) {
    EXPECT_LE(std::fabs(from_float16(float16_bits(value, Narrowing::truncate))), std::fabs(value)) << value;
    EXPECT_LE(std::fabs(from_bfloat16(bfloat16_bits(value, Narrowing::truncate))), std::fabs(value)) << value;
  }
}

}  // namespace
}  // namespace npu_cts::mutants
