// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/page_citations.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::ascend {
namespace {

constexpr std::string_view spec_text = R"yaml(operator: fold
form: function
text: {en: folds x, zh: 折叠}
pages: {"1.0": []}
signatures: [{value: "(x, extra=None) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: what is folded, zh: 输入}, dtypes: [{values: [int8]}], formats: [{values: [ND]}]}
  - {key: extra, kind: tensor, optional: true, text: {en: more, zh: 更多}, dtypes: [{values: [int32]}], defaults: [{value: none}]}
rules:
  - {id: x.long, phase: shape, require: "last(x) > 2", text: {en: x is long, zh: x 较长}}
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "shape(x)"}]}]
support: [{state: supported}]
examples:
  - {id: shown, call: {mode: eager, arguments: {x: {dtype: int8, shape: [24, 16]}}}}
)yaml";

constexpr std::string_view page = R"md(# lib.fold

## 参数说明

- **x** (`Tensor`)：数据类型支持`int8`。数据格式支持$ND$。
- **extra** (`Tensor`)：数据类型支持`int32`。

## 约束说明

- x的末轴大于2。
- 其余无约束。
- 末轴不超过max_size。

## 调用示例

```python
x = torch.ones(24, 16)
lib.fold(x)
```
)md";

/// What each statement of the page grounds, by its place; `{place, fact}` grounds another instead.
struct Citation {
  std::string_view name;
  std::string_view place;
  std::string_view fact;
  std::size_t found;
};
void PrintTo(const Citation& one, std::ostream* out) { *out << one.name; }

const std::vector<Citation> citations{
    {"AsTheyStand", "", "", 0},
    {"DtypesOfAnother", "parameters, item 1, sentence 1", "extra.dtypes", 2},
    {"DtypesLeftOut", "parameters, item 1, sentence 1", "x", 1},
    {"FormatsLeftOut", "parameters, item 1, sentence 2", "x", 1},
    {"DtypesForARule", "parameters, item 2", "x.long", 2},
    {"RuleOfAnotherName", "constraints, item 1", "extra.dtypes", 1},
    {"RuleWhereNoNameStands", "constraints, item 2", "x.long", 0},
    {"RuleWhereANameIsPartOfAnother", "constraints, item 3", "extra.dtypes", 0},
    {"ExampleAmongConstraints", "constraints, item 2", "examples.shown", 1},
};

std::string fact_at(std::string_view place) {
  if (place == "parameters, item 1, sentence 1") return "x.dtypes";
  if (place == "parameters, item 1, sentence 2") return "x.formats";
  if (place == "parameters, item 2") return "extra.dtypes";
  return place.starts_with("examples") ? "examples.shown" : "x.long";
}

findings::Findings found_in(std::string_view text, std::string_view place, std::string_view fact) {
  Spec spec;
  spec.releases = {"1.0"};
  spec.modes = {.all = {{.id = "eager", .is_compiled = false, .is_dynamic = false}}};
  const auto op = reader::read_op_spec(spec_text, "fold.yaml", spec);
  EXPECT_TRUE(op) << to_text(op.diagnostics().front());
  const Document document{.id = "fold-1", .op = "fold", .release = "1.0", .language = "zh"};
  const std::vector<PageStatement> said = read_page(text, PageForm::markdown);
  findings::Findings found;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const std::string grounded = said[i].place == place ? std::string(fact) : fact_at(said[i].place);
    const Location at{"documents/fold.yaml", static_cast<int>(i) + 1, 5};
    spec.statements.push_back({.id = said[i].place,
                               .sha256 = said[i].sha256,
                               .documents = {"fold-1"},
                               .place = said[i].place,
                               .encodes = {{.fact = grounded, .at = at}},
                               .at = at});
    for (findings::Finding& one : check_page_citation(*op, spec.statements.back(), said[i]))
      found.push_back(std::move(one));
  }
  for (findings::Finding& one : check_cited_facts(spec, *op, document, facts_of(said, spec, "1.0")))
    found.push_back(std::move(one));
  return found;
}

class PageCitations : public testing::TestWithParam<Citation> {};

TEST_P(PageCitations, StandOnWhatThePageSaysThere) {
  const findings::Findings found = found_in(page, GetParam().place, GetParam().fact);
  EXPECT_EQ(found.size(), GetParam().found);
  for (const findings::Finding& one : found) EXPECT_EQ(one.kind, kinds::misplaced_citation);
}

INSTANTIATE_TEST_SUITE_P(Page, PageCitations, testing::ValuesIn(citations),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(PageCitationsOfFold, OfAnExampleHaveItsSizes) {
  std::string other(page);
  other.replace(other.find("24, 16"), 6, "24, 15");
  EXPECT_EQ(found_in(other, "", "").size(), 1U);
}

TEST(PageCitationsOfFold, OfAnExampleMayComputeItsSizes) {
  std::string other(page);
  other.replace(other.find("24, 16"), 6, "24, 15 + 1");
  EXPECT_TRUE(found_in(other, "", "").empty());
}

TEST(PageCitationsOfFold, NameParametersThatTheSpecKnows) {
  std::string other(page);
  other.replace(other.find("**extra**"), 9, "**more**");
  const findings::Findings found = found_in(other, "", "");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back().what, "no parameter is called 'more' among the parameters of page 'fold-1'");
}

TEST(PageCitationsOfFold, AreAdviceWhereThePageRecommends) {
  const OpSpec op;
  Statement entry;
  entry.disposition = Disposition::advice;
  PageStatement said;
  said.text = "constraints: 推荐x不转置";
  EXPECT_TRUE(check_page_citation(op, entry, said).empty());
  said.text = "constraints: x不转置";
  EXPECT_EQ(check_page_citation(op, entry, said).size(), 1U);
}

TEST(PageCitationsOfFold, OfADefaultStandWhereOneIsGiven) {
  const OpSpec op;
  Statement entry;
  entry.encodes = {{.fact = "x.defaults@1.0"}};
  PageStatement said;
  for (const char* const text : {"parameters/x: 默认值为0", "signature: (x=0)", "parameters/x: Default: 0"}) {
    said.text = text;
    EXPECT_TRUE(check_page_citation(op, entry, said).empty()) << text;
  }
  said.text = "parameters/x: x为整数";
  EXPECT_EQ(check_page_citation(op, entry, said).size(), 1U);
}

/// With NPU_CTS_BLESS=1 the golden is written instead.
TEST(PageCitationsOfFold, PrintWhatIsInTheGolden) {
  std::string printed;
  for (const Citation& one : citations) {
    for (const Diagnostic& diagnostic : findings::to_diagnostics(found_in(page, one.place, one.fact)))
      printed += to_text(diagnostic);
  }
  const std::string path = std::string(NPU_CTS_SOURCE_DIR) + "/framework/ascend/pages/golden/page_citations.txt";
  const char* const bless = std::getenv("NPU_CTS_BLESS");
  if (bless != nullptr && std::string_view(bless) == "1") std::ofstream(path) << printed;
  std::ifstream golden(path);
  EXPECT_EQ(printed, std::string(std::istreambuf_iterator<char>(golden), {}));
}

}  // namespace
}  // namespace npu_cts::ascend
