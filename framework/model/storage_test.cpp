// SPDX-License-Identifier: Apache-2.0
#include "framework/model/storage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <set>
#include <span>

#include <fmt/format.h>

namespace npu_cts {
namespace {

/// A tensor whose bytes count up, never 0 and never the gap byte, so that no element equals a gap or padding.
Tensor counting(TensorType type) {
  Tensor tensor{.type = std::move(type)};
  tensor.values.resize(static_cast<std::size_t>(numel(tensor.type.shape) * bytes_of(tensor.type.dtype)));
  for (std::size_t i = 0; i < tensor.values.size(); ++i) tensor.values[i] = static_cast<std::byte>(1 + i * 7 % 163);
  return tensor;
}

/// int8 values `0, 1, 2 …` of `shape`.
Tensor iota(Shape shape, Layout layout, Format format = Format::nd) {
  Tensor tensor{.type = {.dtype = DType::int8, .shape = std::move(shape), .layout = layout, .format = format}};
  tensor.values.resize(static_cast<std::size_t>(numel(tensor.type.shape)));
  for (std::size_t i = 0; i < tensor.values.size(); ++i) tensor.values[i] = static_cast<std::byte>(i);
  return tensor;
}

int byte_at(const StoredTensor& stored, std::size_t place) { return std::to_integer<int>(stored.storage.at(place)); }

std::vector<TensorType> every_type_of(const Shape& shape) {
  std::vector<TensorType> types;
  for (const DTypeInfo& dtype : dtype_table) {
    for (const Layout layout : every<Layout>) {
      for (const Format format : every<Format>)
        types.push_back({.dtype = dtype.dtype, .shape = shape, .layout = layout, .format = format});
    }
  }
  return types;
}

TEST(Store, GivesBackEveryValueOfEveryLayoutFormatDtypeAndRank) {
  const std::vector<Shape> shapes{{},       {1},      {7},         {1, 1},       {3, 5},
                                  {16, 32}, {17, 33}, {2, 20, 40}, {2, 1, 3, 5}, {1, 2, 1, 2, 3, 2, 2, 3},
                                  {0},      {2, 0, 3}};
  for (const Shape& shape : shapes) {
    for (const TensorType& type : every_type_of(shape)) {
      const Tensor tensor = counting(type);
      EXPECT_EQ(load(store(tensor)), tensor)
          << name_of(type.dtype) << ' ' << to_text(shape) << ' ' << name_of(type.layout) << ' ' << name_of(type.format);
    }
  }
}

TEST(Store, KeepsAContiguousTensorByteForByte) {
  const Tensor tensor = counting({.dtype = DType::int32, .shape = {2, 3, 4}});
  const StoredTensor stored = store(tensor);
  EXPECT_EQ(stored.storage, tensor.values);
  EXPECT_EQ(stored.strides, (std::vector<std::int64_t>{12, 4, 1}));
  EXPECT_EQ(stored.offset, 0);
}

TEST(Store, LeavesGapsInEveryRowAndBeforeAStridedTensor) {
  const StoredTensor stored = store(iota({2, 3}, Layout::strided));
  EXPECT_EQ(stored.offset, 3);
  EXPECT_EQ(stored.strides, (std::vector<std::int64_t>{11, 2}));
  const std::vector<int> first{0xA5, 0xA5, 0xA5, 0, 0xA5, 1, 0xA5, 2, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 3};
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(byte_at(stored, i), first[i]) << i;
  EXPECT_EQ(stored.storage.size(), 3U + 2U * 11U);
}

TEST(Store, BeginsAtTheStorageOffset) {
  for (const Layout layout : every<Layout>) {
    const Shape shape = layout == Layout::strided ? Shape{6} : Shape{2, 3};
    TensorType type{.dtype = DType::int16, .shape = shape, .layout = layout};
    const StoredTensor before = store(counting(type));
    type.storage_offset = 3;
    const Tensor tensor = counting(type);
    const StoredTensor stored = store(tensor);
    EXPECT_EQ(stored.strides, before.strides) << name_of(layout);
    EXPECT_EQ(stored.offset, before.offset + 3) << name_of(layout);
    EXPECT_EQ(stored.storage.size(), before.storage.size() + 6) << name_of(layout);
    EXPECT_EQ(std::ranges::count(std::span(stored.storage).first(6), std::byte{0xA5}), 6) << name_of(layout);
    EXPECT_TRUE(std::ranges::equal(std::span(stored.storage).subspan(6), before.storage)) << name_of(layout);
    EXPECT_EQ(load(stored), tensor) << name_of(layout);
    EXPECT_TRUE(has_form_of(tensor, stored)) << name_of(layout);
    EXPECT_FALSE(has_form_of(tensor, before)) << name_of(layout);
    EXPECT_FALSE(is_plain(type)) << name_of(layout);
  }
}

TEST(Store, SlicesTheLastAxisOfAStridedTensorThatBeginsInside) {
  TensorType type{.dtype = DType::int8, .shape = {2, 1, 3}, .layout = Layout::strided, .storage_offset = 4};
  const Tensor tensor = counting(type);
  const StoredTensor stored = store(tensor);
  EXPECT_EQ(stored.strides, (std::vector<std::int64_t>{8, 8, 1}));
  EXPECT_EQ(stored.offset, 7);
  EXPECT_EQ(load(stored), tensor);
  type.shape = {1, 1, 3};  // one row: only a step shows
  EXPECT_EQ(store(counting(type)).strides.back(), 2);
}

/// Returns whether the strides of `type` say what those of a contiguous tensor do, over each axis of several elements.
bool has_contiguous_strides(TensorType type) {
  const std::vector<std::int64_t> strides = store(counting(type)).strides;
  type.layout = Layout::contiguous;
  const std::vector<std::int64_t> contiguous = store(counting(type)).strides;
  for (std::size_t axis = 0; axis < type.shape.size(); ++axis) {
    if (type.shape[axis] > 1 && strides[axis] != contiguous[axis]) return false;
  }
  return true;
}

TEST(LiesAsContiguous, IsWhereNoStrideSaysOtherwise) {
  for (const Layout layout : every<Layout>) {
    for (const Shape& shape : std::vector<Shape>{
             {}, {1}, {3}, {1, 1}, {1, 4}, {4, 1}, {2, 3}, {2, 1, 3}, {2, 3, 1}, {1, 2, 3}, {2, 1, 1}, {1, 1, 1}}) {
      for (const std::int64_t inside : {0, 3}) {
        const TensorType type{.dtype = DType::int8, .shape = shape, .layout = layout, .storage_offset = inside};
        EXPECT_EQ(lies_as_contiguous(type), has_contiguous_strides(type)) << name_of(layout) << to_text(shape);
      }
    }
  }
  EXPECT_TRUE(lies_as_contiguous({.dtype = DType::int8, .shape = {0, 3}, .layout = Layout::transposed}));
}

TEST(LiesAsContiguous, IsNotOfTheBlocksOfATransposedView) {
  EXPECT_FALSE(lies_as_contiguous(
      {.dtype = DType::int8, .shape = {1, 40}, .layout = Layout::transposed, .format = Format::blocked}));
}

TEST(Store, LeavesAStridedTensorAtLeastAsManyGapsAsValues) {
  const Tensor tensor = counting({.dtype = DType::float16, .shape = {3, 4, 5}, .layout = Layout::strided});
  const StoredTensor stored = store(tensor);
  constexpr std::byte gap{0xA5};
  const auto gaps = std::ranges::count(stored.storage, gap);
  EXPECT_EQ(static_cast<std::size_t>(gaps), stored.storage.size() - tensor.values.size());
  EXPECT_GT(static_cast<std::size_t>(gaps), tensor.values.size());
}

TEST(Store, HoldsTheUntransposedMatrixOfATransposedView) {
  const StoredTensor stored = store(iota({2, 3}, Layout::transposed));  // [[0 1 2] [3 4 5]], stored as 3×2
  EXPECT_EQ(stored.strides, (std::vector<std::int64_t>{1, 2}));
  const std::vector<int> want{0, 3, 1, 4, 2, 5};
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_EQ(byte_at(stored, i), want[i]) << i;
}

TEST(Store, PutsEveryElementOfATransposedMatrixAtItsStrides) {
  for (const Shape& shape : {Shape{8, 8}, Shape{64, 72}, Shape{71, 133}, Shape{7, 200}, Shape{2, 65, 15}}) {
    const Tensor tensor = counting({.dtype = DType::int8, .shape = shape, .layout = Layout::transposed});
    const StoredTensor stored = store(tensor);
    const std::int64_t rows = shape[shape.size() - 2];
    const std::int64_t columns = shape.back();
    for (std::int64_t i = 0; i < numel(shape); ++i) {
      const std::int64_t matrix = i / columns / rows;
      const auto place = static_cast<std::size_t>(matrix * rows * columns + i % columns * rows + i / columns % rows);
      ASSERT_EQ(stored.storage[place], tensor.values[static_cast<std::size_t>(i)]) << to_text(shape) << ' ' << i;
    }
    EXPECT_EQ(load(stored), tensor) << to_text(shape);
  }
}

TEST(HasFormOf, SaysWhetherATensorLiesWhereItIsStored) {
  const Tensor tensor = iota({2, 3}, Layout::strided);
  StoredTensor stored = store(tensor);
  stored.storage.front() = std::byte{1};
  EXPECT_TRUE(has_form_of(tensor, stored));
  stored.storage.pop_back();
  EXPECT_FALSE(has_form_of(tensor, stored));
  stored = store(tensor);
  stored.strides.back() = 1;
  EXPECT_FALSE(has_form_of(tensor, stored));
  EXPECT_FALSE(has_form_of(tensor, store(iota({3, 2}, Layout::strided))));
}

TEST(Store, SwapsOnlyTheLastTwoAxesOfABatch) {
  const StoredTensor stored = store(iota({4, 2, 3}, Layout::transposed));
  EXPECT_EQ(stored.strides, (std::vector<std::int64_t>{6, 1, 2}));
}

struct Placed {
  std::string_view name;
  DType dtype;
  Layout layout;
  std::array<std::int64_t, 3> shape;
  std::array<std::int64_t, 3> index;
  std::size_t place;  // in elements
  std::size_t size;   // of the storage, in elements
};
void PrintTo(const Placed& placed, std::ostream* out) { *out << placed.name; }

class Blocks : public testing::TestWithParam<Placed> {};

TEST_P(Blocks, PutsTheElementWhereTheFormatSays) {
  const auto& [name, dtype, layout, shape, index, place, size] = GetParam();
  const auto bytes = static_cast<std::size_t>(bytes_of(dtype));
  Tensor tensor;
  tensor.type.dtype = dtype;
  tensor.type.shape.assign(shape.begin(), shape.end());
  tensor.type.layout = layout;
  tensor.type.format = Format::blocked;
  tensor.values.resize(static_cast<std::size_t>(numel(tensor.type.shape)) * bytes);
  const auto flat = static_cast<std::size_t>((index[0] * shape[1] + index[1]) * shape[2] + index[2]);
  for (std::size_t b = 0; b < bytes; ++b) tensor.values[flat * bytes + b] = std::byte{1};

  const StoredTensor stored = store(tensor);
  EXPECT_TRUE(stored.strides.empty());
  ASSERT_EQ(stored.storage.size(), size * bytes);
  for (std::size_t i = 0; i < stored.storage.size(); ++i) {
    EXPECT_EQ(byte_at(stored, i), i / bytes == place ? 1 : 0) << "byte " << i;
  }
}

constexpr auto plain = Layout::contiguous;
constexpr auto swapped = Layout::transposed;
INSTANTIATE_TEST_SUITE_P(
    Places, Blocks,
    testing::Values(
        Placed{"FirstElement", DType::int8, plain, {1, 16, 32}, {0, 0, 0}, 0, 512},
        Placed{"RowInABlock", DType::int8, plain, {1, 16, 32}, {0, 3, 5}, 3 * 32 + 5, 512},
        Placed{"NextBlockDown", DType::int8, plain, {1, 40, 70}, {0, 17, 5}, 512 + 32 + 5, 3 * 3 * 512},
        Placed{"NextBlockRight", DType::int8, plain, {1, 40, 70}, {0, 1, 33}, 3 * 512 + 32 + 1, 3 * 3 * 512},
        Placed{"SecondMatrix", DType::int8, plain, {2, 16, 32}, {1, 2, 3}, 512 + 64 + 3, 1024},
        Placed{"TransposedView", DType::int8, swapped, {1, 70, 40}, {0, 33, 1}, 3 * 512 + 32 + 1, 3 * 3 * 512},
        Placed{"TransposedIsNotThePlainOne", DType::int8, swapped, {1, 32, 16}, {0, 5, 3}, 3 * 32 + 5, 512},
        Placed{"Int4WordsInARow", DType::int32, plain, {1, 16, 8}, {0, 2, 7}, 2 * 8 + 7, 128},
        Placed{"Int4WordsNextBlock", DType::int32, plain, {1, 20, 9}, {0, 17, 8}, 3 * 128 + 8, 4 * 128},
        Placed{"Int4WordsTransposedView", DType::int32, swapped, {1, 9, 20}, {0, 8, 17}, 3 * 128 + 8, 4 * 128}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(BlockPlaces, AreAllDifferent) {
  Tensor tensor{
      .type = {.dtype = DType::int32, .shape = {2, 37, 21}, .layout = Layout::contiguous, .format = Format::blocked}};
  std::vector<std::int32_t> numbers(2 * 37 * 21);
  std::iota(numbers.begin(), numbers.end(), 1);
  tensor.values.resize(numbers.size() * sizeof(std::int32_t));
  std::memcpy(tensor.values.data(), numbers.data(), tensor.values.size());
  const StoredTensor stored = store(tensor);
  std::vector<std::int32_t> placed(stored.storage.size() / sizeof(std::int32_t));
  std::memcpy(placed.data(), stored.storage.data(), stored.storage.size());
  std::set<std::int32_t> seen(placed.begin(), placed.end());
  seen.erase(0);
  EXPECT_EQ(seen.size(), numbers.size());
}

TEST(Store, GivesATensorWithoutValuesNoStorage) {
  const Tensor tensor{.type = {.dtype = DType::int8, .shape = {2, 3}, .layout = Layout::transposed}};
  const StoredTensor stored = store(tensor);
  EXPECT_TRUE(stored.storage.empty());
  EXPECT_EQ(stored.strides, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(load(stored), tensor);
}

TEST(Load, GoesByTheStridesItIsGiven) {
  StoredTensor stored = store(iota({2, 2}, Layout::contiguous));
  stored.strides = {0, 1};
  stored.offset = 2;
  const Tensor loaded = load(stored);
  const std::vector<std::byte> want{std::byte{2}, std::byte{3}, std::byte{2}, std::byte{3}};
  EXPECT_EQ(loaded.values, want);
}

TEST(RequestOf, CarriesEveryKindOfValueUnderItsName) {
  const Tensor tensor = iota({2, 3}, Layout::strided);
  Call call;
  call.op = "frobnicate";
  call.arguments["a"] = None{};
  call.arguments["b"] = true;
  call.arguments["c"] = std::int64_t{-2};
  call.arguments["d"] = std::string("word");
  call.arguments["e"] = DType::float16;
  call.arguments["f"] = std::vector<std::int64_t>{1, 2};
  call.arguments["g"] = tensor;
  const Request request = request_of(call);
  EXPECT_EQ(request.op, "frobnicate");
  EXPECT_EQ(request.arguments.size(), 7U);
  EXPECT_EQ(request.arguments.at("a"), StoredValue(None{}));
  EXPECT_EQ(request.arguments.at("b"), StoredValue(true));
  EXPECT_EQ(request.arguments.at("c"), StoredValue(std::int64_t{-2}));
  EXPECT_EQ(request.arguments.at("d"), StoredValue(std::string("word")));
  EXPECT_EQ(request.arguments.at("e"), StoredValue(DType::float16));
  EXPECT_EQ(request.arguments.at("f"), StoredValue(std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(request.arguments.at("g"), StoredValue(store(tensor)));
}

}  // namespace
}  // namespace npu_cts
