// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/draft/draft.h"

#include <gmock/gmock.h>

#include <string>

#include "framework/ascend/reading/read_page.h"
#include "framework/model/modes_testing.h"

namespace npu_cts::ascend {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view page = R"md(# lib.fold

## 函数原型

```python
lib.fold(x, scale, extra=None, axis=-1) -> Tensor
```

## 参数说明

- **x** (`Tensor`)：数据类型支持`int8`、`float16`。
- **scale** (`Tensor`)：必选参数。
    - <term>Alpha 系列产品</term>：数据类型支持`float32`、`bfloat16`。
- **axis** (`int`)：轴。
- **kind** (`ScalarType`)：类型。

## 返回值说明

- **y** (`Tensor`)：折叠后的结果。形状与`x`一致。
- **z** (`Tensor`)：缩放系数。

## 约束说明

- 组合：

    **表 1** Beta 系列产品

    |x|scale|extra|
    |--|--|--|
    |int8|float32/bfloat16|int32/None|
)md";

Spec vocabulary() {
  Spec spec;
  spec.releases = {"1.0", "2.0"};
  spec.modes = three_modes();
  spec.products = {{.id = "alpha", .aliases = {{.name = "Alpha 系列产品"}}},
                   {.id = "beta", .aliases = {{.name = "Beta 系列产品"}}}};
  return spec;
}

TEST(Draft, NamesPlacesHashesAndFactsAndNoSentence) {
  const Spec spec = vocabulary();
  const PageFacts facts = facts_of(read_page(page, form_of(page)), spec, "2.0");
  ASSERT_EQ(facts.rows.size(), 1U);
  const std::string text = to_draft(facts, spec, {.op = "fold", .release = "2.0", .page = "f1", .prefix = "fld"});
  const std::string& hash = facts.rows[0].from.sha256;
  EXPECT_THAT(text, HasSubstr("#   fld-" + hash.substr(0, 8) + " " + hash + " (" + facts.rows[0].from.place +
                              ")\n#     encodes: [rows.r1]\n"));
  EXPECT_THAT(text, HasSubstr("cells: {extra: [int32, none], scale: [float32, bfloat16], x: int8}}"));
  EXPECT_THAT(text, HasSubstr("- {values: [float32, bfloat16], products: [alpha]}"));
  EXPECT_THAT(text, HasSubstr("scale.dtypes@alpha"));
  EXPECT_THAT(text, HasSubstr("defaults: [{value: -1}]"));
  EXPECT_THAT(text, Not(HasSubstr("必选")));
  EXPECT_THAT(text, Not(HasSubstr("数据类型")));
}

TEST(Draft, HasThePlaceOfImportDtypesForArgumentsAndTheNamesOfResults) {
  const Spec spec = vocabulary();
  const PageFacts facts = facts_of(read_page(page, form_of(page)), spec, "2.0");
  const std::string text = to_draft(facts, spec, {.op = "fold", .release = "2.0", .page = "f1", .prefix = "fld"});
  EXPECT_THAT(text, HasSubstr("form: function\nimport: lib\n"));
  EXPECT_THAT(text, HasSubstr("  - key: kind\n    kind: dtype\n"));
  EXPECT_THAT(text, HasSubstr("outputs:\n  - {name: \"y\", dtype: [], shape: []}\n"
                              "  - {name: z, dtype: [], shape: []}\nsupport: []\n"));
  EXPECT_THAT(text, HasSubstr("encodes: [\"y\"]"));
  ASSERT_EQ(facts.outputs.size(), 2U);
  EXPECT_EQ(facts.outputs[0].from.size(), 2U) << "both sentences are about it";
  EXPECT_THAT(to_draft(facts, spec, {.op = "other", .release = "2.0", .page = "f1", .prefix = "fld"}),
              Not(HasSubstr("import")));
}

TEST(Draft, SaysWhatItLeavesOut) {
  const Spec spec = vocabulary();
  const std::string more =
      std::string(page) + "\n## 产品支持情况\n\n|产品|是否支持|\n|:--|:--:|\n|Gamma 系列产品|√|\n|Delta 系列产品|√|\n";
  const PageFacts facts = facts_of(read_page(more, form_of(more)), spec, "2.0");
  const std::string text = to_draft(facts, spec, {.op = "fold", .release = "2.0", .page = "f1", .prefix = "fld"});
  EXPECT_EQ(facts.unknown_products.size(), 2U);
  EXPECT_THAT(
      text, HasSubstr("# LEFT OUT: a product that the spec does not know in release 2.0 (products, table 1, row 2)\n"));
  EXPECT_THAT(text, HasSubstr("support: []\n"));
  EXPECT_THAT(text, Not(HasSubstr("Gamma"))) << "no words of the page";
}

}  // namespace
}  // namespace npu_cts::ascend
