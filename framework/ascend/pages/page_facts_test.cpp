// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/page_facts.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::ascend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view markdown = R"(# lib.fold

## 产品支持情况

|产品|是否支持|
|--|--|
|<term>Alpha 系列产品/Alpha 盒子</term>|√|
|<term>Beta 系列产品</term>|×|

## 函数原型

```python
lib.fold(x, scale, *, extra=None, axis=-1) -> Tensor
```

## 参数说明

- **x** (`Tensor`)：必选参数，数据类型支持`int8`、`float16`，数据格式支持$ND$。
- **scale** (`Tensor`)：必选参数。
    - <term>Alpha 系列产品</term>：数据类型支持`float32`和`bfloat16`。其中`int8`另有含义。
    - <term>Beta 系列产品</term>：数据类型支持`float32`。
- **extra** (`Tensor`)：可选参数。
- **axis** (`int`)：可选参数，默认值为-1。

## 约束说明

- 组合如下：

    **表 1** <term>Beta 系列产品</term>

    |x|scale|extra|
    |--|--|--|
    |int8|float32/bfloat16|int32/None|
    |float16|float32|None|
)";

Spec vocabulary() {
  Spec spec;
  spec.releases = {"1.0", "2.0"};
  spec.products = {
      {.id = "alpha",
       .aliases = {{.name = "Alpha 系列产品"}, {.name = "Alpha 盒子", .applies = {.since = 1, .until = 1}}}},
      {.id = "beta", .aliases = {{.name = "Beta 系列产品"}}}};
  return spec;
}

PageFacts facts(std::string_view text) { return facts_of(read_page(text, form_of(text)), vocabulary(), "2.0"); }

const PageParameter& parameter(const PageFacts& facts, std::string_view name) {
  return *std::ranges::find(facts.parameters, name, &PageParameter::name);
}

TEST(PageFacts, HaveTheSignatureWithDefaultsAndTheKeywordMarker) {
  const PageFacts page = facts(markdown);
  EXPECT_EQ(page.signature, "(x, scale, *, extra=None, axis=-1) -> Tensor");
  ASSERT_THAT(page.parameters, SizeIs(4));
  EXPECT_FALSE(page.parameters[1].keyword_only);
  EXPECT_TRUE(page.parameters[2].keyword_only);
  EXPECT_TRUE(page.parameters[2].optional);
  EXPECT_EQ(page.parameters[3].default_text, "-1");
}

TEST(PageFacts, HaveTheProductTable) {
  const PageFacts page = facts(markdown);
  ASSERT_THAT(page.products, SizeIs(2));
  EXPECT_EQ(page.products[0].id, "alpha");
  EXPECT_TRUE(page.products[0].supported);
  EXPECT_EQ(page.products[1].id, "beta");
  EXPECT_FALSE(page.products[1].supported);
}

TEST(PageFacts, HaveTheDtypesOfEachProductAndNotThoseOfOtherWords) {
  const PageFacts page = facts(markdown);
  const PageParameter& scale = parameter(page, "scale");
  ASSERT_THAT(scale.dtypes, SizeIs(2));
  EXPECT_THAT(scale.dtypes[0].products, ElementsAre("alpha"));
  EXPECT_THAT(scale.dtypes[0].dtypes, ElementsAre(DType::float32, DType::bfloat16));
  EXPECT_THAT(scale.dtypes[1].products, ElementsAre("beta"));
  const PageParameter& x = parameter(page, "x");
  ASSERT_THAT(x.dtypes, SizeIs(1));
  EXPECT_THAT(x.dtypes[0].products, IsEmpty());
  EXPECT_THAT(x.dtypes[0].dtypes, ElementsAre(DType::int8, DType::float16));
  EXPECT_EQ(x.type, "Tensor");
}

TEST(PageFacts, HaveTheDtypesThatAnArgumentTakesAsValues) {
  for (const std::string_view list :
       {"- **kind** (`ScalarType`)：可选参数。\n    - <term>Alpha 系列产品</term>：支持取值`int8`、`float16`。\n",
        "- **kind** (`ScalarType`)：可选参数。\n    - Alpha 系列产品: Valid values are `int8` or `float16`.\n"}) {
    const PageFacts page = facts("# lib.fold\n\n## 参数说明\n\n" + std::string(list));
    const PageParameter& kind = parameter(page, "kind");
    ASSERT_THAT(kind.dtypes, SizeIs(1)) << list;
    EXPECT_THAT(kind.dtypes[0].products, ElementsAre("alpha"));
    EXPECT_THAT(kind.dtypes[0].dtypes, ElementsAre(DType::int8, DType::float16));
  }
}

TEST(PageFacts, HaveEachRowOfTheDtypeTableWithItsProducts) {
  const PageFacts page = facts(markdown);
  ASSERT_THAT(page.rows, SizeIs(2));
  EXPECT_THAT(page.rows[0].products, ElementsAre("beta"));
  EXPECT_EQ(page.rows[0].cells.at("scale"), (Cell{.dtypes = {DType::float32, DType::bfloat16}, .none = false}));
  EXPECT_EQ(page.rows[0].cells.at("extra"), (Cell{.dtypes = {DType::int32}, .none = true}));
  EXPECT_EQ(page.rows[1].cells.at("extra"), (Cell{.none = true}));
}

TEST(PageFacts, OfAFlattenedPageAreTheSame) {
  const PageFacts page = facts(
      "lib.fold\n接口原型\nlib.fold(Tensor x, int axis=0) -> Tensor\n参数说明\n- "
      "x:输入,数据类型支持INT8,数据格式支持ND。\n");
  ASSERT_THAT(page.parameters, SizeIs(2));
  EXPECT_EQ(page.parameters[0].type, "Tensor");
  ASSERT_THAT(page.parameters[0].dtypes, SizeIs(1));
  EXPECT_THAT(page.parameters[0].dtypes[0].dtypes, ElementsAre(DType::int8));
}

TEST(PageFacts, OfAPageWithoutAnyAreEmpty) {
  const PageFacts page = facts("# lib.fold\n\n## 约束说明\n\n- 没有。\n\n|a|b|\n|--|--|\n|one|two|\n");
  EXPECT_THAT(page.parameters, IsEmpty());
  EXPECT_THAT(page.rows, IsEmpty());
  EXPECT_EQ(page.signature, "");
}

TEST(ProductsIn, TakesTheAliasesOfTheRelease) {
  EXPECT_THAT(products_in("Alpha盒子", vocabulary(), "2.0"), ElementsAre("alpha"));
  EXPECT_THAT(products_in("Alpha盒子", vocabulary(), "1.0"), IsEmpty());
  EXPECT_THAT(products_in("Beta 系列产品、Alpha 系列产品", vocabulary(), "1.0"), ElementsAre("alpha", "beta"));
}

}  // namespace
}  // namespace npu_cts::ascend
