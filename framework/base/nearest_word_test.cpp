// SPDX-License-Identifier: Apache-2.0
#include "framework/base/nearest_word.h"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace npu_cts {
namespace {

using std::string_literals::operator""s;

TEST(NearestWord, FindsTheWordWithFewestMistakes) {
  const std::vector known{"float16"s, "float32"s, "int32"s};
  EXPECT_EQ(nearest_word("flaot32", known), "float32");
  EXPECT_EQ(nearest_word("int23", known), "int32");
  EXPECT_EQ(nearest_word("float61", known), "float16");
}

TEST(NearestWord, FindsNothingWhereMoreThanAThirdIsWrong) {
  const std::vector known{"float16"s};
  EXPECT_EQ(nearest_word("contiguous", known), std::nullopt);
  EXPECT_EQ(nearest_word("xxxat16", known), std::nullopt);
  EXPECT_EQ(nearest_word("float16", std::vector<std::string>{}), std::nullopt);
}

struct ShortCase {
  std::string_view said, meant;  ///< "": nothing
};
void PrintTo(const ShortCase& row, std::ostream* out) { *out << row.said; }

class NearestWordOfAShortForm : public testing::TestWithParam<ShortCase> {};

TEST_P(NearestWordOfAShortForm, IsTheOnlyOneThatItIsShortFor) {
  const std::vector known{"blue_a2"s,  "blue_a3"s, "blue_inference"s, "int8"s,     "int32"s, "float16"s,
                          "bfloat16"s, "float32"s, "x1.dtype"s,       "x2.dtype"s, "ND"s,    "BLOCKED_NZ"s};
  EXPECT_EQ(nearest_word(GetParam().said, known).value_or(""), GetParam().meant);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, NearestWordOfAShortForm,
    testing::Values(ShortCase{"a2", "blue_a2"}, ShortCase{"A3", "blue_a3"}, ShortCase{"inference", "blue_inference"},
                    ShortCase{"blue_inf", "blue_inference"}, ShortCase{"fp32", "float32"}, ShortCase{"fp16", "float16"},
                    ShortCase{"bf16", "bfloat16"}, ShortCase{"i8", "int8"}, ShortCase{"INT32", "int32"},
                    ShortCase{"bfloat", "bfloat16"}, ShortCase{"x2", "x2.dtype"}, ShortCase{"blue", ""},
                    ShortCase{"dtype", ""}, ShortCase{"NZ", "BLOCKED_NZ"}, ShortCase{"NC", "ND"}, ShortCase{"fp64", ""},
                    ShortCase{"a", ""}, ShortCase{"32", ""}));

TEST(NearestWord, DoesNotSearchForVeryLongWords) {
  const std::vector known{std::string(300, 'a')};
  EXPECT_EQ(nearest_word(std::string(300, 'a'), known), std::nullopt);
}

TEST(NearestWord, IsAskedFor) {
  EXPECT_EQ(did_you_mean("int32", "it is listed"), "did you mean 'int32'?");
  EXPECT_EQ(did_you_mean(std::nullopt, "it is listed"), "it is listed");
}

}  // namespace
}  // namespace npu_cts
