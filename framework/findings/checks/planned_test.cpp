// Seeded faults of the checks that make calls: the base has none of them, and each edit is found by its check and by no
// other. Their messages stand in the transcript of tools/golden/unsound.
#include <gtest/gtest.h>

#include <set>

#include "framework/findings/checks/check.h"
#include "framework/findings/checks/check_testing.h"
#include "framework/findings/checks/witness.h"

namespace npu_cts {
namespace {

using testing_laws::all_said;
using testing_laws::Edited;
using testing_laws::Fault;
using testing_laws::law;
using testing_laws::text_of;

const std::vector<Fault> faults{
    {"DefaultIsRefused", "default-breaks-rule", law, "axis >= 0", "axis >= 1"},
    {"DefaultIsUsable", "contradiction-not-found", law, "zh: 轴}, defaults: [{is: 0}]",
     "zh: 轴}, defaults: [{is: 0, usable: false}]"},
    {"OverruledStatementHolds", "contradiction-not-found", law, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: documents-disagree, about: x, parties: [page, code], basis: document,\n   "
     " "
     " overruled: \"n >= 2\", text: {en: odd, zh: 异}, ruling: {en: even, zh: 偶}}"},
    {"ShapeOfNoCall", "unsatisfiable-law", law, "shapes: [{id: any, as: \"[n]\"}]",
     "shapes: [{id: any, as: \"[n]\"}, {id: never, as: \"[n, 1]\"}]"},
    {"RuleThatAnotherImplies", "rule-without-negative", law,
     "outputs:", "  - {id: x.rank, phase: shape, must: \"rank(x) < 2\", text: {en: one axis, zh: 一轴}}\noutputs:"},
    {"LimitOfNoCall", "rule-without-boundary", law, "must: \"n >= 2\", text: {en: at least two, zh: 至少两个}}",
     "must: \"n >= 3\", text: {en: at least three, zh: 至少三个}}\n  - {id: x.even, phase: shape, must: \"n % 2 == "
     "0\", text: "
     "{en: even, zh: 偶数}}"},
    {"NoData", "empty-family", law,
     "  data: [{id: default, text: {en: plain, zh: 常规}, fills: {x: {uniform: [\"-3\", \"3\"]}}}]\n", ""},
    {"RowsThatShareACombination", "overlapping-rows", law,
     "{x: int8, z: int8}}\n  - {id: r2, cells: {x: float16, z: float16}}",
     "{x: int8, z: [int8, float16]}}\n  - {id: r2, cells: {x: [int8, float16], z: float16}}"},
    {"ExampleTooShort", "example-breaks-law", law, "x: {dtype: int8, shape: [4]}, z",
     "x: {dtype: int8, shape: [1]}, z"},
};

TEST(PlannedChecks, FindNothingInTheBase) { EXPECT_EQ(text_of(Edited(nullptr).said(all_said)), ""); }

class PlannedFault : public testing::TestWithParam<Fault> {};

TEST_P(PlannedFault, IsFoundByItsCheckAndNoOther) {
  const Diagnostics found = Edited(&GetParam()).said(all_said);
  EXPECT_FALSE(found.empty()) << "accepted";
  for (const Diagnostic& one : found) EXPECT_EQ(info_of(one.kind).name, GetParam().kind) << to_text(one);
}

INSTANTIATE_TEST_SUITE_P(PlannedChecks, PlannedFault, testing::ValuesIn(faults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(PlannedChecks, EachHasASeededFault) {
  std::set<std::string_view> seeded;
  for (const Fault& fault : faults) seeded.insert(fault.kind);
  for (const auto& check : planned_checks()) EXPECT_TRUE(seeded.contains(check.kind.name)) << check.kind.name;
}

TEST(Overruled, IsFoundWhereALegalCallBreaksIt) {
  const Fault declared{
      .name = "",
      .kind = "contradiction-not-found",
      .file = law,
      .from = "contradictions: []",
      .to =
          "contradictions:\n  - {id: odd, kind: documents-disagree, about: x, parties: [page, code], "
          "basis: document,\n     overruled: \"n >= 3\", text: {en: odd, zh: 异}, ruling: {en: even, zh: "
          "偶}}"};
  EXPECT_EQ(text_of(Edited(&declared).said(all_said)), "");
}

TEST(Witness, StandsInAReleaseWhereTheContradictionHolds) {
  const Result<Spec> spec = read_spec(testing_laws::here / "base");
  ASSERT_TRUE(spec) << text_of(spec.diagnostics());
  Plan plan = plan_witnesses(*spec);
  const std::vector<Case> planned = plan.cases;
  plan.cases.clear();
  for (const std::string& release : spec->releases) {
    for (Case one : planned) {
      one.call.target.release = release;
      plan.cases.push_back(std::move(one));
    }
  }
  Contradiction contradiction;
  contradiction.about = "x";
  for (std::size_t release = 0; release < spec->releases.size(); ++release) {
    contradiction.applies.since = contradiction.applies.until = release;
    const auto call = witness_of({.spec = *spec, .op = spec->operators.front(), .plan = plan}, contradiction);
    ASSERT_TRUE(call.has_value());
    EXPECT_EQ(call->target.release, spec->releases[release]);
  }
}

}  // namespace
}  // namespace npu_cts
