// SPDX-License-Identifier: Apache-2.0
// Seeded faults: a spec without a fault, and one line changed at a time. Each fault is found by its check and by no
// other; written.golden holds what is said of each. With NPU_CTS_BLESS=1 it is written instead; read the difference.
#include <cstdlib>

#include <gtest/gtest.h>

#include "framework/findings/checks/check.h"
#include "framework/findings/checks/check_testing.h"
#include "framework/findings/checks/written_faults_testing.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::findings {
namespace {

using testing_specs::Edited;
using testing_specs::Fault;
using testing_specs::faults;
using testing_specs::here;
using testing_specs::sound_edits;
using testing_specs::spec_file;
using testing_specs::text_of;
using testing_specs::written_said;

TEST(WrittenChecks, FindNothingInTheBase) { EXPECT_EQ(text_of(Edited(nullptr).said(written_said)), ""); }

class SeededFault : public testing::TestWithParam<Fault> {};

TEST_P(SeededFault, IsFoundByItsCheckAndNoOther) { expect_found_alone(GetParam(), written_said); }

INSTANTIATE_TEST_SUITE_P(WrittenChecks, SeededFault, testing::ValuesIn(faults),
                         [](const auto& fault) { return std::string(fault.param.name); });

class SoundEdit : public testing::TestWithParam<Fault> {};

TEST_P(SoundEdit, IsFoundByNoCheck) { EXPECT_EQ(text_of(Edited(&GetParam()).said(written_said)), ""); }

INSTANTIATE_TEST_SUITE_P(WrittenChecks, SoundEdit, testing::ValuesIn(sound_edits),
                         [](const auto& edit) { return std::string(edit.param.name); });

TEST(WrittenChecks, AskAnExampleForNoModeWhereThereIsOne) {
  Result<Spec> spec = reader::read_spec(here / "base");
  ASSERT_TRUE(spec);
  spec->modes.all.resize(1);
  OpSpec& op = spec->operators.front();
  op.examples.front().applies.modes.clear();
  EXPECT_TRUE(find_examples_in_other_modes(*spec, op).empty());
}

TEST(WrittenChecks, WantAQuestionRaisedInEachReleaseOfItsRules) {
  Result<Spec> spec = reader::read_spec(here / "base");
  ASSERT_TRUE(spec);
  OpSpec& op = spec->operators.front();
  op.open.front().cite = op.rules.front().cite = {"s-2"};
  op.rules.front().question = op.open.front().id;
  EXPECT_TRUE(find_uncarried_questions(*spec, op).empty());
  spec->statements.back().documents = {"b-1"};
  const Findings found = find_uncarried_questions(*spec, op);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().what, "a rule carries 'why' in 2.0, and no page of it raises it");
}

TEST(WrittenChecks, SayWhatStandsInTheGolden) {
  std::string got;
  for (const Fault& fault : faults) {
    got += "# " + std::string(fault.name) + "\n" + text_of(Edited(&fault).said(written_said)) + "\n";
  }
  if (std::getenv("NPU_CTS_BLESS") != nullptr) std::ofstream(here / "written.golden", std::ios::binary) << got;
  EXPECT_EQ(got, testing_specs::read(here / "written.golden"));
}

TEST(WrittenChecks, EachHasASeededFault) { expect_each_seeded(written_checks(), faults); }

TEST(Contradictions, TakeAwayTheFindingTheyDeclare) {
  const Fault declared{
      .name = "",
      .kind = "single-variant",
      .file = spec_file,
      .from = "contradictions: []",
      .to =
          "contradictions:\n  - {id: odd, kind: single-variant, subject: lonely, statements: [page], "
          "basis: document,\n"
          "     text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}\n"
          "implementation_defined:\n  - {id: lonely, variants: [{id: a, basis: convention, text: {en: a, zh: a}}]}",
      .s1 = "contradictions.odd.page"};
  EXPECT_EQ(text_of(Edited(&declared).said(written_said)), "");
}

}  // namespace
}  // namespace npu_cts::findings
