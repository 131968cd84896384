// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/attempts.h"

#include <gtest/gtest.h>

namespace npu_cts::wire {
namespace {

constexpr std::byte first{0xA5};
constexpr std::byte second{0x5A};

std::vector<std::byte> bytes_of(const std::vector<int>& numbers) {
  std::vector<std::byte> bytes;
  for (const int number : numbers) bytes.push_back(static_cast<std::byte>(number));
  return bytes;
}

DeclaredOutput declared(std::string name, std::string alias = "", DType dtype = DType::int8, Shape shape = {4}) {
  return {.name = std::move(name), .alias = std::move(alias), .dtype = dtype, .shape = std::move(shape)};
}

RawOutput output(const std::vector<int>& bytes, DType dtype = DType::int8, Shape shape = {4}) {
  return {.declared = declared("y", "", dtype, std::move(shape)), .bytes = bytes_of(bytes)};
}

TEST(FindUnwritten, IsTheFirstElementThatKeepsBothPatterns) {
  const auto found = find_unwritten({output({1, 0xA5, 3, 0xA5})}, {output({1, 0x5A, 3, 0x5A})}, first, second);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->output, "y");
  EXPECT_EQ(found->words, "output 'y' at [1]");
}

TEST(FindUnwritten, LetsAResultBeThePatternOnce) {
  EXPECT_FALSE(find_unwritten({output({0xA5, 0xA5})}, {output({0xA5, 0xA5})}, first, second));
  EXPECT_FALSE(find_unwritten({output({0xA5, 1})}, {output({0xA5, 0x5A})}, first, second));
}

TEST(FindUnwritten, WantsAllBytesOfAnElement) {
  const auto shape = Shape{2, 1};
  const auto at = [&](const std::vector<int>& one, const std::vector<int>& two) {
    return find_unwritten({output(one, DType::int16, shape)}, {output(two, DType::int16, shape)}, first, second);
  };
  EXPECT_FALSE(at({0xA5, 1, 1, 0xA5}, {0x5A, 1, 1, 0x5A})) << "half an element was written";
  EXPECT_FALSE(at({1, 0xA5, 0xA5, 1}, {1, 0x5A, 0x5A, 1})) << "the halves are of two elements";
  ASSERT_TRUE(at({1, 1, 0xA5, 0xA5}, {1, 1, 0x5A, 0x5A}));
  EXPECT_EQ(at({1, 1, 0xA5, 0xA5}, {1, 1, 0x5A, 0x5A})->words, "output 'y' at [1, 0]");
}

TEST(FindUnwritten, LeavesAnAliasAside) {
  RawOutput one = output({0xA5, 0xA5, 0xA5, 0xA5});
  RawOutput two = output({0x5A, 0x5A, 0x5A, 0x5A});
  one.declared.alias = two.declared.alias = "x";
  EXPECT_FALSE(find_unwritten({one}, {two}, first, second)) << "the call may leave elements as they were";
}

TEST(FindUnwritten, LooksAtEveryOutput) {
  RawOutput scalar = output({0xA5}, DType::int8, {});
  RawOutput again = output({0x5A}, DType::int8, {});
  scalar.declared.name = again.declared.name = "z";
  const auto found = find_unwritten({output({1, 2, 3, 4}), scalar}, {output({1, 2, 3, 4}), again}, first, second);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->words, "output 'z' at []");
}

TEST(FindDifference, IsTheFirstElementThatIsNotTheSame) {
  EXPECT_FALSE(find_difference({output({1, 2, 3, 4})}, {output({1, 2, 3, 4})}));
  const Shape shape{2, 2};
  const auto found =
      find_difference({output({1, 2, 3, 4}, DType::int8, shape)}, {output({1, 2, 5, 5}, DType::int8, shape)});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->output, "y");
  EXPECT_EQ(found->words, "output 'y' at [1, 0]");
  EXPECT_EQ(found->change, ": 0x05 instead of 0x03");
}

TEST(FindDifference, SaysTheWholeElementAsANumber) {
  const auto found =
      find_difference({output({1, 2, 3, 4}, DType::int16, {2})}, {output({1, 2, 3, 5}, DType::int16, {2})});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->change, ": 0x0503 instead of 0x0403");
}

TEST(FindDifference, OfAnAliasIsAByteOfItsStorage) {
  RawOutput one = output({1, 2, 3, 4}, DType::int16, {2});
  RawOutput two = output({1, 2, 3, 5}, DType::int16, {2});
  one.declared.alias = two.declared.alias = "x";
  ASSERT_TRUE(find_difference({one}, {two}));
  EXPECT_EQ(find_difference({one}, {two})->words, "output 'y' at byte 3 of its storage");
  EXPECT_EQ(find_difference({one}, {two})->change, ": 0x05 instead of 0x04");
}

TEST(FindDifference, IsOfTheTypeOrTheNumberBeforeTheValues) {
  const RawOutput one = output({1, 2, 3, 4});
  EXPECT_EQ(find_difference({one}, {one, one})->words, "another number of outputs");
  for (const RawOutput& other : {output({1, 2, 3, 4}, DType::uint8), output({1, 2, 3, 4}, DType::int8, {2, 2})}) {
    ASSERT_TRUE(find_difference({one}, {other}));
    EXPECT_EQ(find_difference({one}, {other})->words, "output 'y' of another type");
  }
  RawOutput renamed = one;
  renamed.declared.name = "z";
  EXPECT_EQ(find_difference({one}, {renamed})->words, "output 'y' of another type");
}

}  // namespace
}  // namespace npu_cts::wire
