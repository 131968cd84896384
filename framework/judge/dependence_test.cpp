// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/dependence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/model/element.h"
#include "framework/rule/rule_testing.h"

namespace npu_cts::judging {
namespace {

using testing::ElementsAre;

Tensor bytes(const std::vector<int>& values) {
  Tensor tensor{.type = {.dtype = DType::int8, .shape = {static_cast<std::int64_t>(values.size())}}};
  for (const int value : values) tensor.values.push_back(static_cast<std::byte>(value));
  return tensor;
}

const Tensor& tensor_of(const Call& call, const std::string& key) { return std::get<Tensor>(call.arguments.at(key)); }

/// Asks for the inputs at `places` of what `compute` makes of `x` and `scale`, of an operator with `rules`. It has a
/// bias too, which is not given.
std::vector<std::string> inputs(const Tensor& x, const Tensor& scale, const std::vector<std::int64_t>& places,
                                const Computation& compute, std::vector<Rule> rules = {}) {
  OpSpec op;
  op.name = "frobnicate";
  op.parameters = {testing_rule::parameter("x", ParameterKind::tensor),
                   testing_rule::parameter("scale", ParameterKind::tensor),
                   testing_rule::parameter("bias", ParameterKind::tensor)};
  op.parameters[2].optional = true;
  op.rules = std::move(rules);
  Spec spec;
  spec.releases = {"1"};
  const Call call{.op = "frobnicate", .target = {.release = "1"}, .arguments = {{"x", x}, {"scale", scale}}};
  return inputs_at(BoundSpec::bind(spec, op, call.target), call, places, compute);
}

/// Each element of x times the scale at its place, modulo 2.
Tensor scaled(const Call& call) {
  std::vector<int> values;
  for (std::size_t i = 0; i < tensor_of(call, "x").values.size(); ++i)
    values.push_back(
        static_cast<int>(integer_at(tensor_of(call, "x"), i) * integer_at(tensor_of(call, "scale"), i % 2)));
  return bytes(values);
}

TEST(InputsAt, AreTheElementsThatAPlaceDependsOn) {
  EXPECT_THAT(inputs(bytes({1, 2, 3, 4}), bytes({5, 6}), {0, 3}, scaled),
              ElementsAre("x[0] = 1, scale[0] = 5", "x[3] = 4, scale[1] = 6"));
}

TEST(InputsAt, SeesAnElementThatIsZeroAndOneWhoseSignAloneCounts) {
  const auto squared_but_for_the_sign = [](const Call& call) {
    return bytes({integer_at(tensor_of(call, "x"), 0) < 0 ? -1 : 1});
  };
  EXPECT_THAT(inputs(bytes({0}), bytes({1}), {0}, scaled), ElementsAre("x[0] = 0"));
  EXPECT_THAT(inputs(bytes({7}), bytes({1}), {0}, squared_but_for_the_sign), ElementsAre("x[0] = 7"));
}

TEST(InputsAt, MakesZeroOfANumberAndOneOfZero) {
  const auto is_zero = [](const Call& call) { return bytes({integer_at(tensor_of(call, "x"), 0) == 0}); };
  const auto is_one = [](const Call& call) { return bytes({integer_at(tensor_of(call, "x"), 0) == 1}); };
  EXPECT_THAT(inputs(bytes({1}), bytes({1}), {0}, is_zero), ElementsAre("x[0] = 1"));
  EXPECT_THAT(inputs(bytes({0}), bytes({1}), {0}, is_one), ElementsAre("x[0] = 0"));
}

TEST(InputsAt, ComputesNoCallThatTheDocumentsJudgeOtherwise) {
  Rule rule;
  rule.id = "x.positive";
  rule.require = testing_rule::parse("at(x, 0) > 0");
  Tensor x{.type = {.dtype = DType::int32, .shape = {1}}, .values = std::vector<std::byte>(4)};
  x.values[0] = std::byte{3};
  const auto first = [](const Call& call) {
    const std::int64_t value = integer_at(tensor_of(call, "x"), 0);
    EXPECT_GT(value, 0);
    return bytes({static_cast<int>(value)});
  };
  EXPECT_THAT(inputs(x, bytes({1}), {0}, first, {rule}), ElementsAre(""));
}

TEST(InputsAt, ChangesNumbersOfSeveralBytesAsAWhole) {
  Tensor wide{.type = {.dtype = DType::int32, .shape = {2}}, .values = std::vector<std::byte>(8)};
  wide.values[0] = std::byte{5};
  wide.values[4] = std::byte{6};
  const auto high_byte = [](const Call& call) {
    const Tensor& x = tensor_of(call, "x");
    return bytes({std::to_integer<int>(x.values[3]), std::to_integer<int>(x.values[7])});
  };
  EXPECT_THAT(inputs(wide, bytes({1}), {0, 1}, high_byte), ElementsAre("x[0] = 5", "x[1] = 6"));
  Tensor halves{.type = {.dtype = DType::float16, .shape = {1}}, .values = {std::byte{0x00}, std::byte{0x3C}}};
  const auto negative = [](const Call& call) { return bytes({(tensor_of(call, "x").values[1] >> 7) != std::byte{0}}); };
  EXPECT_THAT(inputs(halves, bytes({1}), {0}, negative), ElementsAre("x[0] = 1 (0x3C00)"));
  halves.values[1] = std::byte{0};
  const auto is_one = [](const Call& call) { return bytes({tensor_of(call, "x").values[1] == std::byte{0x3C}}); };
  EXPECT_THAT(inputs(halves, bytes({1}), {0}, is_one), ElementsAre("x[0] = 0 (0x0000)"));
}

TEST(InputsAt, NamesTwoElementsOfMany) {
  const auto sum = [](const Call& call) {
    int total = 0;
    for (const std::byte value : tensor_of(call, "x").values) total += std::to_integer<int>(value);
    return bytes({total});
  };
  EXPECT_THAT(inputs(bytes({1, 2, 3, 4}), bytes({1}), {0}, sum), ElementsAre("x[0] = 1, x[1] = 2 and 2 more of it"));
  EXPECT_THAT(inputs(bytes({1, 2}), bytes({1}), {0}, sum), ElementsAre("x[0] = 1, x[1] = 2"));
}

TEST(InputsAt, IsSilentAboutLargeCallsAndNamesATensorThatTakesTooManyComputations) {
  const std::vector<int> ones(8192, 1);
  EXPECT_THAT(inputs(bytes(ones), bytes({1, 1}), {0}, scaled), ElementsAre(""));
  int computations = 0;
  const auto any = [&](const Call& call) {
    ++computations;
    std::size_t hash = 0;
    for (const std::byte value : tensor_of(call, "x").values) hash = 31 * hash + std::to_integer<std::size_t>(value);
    return bytes({static_cast<int>(hash % 127)});
  };
  EXPECT_THAT(inputs(bytes(std::vector<int>(1000, 1)), bytes({1}), {0}, any), ElementsAre("much of x"));
  EXPECT_EQ(computations, 1 + 96 + 2) << "of the call, of x, and of both ways to change the scale";
}

TEST(InputsAt, TakeInputsAndOutputsOf8192Elements) {
  const auto padded_to = [](std::size_t size) {
    return [size](const Call& call) {
      std::vector<int> values(size);
      values[0] = static_cast<int>(integer_at(tensor_of(call, "x"), 0));
      return bytes(values);
    };
  };
  EXPECT_THAT(inputs(bytes(std::vector<int>(8191, 1)), bytes({1}), {0}, padded_to(1)), ElementsAre("x[0] = 1"));
  EXPECT_THAT(inputs(bytes(std::vector<int>(8192, 1)), bytes({1}), {0}, padded_to(1)), ElementsAre(""));
  EXPECT_THAT(inputs(bytes({1}), bytes({1}), {0}, padded_to(8192)), ElementsAre("x[0] = 1"));
  EXPECT_THAT(inputs(bytes({1}), bytes({1}), {0}, padded_to(8193)), ElementsAre(""));
}

}  // namespace
}  // namespace npu_cts::judging
