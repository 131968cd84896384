// SPDX-License-Identifier: Apache-2.0
#include "framework/model/element.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "framework/model/call.h"

namespace npu_cts {

void PrintTo(const DTypeInfo& info, std::ostream* out) { *out << info.name; }

namespace {

class EveryDType : public testing::TestWithParam<DTypeInfo> {};

TEST_P(EveryDType, StandsAtItsPlaceInTheTable) {
  EXPECT_EQ(&info_of(GetParam().dtype), &dtype_table[static_cast<std::size_t>(GetParam().dtype)]);
  EXPECT_EQ(info_of(GetParam().dtype).dtype, GetParam().dtype);
  EXPECT_EQ(find_named<DType>(GetParam().name), GetParam().dtype);
}

TEST_P(EveryDType, HasACodecJustWhereItIsAFloat) { EXPECT_EQ(GetParam().codec != nullptr, is_float(GetParam().dtype)); }

TEST_P(EveryDType, TravelsInNpyAsWordsOfItsSize) {
  EXPECT_EQ(GetParam().npy.substr(2), std::to_string(bytes_of(GetParam().dtype)));
  EXPECT_EQ(GetParam().npy[0], bytes_of(GetParam().dtype) == 1 ? '|' : '<');
}

TEST_P(EveryDType, GivesSmallNumbersBack) {
  const DType dtype = GetParam().dtype;
  for (const std::int64_t number : {0, 1}) {
    const std::uint64_t bits = encode(number, dtype);
    EXPECT_EQ(bits, encode(static_cast<double>(number), dtype)) << number;
    if (is_float(dtype)) {
      EXPECT_EQ(decode_float(bits, dtype), static_cast<double>(number));
    } else {
      EXPECT_EQ(decode_integer(bits, dtype), number);
      EXPECT_EQ(integer_text(bits, dtype), std::to_string(number));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryDType, testing::ValuesIn(dtype_table),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Element, HasASignWhereItsDtypeHas) {
  EXPECT_EQ(decode_integer(0xFF, DType::int8), -1);
  EXPECT_EQ(decode_integer(0xFF, DType::uint8), 255);
  EXPECT_EQ(decode_integer(0x8000, DType::int16), -32768);
  EXPECT_EQ(decode_integer(0xABCD0001, DType::int32), static_cast<std::int32_t>(0xABCD0001));
  EXPECT_EQ(decode_integer(~std::uint64_t{0}, DType::uint64), -1);
  EXPECT_EQ(integer_text(~std::uint64_t{0}, DType::uint64), "18446744073709551615");
}

TEST(Element, IsRoundedToTheNearestWhereItsDtypeIsNarrower) {
  EXPECT_EQ(encode(2.5, DType::int8), 2U);
  EXPECT_EQ(encode(-3.0, DType::int8) & 0xFF, 0xFDU);
  EXPECT_EQ(encode(0.25, DType::boolean), 1U);
  EXPECT_EQ(encode(65504.0, DType::float16), 0x7BFFU);
  EXPECT_EQ(encode(1.0 + 0x1p-9, DType::bfloat16), 0x3F80U);
  EXPECT_EQ(encode(std::int64_t{16777217}, DType::float32), 0x4B800000U);
  EXPECT_EQ(decode_float(encode(0.1, DType::float64), DType::float64), 0.1);
}

TEST(Element, KeepsTheBitsOfAFloat32ThatIsReadAsFloat) {
  Tensor tensor{.type = {.dtype = DType::float32, .shape = {1}}};
  for (const int byte : {0x01, 0x00, 0x80, 0x7F}) tensor.values.push_back(static_cast<std::byte>(byte));
  EXPECT_EQ(bits_at(tensor, 0), 0x7F800001U);
  EXPECT_TRUE(std::isnan(floats_of(tensor).front()));
}

/// A tensor of two elements.
Tensor two_of(DType dtype) {
  return {.type = {.dtype = dtype, .shape = {2}}, .values = std::vector<std::byte>(2 * std::size_t(bytes_of(dtype)))};
}

TEST(SetBits, ChangesOneElementAndTakesTheLowestBits) {
  Tensor bytes = two_of(DType::int8);
  set_bits(bytes, 1, 0x1234);
  EXPECT_EQ(bits_at(bytes, 0), 0U);
  EXPECT_EQ(bits_at(bytes, 1), 0x34U);
  Tensor words = two_of(DType::uint64);
  set_bits(words, 0, ~std::uint64_t{0});
  EXPECT_EQ(bits_at(words, 0), ~std::uint64_t{0});
  EXPECT_EQ(bits_at(words, 1), 0U);
}

TEST(NumberAt, IsExactButFor64Bits) {
  Tensor halves = two_of(DType::float16);
  set_bits(halves, 1, encode(-2.5, DType::float16));
  EXPECT_EQ(number_at(halves, 1), -2.5);
  Tensor integers = two_of(DType::int32);
  set_bits(integers, 0, encode(std::int64_t{-16777217}, DType::int32));
  EXPECT_EQ(number_at(integers, 0), -16777217.0);
  Tensor wide = two_of(DType::int64);
  set_bits(wide, 0, (std::uint64_t{1} << 53) + 1);
  EXPECT_EQ(number_at(wide, 0), 0x1p53);
}

TEST(IntegersOf, KeepsTheSignThatADtypeHas) {
  Tensor bytes = two_of(DType::int8);
  set_bits(bytes, 0, 0x80);
  EXPECT_EQ(integers_of(bytes), (std::vector<std::int64_t>{-128, 0}));
  Tensor plain = two_of(DType::uint8);
  set_bits(plain, 1, 0x80);
  EXPECT_EQ(integers_of(plain), (std::vector<std::int64_t>{0, 128}));
  Tensor wide = two_of(DType::uint64);
  set_bits(wide, 0, ~std::uint64_t{0});
  EXPECT_EQ(integers_of(wide), (std::vector<std::int64_t>{-1, 0}));
}

TEST(FloatsOf, TakesTheNearestOfWhatIsNoFloat32) {
  Tensor halves = two_of(DType::bfloat16);
  set_bits(halves, 0, encode(-2.5, DType::bfloat16));
  EXPECT_EQ(floats_of(halves), (std::vector<float>{-2.5F, 0}));
  Tensor integers = two_of(DType::int32);
  set_bits(integers, 0, encode(std::int64_t{-16777217}, DType::int32));
  set_bits(integers, 1, encode(std::int64_t{16777219}, DType::int32));
  EXPECT_EQ(floats_of(integers), (std::vector<float>{-16777216.0F, 16777220.0F}));
  Tensor doubles = two_of(DType::float64);
  set_bits(doubles, 1, encode(0.1, DType::float64));
  EXPECT_EQ(floats_of(doubles), (std::vector<float>{0, 0.1F}));
}

TEST(ElementsOf, CountsThoseOfEachTensor) {
  Call call;
  EXPECT_EQ(elements_of(call), 0);
  call.arguments = {{"n", std::int64_t{100}},
                    {"none", None{}},
                    {"x", Tensor{.type = {.shape = {2, 3}}}},
                    {"y", Tensor{.type = {.shape = {}}}}};
  EXPECT_EQ(elements_of(call), 7);
}

}  // namespace
}  // namespace npu_cts
