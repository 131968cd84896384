// Seeded faults of the checks that make calls: the base has none of them, and each edit is found by its check and by no
// other. Their messages stand in the transcript of tools/golden/unsound.
#include <gtest/gtest.h>

#include <set>

#include "framework/findings/checks/check.h"
#include "framework/findings/checks/check_testing.h"
#include "framework/findings/checks/witness.h"

namespace npu_cts {
namespace {

using testing_laws::Edited;
using testing_laws::Fault;
using testing_laws::law;
using testing_laws::text_of;

const std::vector<Fault> faults{
    {"DefaultIsRefused", Kind::default_breaks_rule, law, "axis >= 0", "axis >= 1"},
    {"DefaultIsUsable", Kind::contradiction_not_found, law, "zh: 轴}, defaults: [{is: 0}]",
     "zh: 轴}, defaults: [{is: 0, usable: false}]"},
    {"OverruledStatementHolds", Kind::contradiction_not_found, law, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: documents-disagree, about: x, parties: [page, code], basis: document,\n   "
     " "
     " overruled: \"n >= 2\", text: {en: odd, zh: 异}, ruling: {en: even, zh: 偶}}"},
    {"ShapeOfNoCall", Kind::unsatisfiable_law, law, "shapes: [{id: any, as: \"[n]\"}]",
     "shapes: [{id: any, as: \"[n]\"}, {id: never, as: \"[n, 1]\"}]"},
    {"RuleThatAnotherImplies", Kind::rule_without_negative, law,
     "outputs:", "  - {id: x.rank, phase: shape, must: \"rank(x) < 2\", text: {en: one axis, zh: 一轴}}\noutputs:"},
    {"LimitOfNoCall", Kind::rule_without_boundary, law, "must: \"n >= 2\", text: {en: at least two, zh: 至少两个}}",
     "must: \"n >= 3\", text: {en: at least three, zh: 至少三个}}\n  - {id: x.even, phase: shape, must: \"n % 2 == "
     "0\", text: "
     "{en: even, zh: 偶数}}"},
    {"NoData", Kind::empty_family, law,
     "  data: [{id: default, text: {en: plain, zh: 常规}, fills: {x: {uniform: [\"-3\", \"3\"]}}}]\n", ""},
    {"RowsThatShareACombination", Kind::overlapping_rows, law,
     "{x: int8, z: int8}}\n  - {id: r2, cells: {x: float16, z: float16}}",
     "{x: int8, z: [int8, float16]}}\n  - {id: r2, cells: {x: [int8, float16], z: float16}}"},
    {"ExampleTooShort", Kind::example_breaks_law, law, "x: {dtype: int8, shape: [4]}, z",
     "x: {dtype: int8, shape: [1]}, z"},
};

TEST(PlannedChecks, FindNothingInTheBase) { EXPECT_EQ(text_of(Edited(nullptr).said(check_spec)), ""); }

class PlannedFault : public testing::TestWithParam<Fault> {};

TEST_P(PlannedFault, IsFoundByItsCheckAndNoOther) {
  const Diagnostics found = Edited(&GetParam()).said(check_spec);
  EXPECT_FALSE(found.empty()) << "accepted";
  for (const Diagnostic& one : found) EXPECT_EQ(info_of(one.kind).name, info_of(GetParam().kind).name) << to_text(one);
}

INSTANTIATE_TEST_SUITE_P(PlannedChecks, PlannedFault, testing::ValuesIn(faults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(PlannedChecks, EachHasASeededFault) {
  std::set<Kind> seeded;
  for (const Fault& fault : faults) seeded.insert(fault.kind);
  for (const Check& check : all_checks()) EXPECT_TRUE(seeded.contains(check.kind)) << info_of(check.kind).name;
}

TEST(Overruled, IsFoundWhereALegalCallBreaksIt) {
  const Fault declared{
      .name = "",
      .kind = Kind::contradiction_not_found,
      .file = law,
      .from = "contradictions: []",
      .to =
          "contradictions:\n  - {id: odd, kind: documents-disagree, about: x, parties: [page, code], "
          "basis: document,\n     overruled: \"n >= 3\", text: {en: odd, zh: 异}, ruling: {en: even, zh: "
          "偶}}"};
  EXPECT_EQ(text_of(Edited(&declared).said(check_spec)), "");
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
    const auto call = witness_of({.spec = *spec, .plan = plan}, spec->operators.front(), contradiction);
    ASSERT_TRUE(call.has_value());
    EXPECT_EQ(call->target.release, spec->releases[release]);
  }
}

}  // namespace
}  // namespace npu_cts
