#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "framework/explain/explain.h"
#include "framework/explain/snippet.h"
#include "framework/reader/read_op_spec.h"

namespace npu_cts {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view law = R"yaml(
operator: fold
form: function
import: lib.nn
text: {en: folds x, zh: 折叠}
pages: {"1.0": [], "2.0": []}
signatures: [{is: "(x, extra=None, *, axis=0, out=None) -> Tensor"}]
parameters:
  - key: x
    kind: tensor
    text: {en: what is folded, zh: 输入}
    names: [{is: self}]
    dtypes: [{are: [int8, float16]}]
    layouts: [{are: [contiguous, transposed]}]
    shapes: [{id: matrix, as: "[m, n]"}]
  - {key: extra, kind: tensor, optional: true, text: {en: more, zh: 更多}, dtypes: [{are: [int32]}], shapes: [{id: vector, as: "[n]"}]}
  - {key: axis, kind: integer, text: {en: the axis, zh: 轴}, defaults: [{is: 0}]}
  - {key: out, kind: dtype, optional: true, text: {en: the dtype, zh: 类型}, defaults: [{is: none}], dtypes: [{are: [float16]}]}
symbols: {m: "dim(x, 0)", n: "dim(x, 1)"}
rows:
  - {id: r1, cells: {x: int8, extra: [int32, none]}}
  - {id: r2, cells: {x: float16, extra: none}, since: "2.0"}
rules:
  - {id: n.even, phase: shape, must: "n % 2 == 0", text: {en: n is even, zh: n 为偶数}}
  - {id: axis.inside, phase: attribute, must: "axis in 0..1", text: {en: axis is one of x, zh: 轴}}
  - {id: extra.axis, phase: attribute, when: "extra is given", must: "axis == 1", text: {en: with extra the axis is 1, zh: 轴为 1}}
outputs: [{name: out, dtype: [{is: "dtype(x)"}], shape: [{is: "[m, n]"}]}]
support:
  - {state: supported, products: [alpha]}
  - {state: supported, products: [beta], modes: [eager], since: "2.0"}
  - {state: unsupported, products: [beta]}
hints:
  symbols: {m: [2], n: [4]}
  arguments: {axis: [0, 1]}
  data: [{id: default, text: {en: plain, zh: 常规}, fills: {x: {uniform: ["-3", "n"]}, extra: {cycle: [1, 2.5]}}}]
)yaml";

Spec vocabulary() {
  Spec spec;
  spec.releases = {"1.0", "2.0"};
  spec.products = {{.id = "alpha", .name = {}, .aliases = {}, .at = {}},
                   {.id = "beta", .name = {}, .aliases = {}, .at = {}}};
  return spec;
}

OpSpec fold(const Spec& spec) { return read_op_spec(law, "fold.yaml", spec).value(); }

Tensor tensor(DType dtype, Shape shape) { return {.type = {.dtype = dtype, .shape = std::move(shape)}, .values = {}}; }

Call call(Arguments arguments, Target target = {.product = "alpha", .release = "2.0", .mode = Mode::eager}) {
  return {.op = "fold", .target = std::move(target), .arguments = std::move(arguments)};
}

std::vector<std::string> ids(const std::vector<const Rule*>& rules) {
  std::vector<std::string> names;
  for (const Rule* rule : rules) names.push_back(rule->id);
  return names;
}

class ExplainFold : public testing::Test {
 protected:
  const Spec spec_ = vocabulary();
  const OpSpec op_ = fold(spec_);
};

TEST_F(ExplainFold, GivesRowAndRulesThatAdmitALegalCallAndLeavesOutThoseThatDoNotApply) {
  const Explanation it = explain(spec_, op_, call({{"x", tensor(DType::float16, {2, 4})}}));
  EXPECT_EQ(it.judgement.verdict, Verdict::accept);
  EXPECT_EQ(it.judgement.row, "r2");
  EXPECT_THAT(ids(it.kept), ElementsAre("x.given", "x.dtype", "rows", "x.shape", "n.even", "x.layout", "axis.inside"));
  EXPECT_FALSE(it.nearest);
}

TEST_F(ExplainFold, SaysEveryReleaseProductAndModeWhereTheCallHolds) {
  const Explanation it = explain(spec_, op_, call({{"x", tensor(DType::float16, {2, 4})}}));
  const std::vector<Mode> every(all_modes.begin(), all_modes.end());
  EXPECT_THAT(it.holds, ElementsAre(Holding{.release = "2.0", .product = "alpha", .modes = every},
                                    Holding{.release = "2.0", .product = "beta", .modes = {Mode::eager}}));
}

TEST_F(ExplainFold, ListsAllBrokenRulesInTheOrderOfJudgement) {
  const Explanation it = explain(
      spec_, op_,
      call({{"x", tensor(DType::int8, {2, 3})}, {"extra", tensor(DType::int8, {3})}, {"axis", std::int64_t{7}}}));
  EXPECT_THAT(ids(it.judgement.broken), ElementsAre("extra.dtype", "n.even", "axis.inside", "extra.axis"));
  EXPECT_THAT(it.holds, IsEmpty());
}

TEST_F(ExplainFold, FindsTheNearestLegalCallByTheFewestChanges) {
  const Explanation it = explain(spec_, op_, call({{"x", tensor(DType::int8, {2, 4})}, {"axis", std::int64_t{2}}}));
  ASSERT_TRUE(it.nearest);
  EXPECT_THAT(it.nearest->changes, testing::SizeIs(1));
  EXPECT_THAT(it.nearest->changes.front(), testing::StartsWith("axis: "));
  EXPECT_EQ(judge(spec_, op_, it.nearest->call).verdict, Verdict::accept);
}

/// Returns every call of a small universe: each argument left out or one of a few values.
std::vector<Call> small_universe() {
  const std::vector<std::optional<Value>> xs{tensor(DType::int8, {2, 3}), tensor(DType::int8, {2, 4}),
                                             tensor(DType::float16, {2, 4}), tensor(DType::int32, {2, 2}),
                                             tensor(DType::int8, {4})};
  const std::vector<std::optional<Value>> extras{std::nullopt, tensor(DType::int32, {4}), tensor(DType::int32, {3}),
                                                 tensor(DType::int8, {4})};
  const std::vector<std::optional<Value>> axes{std::nullopt, std::int64_t{0}, std::int64_t{1}, std::int64_t{2}};
  const std::vector<std::optional<Value>> outs{std::nullopt, DType::float16, DType::int8};
  std::vector<Call> calls;
  const auto put = [](Call& made, const std::string& key, const std::optional<Value>& value) {
    if (value) made.arguments[key] = *value;
  };
  for (const auto& x : xs) {
    for (const auto& extra : extras) {
      for (const auto& axis : axes) {
        for (const auto& out : outs) {
          Call made = call({});
          put(made, "x", x);
          put(made, "extra", extra);
          put(made, "axis", axis);
          put(made, "out", out);
          calls.push_back(std::move(made));
        }
      }
    }
  }
  return calls;
}

/// Returns in how many arguments two calls differ.
std::size_t differences(const Call& a, const Call& b) {
  std::size_t count = 0;
  for (const std::string_view key : {"x", "extra", "axis", "out"}) {
    const auto left = a.arguments.find(std::string(key));
    const auto right = b.arguments.find(std::string(key));
    const bool both = left != a.arguments.end() && right != b.arguments.end();
    if (both ? left->second != right->second : (left != a.arguments.end()) != (right != b.arguments.end())) ++count;
  }
  return count;
}

TEST_F(ExplainFold, FindsANearestCallThatNoCallOfASmallUniverseIsNearerThan) {
  const std::vector<Call> universe = small_universe();
  std::vector<const Call*> legal;
  for (const Call& one : universe) {
    if (judge(spec_, op_, one).verdict == Verdict::accept) legal.push_back(&one);
  }
  std::size_t illegal = 0;
  for (const Call& one : universe) {
    const Explanation explained = explain(spec_, op_, one);
    if (explained.judgement.verdict == Verdict::accept) continue;
    ++illegal;
    EXPECT_TRUE(explained.nearest.has_value()) << testing::PrintToString(ids(explained.judgement.broken));
    if (!explained.nearest) continue;
    EXPECT_EQ(judge(spec_, op_, explained.nearest->call).verdict, Verdict::accept);
    std::size_t fewest = 4;
    for (const Call* other : legal) fewest = std::min(fewest, differences(one, *other));
    EXPECT_LE(differences(one, explained.nearest->call), fewest)
        << testing::PrintToString(explained.nearest->changes) << ", " << ids(explained.judgement.broken).front();
  }
  EXPECT_GE(legal.size(), 5U);
  EXPECT_GE(illegal, 200U);
}

TEST_F(ExplainFold, MovesACallOfAnUnsupportedTargetToTheNearestTargetThatTakesIt) {
  const Target graph{.product = "beta", .release = "2.0", .mode = Mode::graph_static};
  const Explanation it = explain(spec_, op_, call({{"x", tensor(DType::int8, {2, 4})}}, graph));
  EXPECT_EQ(it.judgement.verdict, Verdict::unsupported);
  ASSERT_TRUE(it.nearest);
  EXPECT_THAT(it.nearest->changes, ElementsAre("product: alpha"));
}

TEST_F(ExplainFold, MendsACallThatNoTargetTakesAtTheNearestSupportedOne) {
  const Target early{.product = "beta", .release = "1.0", .mode = Mode::eager};
  const Explanation it = explain(spec_, op_, call({{"x", tensor(DType::int8, {2, 3})}}, early));
  ASSERT_TRUE(it.nearest);
  EXPECT_EQ(it.nearest->changes.front(), "product: alpha");
  EXPECT_THAT(it.nearest->changes, testing::SizeIs(2));
  EXPECT_EQ(judge(spec_, op_, it.nearest->call).verdict, Verdict::accept);
}

TEST_F(ExplainFold, WritesAFunctionsSnippetUnderTheNamesOfItsRelease) {
  Tensor x = tensor(DType::int8, {2, 4});
  x.type.layout = Layout::transposed;
  const Call asked =
      call({{"x", x}, {"extra", tensor(DType::int32, {4})}, {"axis", std::int64_t{1}}, {"out", DType::float16}});
  EXPECT_EQ(to_snippet(spec_, op_, asked).value(),
            R"(# fold, release 2.0, alpha, eager: the documents say 'accept' of this call
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

TEST_F(ExplainFold, CompilesAModuleAroundAFunctionForGraphModes) {
  const Target graph{.product = "alpha", .release = "2.0", .mode = Mode::graph_dynamic};
  const std::string text = to_snippet(spec_, op_, call({{"x", tensor(DType::int8, {2, 4})}}, graph)).value();
  EXPECT_THAT(text, HasSubstr("    def forward(_, x):\n        return lib.nn.fold(x)\n"));
  EXPECT_THAT(text, HasSubstr("torch.compile(model, backend=backend, dynamic=True)"));
}

TEST_F(ExplainFold, BuildsAModuleAndGivesItsVariables) {
  OpSpec module = op_;
  module.module_form = true;
  module.parameters[1].group = Group::variables;
  module.parameters[2].group = Group::constructor;
  const Call asked =
      call({{"x", tensor(DType::int8, {2, 4})}, {"extra", tensor(DType::int32, {4})}, {"axis", std::int64_t{1}}});
  const std::string text = to_snippet(spec_, module, asked).value();
  EXPECT_THAT(text, HasSubstr("from lib.nn import fold\n"));
  EXPECT_THAT(text, HasSubstr("model = fold(axis=1).npu()\nmodel.extra.data = extra\n"));
  EXPECT_THAT(text, HasSubstr("out = model(x)\n"));
  EXPECT_THAT(text, Not(HasSubstr("torchair")));
}

TEST_F(ExplainFold, HasNoSnippetWhereTheLawDoesNotSayWhenceToImport) {
  OpSpec nowhere = op_;
  nowhere.import_path.clear();
  const auto snippet = to_snippet(spec_, nowhere, call({{"x", tensor(DType::int8, {2, 4})}}));
  ASSERT_FALSE(snippet);
  EXPECT_EQ(snippet.diagnostics().front().kind, Kind::missing_key);
}

}  // namespace
}  // namespace npu_cts
