// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/findings/findings.h"
#include "framework/model/modes_testing.h"

namespace npu_cts::findings {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr KindInfo odd_row{"odd-row", "a row is odd", "rows are even", "make it even"};
constexpr KindInfo mild_row{"mild-row", "a row is mild", "", "", Level::warning};

Finding at_line(int line, const KindInfo& kind = odd_row) {
  return {.kind = kind,
          .op = "fold",
          .at = {.file = "f", .line = line, .column = 0},
          .what = "line " + std::to_string(line)};
}

std::vector<Applies> all_applies() {
  using Words = std::vector<std::string>;
  std::vector<Applies> all;
  for (std::size_t since = 0; since < 3; ++since) {
    for (std::size_t until = since; until < 3; ++until) {
      for (const Words& products : {Words{}, Words{"alpha"}, Words{"beta"}}) {
        for (const Words& modes : {Words{}, Words{"eager"}, Words{"graph_static", "graph_dynamic"}})
          all.push_back({.since = since, .until = until, .products = products, .modes = modes});
      }
    }
  }
  return all;
}

bool both_hold_somewhere(const Applies& a, const Applies& b) {
  for (std::size_t release = 0; release < 3; ++release) {
    for (const std::string product : {"alpha", "beta"}) {
      for (const Mode& mode : three_modes().all) {
        const Target target{.product = product, .release = "", .mode = mode.id};
        if (holds(a, release, target) && holds(b, release, target)) return true;
      }
    }
  }
  return false;
}

TEST(Meet, IsTrueJustWhereBothHoldForSomeTarget) {
  for (const Applies& a : all_applies()) {
    for (const Applies& b : all_applies()) ASSERT_EQ(meet(a, b), both_hold_somewhere(a, b));
  }
}

TEST(OnePerCause, NamesTheOthersInTheFirst) {
  Findings found;
  for (const std::string seen : {"page 'f1' on alpha", "page 'f1' on beta", "page 'f2' on alpha"}) {
    found.push_back(at_line(3));
    found.back().why = "a table";
    found.back().seen = seen;
  }
  found.push_back(at_line(4));
  found.back().seen = "page 'f1' on alpha";
  found = one_per_cause(std::move(found));
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].why, "a table; and 2 more: page 'f1' on beta, page 'f2' on alpha");
  EXPECT_EQ(found[1].why, "");
}

TEST(OnePerCause, KeepsWhatNamesNoPlaceOfItsOwn) { EXPECT_THAT(one_per_cause({at_line(3), at_line(3)}), SizeIs(2)); }

TEST(Where, SaysATargetInWords) {
  EXPECT_EQ(where({.product = "alpha", .release = "1.0", .mode = "eager"}), "alpha, eager, release 1.0");
}

TEST(ToDiagnostics, TakesWhatAFindingDoesNotSayFromItsKind) {
  Finding own = at_line(2);
  own.why = "for once";
  own.hint = "leave it";
  own.notes = {{.at = {.file = "f", .line = 9, .column = 1}, .text = "here"}};
  const Diagnostics said = to_diagnostics({at_line(1), own});
  ASSERT_THAT(said, SizeIs(2));
  EXPECT_EQ(said[0].why, "rows are even");
  EXPECT_EQ(said[0].hint, "make it even");
  EXPECT_EQ(said[0].level, Level::error);
  EXPECT_EQ(said[0].at.line, 1);
  EXPECT_EQ(said[1].why, "for once");
  EXPECT_EQ(said[1].hint, "leave it");
  EXPECT_THAT(said[1].notes, SizeIs(1));
}

TEST(ToDiagnostics, LeavesOutWhatIsSuppressedAndKeepsTheLevel) {
  Finding suppressed = at_line(1);
  suppressed.suppressed = true;
  const Diagnostics said = to_diagnostics({suppressed, at_line(2, mild_row)});
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_EQ(said[0].level, Level::warning);
}

TEST(FindingOf, AnOperatorHasItsName) {
  OpSpec op;
  op.name = "fold";
  const Finding made = finding(op, "n.even", {.file = "f", .line = 3, .column = 4}, "is odd");
  EXPECT_EQ(made.op, "fold");
  EXPECT_EQ(made.subject, "n.even");
  EXPECT_EQ(made.at.column, 4);
  EXPECT_EQ(made.what, "is odd");
  EXPECT_FALSE(made.suppressed);
  EXPECT_TRUE(made.excusable);
}

TEST(RunChecks, GivesAFindingTheKindOfItsRowUnlessItHasOne) {
  const std::array checks{Check<int>{.kind = mild_row, .run = [](const int& lines) {
                                       Findings found{at_line(lines, kinds::of_its_check)};
                                       found.push_back(at_line(lines + 1));
                                       return found;
                                     }}};
  const Findings found = run_checks(checks, 7);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(info_of(found[0].kind).name, "mild-row");
  EXPECT_EQ(info_of(found[1].kind).name, "odd-row");
  EXPECT_EQ(found[0].what, "line 7");
  EXPECT_THAT(kinds_of(checks), SizeIs(1));
}

/// An engine that finds something on each of `lines`, and counts how often it runs.
Engine engine_of(const std::vector<int>& lines, int& runs) {
  return {.kinds = {odd_row}, .asked = true, .run = [lines, &runs](const Spec&) -> Result<EngineAnswer> {
            ++runs;
            EngineAnswer answer;
            for (const int line : lines) answer.found.push_back(at_line(line));
            return answer;
          }};
}

std::vector<std::string> whats(const Findings& found) {
  std::vector<std::string> texts;
  for (const Finding& one : found) texts.push_back(one.what);
  return texts;
}

Spec spec_with_declaration() {
  Spec spec;
  OpSpec& op = spec.operators.emplace_back();
  op.name = "fold";
  Contradiction& declared = op.contradictions.emplace_back();
  declared.kind = "odd-row";
  declared.subject = "r1";
  return spec;
}

TEST(FindAll, PutsWhatAllEnginesFindInTheOrderOfThePlaces) {
  int runs = 0;
  const std::array engines{engine_of({5, 1}, runs), engine_of({3}, runs)};
  const auto found = find_all(Spec(), engines);
  ASSERT_TRUE(found);
  EXPECT_THAT(whats(*found), ElementsAre("line 1", "line 3", "line 5"));
  EXPECT_EQ(runs, 2);
}

TEST(FindAll, RunsNoEngineThatIsNotAskedAndTrustsWhatIsDeclared) {
  int runs = 0;
  const Spec spec = spec_with_declaration();
  const auto trusted = find_all(spec, std::array{unasked(engine_of({1}, runs))});
  ASSERT_TRUE(trusted);
  EXPECT_THAT(*trusted, IsEmpty());
  EXPECT_EQ(runs, 0);
  const auto asked = find_all(spec, std::array{engine_of({}, runs)});
  ASSERT_TRUE(asked);
  EXPECT_THAT(whats(*asked), ElementsAre("no 'odd-row' about 'r1' is found"));
}

TEST(FindAll, TrustsWhatIsDeclaredOfAnOperatorThatAnEngineCouldNotSee) {
  const Engine blind{.kinds = {odd_row}, .asked = true, .run = [](const Spec&) -> Result<EngineAnswer> {
                       return EngineAnswer{.unseen = {"fold"}};
                     }};
  const auto found = find_all(spec_with_declaration(), std::array{blind});
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, IsEmpty());
}

TEST(FindAll, EndsAtTheFirstEngineThatCannotRun) {
  int runs = 0;
  const Engine broken{.asked = true, .run = [](const Spec&) -> Result<EngineAnswer> {
                        return error_at(Kind::unreadable_file, {.file = "pages"}, "no pages", "", "");
                      }};
  const auto found = find_all(Spec(), std::array{broken, engine_of({1}, runs)});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.diagnostics()[0].what, "no pages");
  EXPECT_EQ(runs, 0);
}

}  // namespace
}  // namespace npu_cts::findings
