// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/torch/snippet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "framework/explain/explain_testing.h"

namespace npu_cts::ascend {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace explain::testing_explain;

using SnippetOfFold = Fold;

TEST_F(SnippetOfFold, WritesAFunctionsSnippetUnderTheNamesOfItsRelease) {
  Tensor x = tensor(DType::int8, {2, 4});
  x.type.layout = Layout::transposed;
  const Call asked =
      call({{"x", x}, {"extra", tensor(DType::int32, {4})}, {"axis", std::int64_t{1}}, {"out", DType::float16}});
  EXPECT_EQ(to_snippet(BoundSpec::bind(spec_, op_, asked.target), asked).value(),
            R"(# fold, release 2.0, alpha, eager: the documents say 'accept' of this call
# random values are new in each run; 'npu-cts export CASE -o DIR' writes those of a case
import torch
import torch_npu

x = torch.randint(-3, 5, (4, 2), dtype=torch.int8).npu().transpose(-1, -2)
extra = torch.tensor([1, 2.5], dtype=torch.int32).repeat(2)[:4].reshape((4,)).npu()

with torch.no_grad():
    out = lib.nn.fold(x, extra=extra, axis=1, out=torch.float16)
print(out.dtype, tuple(out.shape))
print(out)
)");
}

TEST_F(SnippetOfFold, DrawsOfAnUnsignedDtypeTheRangeThatTheSuiteFillsItWith) {
  OpSpec plain = op_;
  plain.hints.data.clear();
  const Call asked = call({{"x", tensor(DType::uint8, {2, 4})}});
  const std::string text = to_snippet(BoundSpec::bind(spec_, plain, asked.target), asked).value();
  EXPECT_THAT(text, HasSubstr("x = torch.randint(-128, 128, (2, 4), dtype=torch.int64).to(torch.uint8).npu()\n"));
}

TEST_F(SnippetOfFold, GivesTheValuesOfTheDataSetOfACase) {
  OpSpec filled = op_;
  DataSet& set = filled.hints.data.emplace_back();
  set.id = "three";
  set.fills["x"] = {.kind = FillKind::cycle, .numbers = {2, 7, 12}};
  Case planned;
  planned.call = call({{"x", tensor(DType::int8, {2, 4})}});
  planned.data_set = "three";
  const std::string text = to_snippet(BoundSpec::bind(spec_, filled, planned.call.target), planned).value();
  EXPECT_THAT(text, HasSubstr("x = torch.tensor([2, 7, 12], dtype=torch.int8).repeat(3)[:8].reshape((2, 4)).npu()\n"));
}

TEST_F(SnippetOfFold, SaysTheVerdictOfACaseByItsValues) {
  std::string text(spec_text);
  text.insert(text.find("outputs:"),
              R"(  - {id: first, phase: data, require: "at(x, 0, 0) == 3", text: {en: x begins with 3, zh: 首个为 3}}
)");
  OpSpec ruled = reader::read_op_spec(text, "fold.yaml", spec_).value();
  for (const auto& [number, verdict] : {std::pair{2, "'reject'"}, std::pair{3, "'accept'"}}) {
    ruled.hints.data.front().fills["x"] = {.kind = FillKind::cycle, .numbers = {static_cast<double>(number)}};
    Case planned;
    planned.call = call({{"x", tensor(DType::int8, {2, 4})}});
    EXPECT_THAT(to_snippet(BoundSpec::bind(spec_, ruled, planned.call.target), planned).value(), HasSubstr(verdict));
  }
}

TEST_F(SnippetOfFold, PrintsEachOfSeveralResults) {
  OpSpec wide = op_;
  wide.outputs.push_back(wide.outputs.front());
  wide.outputs.back().name = "second";
  const Call asked = call({{"x", tensor(DType::int8, {2, 4})}});
  EXPECT_THAT(to_snippet(BoundSpec::bind(spec_, wide, asked.target), asked).value(),
              HasSubstr("for name, one in zip(('out', 'second'), out):\n"
                        "    print(name, one.dtype, tuple(one.shape))\n    print(one)\n"));
}

TEST_F(SnippetOfFold, CompilesAModuleAroundAFunctionForGraphModes) {
  const Target graph{.product = "alpha", .release = "2.0", .mode = "graph_dynamic"};
  const std::string text =
      to_snippet(BoundSpec::bind(spec_, op_, graph), call({{"x", tensor(DType::int8, {2, 4})}}, graph)).value();
  EXPECT_THAT(text, HasSubstr("    def forward(_, x):\n        return lib.nn.fold(x)\n"));
  EXPECT_THAT(text, HasSubstr("torch.compile(model, backend=backend, dynamic=True)"));
}

TEST_F(SnippetOfFold, BuildsAModuleAndGivesItsVariables) {
  OpSpec module = op_;
  module.module_form = true;
  module.parameters[1].group = Group::variables;
  module.parameters[2].group = Group::constructor;
  const Call asked =
      call({{"x", tensor(DType::int8, {2, 4})}, {"extra", tensor(DType::int32, {4})}, {"axis", std::int64_t{1}}});
  const std::string text = to_snippet(BoundSpec::bind(spec_, module, asked.target), asked).value();
  EXPECT_THAT(text, HasSubstr("from lib.nn import fold\n"));
  EXPECT_THAT(text, HasSubstr("model = fold(axis=1).npu()\nmodel.extra.data = extra\n"));
  EXPECT_THAT(text, HasSubstr("out = model(x)\n"));
  EXPECT_THAT(text, Not(HasSubstr("torchair")));
}

TEST_F(SnippetOfFold, HasNoSnippetWhereTheSpecDoesNotSayWhereToImportFrom) {
  OpSpec nowhere = op_;
  nowhere.import_path.clear();
  const auto snippet =
      to_snippet(BoundSpec::bind(spec_, nowhere, call({}).target), call({{"x", tensor(DType::int8, {2, 4})}}));
  ASSERT_FALSE(snippet);
  EXPECT_EQ(snippet.diagnostics().front().kind, Kind::missing_key);
}

}  // namespace
}  // namespace npu_cts::ascend
