// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/output_digest.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "framework/base/sha256.h"
#include "framework/model/element.h"

namespace npu_cts::judging {
namespace {

/// The digest of an output of `dtype` with these bit patterns.
std::string digest_of(DType dtype, const std::vector<std::uint64_t>& patterns) {
  OpSpec op;
  op.outputs.resize(1);
  op.outputs[0].name = "out";
  Tensor tensor{.type = {.dtype = dtype, .shape = {static_cast<std::int64_t>(patterns.size())}}};
  for (const std::uint64_t bits : patterns) {
    for (std::int64_t byte = 0; byte < bytes_of(dtype); ++byte)
      tensor.values.push_back(static_cast<std::byte>(bits >> (8 * byte)));
  }
  return output_digest(op, {{.name = "out", .tensor = tensor}});
}

class DigestOfFloats : public testing::TestWithParam<DType> {};

TEST_P(DigestOfFloats, CountsEveryNanAsTheSameAndNothingElse) {
  const DType dtype = GetParam();
  const std::uint64_t infinity = encode(std::numeric_limits<double>::infinity(), dtype);
  const std::uint64_t minus_infinity = encode(-std::numeric_limits<double>::infinity(), dtype);
  const std::uint64_t one = encode(1.0, dtype);
  const std::string of_a_nan = digest_of(dtype, {one, infinity + 1, one});
  EXPECT_EQ(of_a_nan, digest_of(dtype, {one, infinity + 3, one}));
  EXPECT_EQ(of_a_nan, digest_of(dtype, {one, minus_infinity + 2, one}));
  EXPECT_NE(of_a_nan, digest_of(dtype, {one, infinity, one}));
  EXPECT_NE(digest_of(dtype, {infinity}), digest_of(dtype, {minus_infinity}));
  EXPECT_NE(digest_of(dtype, {encode(0.0, dtype)}), digest_of(dtype, {encode(-0.0, dtype)}));
}

TEST(OutputDigest, IsThatOfTypeAndBytesWithTheNanOfTheFormat) {
  Sha256 hash;
  hash.add("out float16[3] 6\n");
  hash.add(std::string("\x00\x3C\x00\x7E\x00\xFC", 6));
  EXPECT_EQ(digest_of(DType::float16, {0x3C00, 0x7C01, 0xFC00}), hash.take());
}

TEST(OutputDigest, CountsANanAsTheSameAtBothEnds) {
  Sha256 hash;
  hash.add("out float16[4] 8\n");
  hash.add(std::string("\x00\x7E\x01\x3C\x01\x3C\x00\x7E", 8));
  EXPECT_EQ(digest_of(DType::float16, {0x7C01, 0x3C01, 0x3C01, 0xFC03}), hash.take());
  EXPECT_EQ(digest_of(DType::float16, {0x3C01, 0x7C01}), digest_of(DType::float16, {0x3C01, 0x7E00}));
}

INSTANTIATE_TEST_SUITE_P(Each, DigestOfFloats,
                         testing::Values(DType::float16, DType::bfloat16, DType::float32, DType::float64),
                         [](const auto& row) { return std::string(name_of(row.param)); });

TEST(DigestOfIntegers, IsThatOfTheirBytes) {
  EXPECT_NE(digest_of(DType::int16, {0x7C01}), digest_of(DType::int16, {0x7C02}));
}

}  // namespace
}  // namespace npu_cts::judging
