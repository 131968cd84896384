// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "framework/ascend/pages/inventory.h"
#include "framework/findings/findings.h"

namespace npu_cts::ascend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The clean twin of every seed: an invented operator's page, the same in two releases.
constexpr std::string_view chinese = R"md(# lib.fold

## 产品支持情况

|产品|是否支持|
|--|--|
|Alpha 系列产品|√|

## 功能说明

- 步骤：
    1. 将`x`放入`out`的bit位37起，并把第46位设为1，共64位。
       $$
       out = out\ |\ ((x\ \&\ 0X1FF)\ll37)\ |\ (1\ll46)
       $$

## 函数原型

```python
lib.fold(x, extra=None, axis=-1) -> Tensor
```

## 参数说明

- **x** (`Tensor`)：数据类型支持`int8`，数据格式支持$ND$，shape为$(m, n // 8)$。
- **extra** (`Tensor`)：数据类型支持`int32`，shape为$(m, n // 8)$。
- **axis** (`int`)：轴。

## 约束说明

- Alpha 系列产品：结果可作为`fold`类算子输入（如[lib.fold_all](lib-fold_all.md)）。
- 结果可作为`grouped fold`类算子输入（如[lib.grouped_fold](lib-grouped_fold.md)）。

## 调用示例

```python
import torch
x = torch.randn(2, 9)
out = lib.fold(x, axis=0)  # fold(x, axis=torch.int8) is none
print(out)
# 输出类似如下
tensor([1, 2, 3, 4, 5, 6, 7, 8, 9])
```
)md";

constexpr std::string_view english = R"md(# lib.fold

## Function

- Puts `x` into bits 37 to 45 of the 64 bits of `out`, and sets bit 46.
    $$
    out = out\ |\ ((x\ \&\ 0X1FF)\ll37)\ |\ (1\ll46)
    $$

## Parameters

- **`x`** (`Tensor`): The data type can be `int8`. The data layout can be ND. The shape is `(m, n // 8)`.

## Constraints

- The result feeds a `fold` operator (such as [lib.fold_all](lib-fold_all.md)).
- The result feeds a `grouped fold` operator (such as [lib.grouped_fold](lib-grouped_fold.md)), e.g. on Alpha.
)md";

struct Edit {
  std::string_view page, from, to;
};

constexpr KindInfo others_kind{"documents-disagree", "a check of another engine"};

/// A spec of one operator with three pages, `edits` made in them.
class Pages {
 public:
  explicit Pages(const std::vector<Edit>& edits) {
    spec_.releases = {"1.0", "2.0"};
    spec_.products = {{.id = "alpha", .aliases = {{.name = "Alpha 系列产品"}, {.name = "Alpha 旧产品"}}}};
    spec_.operators.emplace_back().name = "fold";
    add("f1", "1.0", "zh");
    add("f2", "2.0", "zh");
    add("f2-en", "2.0", "en");
    for (const Document& page : spec_.documents) read(page, edits);
  }

  Spec& spec() { return spec_; }
  ReadPages& pages() { return pages_; }

  /// Declares a contradiction that cites what shows the finding on `page` that `check` finds.
  Contradiction& declare(std::string_view kind) {
    Contradiction& one = spec_.operators.front().contradictions.emplace_back();
    one.id = "declared";
    one.kind = kind;
    one.at = {"fold.yaml", 9, 5};
    for (const Statement& statement : spec_.statements) one.statements.push_back({statement.id});
    return one;
  }

  /// Returns what is said of the pages; declared kinds of others are taken on trust.
  [[nodiscard]] Diagnostics said() const {
    const findings::Looked lint{.kinds = findings::kinds_of(lint_checks()), .unseen = operators_unread(spec_, pages_)};
    const findings::Looked others{.kinds = {others_kind}, .asked = false};
    return findings::to_diagnostics(findings::waive(spec_, lint_pages(spec_, pages_), std::array{lint, others}));
  }

  [[nodiscard]] std::vector<std::string_view> found() const {
    std::vector<std::string_view> kinds;
    for (const Diagnostic& diagnostic : said()) kinds.push_back(info_of(diagnostic.kind).name);
    return kinds;
  }

 private:
  void add(const std::string& id, const std::string& release, const std::string& language) {
    spec_.documents.push_back({.id = id,
                               .op = "fold",
                               .release = release,
                               .language = language,
                               .path = id + ".md",
                               .sha256 = "",
                               .at = {"documents.yaml", static_cast<int>(spec_.documents.size()) + 2, 5}});
  }

  void read(const Document& page, const std::vector<Edit>& edits) {
    std::string text(page.language == "zh" ? chinese : english);
    for (const Edit& edit : edits) {
      if (edit.page != page.id) continue;
      const std::size_t at = text.find(edit.from);
      ASSERT_NE(at, std::string::npos) << edit.from;
      text.replace(at, edit.from.size(), edit.to);
    }
    ReadPage& read = pages_[page.id];
    read.page = &page;
    read.in_order = read_in_order(text, form_of(text));
    read.statements = without_repeats(read.in_order);
    read.facts = facts_of(read.statements, spec_, page.release);
    for (const PageStatement& statement : read.statements) {
      Statement& entry = spec_.statements.emplace_back();
      entry.id = statement_id("fld", statement.sha256);
      entry.sha256 = statement.sha256;
      entry.documents = {page.id};
      entry.at = {"fold-statements.yaml", static_cast<int>(spec_.statements.size()), 5};
    }
  }

  Spec spec_;
  ReadPages pages_;
};

struct LintCase {
  std::string_view name;
  std::vector<Edit> edits;
  std::vector<std::string_view> found;
};
void PrintTo(const LintCase& seed, std::ostream* out) { *out << seed.name; }

constexpr std::string_view program = "x = torch.randn(2, 9)\nout = lib.fold(x, axis=0)";
constexpr std::string_view printed = "tensor([1, 2, 3, 4, 5, 6, 7, 8, 9])";

const std::vector<LintCase> seeds{
    {"DtypeAmongFormats", {{"f1", "数据格式支持$ND$", "数据格式支持`int8`"}}, {"dtype-among-formats"}},
    {"DtypeBehindAFormat", {{"f1", "数据格式支持$ND$", "数据格式支持ND和`int8`"}}, {"dtype-among-formats"}},
    {"FormatAmongDtypes", {{"f2", "数据类型支持`int32`", "数据类型支持$ND$"}}, {"dtype-among-formats"}},
    {"DtypeAmongEnglishFormats", {{"f2-en", "can be ND", "can be ND or `int8`"}}, {"dtype-among-formats"}},
    {"MarkInAShape", {{"f1", "$(m, n // 8)$。\n- **axis", "$(m, n[g1] // 8)$。\n- **axis"}}, {"stray-mark"}},
    {"SingleMarkInAShape", {{"f2-en", "(m, n // 8)", "(m, n? // 8)"}}, {"stray-mark"}},
    {"EmphasisThatCutsAShape", {{"f2", "$(m, n // 8)$", "$(m**, n // 8**)$"}}, {"stray-mark"}},
    {"BitOutsideTheFields", {{"f1", "bit位37起", "bit位32起"}}, {"bit-outside-field"}},
    {"NumberedBitOutsideTheFields", {{"f1", "第46位", "第47位"}}, {"bit-outside-field"}},
    {"EndOfEnglishBitsOutside", {{"f2-en", "bits 37 to 45", "bits 37 to 53"}}, {"bit-outside-field"}},
    {"ShiftThatLeavesItsSentence", {{"f2", "\\ll37", "\\ll38"}}, {"bit-outside-field"}},
    {"DtypeForAnInteger",
     {{"f1", "axis=0", "axis=torch.int8"}, {"f1", printed, "tensor([1])"}},
     {"argument-of-other-type"}},
    {"DtypeForAnIntegerByPlace",
     {{"f2", "(x, axis=0)", "(x, None, torch.int8)"}},
     {"argument-of-other-type", "reused-output"}},
    {"OutputOfOtherDraws", {{"f2", "torch.randn(2, 9)", "torch.randint(2, (9,))"}}, {"reused-output"}},
    {"OutputOfOtherArguments", {{"f2", "axis=0", "axis=1"}}, {"reused-output"}},
    {"OutputOfAnotherProgramOfThePage",
     {{"f2", "## 调用示例\n",
       "## 调用示例\n\n```python\nlib.fold(torch.randn(7))\n# 输出类似如下\n"
       "tensor([1, 2, 3, 4, 5, 6, 7, 8, 9])\n```\n"}},
     {"reused-output"}},
    {"CodeInAnOutput", {{"f1", printed, "print(torch.Size([9]))\ntensor([1, 2])"}}, {"code-in-output"}},
    {"NameOutOfUse", {{"f1", "- Alpha 系列产品：", "- Alpha 旧产品："}}, {"product-not-in-table"}},
    {"NameInOneEdition", {{"f2-en", "- Puts", "- Wraps `lib.old_fold`: puts"}}, {"name-of-one-edition"}},
    {"NameInTheOtherEdition", {{"f2", "- 步骤", "- 步骤见`fold_steps`"}}, {"name-of-one-edition"}},
    {"ExampleOfTwoKinds",
     {{"f1", "[lib.grouped_fold](lib-grouped_fold.md)", "[lib.fold_all](lib-fold_all.md)"}},
     {"example-of-two-kinds"}},
};

const std::vector<LintCase> clean{
    {"NothingChanged", {}, {}},
    {"IndexInAShape", {{"f1", "$(m, n // 8)$。\n- **axis", "$(m, n[0] // 8)$。\n- **axis"}}, {}},
    {"EmphasisOfAPart", {{"f2", "$(m, n // 8)$", "(**m**, n // 8)"}}, {}},
    {"MarkInAShapeOfItsOwn", {{"f1", "$(m, n // 8)$。\n- **axis", "$(m, k[g1])$。\n- **axis"}}, {}},
    {"FormulaThatShiftsByAName", {{"f1", "\\ll37", "\\ll k"}}, {}},
    {"WidthIsNoPlace", {{"f2-en", "the 64 bits", "the lower 99 bits"}}, {}},
    {"FormulaWithoutFields",
     {{"f1", "out = out\\ |\\ ((x\\ \\&\\ 0X1FF)\\ll37)\\ |\\ (1\\ll46)", "out = Round(x)"}},
     {}},
    {"IntegerForAnInteger", {{"f1", "axis=0", "axis=-1"}, {"f1", printed, "tensor([1])"}}, {}},
    {"VariableOfAnyType", {{"f1", "axis=0", "axis=a"}, {"f1", printed, "tensor([1])"}}, {}},
    {"OutputOfTheSameProgramWithOtherNames", {{"f2", program, "y = torch.randn(2,9,)\nz = lib.fold( y , axis=0)"}}, {}},
    {"OutputOfTheSameCallByPlace", {{"f1", "axis=0", "None, 0"}, {"f2", "axis=0", "extra=None, axis=0"}}, {}},
    {"NewOutputOfANewProgram", {{"f2", "randn(2, 9)", "randn(7)"}, {"f2", printed, "tensor([9, 8])"}}, {}},
    {"SeededOutput", {{"f2", program, "torch.manual_seed(1)\nlib.fold(torch.randn(7))"}}, {}},
    {"OutputThatProvesNothing",
     {{"f1", printed, "tensor([0, 0, 0, 0, 0, 0, 0, 0, 0])"},
      {"f2", "randn(2, 9)", "randn(7)"},
      {"f2", printed, "tensor([0, 0, 0, 0, 0, 0, 0, 0, 0])"}},
     {}},
    {"CodeInAProgram", {{"f1", "print(out)", "print(out)\nprint(out.shape)"}}, {}},
    {"NameInBothEditions",
     {{"f2", "- 步骤", "- 步骤见`fold_steps`"}, {"f2-en", "- Puts", "- See `fold_steps`: puts"}},
     {}},
    {"PictureInOneEdition", {{"f2", "- 步骤", "- ![](figures/zh_steps.png) 步骤"}}, {}},
    {"ExampleOfTheNarrowKindForBoth",
     {{"f1", "[lib.fold_all](lib-fold_all.md)", "[lib.grouped_fold](lib-grouped_fold.md)"}},
     {}},
    {"OutputOfTheSameCallWithItsDefaultWritten", {{"f2", "axis=0", "axis=0, extra=None"}}, {}},
};

class LintOfPages : public testing::TestWithParam<LintCase> {};

TEST_P(LintOfPages, AreFoundWhereTheyAreAndNowhereElse) {
  EXPECT_EQ(Pages(GetParam().edits).found(), GetParam().found);
}

const auto name_of_case = [](const auto& row) { return std::string(row.param.name); };
INSTANTIATE_TEST_SUITE_P(Seeds, LintOfPages, testing::ValuesIn(seeds), name_of_case);
INSTANTIATE_TEST_SUITE_P(Twins, LintOfPages, testing::ValuesIn(clean), name_of_case);

TEST(LintFindings, HaveASeedForEachCheck) {
  for (const auto& check : lint_checks()) {
    EXPECT_TRUE(std::ranges::any_of(seeds, [&](const LintCase& seed) { return seed.found.front() == check.kind.name; }))
        << check.kind.name;
  }
}

const std::vector<Edit> reused{{"f2", "axis=0", "axis=1"}};

TEST(DeclaredLint, AreTakenAway) {
  Pages pages(reused);
  pages.declare("reused-output");
  EXPECT_THAT(pages.found(), IsEmpty());
}

TEST(DeclaredLint, AreTakenAwayInTheirReleasesAlone) {
  Pages pages(reused);
  pages.declare("reused-output").applies.until = 0;
  EXPECT_THAT(pages.found(), ElementsAre("reused-output", "contradiction-not-found"));
}

TEST(DeclaredLint, AreTakenAwayByTheirOwnKindAlone) {
  Pages pages(reused);
  pages.declare("code-in-output");
  EXPECT_THAT(pages.found(), ElementsAre("reused-output", "contradiction-not-found"));
}

TEST(DeclaredLint, AreTakenAwayOnlyWhereEveryStatementIsCited) {
  Pages pages(reused);
  Contradiction& one = pages.declare("reused-output");
  const PageStatement output = pages.pages().at("f2").in_order.back();
  std::erase(one.statements, Citations{statement_id("fld", output.sha256)});
  EXPECT_THAT(pages.found(), ElementsAre("reused-output", "contradiction-not-found"));
}

TEST(DeclaredLint, ThatNoPageHasAreErrors) {
  Pages pages({});
  pages.declare("reused-output");
  const Diagnostics found = pages.said();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, findings::kinds::contradiction_not_found);
  EXPECT_EQ(found[0].at, (Location{"fold.yaml", 9, 5}));
}

TEST(DeclaredLint, AreTakenOnTrustWhereAPageIsMissing) {
  Pages pages({});
  pages.declare("reused-output");
  pages.pages().erase("f2");
  EXPECT_THAT(pages.found(), IsEmpty());
}

TEST(DeclaredLint, OfOtherChecksAreNotLookedFor) {
  Pages pages({});
  pages.declare("documents-disagree");
  EXPECT_THAT(pages.found(), IsEmpty());
}

/// With NPU_CTS_BLESS=1 the golden is written instead.
TEST(LintFindings, PrintWhatIsInTheGolden) {
  std::string text;
  for (const LintCase& seed : seeds) {
    Pages pages(seed.edits);
    for (const Diagnostic& diagnostic : pages.said()) text += to_text(diagnostic);
  }
  const std::string path = std::string(NPU_CTS_SOURCE_DIR) + "/framework/ascend/pages/golden/lint.txt";
  const char* const bless = std::getenv("NPU_CTS_BLESS");
  if (bless != nullptr && std::string_view(bless) == "1") std::ofstream(path) << text;
  std::ifstream golden(path);
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(golden), {}));
}

}  // namespace
}  // namespace npu_cts::ascend
