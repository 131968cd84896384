// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/print_expression.h"

#include <gtest/gtest.h>

#include "framework/expression/expression_testing.h"
#include "framework/expression/nodes.h"

namespace npu_cts {
namespace {

using namespace testing_expression;

class Printed : public testing::TestWithParam<std::string_view> {};

TEST_P(Printed, IsTheTextItWasParsedFrom) {
  const auto tree = parse(GetParam());
  ASSERT_TRUE(tree) << GetParam();
  EXPECT_EQ(to_text(*tree), GetParam());
  EXPECT_TRUE(same_tree(*tree, *parse(to_text(*tree))));
}

INSTANTIATE_TEST_SUITE_P(
    Expressions, Printed,
    testing::Values("1 + 2 * 3", "(1 + 2) * 3", "1 - (2 - 3)", "1 - 2 - 3", "-(n + 1)", "-n * 2", "-(5)", "--5",
                    "-5 * n", "n - -1", "7 // (2 * n)", "not flag", "not (flag or true)", "not not flag",
                    "flag and (flag or true)", "(flag and true) and flag", "flag or flag and true",
                    "(flag == true) == flag", "(n < 3) == true", "n in {1, 2}", "n in 0..n - 1", "n in (0..7) - {3}",
                    "n in axes(x) - {0} - {1}", "n in axes(x) - (axes(y) - {1})",
                    "layout(x) in {contiguous, transposed}", "mode == 'update'", "format(x) == NCHW", "z is none",
                    "x is given and z is none", "[*s, n + 1, -1]", "[]",
                    "all(d in axes(x) - {0, n}: dim(x, d) == dim(y, d))", "any(i in 0..n: at(y, i, 0) == i)",
                    "if(out_dtype is none, int8, out_dtype)", "replace(shape(x), 0, n, 1, 2)", "numel(s) == numel(x)",
                    "at(kernel, 0) + len(sizes)", "broadcastable(s, slice(shape(x), 0, -2))",
                    "-9223372036854775808 <= 9223372036854775807", "ceildiv(n, 32) * bytes(int8)"));

TEST(SameTree, TellsExpressionsApart) {
  constexpr std::string_view texts[] = {"n + 1",   "n - 1",      "n * 1",     "n + 2",       "axis + 1",   "n",
                                        "rank(x)", "rank(y)",    "numel(x)",  "flag",        "true",       "false",
                                        "int8",    "float16",    "{n, 1}",    "[n, 1]",      "[n]",        "n == 1",
                                        "n != 1",  "x is given", "x is none", "mode == 'a'", "mode == 'b'"};
  for (const std::string_view one : texts) {
    for (const std::string_view other : texts)
      EXPECT_EQ(same_tree(*parse(one), *parse(other)), one == other) << one << " | " << other;
  }
}

struct SentenceCase {
  std::string_view text;
  std::string_view en;
  std::string_view zh;
};
void PrintTo(const SentenceCase& c, std::ostream* out) { *out << c.text; }

class Sentence : public testing::TestWithParam<SentenceCase> {};

TEST_P(Sentence, ReadsAloud) {
  const auto tree = parse(GetParam().text);
  ASSERT_TRUE(tree);
  EXPECT_EQ(to_sentence(*tree, Language::en), GetParam().en);
  EXPECT_EQ(to_sentence(*tree, Language::zh), GetParam().zh);
}

INSTANTIATE_TEST_SUITE_P(
    Expressions, Sentence,
    testing::Values(
        SentenceCase{"rank(x) == rank(y)", "the rank of x equals the rank of y", "x 的维数等于 y 的维数"},
        SentenceCase{"rank(x) in 3..8", "the rank of x is in the range 3 to 8", "x 的维数在 3 到 8 范围内"},
        SentenceCase{"dtype(x) in {int8, int32}", "the dtype of x is int8 or int32", "x 的数据类型为 int8 或 int32"},
        SentenceCase{"last(x) * bytes(x) % 32 == 0",
                     "the size of the last axis of x times the bytes of one element of x is a multiple of 32",
                     "x 最后一轴的大小乘以 x 每个元素的字节数是 32 的整数倍"},
        SentenceCase{
            "all(d in axes(x) - {0, n}: dim(x, d) == dim(y, d))",
            "for every d of the axes of x except 0 and n, the size of axis d of x equals the size of axis d of y",
            "对 x 的各轴（0 和 n 除外）中的每个 d，x 第 d 轴的大小等于 y 第 d 轴的大小"},
        SentenceCase{"z is none or rank(z) == 1", "z is not given, or the rank of z equals 1",
                     "未传入 z，或 z 的维数等于 1"},
        SentenceCase{"not z is given", "z is not given", "未传入 z"},
        SentenceCase{"shape(x) == [n, 2]", "the shape of x is [n, 2]", "x 的形状为 [n, 2]"},
        SentenceCase{"(n - 1) * 2 < dim(x, -2)",
                     "(n minus 1) times 2 is less than the size of axis 2 from the end of x",
                     "（n 减 1）乘以 2 小于 x 倒数第 2 轴的大小"},
        SentenceCase{"if(flag, n == 1, n == 2)", "if flag, then n equals 1; otherwise n equals 2",
                     "若 flag，则 n 等于 1；否则 n 等于 2"},
        SentenceCase{"dim(x, 0) == 1", "the size of axis 0 of x equals 1", "x 第 0 轴的大小等于 1"},
        SentenceCase{"-(n * 2) < 0", "minus (n times 2) is less than 0", "负的（n 乘以 2）小于 0"},
        SentenceCase{"shape(x) == replace(s, 0, n, 1, 2)",
                     "the shape of x equals s with axis 0 made n and axis 1 made 2",
                     "x 的形状等于 s 将第 0 轴改为 n、将第 1 轴改为 2"},
        SentenceCase{"mode != 'add'", "mode is not 'add'", "mode 不为 'add'"},
        SentenceCase{"at(y, 0, 1) >= max(n, 4)", "element [0, 1] of y is at least the greatest of n and 4",
                     "y 的元素 [0, 1] 不小于 n 与 4 中的最大者"}));

}  // namespace
}  // namespace npu_cts
