// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/reading/read_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "framework/base/sha256.h"

namespace npu_cts::ascend {
namespace {

using testing::ElementsAre;

std::vector<std::string> texts_of(std::string_view page) {
  std::vector<std::string> texts;
  for (const PageStatement& statement : read_page(page, form_of(page))) texts.push_back(statement.text);
  return texts;
}

std::vector<std::string> places_of(std::string_view page) {
  std::vector<std::string> places;
  for (const PageStatement& statement : read_page(page, form_of(page))) places.push_back(statement.place);
  return places;
}

struct PageCase {
  std::string_view name;
  std::string_view page;
  std::vector<std::string> texts;
};
void PrintTo(const PageCase& c, std::ostream* out) { *out << c.name; }

class ReadPage : public testing::TestWithParam<PageCase> {};

TEST_P(ReadPage, FindsTheStatements) { EXPECT_EQ(texts_of(GetParam().page), GetParam().texts); }

INSTANTIATE_TEST_SUITE_P(
    Markdown, ReadPage,
    testing::Values(
        PageCase{"HeadingsAreNoStatements", "# lib.fold\n\n## Function\n\nFolds a box.\n", {"function: Folds a box"}},
        PageCase{"AnUnknownHeadingIsNoSection", "# lib.fold\n## Function\n## Odd\nIt folds.\n", {"page: It folds"}},
        PageCase{"ItemsSpeakOfTheirParameter",
                 "# f\n## Parameters\n- **box** (`Tensor`): required. Not empty.\n    - Widget 7: int8.\n- **lid** "
                 "(`int`): kept.\n",
                 {"parameters/box: box(Tensor):required", "parameters/box: Not empty", "parameters/box: Widget 7:int8",
                  "parameters/lid: lid(int):kept"}},
        PageCase{"ConstraintsSpeakOfNoParameter", "# f\n## Constraints\n- box: is big.\n", {"constraints: box:is big"}},
        PageCase{"ALineBreakDoesNotEndAnItem",
                 "# f\n## Constraints\n- one\n  and two\n\n- three\n",
                 {"constraints: one and two", "constraints: three"}},
        PageCase{"RowsCarryTheirHeadings",
                 "# f\n## Constraints\n|a|b|\n|--|:-:|\n|1|2|\n|`3`|4|\n",
                 {"constraints: a=1|b=2", "constraints: a=3|b=4"}},
        PageCase{"RowsCarryTheTablesTitle",
                 "# f\n## Constraints\n**Table 1** Widgets\n\n|a|\n|--|\n|1|\n",
                 {"constraints/Table 1 Widgets: a=1"}},
        PageCase{"HtmlTablesAreTables",
                 "# f\n## Constraints\n<table><tr "
                 "id=\"x\"><th><p>a</p>\n</th><th>b</th></tr>\n<tr><td>1</td>\n<td>2</td></tr>\n</table>\n",
                 {"constraints: a=1|b=2"}},
        PageCase{"FormulasAreStatements",
                 "# f\n## Function\n- It is\n  $$\n  y = x\\ |\\ 1\n  $$\n- so\n",
                 {"function: It is", "function: y=x|1", "function: so"}},
        PageCase{"ASignatureIsOneStatement",
                 "# f\n## Prototype\n```python\nlib.fold(box, lid=0) -> Tensor\n```\n",
                 {"signature: lib.fold(box, lid=0) -> Tensor"}},
        PageCase{"ASessionIsAProgramAndItsOutput",
                 "# f\n## Examples\n```python\n>>> x = [\n... 1]\n>>>\n>>> x\ntensor([1,\n    ...,\n    2])\n```\n",
                 {"examples: x = [ 1] x", "examples: tensor([1, ..., 2])"}},
        PageCase{"AScriptsOutputBeginsWhereItIsAnnounced",
                 "# f\n## Examples\n```\nfold(1)\n\n# Expected output\n7\n```\n",
                 {"examples: fold(1)", "examples: # Expected output 7"}},
        PageCase{"AnUnfinishedFenceStillCounts", "# f\n## Examples\n```\nfold(1)\n", {"examples: fold(1)"}},
        PageCase{"NotesAreProse", "# f\n## Constraints\n> [!NOTE]\n> Keep it dry.\n", {"constraints: Keep it dry"}},
        PageCase{"ASentenceThatStandsTwiceIsOne", "# f\n## Constraints\n- same.\n- same\n", {"constraints: same"}}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Flattened, ReadPage,
    testing::Values(PageCase{"TheFirstLineIsTheTitle", "lib.fold\n功能描述\n折叠。\n", {"function: 折叠"}},
                    PageCase{"ItemsAreLines",
                             "lib.fold\n约束说明\n- 一。二\n- 三\n四\n接口原型\nfold(x) -> y\n",
                             {"constraints: 一", "constraints: 二", "constraints: 三四", "signature: fold(x) -> y"}},
                    PageCase{"AMarkerMayStandAlone",
                             "lib.fold\n参数说明\n-\nbox(\nint):一。 -\nlid(int):二\n",
                             {"parameters/box: box(int):一", "parameters/lid: lid(int):二"}},
                    PageCase{"CellsMayStandOnLinesOfTheirOwn",
                             "一\na |\nb |\n---|---|\n1 |\n2 |\n3 |\n4 |\n",
                             {"page: 一", "page/table 1: a=1|b=2", "page/table 1: a=3|b=4"}},
                    PageCase{"ATableMayFollowATable",
                             "一\na |\n---|\n1 |\nb |\n---|\n2 |\n",
                             {"page: 一", "page/table 1: a=1", "page/table 2: b=2"}},
                    PageCase{"NumberedProgramsAreOneLine",
                             "一\n1 2 3 4 | fold(1) fold(2) |\n二\n",
                             {"page: 一", "page: fold(1) fold(2)", "page: 二"}},
                    PageCase{
                        "ExamplesLostTheirFences",
                        "lib.fold\n调用示例\n单算子调用: import torch fold(1) 图模式: 说明。 import torch fold(2)\n",
                        {"examples: 单算子调用:", "examples: import torch fold(1)", "examples: 图模式:说明",
                         "examples: import torch fold(2)"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ReadPage, NamesThePlaces) {
  EXPECT_THAT(
      places_of(
          "# f\n## Constraints\n- one. Two.\n  1. three\n\n      - four\n  2. five\n- six\n\nseven\n|a|\n|--|\n|1|\n"),
      ElementsAre("constraints, item 1, sentence 1", "constraints, item 1, sentence 2", "constraints, item 1.1",
                  "constraints, item 1.1.1", "constraints, item 1.2", "constraints, item 2", "constraints, paragraph 1",
                  "constraints, table 1, row 1"));
}

TEST(ReadPage, HashesWhatItReturns) {
  const auto statements = read_page("# f\n## Function\nFolds.\n", PageForm::markdown);
  ASSERT_EQ(statements.size(), 1U);
  EXPECT_EQ(statements[0].sha256, sha256_of("function: Folds"));
}

TEST(ReadPage, GivesMarkupNoWeight) {
  EXPECT_EQ(texts_of("# f\n## 约束说明\n- **甲**（`x`）：`int8`。\n"),
            texts_of("# f\n## Constraints\n* 甲 (x): int8.\n"));
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ReadInOrder, KeepsWhatStandsTwiceAndTheWordsAsPrinted) {
  const std::string_view page = "# lib.fold\n## Function\nFolds `x`. Folds x.\n";
  const auto all = read_in_order(page, form_of(page));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].source, "Folds `x`.");
  EXPECT_EQ(all[0].sha256, all[1].sha256);
  EXPECT_EQ(all[0].words, "Folds x");
  EXPECT_EQ(without_repeats(all).size(), 1U);
  EXPECT_EQ(read_page(page, form_of(page)).size(), 1U);
}

}  // namespace
}  // namespace npu_cts::ascend
