// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/elements.h"

#include <gtest/gtest.h>

#include "framework/model/half.h"

namespace npu_cts::kernels {
namespace {

TEST(Elements, WidenEveryHalfAsTheModelDoes) {
  for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float wide = float_of_float16(half);
    if (std::isnan(wide)) {
      ASSERT_TRUE(std::isnan(from_float16(half))) << bits;
      continue;
    }
    ASSERT_EQ(std::bit_cast<std::uint32_t>(wide), std::bit_cast<std::uint32_t>(from_float16(half))) << bits;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(float_of_bfloat16(half)), bits << 16);
  }
}

TEST(Elements, NarrowAsTheModelDoes) {
  for (std::uint64_t step = 0; step < 0x100000000U; step += 4093) {  // an odd step: every low bit pattern comes up
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(step));
    ASSERT_EQ(float16_of(value), to_float16(value)) << value;
    ASSERT_EQ(bfloat16_of(value), to_bfloat16(value)) << value;
  }
}

TEST(Elements, NarrowTiesToEven) {
  for (std::uint32_t half = 0; half < 0x7BFFU; ++half) {
    const float below = float_of_float16(static_cast<std::uint16_t>(half));
    const float middle = (below + float_of_float16(static_cast<std::uint16_t>(half + 1))) / 2;
    ASSERT_EQ(float16_of(middle), half + (half & 1U)) << middle;
    ASSERT_EQ(float16_of(-middle), (half + (half & 1U)) | 0x8000U) << middle;
  }
  EXPECT_EQ(float16_of(65519.0F), 0x7BFF);
  EXPECT_EQ(float16_of(65520.0F), 0x7C00);
}

TEST(Elements, ComeInLogicalOrderFromAnyStrides) {
  StoredTensor tensor;
  tensor.type = {.dtype = DType::int8, .shape = {2, 3}, .layout = Layout::strided, .format = Format::nd};
  tensor.strides = {1, 2};
  tensor.offset = 1;
  for (const int value : {9, 1, 4, 2, 5, 3, 6}) tensor.storage.push_back(static_cast<std::byte>(value));
  EXPECT_EQ(gather<std::int8_t>(tensor), (std::vector<std::int8_t>{1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace npu_cts::kernels
