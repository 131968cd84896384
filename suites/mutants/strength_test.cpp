// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/strength.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "framework/base/names_testing.h"
#include "framework/base/sha256.h"
#include "reports/document/markdown.h"

namespace npu_cts::mutants {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const Kill at_smoke{.tier = Tier::smoke, .case_id = "fold/one"};
const Kill at_fast{.tier = Tier::fast, .case_id = "fold/two"};

/// Three that can be killed: one by both families, one by one family in the tier fast, one by none.
KillMatrix sample() {
  KillMatrix matrix{
      .op = "fold", .families = {{"data", {1, 2, 2}}, {"rows", {1, 3, 3}}, {"sizes", {0, 4, 4}}}, .too_large = 0};
  matrix.wrong = {
      {.in = WrongIn::values, .name = "Late", .wrong = "", .harmless = "", .killed_by = {{"data", at_fast}}},
      {.in = WrongIn::checks,
       .name = "Both",
       .wrong = "",
       .harmless = "",
       .killed_by = {{"data", at_smoke}, {"rows", at_fast}}},
      {.in = WrongIn::looser, .name = "Never", .wrong = "takes anything", .harmless = ""},
      {.in = WrongIn::values, .name = "Hidden", .wrong = "", .harmless = "nothing shows it"}};
  return matrix;
}

TEST(Strength, IsWholeOnlyWhereNothingSurvives) {
  EXPECT_EQ(percent({.killed = 2172, .killable = 2173}), 99.9);
  EXPECT_EQ(percent({.killed = 2173, .killable = 2173}), 100);
  EXPECT_EQ(percent({.killed = 0, .killable = 0}), 100);
}

TEST(Strength, IsTheShareOfWhatCanBeKilledInEachTier) {
  EXPECT_EQ(score_of(sample(), Tier::smoke).killed, 1U);
  EXPECT_EQ(score_of(sample(), Tier::fast).killed, 2U);
  EXPECT_EQ(score_of(sample(), Tier::fast).killable, 3U);
  EXPECT_NEAR(percent(score_of(sample(), Tier::fast)), 66.7, 0.1);
}

TEST(Strength, IsCountedByWhatIsWrongToo) {
  EXPECT_EQ(score_of(sample(), Tier::fast, WrongIn::values).killable, 1U);
  EXPECT_EQ(score_of(sample(), Tier::fast, WrongIn::looser).killed, 0U);
}

TEST(Strength, ListsWhatSurvivesAndNotWhatNoCallShows) {
  ASSERT_EQ(survivors_of(sample(), Tier::fast).size(), 1U);
  EXPECT_EQ(survivors_of(sample(), Tier::fast).front()->name, "Never");
  EXPECT_EQ(survivors_of(sample(), Tier::smoke).size(), 2U);
}

TEST(Strength, FallsWithoutAFamilyByWhatThatAloneKills) {
  const auto families = families_of(sample(), Tier::fast);
  ASSERT_EQ(families.size(), 3U);
  EXPECT_EQ(families[0].kills, 2U);
  EXPECT_THAT(families[0].alone, ElementsAre("Late"));
  EXPECT_NEAR(loss_of(sample(), families[0]), 33.3, 0.1);
  EXPECT_THAT(families[1].alone, ElementsAre());
  EXPECT_EQ(families[2].kills, 0U);
  EXPECT_EQ(families[2].cases, 4U);
}

TEST(Strength, NamesInAnEarlierTierOnlyWhatItsOwnCasesKill) {
  const auto families = families_of(sample(), Tier::smoke);
  EXPECT_EQ(families[0].kills, 1U);
  EXPECT_EQ(families[1].kills, 0U);
  EXPECT_EQ(needed_cases(sample(), Tier::smoke), 1U);
  EXPECT_EQ(needed_cases(sample(), Tier::fast), 2U);
}

TEST(Strength, IsWrittenWithoutADateWhereThereIsNone) {
  Strength strength{.spec_digest = "ab12",
                    .release = "9.9",
                    .date = "2026-01-02",
                    .tier = Tier::fast,
                    .without = {"users"},
                    .operators = {sample()}};
  const auto page = [&] { return to_markdown(build_strength_page(strength, Language::en)); };
  EXPECT_THAT(page(), AllOf(HasSubstr("2026-01-02"), HasSubstr("ab12"), HasSubstr("users"), HasSubstr("66.7 %")));
  EXPECT_THAT(page(), AllOf(HasSubstr("takes anything"), HasSubstr("nothing shows it")));
  EXPECT_THAT(page(), HasSubstr("npu-cts strength --op fold --tier fast --without users --out DIR"));
  EXPECT_THAT(to_json(strength), HasSubstr("2026-01-02"));
  strength.date = "";
  EXPECT_THAT(page(), Not(HasSubstr("Measured on")));
  EXPECT_THAT(to_json(strength), Not(HasSubstr("date")));
  EXPECT_THAT(to_text(strength), HasSubstr("survives: Never (looser): takes anything"));
}

TEST(StrengthPage, IsInChineseBesideNames) {
  const Strength strength{
      .spec_digest = "ab12", .release = "9.9", .date = "2026-01-02", .tier = Tier::fast, .operators = {sample()}};
  const std::string page = to_markdown(build_strength_page(strength, Language::zh));
  EXPECT_THAT(page,
              AllOf(HasSubstr("# 测试套件的强度"), HasSubstr("测量日期"), HasSubstr("66.7 %"), HasSubstr("过松")));
  EXPECT_THAT(page, Not(AnyOf(HasSubstr("Score"), HasSubstr("Kill"), HasSubstr("looser"), HasSubstr("Tier"))));
}

constexpr const char* machine_record =
    R"([{"part": "framework/fold", "date": "2026-01-03", "sources": {"framework/fold/fold.cpp": "ab12"}, "mutants": 30, "tried": 12,
         "equivalent": 2, "killed": 9, "command": "run.py BUILD --sample 12"}])";

TEST(MachineParts, AreReadAsTheyWereRecorded) {
  const auto parts = read_machine_parts(machine_record, "m.json");
  ASSERT_TRUE(parts);
  const MachinePart want{.name = "framework/fold",
                         .date = "2026-01-03",
                         .sources = {{"framework/fold/fold.cpp", "ab12"}},
                         .mutants = 30,
                         .tried = 12,
                         .equivalent = 2,
                         .score = {.killed = 9, .killable = 10},
                         .command = "run.py BUILD --sample 12"};
  EXPECT_THAT(*parts, ElementsAre(want));
}

TEST(MachineParts, AreRefusedWithTheCommandThatWritesThem) {
  for (const char* text : {"", "{", "[1]", R"([{"part": "framework/fold"}])"}) {
    const auto parts = read_machine_parts(text, "m.json");
    ASSERT_FALSE(parts) << text;
    EXPECT_EQ(parts.diagnostics()[0].at.file, "m.json");
    EXPECT_THAT(parts.diagnostics()[0].hint, HasSubstr("tools/mutation/run.py BUILD --record m.json"));
  }
}

TEST(MachineParts, AreComparedWithTheSourcesAtHand) {
  const auto root = std::filesystem::path(testing::TempDir()) / "machine_parts";
  std::filesystem::create_directories(root / "framework/fold");
  std::ofstream(root / "framework/fold/fold.cpp") << "text";
  const std::string record = machine_record;
  const auto measured_for = [&](const std::string& hash) {
    const std::string text = std::string(record).replace(record.find("ab12"), 4, hash);
    const auto parts = read_machine_parts(text, (root / "reports/m.json").string());
    Strength strength;
    strength.machine = *parts;
    return to_markdown(build_strength_page(strength, Language::en));
  };
  EXPECT_THAT(measured_for(sha256_of("text")), HasSubstr("today's sources"));
  EXPECT_THAT(measured_for(sha256_of("other")), HasSubstr("older sources: 1 of 1 differ"));
}

TEST(StrengthPage, HasATableOfTheMachinesOwnMutants) {
  Strength strength{.spec_digest = "ab12", .release = "9.9", .date = "", .operators = {sample()}};
  const auto page = [&](Language language) { return to_markdown(build_strength_page(strength, language)); };
  EXPECT_THAT(page(Language::en), Not(HasSubstr("own mutants")));
  strength.machine = *read_machine_parts(machine_record, "m.json");
  EXPECT_THAT(page(Language::en),
              AllOf(HasSubstr("The machine's own mutants"), HasSubstr("`framework/fold`"), HasSubstr("90.0 %"),
                    HasSubstr("2026-01-03"), HasSubstr("sources that are not at hand"),
                    HasSubstr("`run.py BUILD --sample 12`")));
  EXPECT_THAT(page(Language::zh), AllOf(HasSubstr("工具自身的变异"), HasSubstr("90.0 %"), Not(HasSubstr("Killed"))));
}

TEST(WrongIn, HasItsNamesInTheOrderOfItsValues) { EXPECT_EQ(names_as_words<WrongIn>(), enumerators_of<WrongIn>()); }

}  // namespace
}  // namespace npu_cts::mutants
