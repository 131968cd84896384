// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/output_places.h"

#include <gtest/gtest.h>

#include "framework/run/watch/guarded_memory.h"

namespace npu_cts::wire {
namespace {

DeclaredOutput output_of(std::string name, std::string alias = "", DType dtype = DType::int8, Shape shape = {4}) {
  return {.name = std::move(name), .alias = std::move(alias), .dtype = dtype, .shape = std::move(shape)};
}

/// A call of a tensor x of four int8 with eight bytes of storage, and an attribute.
wire::Run toy_call() {
  PlacedTensor x{.type = {.dtype = DType::int8, .shape = {4}, .layout = Layout::strided},
                 .strides = {2},
                 .offset = 0,
                 .at = {.offset = 0, .bytes = 8}};
  return {.op = "toy", .arguments = {{"axis", std::int64_t{1}}, {"x", std::move(x)}}};
}

TEST(FindAliased, IsTheTensorArgumentOfThatName) {
  const wire::Run made = toy_call();
  ASSERT_NE(find_aliased(made, output_of("y", "x")), nullptr);
  EXPECT_EQ(find_aliased(made, output_of("y", "x"))->at.bytes, 8U);
  EXPECT_EQ(find_aliased(made, output_of("y")), nullptr) << "it is of its own";
  EXPECT_EQ(find_aliased(made, output_of("y", "axis")), nullptr) << "no tensor";
  EXPECT_EQ(find_aliased(made, output_of("y", "z")), nullptr) << "no argument";
}

TEST(BytesOfAnOutput, AreItsElementsOrTheStorageThatItAliases) {
  EXPECT_EQ(bytes_of(toy_call(), output_of("y", "", DType::int32, {2, 3})), 24U);
  EXPECT_EQ(bytes_of(toy_call(), output_of("y", "", DType::float16, {})), 2U);
  EXPECT_EQ(bytes_of(toy_call(), output_of("y", "", DType::int32, {2, 0})), 0U);
  EXPECT_EQ(bytes_of(toy_call(), output_of("y", "x")), 8U);
}

TEST(WrongDeclaration, SaysNothingOfARightOne) {
  EXPECT_EQ(wrong_declaration(toy_call(), {}), "");
  EXPECT_EQ(wrong_declaration(toy_call(), {output_of("y"), output_of("z", "x")}), "");
}

struct WrongOutputs {
  std::string_view name;
  std::vector<DeclaredOutput> outputs;
  std::string_view what;
};
void PrintTo(const WrongOutputs& row, std::ostream* out) { *out << row.name; }

class WrongDeclarationOf : public testing::TestWithParam<WrongOutputs> {};

TEST_P(WrongDeclarationOf, IsNamed) { EXPECT_EQ(wrong_declaration(toy_call(), GetParam().outputs), GetParam().what); }

INSTANTIATE_TEST_SUITE_P(
    Each, WrongDeclarationOf,
    testing::Values(
        WrongOutputs{"NameTwice", {output_of("y"), output_of("y")}, "declares output 'y' twice"},
        WrongOutputs{"NameThatIsNotSafeToPrint", {output_of("\n"), output_of("\n")}, "declares output '\\x0A' twice"},
        WrongOutputs{"ShapeBelowZero", {output_of("y", "", DType::int8, {3, -1})}, "output 'y' has the shape [3, -1]"},
        WrongOutputs{"AliasTwice", {output_of("y", "x"), output_of("z", "x")}, "two outputs alias one argument"},
        WrongOutputs{"AliasOfNothing", {output_of("y", "z")}, "output 'y' aliases 'z', which is no tensor here"},
        WrongOutputs{"AliasOfANumber", {output_of("y", "axis")}, "output 'y' aliases 'axis', which is no tensor here"},
        WrongOutputs{"AliasOfAnotherDtype",
                     {output_of("y", "x", DType::uint8)},
                     "output 'y' has not the type of 'x', which it aliases"},
        WrongOutputs{"AliasOfAnotherShape",
                     {output_of("y", "x", DType::int8, {2, 2})},
                     "output 'y' has not the type of 'x', which it aliases"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(WrongDeclaration, TellsAnOutputThatIsCalledAliasFromAnAlias) {
  EXPECT_EQ(wrong_declaration(toy_call(), {output_of("alias x"), output_of("y", "x")}), "");
  EXPECT_EQ(wrong_declaration(toy_call(), {output_of("y", "x"), output_of("alias x")}), "");
}

TEST(PlaceOutputs, PutsTheWorkspaceFirstAndEachOutputInPagesOfItsOwn) {
  const Prepared prepared{.workspace = 5, .outputs = {output_of("y"), output_of("z", "x")}};
  const OutputPlaces start = place_outputs(toy_call(), prepared, Flush::start);
  EXPECT_FALSE(start.trouble);
  EXPECT_EQ(start.places, (Proceed{.workspace = {0, 5}, .outputs = {{page_bytes, 4}, {2 * page_bytes, 8}}}));
  const OutputPlaces end = place_outputs(toy_call(), prepared, Flush::end);
  EXPECT_EQ(end.places,
            (Proceed{.workspace = {page_bytes - 5, 5}, .outputs = {{2 * page_bytes - 4, 4}, {3 * page_bytes - 8, 8}}}));
}

TEST(PlaceOutputs, SaysWhyNothingCanBePlaced) {
  const auto trouble = [](const Prepared& prepared) {
    const auto found = place_outputs(toy_call(), prepared, Flush::start).trouble;
    return found ? found->detail : "";
  };
  EXPECT_EQ(trouble({.outputs = {output_of("y"), output_of("y")}}), "declares output 'y' twice");
  EXPECT_EQ(trouble({.workspace = shared_bytes + 1}), "a workspace of 268435457 bytes");
  EXPECT_EQ(trouble({.workspace = shared_bytes}), "");
  EXPECT_EQ(trouble({.workspace = shared_bytes, .outputs = {output_of("y")}}),
            "the call's outputs are larger than the shared memory");
}

}  // namespace
}  // namespace npu_cts::wire
