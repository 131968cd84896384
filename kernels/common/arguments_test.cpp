// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/arguments.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "framework/base/names_testing.h"
#include "kernels/common/elements.h"
#include "kernels/common/testing.h"

namespace npu_cts::kernels {
namespace {

/// Returns a tensor of six bytes: shape, strides and offset in elements.
StoredTensor stored(DType dtype, Shape shape, std::vector<std::int64_t> strides, std::int64_t offset = 0) {
  StoredTensor tensor;
  tensor.type = {.dtype = dtype, .shape = std::move(shape)};
  tensor.strides = std::move(strides);
  tensor.offset = offset;
  tensor.storage.resize(6);
  return tensor;
}

TEST(IsSound, IsWhatLiesInItsStorage) {
  EXPECT_TRUE(is_sound(stored(DType::int8, {2, 3}, {3, 1})));
  EXPECT_TRUE(is_sound(stored(DType::int8, {6}, {-1}, 5)));
  EXPECT_TRUE(is_sound(stored(DType::int8, {}, {}, 5)));
  EXPECT_TRUE(is_sound(stored(DType::int16, {3}, {1})));
  EXPECT_FALSE(is_sound(stored(DType::int16, {4}, {1})));
  EXPECT_FALSE(is_sound(stored(DType::int8, {7}, {1})));
  EXPECT_FALSE(is_sound(stored(DType::int8, {6}, {1}, 1)));
  EXPECT_FALSE(is_sound(stored(DType::int8, {6}, {1}, -1)));
  EXPECT_FALSE(is_sound(stored(DType::int8, {6}, {-1}, 4)));
  EXPECT_FALSE(is_sound(stored(DType::int8, {}, {}, 6)));
}

TEST(IsSound, IsNotWhatCannotBeCounted) {
  EXPECT_FALSE(is_sound(stored(DType::int8, {3}, {INT64_MAX})));
  EXPECT_FALSE(is_sound(stored(DType::int8, {2, 2}, {INT64_MAX, INT64_MAX})));
  EXPECT_FALSE(is_sound(stored(DType::int8, {2, 3}, {1})));
  EXPECT_FALSE(is_sound(stored(DType::int8, {-1}, {1})));
}

TEST(IsSound, NeedsNoStorageForNoElements) {
  EXPECT_TRUE(is_sound(stored(DType::int8, {0, 9}, {9, 1}, 99)));
  StoredTensor without = stored(DType::int8, {100}, {1});
  without.storage = {};
  EXPECT_TRUE(is_sound(without));
  StoredTensor blocks = stored(DType::int8, {100}, {});
  blocks.type.format = Format::blocked;
  EXPECT_TRUE(is_sound(blocks));
}

template <class T>
std::vector<std::byte> bytes_of_values(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

class Refuses : public ::testing::Test {
 protected:
  Refuses() {
    request_.op = "fold";
    request_.arguments["x"] = stored(DType::int8, {6}, {1});
    request_.arguments["none"] = None{};
    request_.arguments["axis"] = std::int64_t{1};
  }

  [[nodiscard]] CheckedCall call() const { return {target_, *find_named<Release>("26.1.0"), request_}; }
  [[nodiscard]] std::string reason(const TensorRule& rule) const {
    const MaybeRefusal refusal = refuse_tensor(call(), rule);
    return refusal ? refusal->parameter + ": " + refusal->reason : "";
  }

  const Target target_ = testing::on("atlas_a2");
  Request request_;
};

TEST_F(Refuses, ATensorOfAnotherDtypeFormatOrPlace) {
  EXPECT_EQ(reason({"x", {DType::int8}, {Format::nd}}), "");
  EXPECT_EQ(reason({"x", {DType::float16, DType::int8}, {Format::nd}}), "");
  EXPECT_EQ(reason({"x", {DType::float16, DType::int32}, {Format::nd}}), "x: is int8, not float16 or int32");
  EXPECT_EQ(reason({"x", {DType::int8}, {Format::blocked}}), "x: has format ND");
  EXPECT_EQ(reason({"axis", {DType::int8}, {Format::nd}}), "axis: is no tensor");
  EXPECT_EQ(reason({"none", {DType::int8}, {Format::nd}}), "");
  EXPECT_EQ(reason({"absent", {DType::int8}, {Format::nd}}), "");
  request_.arguments["x"] = stored(DType::int8, {7}, {1});
  EXPECT_EQ(reason({"x", {DType::int8}, {Format::nd}}), "x: lies outside of its storage");
}

TEST_F(Refuses, WhatIsUnknownMissingOrNoInteger) {
  constexpr std::string_view known[] = {"x", "none", "axis"};
  EXPECT_FALSE(refuse_unknown(call(), known));
  EXPECT_EQ(refuse_unknown(call(), std::span(known).first(2))->parameter, "axis");
  constexpr std::string_view given[] = {"x", "axis"};
  EXPECT_FALSE(refuse_missing(call(), given));
  EXPECT_EQ(refuse_missing(call(), known)->parameter, "none");
  constexpr std::string_view integers[] = {"absent", "none", "axis"};
  EXPECT_FALSE(refuse_no_integer(call(), integers));
  EXPECT_EQ(refuse_no_integer(call(), known)->parameter, "x");
  EXPECT_TRUE(is_given(request_, "x"));
  EXPECT_FALSE(is_given(request_, "none"));
  EXPECT_FALSE(is_given(request_, "absent"));
}

TEST_F(Refuses, KnowsWhichTensorsHaveGaps) {
  constexpr std::string_view keys[] = {"absent", "axis", "none", "x"};
  EXPECT_FALSE(has_gaps(request_, keys));
  std::get<StoredTensor>(request_.arguments["x"]).type.layout = Layout::strided;
  EXPECT_TRUE(has_gaps(request_, keys));
  EXPECT_FALSE(has_gaps(request_, std::span(keys).first(3)));
}

TEST_F(Refuses, ACallOfAReleaseThatThereIsNot) {
  EXPECT_FALSE(first_refusal(target_, request_, {}));
  EXPECT_EQ(first_refusal(testing::on("atlas_a2", "0.1"), request_, {})->reason, "no release is called '0.1'");
}

TEST(GatherFloats, TakesElementsInTheirOrderWhateverTheStrides) {
  const std::vector<float> values{0, 1, 2, 3, 4, 5};
  StoredTensor tensor;
  tensor.type = {.dtype = DType::float32, .shape = {2, 3}};
  tensor.storage = bytes_of_values(values);
  tensor.strides = {3, 1};
  EXPECT_EQ(gather_floats(tensor), values);
  tensor.strides = {1, 2};
  EXPECT_EQ(gather_floats(tensor), (std::vector<float>{0, 2, 4, 1, 3, 5}));
  tensor.strides = {-3, 1};
  tensor.offset = 3;
  EXPECT_EQ(gather_floats(tensor), (std::vector<float>{3, 4, 5, 0, 1, 2}));
  tensor.type.shape = {};
  tensor.strides = {};
  tensor.offset = 4;
  EXPECT_EQ(gather_floats(tensor), std::vector<float>{4});
  tensor.storage.clear();
  EXPECT_TRUE(gather_floats(tensor).empty());
}

TEST(GatherFloats, WidensEveryDtype) {
  const std::vector<std::uint16_t> halves{0x3C00, 0xC000, 0x3F80, 0x4000};
  StoredTensor tensor;
  tensor.storage = bytes_of_values(halves);
  tensor.strides = {1};
  tensor.type = {.dtype = DType::float16, .shape = {2}};
  EXPECT_EQ(gather_floats(tensor), (std::vector<float>{1, -2}));
  tensor.type.dtype = DType::bfloat16;
  tensor.offset = 2;
  EXPECT_EQ(gather_floats(tensor), (std::vector<float>{1, 2}));
  const std::vector<std::int32_t> integers{7, -9, 11};
  tensor = {};
  tensor.type = {.dtype = DType::int32, .shape = {2}};
  tensor.storage = bytes_of_values(integers);
  tensor.strides = {2};
  EXPECT_EQ(gather_floats(tensor), (std::vector<float>{7, 11}));
}

TEST(Release, HasItsNamesInTheOrderOfItsValues) {
  std::vector<std::string> names = names_as_words<Release>();
  for (std::string& name : names) name.insert(0, "v");
  EXPECT_EQ(names, enumerators_of<Release>());
}

}  // namespace
}  // namespace npu_cts::kernels
