// SPDX-License-Identifier: Apache-2.0
// Seeded faults of the checks that make calls: the base has none of them, and each edit is found by its check and by no
// other. Their messages stand in the transcript of tools/golden/unsound.
#include <set>

#include <gtest/gtest.h>

#include "framework/findings/checks/check.h"
#include "framework/findings/checks/check_testing.h"

namespace npu_cts::findings {
namespace {

using testing_specs::all_said;
using testing_specs::Edited;
using testing_specs::Fault;
using testing_specs::spec_file;
using testing_specs::text_of;

const std::vector<Fault> planned_faults{
    {"DefaultIsRefused", "default-breaks-rule", spec_file, "axis >= 0", "axis >= 1"},
    {"DefaultIsUsable", "contradiction-not-found", spec_file, "zh: 轴}, defaults: [{value: 0}]",
     "zh: 轴}, defaults: [{value: 0, usable: false}]"},
    {"OverruledStatementHolds", "contradiction-not-found", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: documents-disagree, subject: x, statements: [page], basis: "
     "document,\n   "
     " "
     " rejected_claim: \"n >= 2\", text: {en: odd x, zh: 异 x}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"ShapeOfNoCall", "unsatisfiable-spec", spec_file, "shapes: [{id: any, as: \"[n]\"}]",
     "shapes: [{id: any, as: \"[n]\"}, {id: never, as: \"[n, 1]\"}]"},
    {"RuleThatAnotherImplies", "rule-without-negative", spec_file,
     "outputs:", "  - {id: x.rank, phase: shape, require: \"rank(x) < 2\", text: {en: one axis, zh: 一维}}\noutputs:"},
    {"LimitOfNoCall", "rule-without-boundary", spec_file,
     "require: \"n >= 2\", text: {en: at least two, zh: 至少两个}}",
     "require: \"n >= 3\", text: {en: at least three, zh: 至少三个}}\n  - {id: x.even, phase: shape, require: \"n % 2 "
     "== "
     "0\", text: "
     "{en: even, zh: 偶数}}"},
    {"RuleOfStridedTensorsAlone", "rule-needs-layout", spec_file,
     "symbols: {n: \"last(x)\"}\nrows:\n  - {id: r1, cells: {x: int8, z: int8}}\n  - {id: r2, cells: {x: float16, z: "
     "float16}}\nrules:\n",
     "symbols: {n: \"last(x)\", s: \"if(layout(x) == strided, last(x), 9)\"}\nrows:\n  - {id: r1, cells: {x: int8, z: "
     "int8}}\n  - {id: r2, cells: {x: float16, z: float16}}\nrules:\n  - {id: x.wide, phase: shape, require: \"s >= "
     "4\", text: {en: four at least, zh: 至少四个}}\n"},
    {"NoData", "empty-family", spec_file,
     "  data: [{id: default, text: {en: plain, zh: 常规}, fills: {x: {uniform: [\"-3\", \"3\"]}}}]\n", ""},
    {"DataSetOfNoCall", "empty-family", spec_file, "x: {uniform: [\"-3\", \"3\"]}}}]",
     "x: {uniform: [\"-3\", \"3\"]}}}, {id: idle, when: \"n < 2\", text: {en: short, zh: 短}}]"},
    {"GroupOfSizesOfNoCall", "empty-family", spec_file, "x: {uniform: [\"-3\", \"3\"]}}}]",
     "x: {uniform: [\"-3\", \"3\"]}}}]\n  sizes: [{id: idle, when: \"n < 2\", text: {en: short, zh: 短}, of: {\"n\": "
     "classes}}]"},
    {"RowsThatShareACombination", "overlapping-rows", spec_file,
     "{x: int8, z: int8}}\n  - {id: r2, cells: {x: float16, z: float16}}",
     "{x: int8, z: [int8, float16]}}\n  - {id: r2, cells: {x: [int8, float16], z: float16}}"},
    {"ExampleOfOneOfTwoAlikeProducts", "narrow-example", spec_file, "modes: [eager]\n",
     "modes: [eager]\n    products: [red_chip]\n"},
    {"BehaviourOfNoCall", "idle-fact", spec_file, "contradictions: []",
     "contradictions: []\nimplementation_defined:\n  - {id: far, when: \"n > 9000\", variants: [{id: a, basis: "
     "convention, text: {en: a, zh: a}}, {id: b, basis: convention, text: {en: b, zh: b}}]}"},
    {"FormulaThatNothingReads", "idle-fact", spec_file, "contradictions: []",
     "contradictions: []\nformulas:\n  - {id: whole, formula: z = round(z), basis: convention, text: {en: a, zh: a}}"},
    {"ValuesThatARuleForbids", "values-break-rule", spec_file, "outputs:",
     "  - {id: x.positive, phase: data, require: \"all(i in 0..n - 1: at(x, i) >= 0)\", "
     "text: {en: not below zero, zh: 非负}}\noutputs:"},
    {"ExampleTooShort", "example-breaks-spec", spec_file, "x: {dtype: int8, shape: [4]}, z",
     "x: {dtype: int8, shape: [1]}, z"},
};

TEST(PlannedChecks, FindNothingInTheBase) { EXPECT_EQ(text_of(Edited(nullptr).said(all_said)), ""); }

TEST(PlannedChecks, NameTheRuleThatNoCallKeepsAndBlameNoOther) {
  const Fault never{.name = "", .kind = "", .file = spec_file, .from = "axis >= 0\"", .to = "axis >= 0 and axis < 0\""};
  const Diagnostics found = Edited(&never).said(all_said);
  std::size_t named = 0;
  for (const Diagnostic& one : found) {
    const std::string_view kind = info_of(one.kind).name;
    EXPECT_TRUE(kind == "unsatisfiable-spec" || kind == "example-breaks-spec") << to_text(one);
    if (kind != "unsatisfiable-spec") continue;
    ++named;
    EXPECT_NE(one.why.find("breaks rule 'axis.low'"), std::string::npos) << to_text(one);
    ASSERT_EQ(one.notes.size(), 1U) << to_text(one);
    EXPECT_EQ(one.notes[0].at.line, 27) << to_text(one);
  }
  EXPECT_EQ(named, 2U) << "a row each";
}

class PlannedFault : public testing::TestWithParam<Fault> {};

TEST_P(PlannedFault, IsFoundByItsCheckAndNoOther) { expect_found_alone(GetParam(), all_said); }

INSTANTIATE_TEST_SUITE_P(PlannedChecks, PlannedFault, testing::ValuesIn(planned_faults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(PlannedChecks, EachHasASeededFault) { expect_each_seeded(planned_checks(), planned_faults); }

/// Returns what the checks say of the base with a contradiction about `subject` whose rejected claim is "n >= 3".
std::string said_of_claim_about(const std::string& subject) {
  const std::string declared = "contradictions:\n  - {id: odd, kind: documents-disagree, subject: " + subject +
                               ", statements: [page], basis: document,\n     rejected_claim: \"n >= 3\", text: "
                               "{en: odd x, zh: 异 x}, resolution: {en: even, zh: 偶}}";
  const Fault edit{.name = "",
                   .kind = "contradiction-not-found",
                   .file = spec_file,
                   .from = "contradictions: []",
                   .to = declared,
                   .s1 = "contradictions.odd.page"};
  return text_of(Edited(&edit).said(all_said));
}

TEST(RejectedClaim, IsFoundWhereALegalCallBreaksIt) { EXPECT_EQ(said_of_claim_about("x"), ""); }

TEST(RejectedClaim, MayBeAnotherSideOfTheRuleItIsAbout) { EXPECT_EQ(said_of_claim_about("x.long"), ""); }

/// A base of which no call is legal.
const Fault no_legal_call{.name = "",
                          .kind = "unsatisfiable-spec",
                          .file = spec_file,
                          .from = "require: \"n >= 2\"",
                          .to = "require: \"n >= 2 and n < 2\""};

TEST(EmptyFamilies, AreNotReportedWhereASpecIsUnsatisfiable) {
  std::set<std::string> kinds;
  for (const Diagnostic& one : Edited(&no_legal_call).said(all_said)) kinds.emplace(info_of(one.kind).name);
  EXPECT_TRUE(kinds.contains("unsatisfiable-spec"));
  EXPECT_FALSE(kinds.contains("empty-family"));
}

TEST(Witness, StandsInAReleaseWhereTheContradictionHolds) {
  const Result<Spec> spec = reader::read_spec(testing_specs::here / "base");
  ASSERT_TRUE(spec) << text_of(spec.diagnostics());
  expand::Plan plan = expand::plan_witnesses(*spec);
  const std::vector<Case> planned = plan.cases;
  plan.cases.clear();
  for (const std::string& release : spec->releases) {
    for (Case one : planned) {
      one.call.target.release = release;
      plan.cases.push_back(std::move(one));
    }
  }
  BoundSpecs bound(*spec);
  Contradiction contradiction;
  contradiction.subject = "x";
  for (std::size_t release = 0; release < spec->releases.size(); ++release) {
    contradiction.applies.since = contradiction.applies.until = release;
    const auto call =
        witness_of({.spec = *spec, .op = spec->operators.front(), .plan = plan, .bound = bound}, contradiction);
    ASSERT_TRUE(call.has_value());
    EXPECT_EQ(call->target.release, spec->releases[release]);
  }
}

}  // namespace
}  // namespace npu_cts::findings
