// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/page_citations.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::ascend {
namespace {

constexpr std::string_view examples_spec = R"yaml(operator: fold
form: function
text: {en: folds x, zh: 折叠}
pages: {"1.0": []}
signatures: [{value: "(x) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: what is folded, zh: 输入}, dtypes: [{values: [int8]}], formats: [{values: [ND]}]}
rules: []
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "shape(x)"}]}]
support: [{state: supported}]
examples:
  - {id: shown, products: [red_chip], call: {mode: graph_static, arguments: {x: {dtype: int8, shape: [4]}}}}
)yaml";

/// A page whose words and program stand for the example.
struct Shown {
  std::string_view name;
  std::string_view words;
  std::string_view program;
  std::size_t found;
};
void PrintTo(const Shown& one, std::ostream* out) { *out << one.name; }

constexpr std::string_view in_a_graph = "def forward(x):\n    return fold(x)\ncompile(model, dynamic=False)\n";

const std::vector<Shown> pages{
    {"AsItStands", "only Red", in_a_graph, 0},
    {"OfNoProduct", "as follows", in_a_graph, 0},
    {"OfAnotherProduct", "only Blue", in_a_graph, 1},
    {"OfTwoProducts", "only Red and Blue", in_a_graph, 1},
    {"CalledAlone", "only Red", "fold(x)\n", 1},
    {"CalledBesideTheGraph", "only Red",
     "def forward(x):\n    return fold(x)\ncompile(model, dynamic=False)\nfold(x)\n", 1},
    {"OfSizesOfAnyLength", "only Red", "def forward(x):\n    return fold(x)\ncompile(model, dynamic=True)\n", 1},
    {"OfNoCall", "only Red", "x = 3\n", 0},
};

class PageExamples : public testing::TestWithParam<Shown> {};

TEST_P(PageExamples, AreInTheModesAndOfTheProductsThatThePageShows) {
  Spec spec;
  spec.releases = {"1.0"};
  spec.modes = three_modes();
  for (const char* const name : {"Red", "Blue"}) {
    Product product;
    product.id = std::string(name) == "Red" ? "red_chip" : "blue_chip";
    product.aliases = {{.name = name}};
    spec.products.push_back(std::move(product));
  }
  const auto op = reader::read_op_spec(examples_spec, "fold.yaml", spec);
  ASSERT_TRUE(op) << to_text(op.diagnostics().front());
  const Document page{.id = "fold-1", .op = "fold", .release = "1.0", .language = "en"};
  const std::vector<PageStatement> said{
      {.place = "examples, item 1", .words = std::string(GetParam().words), .text = "", .sha256 = "a"},
      {.place = "examples, code 1",
       .text = "",
       .sha256 = "b",
       .kind = BlockKind::code,
       .source = std::string(GetParam().program)}};
  for (const PageStatement& one : said)
    spec.statements.push_back({.id = one.sha256,
                               .sha256 = one.sha256,
                               .documents = {"fold-1"},
                               .place = one.place,
                               .encodes = {{.fact = "examples.shown"}}});
  EXPECT_EQ(check_page_examples(spec, *op, page, said).size(), GetParam().found);
}

INSTANTIATE_TEST_SUITE_P(Page, PageExamples, testing::ValuesIn(pages),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace npu_cts::ascend
