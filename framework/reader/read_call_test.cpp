// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "framework/reader/read_spec.h"
#include "framework/reader/write_call.h"

namespace npu_cts::reader {
namespace {

namespace fs = std::filesystem;

const Spec& invented() {
  static const Result<Spec> spec = read_spec(fs::path(NPU_CTS_SOURCE_DIR) / "framework/reader/golden/spec");
  return spec.value();
}

std::string why(const Result<Call>& call) {
  std::string text;
  if (!call) {
    for (const Diagnostic& d : call.diagnostics()) text += to_text(d);
  }
  return text;
}

constexpr std::string_view newest = R"(call: mirror
product: red_chip
mode: graph_dynamic
arguments:
  x: {dtype: int8, shape: [2, 3], layout: transposed, format: NCHW, storage_offset: 4}
  axis: -1
  how: copy
  sizes: [1, -2]
  out_dtype: float32
)";

TEST(ReadCall, ReadsEveryKindOfArgument) {
  const Result<Call> call = read_call(newest, "c.yaml", invented());
  ASSERT_TRUE(call) << why(call);
  EXPECT_EQ(call->op, "mirror");
  EXPECT_EQ(call->target, (Target{"red_chip", "3.0", "graph_dynamic"}));
  EXPECT_EQ(call->arguments.at("x"), Value(Tensor{{DType::int8, {2, 3}, Layout::transposed, Format::nchw, 4}, {}}));
  EXPECT_EQ(call->arguments.at("axis"), Value(std::int64_t{-1}));
  EXPECT_EQ(call->arguments.at("how"), Value(std::string("copy")));
  EXPECT_EQ(call->arguments.at("sizes"), Value(std::vector<std::int64_t>{1, -2}));
  EXPECT_EQ(call->arguments.at("out_dtype"), Value(DType::float32));
}

TEST(ReadCall, TakesALayoutThatNoStrideShowsForContiguous) {
  for (const std::string_view shape : {"[1, 4]", "[4, 1]", "[0, 3]"}) {
    const Result<Call> call = read_call(fmt::format("{{call: mirror, product: red_chip, mode: eager, arguments: {{x: "
                                                    "{{dtype: int8, shape: {}, layout: transposed}}}}}}",
                                                    shape),
                                        "c", invented());
    ASSERT_TRUE(call) << why(call);
    EXPECT_EQ(std::get<Tensor>(call->arguments.at("x")).type.layout, Layout::contiguous) << shape;
  }
}

TEST(ReadCall, TakesNamesFromThePageOfTheRelease) {
  const Result<Call> call = read_call(
      "{call: mirror, product: red_chip, mode: eager, release: \"1.0\", arguments: {source: none}}", "c", invented());
  ASSERT_TRUE(call) << why(call);
  EXPECT_EQ(call->arguments.at("x"), Value(None{}));
}

TEST(ReadCall, LeavesItToTheSpecThatAReleaseLacksAParameter) {
  const Result<Call> call = read_call(
      "{call: mirror, product: red_chip, mode: eager, release: \"1.0\", arguments: {how: none}}", "c", invented());
  ASSERT_TRUE(call) << why(call);
  EXPECT_EQ(call->arguments.at("how"), Value(None{}));
}

TEST(ReadCall, KeepsTheGroupsOfAModuleApart) {
  const Result<Call> call = read_call(
      "{call: Brush, product: blue_chip, mode: eager, constructor: {width: 3, bias: false}, variables: {bias: none}, "
      "arguments: {image: {dtype: int8, shape: []}}}",
      "c", invented());
  ASSERT_TRUE(call) << why(call);
  EXPECT_EQ(call->arguments.at("bias"), Value(false));
  EXPECT_EQ(call->arguments.at("bias_values"), Value(None{}));
  EXPECT_EQ(call->arguments.at("width"), Value(std::int64_t{3}));
  EXPECT_EQ(call->arguments.at("image"), Value(Tensor{{DType::int8, {}}, {}}));
}

TEST(ReadCall, SaysWhichGroupOfAModuleANameBelongsTo) {
  const auto hint_for = [](std::string_view argument) {
    const Result<Call> call =
        read_call(fmt::format("{{call: Brush, product: blue_chip, mode: eager, arguments: {{{}: 3}}}}", argument), "c",
                  invented());
    return call ? "read" : call.diagnostics()[0].hint;
  };
  EXPECT_EQ(hint_for("width"), "write it under 'constructor:'");
  EXPECT_EQ(hint_for("widht"), "write one that is known");
}

TEST(ReadCall, RefusesDataOfAnArgumentThatIsNoTensor) {
  EXPECT_FALSE(
      read_call("{call: mirror, product: red_chip, mode: eager, arguments: {axis: {data: a.npy}}}", "c", invented()));
}

TEST(ReadCall, TakesTheLargestTensorThatCanBeCounted) {
  const auto read = [](std::string_view shape) {
    return read_call("{call: mirror, product: red_chip, mode: eager, arguments: {x: {dtype: int8, shape: " +
                         std::string(shape) + "}}}",
                     "c", invented());
  };
  EXPECT_TRUE(read("[576460752303423488]"));
  EXPECT_TRUE(read("[2, 0, 288230376151711744]"));
  EXPECT_FALSE(read("[576460752303423489]"));
  EXPECT_FALSE(read("[2, 0, 288230376151711745]"));
  EXPECT_FALSE(read("[-1]"));
}

/// Returns what is wrong with a call of `mirror` that has these arguments; empty where nothing is.
std::string why_not(std::string_view arguments) {
  return why(read_call(fmt::format("{{call: mirror, product: red_chip, mode: eager, arguments: {{{}}}}}", arguments),
                       "c", invented()));
}

TEST(ReadCall, DoesNotCountTheElementsOfWhatItRefuses) {
  const auto refused = [](const Shape& shape) {
    return why_not(fmt::format("x: {{dtype: int8, shape: {}, layout: transposed}}", to_text(shape)));
  };
  EXPECT_THAT(refused({std::int64_t{1} << 59, 64}), testing::HasSubstr("is no shape"));
  EXPECT_THAT(refused(Shape(65, 2)), testing::HasSubstr("the shape has 65 axes"));
}

TEST(ReadCall, RefusesAStorageOffsetOfATensorInBlocks) {
  const auto read = [](int offset) {
    return read_call(
        fmt::format("{{call: mirror, product: red_chip, mode: eager, arguments: {{x: {{dtype: int8, shape: "
                    "[2, 3], storage_offset: {}, format: {}}}}}}}",
                    offset, name_of(Format::blocked)),
        "c", invented());
  };
  EXPECT_TRUE(read(0)) << why(read(0));
  const std::string refused = why(read(1));
  EXPECT_THAT(refused, testing::HasSubstr("1 is no storage_offset of"));
  EXPECT_THAT(refused, testing::HasSubstr("blocks begin where their storage does"));
  EXPECT_THAT(refused, testing::HasSubstr("leave it out, or write another format"));
}

TEST(ReadCall, TakesATensorOf64Axes) {
  const auto of_ones = [](std::size_t axes) {
    return fmt::format("x: {{dtype: int8, shape: {}}}", to_text(Shape(axes, 1)));
  };
  EXPECT_EQ(why_not(of_ones(64)), "");
  EXPECT_THAT(why_not(of_ones(65)), testing::HasSubstr("the shape has 65 axes"));
}

TEST(ReadCall, TellsAWordInQuotesFromANumberAndFromNone) {
  EXPECT_THAT(why_not("sizes: 3"), testing::HasSubstr("a number stands where a list of integers"));
  EXPECT_THAT(why_not("sizes: '3'"), testing::HasSubstr("a word stands where a list of integers"));
  const auto call =
      read_call("{call: mirror, product: red_chip, mode: eager, arguments: {how: 'none'}}", "c", invented());
  ASSERT_TRUE(call) << why(call);
  EXPECT_EQ(call->arguments.at("how"), Value(std::string("none")));
}

TEST(ReadCall, SaysOfAnIntegerBelowTheLeastThatItHasTooManyBits) {
  EXPECT_THAT(why_not("axis: -10000000000000000000"), testing::HasSubstr("is no integer of 64 bits"));
  EXPECT_THAT(why_not("axis: -01"), testing::HasSubstr("is not a plain decimal integer"));
}

TEST(ReadCall, FailsWithoutAFile) {
  const Result<Call> call = read_call_file("no such file.yaml", invented());
  ASSERT_FALSE(call);
  EXPECT_EQ(call.diagnostics()[0].kind, Kind::unreadable_file);
}

TEST(WriteCall, IsReadBackToTheSameCall) {
  for (const std::string_view text :
       {newest,
        std::string_view("{call: mirror, product: red_chip, mode: eager, release: \"1.0\", arguments: {source: none}}"),
        std::string_view("{call: mirror, product: red_chip, mode: eager, "
                         "arguments: {x: {dtype: int8, shape: [2], storage_offset: 1}, how: 'none'}}"),
        std::string_view("{call: mirror, product: red_chip, mode: eager, arguments: {how: \"no: \\\"#\\\\\"}}"),
        std::string_view("{call: mirror, product: red_chip, mode: eager, arguments: {how: \"two\\nlines\\t\\x7F \"}}"),
        std::string_view("{call: mirror, product: red_chip, mode: eager, "
                         "arguments: {how: \"\\u0085 \\u2028 \\u202E \\uFEFF \\u4E2D \\U0001F600\"}}"),
        std::string_view(
            "{call: Brush, product: blue_chip, mode: graph_static, constructor: {width: [1, 2], bias: true}, "
            "variables: {bias: {dtype: bool, shape: [0]}}, arguments: {}}")}) {
    const Result<Call> call = read_call(text, "c", invented());
    ASSERT_TRUE(call) << why(call);
    const std::string written = write_call(invented(), *find_operator(invented(), call->op), *call);
    const Result<Call> again = read_call(written, "w", invented());
    ASSERT_TRUE(again) << why(again) << written;
    EXPECT_EQ(*again, *call) << written;
  }
}

TEST(SaveCall, KeepsTheData) {
  const fs::path folder = fs::path(testing::TempDir()) / "save_call";
  fs::create_directories(folder);
  Call call = read_call(newest, "c", invented()).value();
  std::get<Tensor>(call.arguments.at("x")).values.assign(6, std::byte{9});
  const OpSpec& op = *find_operator(invented(), "mirror");
  ASSERT_EQ(save_call(folder, invented(), op, call), std::nullopt);
  EXPECT_TRUE(fs::exists(folder / "arguments.x.npy"));
  const Result<Call> again = read_call_file(folder / "call.yaml", invented());
  ASSERT_TRUE(again) << why(again);
  EXPECT_EQ(*again, call);
  fs::remove_all(folder);
  EXPECT_EQ(save_call(folder, invented(), op, call)->kind, Kind::unwritable_file);
}

TEST(SaveCall, SaysThatTheDiskIsFull) {
  const fs::path folder = fs::path(testing::TempDir()) / "save_call_full";
  fs::create_directories(folder);
  fs::create_symlink("/dev/full", folder / "call.yaml");
  const Call call = read_call(newest, "c", invented()).value();
  const auto failed = save_call(folder, invented(), *find_operator(invented(), "mirror"), call);
  fs::remove_all(folder);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->kind, Kind::unwritable_file);
  EXPECT_EQ(failed->at, (Location{(folder / "call.yaml").string(), 0, 0}));
}

/// Returns the folder of examples of the command's contract, which is not part of the project; empty where there is
/// none.
fs::path contract_examples() {
  const char* const shared = std::getenv("NPU_CTS_SHARED");
  const fs::path root = shared != nullptr ? fs::path(shared) : fs::path(NPU_CTS_SOURCE_DIR) / "../shared";
  return fs::exists(root / "examples") ? root / "examples" : fs::path();
}

TEST(ReadCall, ReadsTheExamplesOfTheContract) {
  if (contract_examples().empty()) GTEST_SKIP() << "set NPU_CTS_SHARED to the folder that holds examples/";
  const Result<Spec> spec = read_spec(fs::path(NPU_CTS_SOURCE_DIR) / "spec");
  ASSERT_TRUE(spec);
  int read = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(contract_examples())) {
    if (entry.path().extension() != ".yaml") continue;
    const Result<Call> call = read_call_file(entry.path(), *spec);
    EXPECT_TRUE(call) << why(call);
    ++read;
  }
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace npu_cts::reader
