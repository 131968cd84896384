#include "framework/ascend/pages/citations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A law of one operator with one page of two sentences, both carried.
class CheckCitations : public testing::Test {
 protected:
  void SetUp() override {
    spec_.documents.push_back(
        {.id = "fold-1", .op = "fold", .release = "1", .language = "en", .path = {}, .sha256 = {}, .at = {}});
    Rule rule;
    rule.id = "box.rank";
    rule.cite = {"fld-1"};
    OpSpec op;
    op.name = "fold";
    op.rules = {rule};
    op.signatures = {{.is = "(box) -> Tensor", .applies = {}, .cite = {"fld-2", "fld-1"}, .at = {}}};
    spec_.operators = {op};
    add("fld-1", {"signatures", "box.rank"});
    add("fld-2", {"signatures"});
  }

  void add(const std::string& id, const std::vector<std::string>& encodes) {
    spec_.statements.push_back({.id = id,
                                .sha256 = {},
                                .documents = {"fold-1"},
                                .place = {},
                                .disposition = Disposition::encoded,
                                .encodes = encodes,
                                .why = {},
                                .at = {}});
  }

  OpSpec& op() { return spec_.operators.front(); }

  Spec spec_;
};

TEST_F(CheckCitations, HoldsWhereBothSidesAgree) { EXPECT_THAT(check_citations(spec_), IsEmpty()); }

TEST_F(CheckCitations, ListsTheFactsInTheOrderOfTheFile) {
  EXPECT_THAT(facts_citing(op())["fld-1"], ElementsAre("signatures", "box.rank"));
}

TEST_F(CheckCitations, NamesAFactThatCitesNoStatement) {
  op().rules[0].cite.emplace_back("fld-9");
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Kind::dangling_citation);
  EXPECT_THAT(found[0].what, HasSubstr("'box.rank' cites 'fld-9'"));
}

TEST_F(CheckCitations, HoldsQuestionsAndContradictionsToo) {
  op().open = {{.id = "why", .ask = {}, .found = {}, .cite = {"fld-8"}, .at = {}}};
  Contradiction contradiction;
  contradiction.id = "twice";
  contradiction.parties = {{"fld-1"}, {"fld-9"}};
  op().contradictions = {contradiction};
  EXPECT_EQ(check_citations(spec_).size(), 2U);
}

TEST_F(CheckCitations, NamesAnEncodedStatementThatNothingCarries) {
  add("fld-3", {"box.rank"});
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].what, HasSubstr("nothing carries 'fld-3'"));
}

TEST_F(CheckCitations, NamesAnEntryThatSaysItIsCarriedByOthers) {
  spec_.statements[1].encodes = {"box.rank"};
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].why, HasSubstr("cited by signatures"));
}

TEST_F(CheckCitations, WantsTheQuestionOfAnOpenStatement) {
  add("fld-3", {});
  spec_.statements.back().disposition = Disposition::open;
  spec_.statements.back().why = "whither";
  EXPECT_EQ(check_citations(spec_).size(), 1U);
  op().open = {{.id = "whither", .ask = {}, .found = {}, .cite = {}, .at = {}}};
  EXPECT_THAT(check_citations(spec_), IsEmpty());
}

TEST_F(CheckCitations, WantsTheReasonOfAnUntestableStatement) {
  add("fld-3", {});
  spec_.statements.back().disposition = Disposition::untestable;
  const auto found = check_citations(spec_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Kind::missing_key);
}

TEST_F(CheckCitations, LeavesOperatorsWithoutAnInventoryAlone) {
  spec_.statements.clear();
  EXPECT_THAT(check_citations(spec_), IsEmpty());
}

}  // namespace
}  // namespace npu_cts
