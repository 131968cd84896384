// SPDX-License-Identifier: Apache-2.0
#include "reports/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/document/markdown.h"
#include "reports/golden_testing.h"
#include "reports/render.h"

namespace npu_cts::reports {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_golden::expect_golden;

Spec fold_spec() {
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
  one.subject = "axis";
  one.statements = {{"fld-1"}, {}};
  one.text = {.en = "the default is forbidden", .zh = "默认值不可用"};
  one.resolution = {.en = "the rule holds", .zh = "以约束为准"};
  one.basis = "document";
  one.applies.since = 1;
  OpSpec op;
  op.name = "fold";
  Contradiction other = one;
  other.id = "rounding-words";
  other.kind = "code-disagrees";
  other.subject = "rounding";
  other.basis = "vendor-code";
  other.applies = {.since = 0, .until = SIZE_MAX, .products = {"alpha"}};
  ImplementationDefined rounding;
  rounding.id = "rounding";
  rounding.variants = {{.id = "even", .basis = "document"}, {.id = "away", .basis = "vendor-code"}};
  op.implementation_defined = {rounding};
  op.contradictions = {one, other};
  spec.operators = {op, OpSpec{}};
  return spec;
}

Call witness() {
  Call call;
  call.op = "fold";
  call.target = {.product = "alpha", .release = "2.0", .mode = "eager"};
  call.arguments = {{"axis", std::int64_t{0}}};
  return call;
}

std::vector<Page> pages(Language language) {
  auto pages = render(build_findings_page(fold_spec(), {{{"fold", "default-axis"}, witness()}}, {.language = language}),
                      "findings");
  pages.push_back({"findings.csv", findings_csv(fold_spec(), language)});
  return pages;
}

TEST(Findings, LookLikeTheirGoldens) {
  for (const Page& page : pages(Language::en)) expect_golden(page, "findings-en");
  for (const Page& page : pages(Language::zh)) expect_golden(page, "findings-zh");
}

TEST(Findings, KeepWhatIsReadHereApartFromTheProposedFix) {
  const std::string text = pages(Language::en).front().text;
  EXPECT_THAT(text, HasSubstr("- read here as: the rule holds\n"));
  EXPECT_THAT(text, HasSubstr("- proposed fix: give 'axis' a default that keeps the rule, or none\n"));
}

TEST(Findings, NameTheNumericVariantsTheyTouch) {
  EXPECT_THAT(pages(Language::en).front().text, HasSubstr("- numeric variant: rounding: even, away\n"));
}

TEST(Findings, ComeWorstFirst) {
  Spec spec = fold_spec();
  Contradiction mild = spec.operators[0].contradictions[0];
  mild.id = "mark-in-shape";
  mild.kind = "stray-mark";
  spec.operators[0].contradictions.insert(spec.operators[0].contradictions.begin(), mild);
  const std::string text = to_markdown(build_findings_page(spec, {}, {}));
  EXPECT_LT(text.find("### rounding-words"), text.find("### mark-in-shape"));
  EXPECT_THAT(text, HasSubstr("- severity: **low**\n"));
}

TEST(Findings, SayWhatTheyDoToUsers) {
  EXPECT_THAT(pages(Language::en).front().text,
              HasSubstr("- effect on users: a call that leaves the argument out is refused\n"));
  EXPECT_THAT(pages(Language::en).front().text,
              HasSubstr("- proposed fix: say which of these is computed: even, away\n"));
}

TEST(Findings, ShowAWitnessOrSayThatThereIsNone) {
  EXPECT_THAT(pages(Language::en).front().text, HasSubstr("`2.0, alpha, eager: axis: 0`"));
  EXPECT_THAT(to_markdown(build_findings_page(fold_spec(), {}, {})), HasSubstr("- witness: none: no call shows it\n"));
}

TEST(Findings, SpeakChinese) {
  const std::string text = pages(Language::zh).front().text;
  EXPECT_THAT(text, HasSubstr("默认值不可用"));
  EXPECT_THAT(text, Not(HasSubstr("the rule holds")));
}

}  // namespace
}  // namespace npu_cts::reports
