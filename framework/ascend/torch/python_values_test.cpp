// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/torch/snippet.h"

#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "framework/explain/explain_testing.h"
#include "framework/expression/nodes.h"
#include "framework/expression/parse_expression.h"

namespace npu_cts::ascend {
namespace {

using namespace explain::testing_explain;

struct Literal {
  std::string_view name;
  Value value;
  ParameterKind kind;
  std::string_view python;
};
void PrintTo(const Literal& row, std::ostream* out) { *out << row.name; }

class PythonLiteral : public testing::TestWithParam<Literal> {};

TEST_P(PythonLiteral, IsWhatPythonReads) { EXPECT_EQ(to_python(GetParam().value, GetParam().kind), GetParam().python); }

INSTANTIATE_TEST_SUITE_P(
    Each, PythonLiteral,
    testing::Values(Literal{"None", None{}, ParameterKind::tensor, "None"},
                    Literal{"True", true, ParameterKind::boolean, "True"},
                    Literal{"False", false, ParameterKind::boolean, "False"},
                    Literal{"Lowest", std::numeric_limits<std::int64_t>::min(), ParameterKind::integer,
                            "-9223372036854775808"},
                    Literal{"Word", std::string("update"), ParameterKind::word, "'update'"},
                    Literal{"WordWithAQuote", std::string("a'b"), ParameterKind::word, R"('a\'b')"},
                    Literal{"WordWithABackslash", std::string("a\\"), ParameterKind::word, R"('a\\')"},
                    Literal{"Dtype", DType::bfloat16, ParameterKind::dtype, "torch.bfloat16"},
                    Literal{"List", std::vector<std::int64_t>{1, -2}, ParameterKind::integer_list, "[1, -2]"},
                    Literal{"EmptyList", std::vector<std::int64_t>{}, ParameterKind::integer_list, "[]"},
                    Literal{"Pair", std::vector<std::int64_t>{3, 4}, ParameterKind::integer_pair, "(3, 4)"},
                    Literal{"PairOfOne", std::vector<std::int64_t>{3}, ParameterKind::integer_pair, "(3,)"}),
    [](const auto& row) { return std::string(row.param.name); });

/// A call of `fold`, for the bounds of fills.
class PythonTensor : public Fold {
 protected:
  [[nodiscard]] std::string python(const TensorType& type, const Fill* fill) const {
    const Call made = call({{"x", tensor(DType::int8, {2, 4})}});
    const BoundSpec bound = BoundSpec::bind(spec_, op_, made.target);
    return to_python(type, fill, SlotCall(bound, made.arguments));
  }

  [[nodiscard]] std::string python(const TensorType& type, const Fill& fill) const { return python(type, &fill); }

  static Fill bounded(FillKind kind, std::int64_t low, std::int64_t high) {
    Fill fill;
    fill.kind = kind;
    fill.bounds = {make_integer(low, {}), make_integer(high, {})};
    return fill;
  }

  static Fill numbers(FillKind kind, std::vector<double> given) {
    Fill fill;
    fill.kind = kind;
    fill.numbers = std::move(given);
    return fill;
  }

  static Fill bits(std::vector<std::uint64_t> patterns) {
    Fill fill;
    fill.kind = FillKind::bits;
    fill.patterns = std::move(patterns);
    return fill;
  }

  static Fill columns(std::vector<Fill> given) {
    Fill fill;
    fill.kind = FillKind::columns;
    fill.columns = std::move(given);
    return fill;
  }

  const TensorType bytes_{.dtype = DType::int8, .shape = {2, 3}};
};

TEST_F(PythonTensor, IsDrawnPlainlyWithoutAFill) {
  EXPECT_EQ(python(bytes_, nullptr), "torch.randint(-128, 128, (2, 3), dtype=torch.int8).npu()");
  EXPECT_EQ(python({.dtype = DType::boolean, .shape = {3}}, nullptr),
            "torch.randint(0, 2, (3,), dtype=torch.bool).npu()");
  EXPECT_EQ(python({.dtype = DType::float32}, nullptr), "torch.empty(()).uniform_(-4, 4).npu()");
  EXPECT_EQ(python({.dtype = DType::float16, .shape = {2}}, nullptr),
            "torch.empty((2,)).uniform_(-4, 4).to(torch.float16).npu()");
}

TEST_F(PythonTensor, LiesAsItsLayoutAndFormatSay) {
  TensorType type = bytes_;
  type.layout = Layout::transposed;
  EXPECT_EQ(python(type, nullptr), "torch.randint(-128, 128, (3, 2), dtype=torch.int8).npu().transpose(-1, -2)");
  type.layout = Layout::strided;
  EXPECT_EQ(python(type, nullptr),
            "torch.stack([torch.randint(-128, 128, (2, 3), dtype=torch.int8).npu()] * 2, dim=-1)[..., 0]");
  type.layout = Layout::contiguous;
  type.format = Format::blocked;
  EXPECT_EQ(python(type, nullptr),
            "torch_npu.npu_format_cast(torch.randint(-128, 128, (2, 3), dtype=torch.int8).npu(), 29)");
}

TEST_F(PythonTensor, BeginsInsideItsStorage) {
  TensorType type = bytes_;
  type.storage_offset = 3;
  const std::string inside =
      "(lambda x: torch.cat([x.new_empty(3), x.flatten()])[3:].view(x.shape))(torch.randint(-128, 128, ({}), "
      "dtype=torch.int8).npu())";
  EXPECT_EQ(python(type, nullptr), fmt::format(fmt::runtime(inside), "2, 3"));
  type.layout = Layout::transposed;
  EXPECT_EQ(python(type, nullptr), fmt::format(fmt::runtime(inside), "3, 2") + ".transpose(-1, -2)");
  type.layout = Layout::strided;
  EXPECT_EQ(python(type, nullptr),
            "torch.cat([torch.randint(-128, 128, (2, 3), dtype=torch.int8).npu()] * 2, dim=-1)[..., 3:]");
  type.shape = {3};
  EXPECT_EQ(python(type, nullptr),
            "torch.stack([torch.randint(-128, 128, (3,), dtype=torch.int8).npu()] * 2, dim=-1)[..., 1]");
}

TEST_F(PythonTensor, OfOneAxisIsNotTransposed) {
  EXPECT_EQ(python({.dtype = DType::int8, .shape = {3}, .layout = Layout::transposed}, nullptr),
            "torch.randint(-128, 128, (3,), dtype=torch.int8).npu()");
}

TEST_F(PythonTensor, IsDrawnFromTheRangeOfItsFill) {
  EXPECT_EQ(python(bytes_, bounded(FillKind::uniform, -3, 3)), "torch.randint(-3, 4, (2, 3), dtype=torch.int8).npu()");
  EXPECT_EQ(python(bytes_, bounded(FillKind::uniform, 4, 3)), "torch.randint(0, 1, (2, 3), dtype=torch.int8).npu()")
      << "an empty range is a single 0";
  Fill by_size = bounded(FillKind::uniform, 0, 0);
  by_size.bounds[1] = parse_expression("n - 1", {}, {.symbols = {{"n", Type::integer}}}).value();
  EXPECT_EQ(python(bytes_, by_size), "torch.randint(0, 4, (2, 3), dtype=torch.int8).npu()") << "n of the call is 4";
}

TEST_F(PythonTensor, HasDistinctNumbersWhileTheRangeLasts) {
  EXPECT_EQ(python(bytes_, bounded(FillKind::distinct, 5, 10)),
            "(torch.randperm(6)[:6] + 5).reshape((2, 3)).to(torch.int8).npu()");
  EXPECT_EQ(python(bytes_, bounded(FillKind::distinct, 5, 9)), "torch.randint(5, 10, (2, 3), dtype=torch.int8).npu()");
}

TEST_F(PythonTensor, HasRealsOfARange) {
  EXPECT_EQ(python({.dtype = DType::float32, .shape = {2}}, numbers(FillKind::reals, {0.5, 1.5})),
            "torch.empty((2,)).uniform_(0.5, 1.5).npu()");
}

TEST_F(PythonTensor, HasNumbersInTurn) {
  EXPECT_EQ(python(bytes_, numbers(FillKind::cycle, {1, 2, 3, 4})),
            "torch.tensor([1, 2, 3, 4], dtype=torch.int8).repeat(2)[:6].reshape((2, 3)).npu()");
  EXPECT_EQ(python({.dtype = DType::int8, .shape = {0}}, numbers(FillKind::cycle, {1, 2})),
            "torch.tensor([1, 2], dtype=torch.int8).repeat(0)[:0].reshape((0,)).npu()");
}

TEST_F(PythonTensor, WritesWhatIsNotFiniteAsPythonDoes) {
  const TensorType type{.dtype = DType::float32, .shape = {2}};
  EXPECT_EQ(python(type, bits({0x7F800000, 0x7FC00000})),
            "torch.tensor([float('inf'), float('nan')], dtype=torch.float32).repeat(1)[:2].reshape((2,)).npu()");
}

TEST_F(PythonTensor, ReadsBitsAsItsDtypeDoes) {
  EXPECT_EQ(python({.dtype = DType::int8, .shape = {1}}, bits({0xFF})), "torch.full((1,), -1, dtype=torch.int8).npu()");
  EXPECT_EQ(python({.dtype = DType::uint8, .shape = {1}}, bits({0xFF})),
            "torch.full((1,), 255, dtype=torch.uint8).npu()");
  EXPECT_EQ(python({.dtype = DType::float16, .shape = {1}}, bits({0x3C00})),
            "torch.full((1,), 1, dtype=torch.float16).npu()");
  EXPECT_EQ(python({.dtype = DType::float64, .shape = {1}}, bits({0x3FB999999999999A})),
            "torch.full((1,), 0.1, dtype=torch.float64).npu()");
}

TEST_F(PythonTensor, HasAFillForEachColumn) {
  const Fill fill = columns({bounded(FillKind::uniform, 0, 1), bounded(FillKind::uniform, 2, 3)});
  const std::string first = "torch.randint(0, 2, (2,), dtype=torch.int8)";
  const std::string second = "torch.randint(2, 4, (2,), dtype=torch.int8)";
  EXPECT_EQ(python(bytes_, fill), "torch.stack([" + first + ", " + second + ", " + first + "], dim=-1).npu()");
  EXPECT_EQ(python({.dtype = DType::int8, .shape = {3}}, fill), "torch.randint(2, 4, (3,), dtype=torch.int8).npu()")
      << "a vector takes the last";
  EXPECT_EQ(python({.dtype = DType::int8, .shape = {3, 0}}, fill), "torch.empty((3, 0), dtype=torch.int8).npu()");
}

TEST_F(PythonTensor, KeepsTheOrderOfItsFillWhereItIsTransposed) {
  TensorType type = bytes_;
  type.layout = Layout::transposed;
  const std::string laid = ".npu().transpose(-1, -2).contiguous().transpose(-1, -2)";
  EXPECT_EQ(python(type, numbers(FillKind::cycle, {1, 2})),
            "torch.tensor([1, 2], dtype=torch.int8).repeat(3)[:6].reshape((2, 3))" + laid);
  EXPECT_EQ(python(type, bits({1})), "torch.full((2, 3), 1, dtype=torch.int8)" + laid);
  const Fill two = columns({bounded(FillKind::uniform, 0, 1), bounded(FillKind::uniform, 2, 3)});
  EXPECT_EQ(python(type, two), python(bytes_, two) + laid.substr(6)) << "columns are those of the tensor that is seen";
}

}  // namespace
}  // namespace npu_cts::ascend
