// SPDX-License-Identifier: Apache-2.0
#include "framework/npy/npy.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace npu_cts::npy {
namespace {

const std::array<std::string, 3> fields{"'descr': '<f4'", "'fortran_order': False", "'shape': (2, 3)"};

void expect_usual(const std::optional<NpyHeader>& header, std::string_view text) {
  ASSERT_TRUE(header) << text;
  EXPECT_EQ(header->descr, "<f4") << text;
  EXPECT_FALSE(header->fortran_order) << text;
  EXPECT_EQ(header->shape, (Shape{2, 3})) << text;
}

TEST(ParseNpyHeader, TakesItsKeysInEveryOrder) {
  std::array<std::size_t, 3> order{0, 1, 2};
  do {
    const std::string text = "{" + fields[order[0]] + ", " + fields[order[1]] + ", " + fields[order[2]];
    expect_usual(parse_npy_header(text + "}"), text);
    expect_usual(parse_npy_header(text + ", }"), text);
    expect_usual(parse_npy_header(text + ",}   \n"), text);
  } while (std::ranges::next_permutation(order).found);
}

TEST(ParseNpyHeader, TakesBlanksBetweenAnyTwoTokens) {
  expect_usual(parse_npy_header(" {\n 'descr' : \t'<f4' , 'fortran_order':False,'shape':( 2 ,3 , ) } \n"), "blanks");
  expect_usual(parse_npy_header("{'descr':'<f4','fortran_order':False,'shape':(2,3)}"), "none");
}

struct ShapeText {
  std::string_view name, text;
  std::optional<Shape> shape;
};
void PrintTo(const ShapeText& row, std::ostream* out) { *out << row.text; }

class ParseNpyShape : public testing::TestWithParam<ShapeText> {};

TEST_P(ParseNpyShape, IsATupleOfSizes) {
  const auto header =
      parse_npy_header("{" + fields[0] + ", " + fields[1] + ", 'shape': " + std::string(GetParam().text) + "}");
  ASSERT_EQ(header.has_value(), GetParam().shape.has_value());
  if (!header) return;
  EXPECT_EQ(header->shape, *GetParam().shape);
}

INSTANTIATE_TEST_SUITE_P(
    Each, ParseNpyShape,
    testing::Values(ShapeText{"Scalar", "()", Shape{}}, ShapeText{"Vector", "(7,)", Shape{7}},
                    ShapeText{"VectorWithoutAComma", "(7)", Shape{7}}, ShapeText{"Zero", "(0, 2)", Shape{0, 2}},
                    ShapeText{"Largest", "(9223372036854775807,)", Shape{9223372036854775807}},
                    ShapeText{"TooLarge", "(9223372036854775808,)", std::nullopt},
                    ShapeText{"Negative", "(-1,)", std::nullopt}, ShapeText{"LeadingZero", "(01,)", std::nullopt},
                    ShapeText{"Real", "(1.5,)", std::nullopt}, ShapeText{"OnlyAComma", "(,)", std::nullopt},
                    ShapeText{"TwoCommas", "(1,,2)", std::nullopt}, ShapeText{"NoComma", "(1 2)", std::nullopt},
                    ShapeText{"List", "[1, 2]", std::nullopt}, ShapeText{"Open", "(1, 2", std::nullopt},
                    ShapeText{"Number", "7", std::nullopt}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ParseNpyHeader, TakesTheTruthOfPythonAlone) {
  const auto with = [](const std::string& truth) {
    return parse_npy_header("{" + fields[0] + ", 'fortran_order': " + truth + ", " + fields[2] + "}");
  };
  EXPECT_TRUE(with("True")->fortran_order);
  for (const std::string truth : {"true", "1", "None", "'False'", ""}) EXPECT_FALSE(with(truth)) << truth;
}

TEST(ParseNpyHeader, RefusesOneThatIsCutOffAnywhere) {
  const std::string whole = "{" + fields[0] + ", " + fields[1] + ", " + fields[2] + ", }";
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(parse_npy_header(whole.substr(0, length))) << length;
  EXPECT_FALSE(parse_npy_header(whole + "}"));
  EXPECT_FALSE(parse_npy_header(whole + " 1"));
}

TEST(ParseNpyHeader, RefusesWhatIsNoDictionaryOfItsKeys) {
  for (const std::string text :
       {"{}", "{,}", "{'descr'}", "{'descr': }", "{descr: '<f4'}", "{'Descr': '<f4'}", "{'': 1}"})
    EXPECT_FALSE(parse_npy_header(text)) << text;
  EXPECT_FALSE(parse_npy_header("{" + fields[0] + ", " + fields[1] + "}")) << "a key is missing";
  EXPECT_FALSE(parse_npy_header("{" + fields[0] + ", " + fields[1] + ", " + fields[2] + ", " + fields[2] + "}"));
  EXPECT_FALSE(parse_npy_header("{" + fields[0] + " " + fields[1] + ", " + fields[2] + "}")) << "no comma between";
}

TEST(NpyFile, IsRefusedWhereverItIsCutOffOrGoesOn) {
  const Tensor tensor{.type = {.dtype = DType::int16, .shape = {2}}, .values = std::vector<std::byte>(4, std::byte{7})};
  const std::string bytes = to_npy(tensor);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(from_npy(bytes.substr(0, length), tensor.type, {})) << length;
  EXPECT_FALSE(from_npy(bytes + "x", tensor.type, {}));
  EXPECT_TRUE(from_npy(bytes, tensor.type, {}));
}

TEST(NpyFile, BeginsItsValuesAtAMultipleOf64WhateverItsShape) {
  Shape shape;
  for (std::size_t rank = 0; rank <= 12; ++rank) {
    Tensor tensor{.type = {.dtype = DType::int8, .shape = shape}};
    tensor.values.resize(static_cast<std::size_t>(numel(shape)));
    const std::string bytes = to_npy(tensor);
    EXPECT_EQ((bytes.size() - tensor.values.size()) % 64, 0U) << to_text(shape);
    EXPECT_EQ(bytes[bytes.size() - tensor.values.size() - 1], '\n');
    EXPECT_EQ(from_npy(bytes, tensor.type, {}).value(), tensor) << to_text(shape);
    shape.push_back(rank % 2 == 0 ? 1 : 3);
  }
}

}  // namespace
}  // namespace npu_cts::npy
