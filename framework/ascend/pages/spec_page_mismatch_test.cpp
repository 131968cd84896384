// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/spec_page_mismatch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::ascend {
namespace {

constexpr std::string_view mismatch_spec = R"yaml(operator: fold
form: function
text: {en: folds x, zh: 折叠}
pages: {"1.0": []}
signatures: [{value: "(x, extra=None, axis=-1) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: what is folded, zh: 输入}, dtypes: [{values: [int8, float16]}]}
  - {key: extra, kind: tensor, optional: true, text: {en: more, zh: 更多}, dtypes: [{values: [int32]}], defaults: [{value: none}]}
  - {key: axis, kind: integer, text: {en: the axis, zh: 轴}, defaults: [{value: -1}]}
rows:
  - {id: r1, cells: {x: int8, extra: [int32, none]}}
  - {id: r2, cells: {x: float16, extra: none}}
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "shape(x)"}]}]
formulas: [{id: limited, formula: "out = clip(sum(x) + extra, -128, 127)", basis: document, text: {en: the limited sum, zh: 和}}]
support: [{state: supported, products: [alpha]}, {state: unsupported}]
)yaml";

constexpr std::string_view mismatch_page = R"md(# lib.fold

## 产品支持情况

|产品|是否支持|
|--|--|
|Alpha 系列产品|√|

## 功能说明

- 计算公式：
  $$
  out = Max(Min(INT(sum(x) + \text{extra}), 127), -128)
  $$

## 函数原型

```python
lib.fold(x, extra=None, axis=-1) -> Tensor
```

## 参数说明

- **x** (`Tensor`)：数据类型支持`int8`、`float16`。
- **extra** (`Tensor`)：数据类型支持`int32`。
- **axis** (`int`)：轴。

## 约束说明

- 组合：

    **表 1** Alpha 系列产品

    |x|extra|
    |--|--|
    |int8|int32/None|
    |float16|None|
)md";

Spec mismatch_vocabulary() {
  Spec spec;
  spec.releases = {"1.0"};
  spec.modes = three_modes();
  spec.products = {{.id = "alpha", .aliases = {{.name = "Alpha 系列产品"}}},
                   {.id = "beta", .aliases = {{.name = "Beta 系列产品"}}}};
  return spec;
}

Document first_page() {
  Document document;
  document.id = "f1";
  document.release = "1.0";
  document.language = "zh";
  return document;
}

/// Returns what differs where `from` on the mismatch_page is written as `to`.
findings::Findings mismatches_after(std::string_view from, std::string_view to) {
  std::string text(mismatch_page);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const Spec spec = mismatch_vocabulary();
  return check_spec_page_mismatch(spec, reader::read_op_spec(mismatch_spec, "fold.yaml", spec).value(), first_page(),
                                  facts_of(read_page(text, form_of(text)), spec, "1.0"));
}

struct MismatchCase {
  std::string_view name, from, to;
  std::size_t found;
};
void PrintTo(const MismatchCase& edit, std::ostream* out) { *out << edit.name; }

class MismatchOfEdits : public testing::TestWithParam<MismatchCase> {};

TEST_P(MismatchOfEdits, IsFoundFromEitherSide) {
  const findings::Findings found = mismatches_after(GetParam().from, GetParam().to);
  EXPECT_EQ(found.size(), GetParam().found);
  const bool is_name = GetParam().name.starts_with("ProductOfAnUnknown") || GetParam().name.starts_with("UnknownName");
  const bool is_dtype = GetParam().name.starts_with("UnknownDtype");
  for (const findings::Finding& one : found)
    EXPECT_EQ(one.kind, is_name ? kinds::unknown_product : is_dtype ? kinds::unknown_dtype : kinds::spec_page_mismatch);
}

const std::vector<MismatchCase> edits{
    {"Nothing", "axis=-1", "axis=-1", 0},
    {"RowChanged", "|float16|None|", "|float16|int32|", 2},
    {"RowAdded", "|float16|None|\n", "|float16|None|\n    |float16|int32|\n", 1},
    {"RowLost", "    |float16|None|\n", "", 1},
    {"DtypeAdded", "`int8`、`float16`", "`int8`、`float16`、`int32`", 1},
    {"DtypeLost", "`int8`、`float16`", "`int8`", 1},
    {"UnknownDtypeFirst", "`int8`、`float16`", "`quint4x2`、`int8`、`float16`", 1},
    {"UnknownDtypeBetween", "`int8`、`float16`", "`int8`、`float8_e9m9`、`float16`", 1},
    {"WordBehindAList", "`int8`、`float16`", "`int8`、`float16`的x1", 0},
    {"ProductAdded", "|√|\n", "|√|\n|Beta 系列产品|√|\n", 1},
    {"ProductOfAnUnknownName", "|√|\n", "|√|\n|Gamma 系列产品|√|\n", 1},
    {"UnknownNameBesideAKnownOne", "|Alpha 系列产品|", "|Alpha 系列产品/Gamma 系列产品|", 1},
    {"UnknownNameOfAnItem", "`int32`。\n", "`int32`。\n  - Alpha 系列产品、Gamma 系列产品：数据类型支持`int32`。\n", 1},
    {"KnownNamesOfAnItem", "`int32`。\n", "`int32`。\n  - Alpha 系列产品/Alpha 系列产品：数据类型支持`int32`。\n", 0},
    {"UnknownNameWithoutSupport", "|√|\n", "|√|\n|Gamma 系列产品|×|\n", 0},
    {"ProductLost", "|√|", "|×|", 1},
    {"FormulaChanged", "sum(x) +", "sum(x) -", 2},
    {"FormulaShortened", " + \\text{extra}", "", 2},
    {"FormulaLost", "  $$\n  out = Max(Min(INT(sum(x) + \\text{extra}), 127), -128)\n  $$\n", "", 0},
    {"FormulaAdded", "-128)\n  $$\n", "-128)\n  $$\n- 另有：\n  $$\n  out = x\n  $$\n", 1},
    {"DefaultChanged", "axis=-1", "axis=0", 2},
    {"ParameterAdded", "axis=-1", "axis=-1, extent=2", 2},
    {"ResultOfAnotherType", ") -> Tensor", ") -> int", 1},
    {"FrameworkNamed", "：轴。", "：轴，仅支持PyTorch 2.1版本。", 1},
    {"ReservedOnThePage", "：轴。", "：轴，预留参数。", 1},
    {"RequiredOnThePage", "：数据类型支持`int32`", "：必选参数，数据类型支持`int32`", 1}};

INSTANTIATE_TEST_SUITE_P(Page, MismatchOfEdits, testing::ValuesIn(edits),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(SpecPageMismatch, TakesAFormulaOfElementsAsTheOneThatStandsOnItsStatement) {
  Spec spec = mismatch_vocabulary();
  OpSpec op = reader::read_op_spec(mismatch_spec, "fold.yaml", mismatch_vocabulary()).value();
  op.formulas.front().cite = {"s1"};
  spec.statements.push_back({.id = "s1", .documents = {"f1"}, .place = "function, formula 1"});
  const auto found = [&](std::string_view formula) {
    std::string text(mismatch_page);
    const std::string_view product = "out = Max(Min(INT(sum(x) + \\text{extra}), 127), -128)";
    text.replace(text.find(product), product.size(), formula);
    return check_spec_page_mismatch(spec, op, first_page(), facts_of(read_page(text, form_of(text)), spec, "1.0"))
        .size();
  };
  EXPECT_EQ(found("out_i = x_i + extra_{i}"), 0U);
  EXPECT_EQ(found("out_{i} = x"), 0U);
  EXPECT_EQ(found("out = x_all"), 2U) << "a name of several letters is no index";
  EXPECT_EQ(found("out = x_{all}"), 2U);
  EXPECT_EQ(found("out = x_"), 2U);
}

TEST(SpecPageMismatch, TakesAFractionAsTheFormulaThatStandsOnItsStatement) {
  std::string text(mismatch_page);
  const std::string_view product = "out = Max(Min(INT(sum(x) + \\text{extra}), 127), -128)";
  text.replace(text.find(product), product.size(), "out = \\frac{x}{2}");
  Spec spec = mismatch_vocabulary();
  OpSpec op = reader::read_op_spec(mismatch_spec, "fold.yaml", mismatch_vocabulary()).value();
  op.formulas.front().cite = {"s1"};
  const auto found = [&] {
    return check_spec_page_mismatch(spec, op, first_page(), facts_of(read_page(text, form_of(text)), spec, "1.0"))
        .size();
  };
  EXPECT_EQ(found(), 2U) << "no statement says that they are one";
  spec.statements.push_back({.id = "s1", .documents = {"f1"}, .place = "function, formula 1"});
  EXPECT_EQ(found(), 0U);
  op.formulas.push_back(op.formulas.front());
  op.formulas.back().cite.clear();
  EXPECT_EQ(found(), 1U) << "the other formula is not on the page, and takes the first nothing";
  op.formulas.pop_back();
  spec.statements.back().documents = {"f2"};
  EXPECT_EQ(found(), 2U) << "another page";
}

/// With NPU_CTS_BLESS=1 the golden is written instead.
TEST(SpecPageMismatch, PrintsWhatIsInTheGolden) {
  std::string printed;
  for (const MismatchCase& edit : edits) {
    for (const Diagnostic& diagnostic : findings::to_diagnostics(mismatches_after(edit.from, edit.to)))
      printed += to_text(diagnostic, mismatch_spec);
  }
  const std::string path = std::string(NPU_CTS_SOURCE_DIR) + "/framework/ascend/pages/golden/spec_page_mismatch.txt";
  const char* const bless = std::getenv("NPU_CTS_BLESS");
  if (bless != nullptr && std::string_view(bless) == "1") std::ofstream(path) << printed;
  std::ifstream golden(path);
  EXPECT_EQ(printed, std::string(std::istreambuf_iterator<char>(golden), {}));
}

}  // namespace
}  // namespace npu_cts::ascend
