// SPDX-License-Identifier: Apache-2.0
#include "framework/base/numbers.h"

#include <gtest/gtest.h>

namespace npu_cts {
namespace {

TEST(ParseReal, TakesPlainDecimals) {
  EXPECT_EQ(parse_real("0"), 0.0);
  EXPECT_EQ(parse_real("10"), 10.0);
  EXPECT_EQ(parse_real("-0.5"), -0.5);
  EXPECT_EQ(parse_real("12.25"), 12.25);
  EXPECT_EQ(parse_real("1.5e-3"), 1.5e-3);
  EXPECT_EQ(parse_real("2e10"), 2e10);
}

TEST(ParseReal, RefusesWhatReadersDisagreeAbout) {
  for (const char* text : {"",   "-",  "--1",  "+1",   "010", "00",    "-01", "1.",  ".5",   "1.e3", "1e",   "1e-",
                           "1x", "e3", "1e3x", "1e+3", "1E3", "1_000", "nan", "inf", "0x10", "1 ",   "1.5f", "1e999"})
    EXPECT_FALSE(parse_real(text)) << text;
}

TEST(ParseBits, TakesOneToSixteenHexadecimalDigits) {
  EXPECT_EQ(parse_bits("0x0"), 0U);
  EXPECT_EQ(parse_bits("0x3f8A"), 0x3F8AU);
  EXPECT_EQ(parse_bits("0xFFFFFFFFFFFFFFFF"), 0xFFFFFFFFFFFFFFFFU);
  for (const char* text : {"", "0", "0x", "3f", "0X1", "0xg", "0x1g", "0x-1", "0x 1", "0x00000000000000001"})
    EXPECT_FALSE(parse_bits(text)) << text;
}

}  // namespace
}  // namespace npu_cts
