#include "reports/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts {
namespace {

using testing::HasSubstr;
using testing::Not;

Spec law() {
  Spec spec;
  spec.releases = {"1.0", "2.0"};
  Statement statement;
  statement.id = "fld-1";
  statement.documents = {"f1"};
  statement.place = "constraints, item 2";
  spec.statements = {statement};
  Contradiction one;
  one.id = "default-axis";
  one.kind = "default-breaks-rule";
  one.about = "axis";
  one.parties = {{"fld-1"}, {}};
  one.text = {.en = "the default is forbidden", .zh = "默认值不可用"};
  one.ruling = {.en = "the rule holds", .zh = "以约束为准"};
  one.basis = "document";
  one.applies.since = 1;
  OpSpec op;
  op.name = "fold";
  op.contradictions = {one};
  spec.operators = {op, OpSpec{}};
  return spec;
}

TEST(Findings, SayPlaceParaphraseReleasesAndProposedReading) {
  const Page page = to_findings(law(), Language::en);
  EXPECT_EQ(page.name, "findings.md");
  EXPECT_THAT(page.text, HasSubstr("## fold (1)\n\n### default-axis\n\nthe default is forbidden\n"));
  EXPECT_THAT(page.text, HasSubstr("releases: 2.0; kind: default-breaks-rule"));
  EXPECT_THAT(page.text, HasSubstr("`fld-1` (f1: constraints, item 2)\n"));
  EXPECT_THAT(page.text, HasSubstr("no page: see the basis"));
  EXPECT_THAT(page.text, HasSubstr("proposed reading: the rule holds\n"));
}

TEST(Findings, SpeakChinese) {
  const Page page = to_findings(law(), Language::zh);
  EXPECT_THAT(page.text, HasSubstr("默认值不可用"));
  EXPECT_THAT(page.text, Not(HasSubstr("the rule holds")));
}

}  // namespace
}  // namespace npu_cts
