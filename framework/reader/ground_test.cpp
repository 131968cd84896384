// SPDX-License-Identifier: Apache-2.0
#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::reader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view fold = R"yaml(operator: fold
form: function
text: {en: folds x, zh: 折叠}
pages: {"1.0": [fold-1]}
signatures: [{value: "(x) -> Tensor"}]
parameters:
  - key: x
    kind: tensor
    text: {en: what is folded, zh: 输入}
    dtypes:
      - {values: [int8], until: "1.0"}
      - since: "2.0"
        facts:
          - {values: [int8, float16], products: [alpha]}
          - {values: [float16], products: [beta]}
rules:
  - phase: shape
    facts:
      - {id: x.rank, require: "rank(x) == 2", text: {en: two axes, zh: 两轴}}
      - products: [beta]
        until: "1.0"
        facts:
          - {id: x.long, require: "last(x) > 1", text: {en: longer than one, zh: 长于一}}
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "shape(x)"}]}]
support: [{state: supported}]
open: [{id: why, question: {en: why so, zh: 为何}}]
contradictions:
  - {id: odd, kind: documents-disagree, subject: x, statements: [list, row], basis: document,
     text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}
)yaml";

class Ground : public testing::Test {
 protected:
  void SetUp() override {
    spec_.releases = {"1.0", "2.0"};
    spec_.modes = three_modes();
    for (const char* id : {"alpha", "beta"}) spec_.products.push_back({.id = id});
    spec_.documents = {{.id = "fold-1", .op = "fold", .release = "1.0", .language = "en"},
                       {.id = "bend-1", .op = "bend", .release = "1.0", .language = "en"}};
    const Result<OpSpec> read = read_op_spec(fold, "fold.yaml", spec_);
    ASSERT_TRUE(read) << to_text(read.diagnostics().front());
    spec_.operators = {*read};
  }

  Statement& state(const std::string& id, const std::vector<std::string>& facts) {
    Statement& statement = spec_.statements.emplace_back();
    statement.id = id;
    statement.documents = {"fold-1"};
    for (const std::string& fact : facts)
      statement.encodes.push_back({.fact = fact, .at = {"documents/fold.yaml", 3, 9}});
    return statement;
  }

  [[nodiscard]] const OpSpec& op() const { return spec_.operators.front(); }
  [[nodiscard]] const std::vector<Dated<std::vector<DType>>>& dtypes() const { return op().parameters[0].dtypes; }

  Spec spec_;
};

TEST_F(Ground, GivesAFactTheStatementsThatNameItInTheirOrder) {
  state("b", {"x.rank", "x"});
  state("a", {"x.rank", "out.shape", "support"});
  EXPECT_THAT(ground(spec_), IsEmpty());
  EXPECT_THAT(op().rules[0].cite, ElementsAre("b", "a"));
  EXPECT_THAT(op().parameters[0].cite, ElementsAre("b"));
  EXPECT_THAT(op().outputs[0].shape[0].cite, ElementsAre("a"));
  EXPECT_THAT(op().outputs[0].dtype[0].cite, IsEmpty());
}

TEST_F(Ground, ChoosesEntriesByReleaseProductAndBoth) {
  state("all", {"x.dtypes"});
  state("old", {"x.dtypes@1.0"});
  state("beta", {"x.dtypes@2.0@beta"});
  state("alpha", {"x.dtypes@alpha", "x.dtypes@1.0"});
  EXPECT_THAT(ground(spec_), IsEmpty());
  EXPECT_THAT(dtypes()[0].cite, ElementsAre("all", "old", "alpha"));
  EXPECT_THAT(dtypes()[1].cite, ElementsAre("all", "alpha"));
  EXPECT_THAT(dtypes()[2].cite, ElementsAre("all", "beta"));
}

TEST_F(Ground, JoinsQuestionsAndThePartiesOfContradictions) {
  state("a", {"contradictions.odd.row", "open.why"});
  state("b", {}).disposition = Disposition::open;
  spec_.statements.back().why = "why";
  EXPECT_THAT(ground(spec_), IsEmpty());
  EXPECT_THAT(op().open[0].cite, ElementsAre("a", "b"));
  EXPECT_THAT(op().contradictions[0].statements, ElementsAre(IsEmpty(), ElementsAre("a")));
}

TEST_F(Ground, GroundsAQuestionByOpenStatementsAlone) {
  state("a", {}).why = "why";
  spec_.statements.back().disposition = Disposition::encoded;
  state("b", {}).disposition = Disposition::open;
  spec_.statements.back().why = "another question";
  EXPECT_THAT(ground(spec_), IsEmpty());
  EXPECT_THAT(op().open[0].cite, IsEmpty());
}

TEST_F(Ground, LeavesStatementsOfOtherOperatorsAlone) {
  state("a", {"x.rank"}).documents = {"bend-1"};
  EXPECT_THAT(ground(spec_), IsEmpty());
  EXPECT_THAT(op().rules[0].cite, IsEmpty());
}

TEST_F(Ground, ReportsANameAtItsPlaceInTheInventory) {
  state("a", {"x.rnak"});
  const Diagnostics found = ground(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(to_text(found[0]), HasSubstr("documents/fold.yaml:3:9: error: 'a' encodes 'x.rnak'"));
  EXPECT_EQ(found[0].hint, "write 'x.rank'");
}

TEST_F(Ground, ReportsAChoiceOfNoEntry) {
  state("a", {"x.long@2.0"});
  const Diagnostics found = ground(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Kind::dangling_citation);
}

TEST_F(Ground, FindsFactsInBlocksAtTheirOwnPlaces) {
  EXPECT_EQ(op().rules[0].at, (Location{"fold.yaml", 19, 9}));
  EXPECT_EQ(op().rules[1].at, (Location{"fold.yaml", 23, 13}));
  EXPECT_EQ(op().rules[1].phase, Phase::shape);
  EXPECT_EQ(op().rules[1].applies, (Applies{.since = 0, .until = 0, .products = {"beta"}}));
  EXPECT_EQ(dtypes()[2].applies, (Applies{.since = 1, .products = {"beta"}}));
}

}  // namespace
}  // namespace npu_cts::reader
