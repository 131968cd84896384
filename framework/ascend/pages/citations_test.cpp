// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/citations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/ascend/pages/inventory.h"

namespace npu_cts::ascend {
namespace {

using testing::IsEmpty;

/// A spec of one operator with one page of two sentences, both carried.
class CheckCitations : public testing::Test {
 protected:
  void SetUp() override {
    spec_.documents.push_back({.id = "fold-1", .op = "fold", .release = "1", .language = "en"});
    Rule rule;
    rule.id = "box.rank";
    rule.cite = {"fld-1"};
    OpSpec op;
    op.name = "fold";
    op.rules = {rule};
    op.signatures = {{.value = "(box) -> Tensor", .cite = {"fld-2", "fld-1"}}};
    spec_.operators = {op};
    add("fld-1", {"signatures", "box.rank"});
    add("fld-2", {"signatures"});
  }

  void add(const std::string& id, const std::vector<std::string>& encodes) {
    std::vector<Grounded> facts;
    for (const std::string& fact : encodes) facts.push_back({.fact = fact});
    spec_.statements.push_back({.id = id,
                                .sha256 = id.substr(4),
                                .documents = {"fold-1"},
                                .disposition = Disposition::encoded,
                                .encodes = facts});
  }

  OpSpec& op() { return spec_.operators.front(); }

  Spec spec_;
};

TEST_F(CheckCitations, HoldsWhereBothSidesAgree) { EXPECT_THAT(check_citations(spec_), IsEmpty()); }

TEST_F(CheckCitations, RefusesAFactThatAStatementNamesTwice) {
  spec_.statements[0].encodes.push_back(spec_.statements[0].encodes[0]);
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].what, "'fld-1' names 'signatures' twice");
}

TEST_F(CheckCitations, RefusesAFactOnAStatementThatCarriesNone) {
  for (const Disposition empty : {Disposition::informative, Disposition::advice, Disposition::untestable}) {
    spec_.statements[0].disposition = empty;
    spec_.statements[0].why = "no call shows it";
    const auto found = check_citations(spec_);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].what, "'fld-1' is " + std::string(name_of(empty)) + " and carries 'signatures'");
  }
}

TEST_F(CheckCitations, NamesAFactThatStandsOnNoStatement) {
  op().rules[0].cite.clear();
  op().rules[0].at = {"fold.yaml", 7, 3};
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(to_text(findings::to_diagnostics(found)[0]),
            "fold.yaml:7:3: error: 'box.rank' stands on no statement [dangling-citation]\n"
            "  why: a fact stands on sentences of the operator's own pages\n"
            "  hint: name it under 'encodes:' of a statement in spec/documents, or ask a question\n");
}

TEST_F(CheckCitations, WantsAStatementOfAFormulaThatADocumentGives) {
  op().formulas.push_back({.id = "sum", .formula = "out = sum(box)", .when = nullptr, .basis = "vendor-code"});
  EXPECT_THAT(check_citations(spec_), IsEmpty());
  op().formulas[0].basis = "document";
  EXPECT_EQ(check_citations(spec_).size(), 1U);
}

TEST_F(CheckCitations, TakesAQuestionForAnExcuse) {
  op().rules[0].cite.clear();
  op().rules[0].question = "why";
  EXPECT_THAT(check_citations(spec_), IsEmpty());
}

TEST_F(CheckCitations, NamesAnEncodedStatementThatNothingCarries) {
  add("fld-3", {"open.why"});
  spec_.statements.back().at = {"documents/fold.yaml", 9, 5};
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(to_text(findings::to_diagnostics(found)[0]),
            "documents/fold.yaml:9:5: error: nothing carries 'fld-3' [dangling-citation]\n"
            "  why: an encoded statement names the facts that carry it under 'encodes:'\n"
            "  hint: name them, or give it another disposition\n");
}

TEST_F(CheckCitations, WantsTheQuestionOfAnOpenStatement) {
  add("fld-3", {});
  spec_.statements.back().disposition = Disposition::open;
  spec_.statements.back().why = "whither";
  EXPECT_EQ(check_citations(spec_).size(), 1U);
  op().open = {{.id = "whither"}};
  EXPECT_THAT(check_citations(spec_), IsEmpty());
}

TEST_F(CheckCitations, WantsTheReasonOfAnUntestableStatement) {
  add("fld-3", {});
  spec_.statements.back().disposition = Disposition::untestable;
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Kind::missing_key);
}

TEST_F(CheckCitations, SeesAnIdThatIsNotOfItsHash) {
  spec_.statements[1].sha256 = "1";
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Kind(kinds::stale_citation));
  EXPECT_EQ(found[0].what, "id 'fld-2' is not that of its hash");
}

TEST_F(CheckCitations, LeavesOperatorsWithoutAnInventoryAlone) {
  spec_.statements.clear();
  EXPECT_THAT(check_citations(spec_), IsEmpty());
}

}  // namespace
}  // namespace npu_cts::ascend
