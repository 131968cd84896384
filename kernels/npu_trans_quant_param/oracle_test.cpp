// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_trans_quant_param/oracle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/common/oracle_testing.h"

namespace npu_cts::kernels::npu_trans_quant_param {
namespace {

constexpr std::uint64_t bit_46 = 0x400000000000;

Call call_with(Shape scale_shape, std::span<const float> scale, std::string_view release = "26.1.0") {
  Call call = call_of("npu_trans_quant_param", release);
  call.arguments["scale"] = floats(std::move(scale_shape), scale);
  return call;
}

std::uint64_t word_of(const Call& call, const VariantChoice& variants = {}) {
  return static_cast<std::uint64_t>(integers_of(only(oracle(call, variants))).at(0));
}

std::uint64_t word_of(std::uint32_t scale, std::int64_t round_mode, const VariantChoice& variants = {}) {
  Call call = call_with({1}, std::vector{float_of(scale)});
  call.arguments["round_mode"] = round_mode;
  return word_of(call, variants);
}

struct PrintedWord {
  std::int64_t word;
  std::uint32_t scale;
  float offset;
};
// Printed in document 003 (2b70dcf317ec3b09); the columns behind each word are decoded from it.
constexpr std::array printed_words{
    PrintedWord{70507248869376, 0x3F85E000, 1},   PrintedWord{70509369614336, 0xBDEDE000, 1},
    PrintedWord{70507209793536, 0x3D31A000, 1},   PrintedWord{140463653937152, 0x3E326000, -2},
    PrintedWord{140603250524160, 0xBECD4000, -1}, PrintedWord{140603257561088, 0xBF38A000, -1},
    PrintedWord{140603230814208, 0xBDA08000, -1}, PrintedWord{70369813069824, 0x3FB60000, 0},
    PrintedWord{70369794605056, 0x3E9C4000, 0},   PrintedWord{140463675252736, 0x3F77A000, -2},
    PrintedWord{70784266256384, 0xBF0BC000, 3},   PrintedWord{70507233009664, 0x3E93E000, 1},
    PrintedWord{140601114345472, 0x3F79C000, -1}, PrintedWord{70371966238720, 0xC00CC000, 0},
    PrintedWord{140603258257408, 0xBF434000, -1}, PrintedWord{140603254505472, 0xBF0A0000, -1},
};

TEST(TransQuantParamOracle, GivesTheSixteenPrintedWordsInEveryReleaseAndRoundMode) {
  std::vector<float> scale;
  std::vector<float> offset;
  std::vector<std::int64_t> want;
  for (const PrintedWord& row : printed_words) {
    scale.push_back(float_of(row.scale));
    offset.push_back(row.offset);
    want.push_back(row.word);
  }
  for (const std::string_view release : {"6.0.rc1", "7.1.0-initial", "7.1.0", "26.1.0"}) {
    for (const std::int64_t round_mode : {0, 1}) {
      Call call = call_with({16}, scale, release);
      call.arguments["offset"] = floats({16}, offset);
      call.arguments["round_mode"] = round_mode;
      const Tensor out = only(oracle(call, {}));
      EXPECT_EQ(out.type.dtype, DType::int64);
      EXPECT_EQ(integers_of(out), want) << release << ", round_mode " << round_mode;
    }
  }
}

struct Fp19Row {
  std::uint32_t scale;
  std::uint32_t truncated;
  std::uint32_t rounded;
};
void PrintTo(const Fp19Row& row, std::ostream* out) { *out << std::hex << row.scale; }

class Fp19 : public testing::TestWithParam<Fp19Row> {};

TEST_P(Fp19, IsCutInMode0AndRoundedInMode1) {
  const auto& [scale, truncated, rounded] = GetParam();
  EXPECT_EQ(word_of(scale, 0), bit_46 | truncated);
  EXPECT_EQ(word_of(scale, 1), bit_46 | rounded);
  EXPECT_EQ(word_of(scale ^ 0x80000000U, 1), bit_46 | (rounded ^ 0x80000000U)) << "the sign takes no part";
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, Fp19,
    testing::Values(Fp19Row{0x3F800000, 0x3F800000, 0x3F800000}, Fp19Row{0x3F800FFF, 0x3F800000, 0x3F800000},
                    Fp19Row{0x3F801000, 0x3F800000, 0x3F800000}, Fp19Row{0x3F801001, 0x3F800000, 0x3F802000},
                    Fp19Row{0x3F803000, 0x3F802000, 0x3F804000}, Fp19Row{0x3FFFF000, 0x3FFFE000, 0x40000000},
                    Fp19Row{0x3FFFFFFF, 0x3FFFE000, 0x40000000}, Fp19Row{0x7F7FE000, 0x7F7FE000, 0x7F7FE000},
                    Fp19Row{0x7F7FF000, 0x7F7FE000, 0x7F800000}, Fp19Row{0x7F7FFFFF, 0x7F7FE000, 0x7F800000},
                    Fp19Row{0x00800000, 0x00800000, 0x00800000}, Fp19Row{0x007FFFFF, 0x007FE000, 0x00000000},
                    Fp19Row{0x00000001, 0x00000000, 0x00000000}, Fp19Row{0x80000000, 0x80000000, 0x80000000},
                    Fp19Row{0xBF801000, 0xBF800000, 0xBF800000}, Fp19Row{0x3F8CCCCD, 0x3F8CC000, 0x3F8CC000},
                    Fp19Row{0x40533333, 0x40532000, 0x40534000}));

TEST(TransQuantParamOracle, GivesTheWordsOfWellKnownScales) {
  EXPECT_EQ(word_of(0x3F800000, 0), 70369809530880U);
  EXPECT_EQ(word_of(0x3F8CCCCD, 0), 70369810366464U);
  EXPECT_EQ(word_of(0x80000000, 0), 70370891661312U);
  EXPECT_EQ(word_of(0x40533333, 0), 70369823367168U);
  EXPECT_EQ(word_of(0x40533333, 1), 70369823375360U);
}

TEST(TransQuantParamOracle, KeepsSubnormalScalesInMode1WhereTheVariantSaysSo) {
  const VariantChoice keep = choose("rint19", "keep_subnormals");
  EXPECT_EQ(word_of(0x007FFFFF, 1, keep), bit_46 | 0x00800000U);
  EXPECT_EQ(word_of(0x00003000, 1, keep), bit_46 | 0x00004000U);
  EXPECT_EQ(word_of(0x00000001, 1, keep), bit_46);
  EXPECT_EQ(word_of(0x007FFFFF, 0, keep), bit_46 | 0x007FE000U) << "mode 0 never flushes";
}

TEST(TransQuantParamOracle, LetsTheScaleRoundOnlyWhereTheReleaseSaysNothing) {
  const VariantChoice round = choose("fp19", "round");
  const std::vector scale{float_of(0x3F803000)};
  EXPECT_EQ(word_of(call_with({1}, scale, "6.0.rc1")), bit_46 | 0x3F802000U);
  EXPECT_EQ(word_of(call_with({1}, scale, "6.0.rc1"), round), bit_46 | 0x3F804000U);
  EXPECT_EQ(word_of(call_with({1}, scale, "7.1.0-initial"), round), bit_46 | 0x3F804000U);
  EXPECT_EQ(word_of(call_with({1}, scale, "7.1.0"), round), bit_46 | 0x3F802000U);
}

struct OffsetRow {
  float offset;
  std::int64_t half_even;
  std::int64_t half_away;
};

TEST(TransQuantParamOracle, RoundsAndLimitsOffsets) {
  constexpr std::array rows{OffsetRow{0.5F, 0, 1},
                            OffsetRow{1.5F, 2, 2},
                            OffsetRow{2.5F, 2, 3},
                            OffsetRow{-0.5F, 0, -1},
                            OffsetRow{-1.5F, -2, -2},
                            OffsetRow{-2.5F, -2, -3},
                            OffsetRow{255.5F, 255, 255},
                            OffsetRow{256, 255, 255},
                            OffsetRow{-256.5F, -256, -256},
                            OffsetRow{300, 255, 255},
                            OffsetRow{-300, -256, -256},
                            OffsetRow{1e10F, 255, 255},
                            OffsetRow{-1e30F, -256, -256},
                            OffsetRow{HUGE_VALF, 255, 255},
                            OffsetRow{254.5F, 254, 255},
                            OffsetRow{-255.5F, -256, -256},
                            OffsetRow{NAN, 0, 0}};
  for (const OffsetRow& row : rows) {
    Call call = call_with({1}, std::vector{1.0F});
    call.arguments["offset"] = floats({1}, std::vector{row.offset});
    const auto word = [](std::int64_t offset) {
      return 70369809530880U + (static_cast<std::uint64_t>(offset & 0x1FF) << 37);
    };
    EXPECT_EQ(word_of(call), word(row.half_even)) << row.offset;
    EXPECT_EQ(word_of(call, choose("offset_rounding", "half_away")), word(row.half_away)) << row.offset;
  }
}

TEST(TransQuantParamOracle, LeavesNoOtherBitSet) {
  Call call = call_with({1}, std::vector{float_of(0xFFFFFFFF)});
  call.arguments["offset"] = floats({1}, std::vector{-1.0F});
  EXPECT_EQ(word_of(call), 0x7FE0FFFFE000U);
}

struct ShapeRow {
  Shape scale;
  Shape offset;  // empty: none
  Shape out;
};

TEST(TransQuantParamOracle, TakesItsShapeFromScaleAndTheLongerSide) {
  std::vector<ShapeRow> rows(8);
  rows[0] = {{5}, {}, {5}};
  rows[1] = {{1}, {5}, {5}};
  rows[2] = {{5}, {1}, {5}};
  rows[3] = {{5}, {5}, {5}};
  rows[4] = {{1, 5}, {1, 5}, {1, 5}};
  rows[5] = {{1, 5}, {1}, {1, 5}};
  rows[6] = {{3, 5}, {}, {3, 5}};
  rows[7] = {{1}, {1, 5}, {5}};
  for (const ShapeRow& row : rows) {
    std::vector<float> scale(static_cast<std::size_t>(numel(row.scale)));
    for (std::size_t i = 0; i < scale.size(); ++i) scale[i] = static_cast<float>(i + 1);
    Call call = call_with(row.scale, scale);
    std::vector<float> offset(row.offset.empty() ? 1 : static_cast<std::size_t>(numel(row.offset)));
    if (!row.offset.empty()) {
      for (std::size_t i = 0; i < offset.size(); ++i) offset[i] = static_cast<float>(i + 7);
      call.arguments["offset"] = floats(row.offset, offset);
    }
    const Tensor out = only(oracle(call, {}));
    EXPECT_EQ(out.type.shape, row.out);
    const std::vector<std::int64_t> words = integers_of(out);
    for (std::size_t i = 0; i < words.size(); ++i) {
      EXPECT_EQ(static_cast<std::uint32_t>(words[i]), std::bit_cast<std::uint32_t>(scale[scale.size() == 1 ? 0 : i]));
      EXPECT_EQ(words[i] >> 37 & 0x1FF, static_cast<std::int64_t>(offset[offset.size() == 1 ? 0 : i]));
    }
  }
}

TEST(TransQuantParamOracle, IsUnsignedInTheGraphModes) {
  for (const char* const mode : {"graph_static", "graph_dynamic"}) {
    Call call = call_with({1}, std::vector{1.0F});
    call.target.mode = mode;
    EXPECT_EQ(only(oracle(call, {})).type.dtype, DType::uint64);
    EXPECT_EQ(word_of(call), 70369809530880U);
  }
}

TEST(TransQuantParamOracleDeathTest, DiesOfAnUnknownVariant) {
  const Call call = call_with({1}, std::vector{1.0F}, "6.0.rc1");
  EXPECT_DEATH(oracle(call, choose("fp19", "trunc")), "");
  EXPECT_DEATH(oracle(call, choose("offset_rounding", "")), "");
}

}  // namespace
}  // namespace npu_cts::kernels::npu_trans_quant_param
