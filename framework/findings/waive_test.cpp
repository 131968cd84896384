// SPDX-License-Identifier: Apache-2.0
// The pass over declared contradictions, on an invented spec of two operators and invented findings.
#include "framework/findings/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace npu_cts::findings {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr KindInfo even_row{"odd-row", "a row is odd", "rows are even"};
constexpr KindInfo odd_page{"odd-page", "a page is odd", "pages are even", "", Level::error, DeclaredBy::statements};
constexpr KindInfo odd_rule{"odd-rule", "a rule is odd"};

Contradiction declared(std::string kind, std::string subject, std::vector<Citations> statements = {}) {
  Contradiction one;
  one.id = "odd";
  one.kind = std::move(kind);
  one.subject = std::move(subject);
  one.statements = std::move(statements);
  return one;
}

Finding found_of(const KindInfo& kind, std::string subject, Citations statements = {}) {
  return {.kind = kind, .op = "fold", .subject = std::move(subject), .statements = std::move(statements)};
}

/// Returns `one`, that holds in `release` alone.
template <class T>
T in_release(T one, std::size_t release, Applies T::*applies) {
  (one.*applies).since = release;
  (one.*applies).until = release;
  return one;
}

Finding caused_by(std::string cause) {
  Finding finding = found_of(even_row, "r1");
  finding.causes = {std::move(cause)};
  return finding;
}

Finding inexcusable() {
  Finding finding = found_of(even_row, "r1");
  finding.excusable = false;
  return finding;
}

Finding of_other_operator() {
  Finding finding = found_of(even_row, "r1");
  finding.op = "unfold";
  return finding;
}

struct WaiveCase {
  std::string_view name;
  std::vector<Contradiction> declared;
  Findings found;
  std::vector<std::string_view> said;  ///< the kinds that are left
};
void PrintTo(const WaiveCase& row, std::ostream* out) { *out << row.name; }

constexpr std::string_view stale = kinds::contradiction_not_found.name;

const std::vector<WaiveCase> cases{
    {"NothingDeclared", {}, {found_of(even_row, "r1")}, {"odd-row"}},
    {"NamedBySubject", {declared("odd-row", "r1")}, {found_of(even_row, "r1")}, {}},
    {"NamedByAnotherSubject", {declared("odd-row", "r2")}, {found_of(even_row, "r1")}, {"odd-row", stale}},
    {"OfAnotherKind", {declared("odd-rule", "r1")}, {found_of(even_row, "r1")}, {"odd-row", stale}},
    {"OfAnotherOperator", {declared("odd-row", "r1")}, {of_other_operator()}, {"odd-row", stale}},
    {"WithoutASubject", {declared("odd-row", "")}, {found_of(even_row, "")}, {"odd-row", stale}},
    {"NamedByItsStatements",
     {declared("odd-page", "x", {{"s-1"}, {"s-2"}})},
     {found_of(odd_page, "", {"s-1", "s-2"})},
     {}},
    {"OneStatementNotCited",
     {declared("odd-page", "x", {{"s-1"}})},
     {found_of(odd_page, "", {"s-1", "s-2"})},
     {"odd-page", stale}},
    {"StatementNotInTheInventory",
     {declared("odd-page", "x", {{"s-1"}})},
     {found_of(odd_page, "", {"s-1", ""})},
     {"odd-page", stale}},
    {"SubjectOfAKindThatIsKnownByStatements",
     {declared("odd-page", "x", {{"s-2"}})},
     {found_of(odd_page, "x", {"s-1"})},
     {"odd-page", stale}},
    {"OneDeclarationForTwoFindings",
     {declared("odd-row", "r1")},
     {found_of(even_row, "r1"), found_of(even_row, "r1")},
     {}},
    {"TwoDeclarationsForOneFinding",
     {declared("odd-row", "r1"), declared("odd-row", "r1")},
     {found_of(even_row, "r1")},
     {}},
    {"NotFound", {declared("odd-row", "r1")}, {}, {stale}},
    {"KindThatDoesNotExist", {declared("even-row", "r1")}, {}, {stale}},
    {"KindThatIsNoFinding", {declared("unknown-key", "r1")}, {}, {stale}},
    {"KindThatAPersonFinds", {declared("code-disagrees", "r1")}, {}, {}},
    {"InAnotherRelease",
     {in_release(declared("odd-row", "r1"), 0, &Contradiction::applies)},
     {in_release(found_of(even_row, "r1"), 1, &Finding::where)},
     {"odd-row", stale}},
    {"InTheSameRelease",
     {in_release(declared("odd-row", "r1"), 1, &Contradiction::applies)},
     {in_release(found_of(even_row, "r1"), 1, &Finding::where)},
     {}},
    {"ByACauseInAnyKind", {declared("code-disagrees", "x.even")}, {caused_by("x.even")}, {}},
    {"ByAnotherCause", {declared("code-disagrees", "x.odd")}, {caused_by("x.even")}, {"odd-row"}},
    {"ErrorEvenWhereDeclared", {declared("odd-row", "r1")}, {inexcusable()}, {"odd-row"}},
};

class Waive : public testing::TestWithParam<WaiveCase> {};

/// Returns a spec that declares `contradictions` of its first operator.
Spec spec_with(std::vector<Contradiction> contradictions) {
  Spec spec;
  spec.operators.resize(2);
  spec.operators[0].name = "fold";
  spec.operators[0].contradictions = std::move(contradictions);
  spec.operators[1].name = "unfold";
  return spec;
}

std::vector<std::string_view> kinds_left(const Findings& found) {
  std::vector<std::string_view> kinds;
  for (const Diagnostic& one : to_diagnostics(found)) kinds.push_back(info_of(one.kind).name);
  return kinds;
}

TEST_P(Waive, LeavesWhatIsNotDeclaredAndWhatIsNotFound) {
  const std::array looked{Looked{.kinds = {even_row, odd_page}}, Looked{.kinds = {odd_rule}}};
  EXPECT_EQ(kinds_left(waive(spec_with(GetParam().declared), GetParam().found, looked)), GetParam().said);
}

INSTANTIATE_TEST_SUITE_P(Findings, Waive, testing::ValuesIn(cases),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Waive, TrustsADeclarationOfAKindThatWasNotAskedAbout) {
  const std::array looked{Looked{.kinds = {even_row}, .asked = false}};
  EXPECT_THAT(waive(spec_with({declared("odd-row", "r1")}), {}, looked), IsEmpty());
}

TEST(Waive, TrustsADeclarationWhereItsOperatorWasNotSeenInFull) {
  const std::array looked{Looked{.kinds = {even_row}, .unseen = {"fold"}}};
  EXPECT_THAT(waive(spec_with({declared("odd-row", "r1")}), {}, looked), IsEmpty());
  const std::array others{Looked{.kinds = {even_row}, .unseen = {"unfold"}}};
  EXPECT_THAT(kinds_left(waive(spec_with({declared("odd-row", "r1")}), {}, others)), ElementsAre(stale));
}

TEST(Waive, LeavesAClaimOnCallsToItsOwnCheck) {
  Contradiction claim = declared("documents-disagree", "x");
  claim.rejected_claim = std::make_shared<Expression>();
  EXPECT_THAT(waive(spec_with({claim}), {}, {}), IsEmpty());
}

TEST(Waive, SaysOfAStaleDeclarationWhereItStandsAndHowItIsNamed) {
  Contradiction row = declared("odd-row", "r1");
  row.at = {.file = "fold.yaml", .line = 9, .column = 5};
  const std::array looked{Looked{.kinds = {even_row, odd_page}}};
  const Findings found = waive(spec_with({row, declared("odd-page", "x")}), {}, looked);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].at, row.at);
  EXPECT_EQ(found[0].what, "no 'odd-row' about 'r1' is found");
  EXPECT_EQ(found[1].what, "no page has a 'odd-page' that 'odd' cites");
}

TEST(ToDiagnostics, TakesReasonHintAndLevelFromTheRowWhereAFindingHasNone) {
  Finding own = found_of(even_row, "r1");
  own.why = "this one is red";
  const Diagnostics said = to_diagnostics({found_of(even_row, "r1"), own});
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0].why, "rows are even");
  EXPECT_EQ(said[1].why, "this one is red");
}

}  // namespace
}  // namespace npu_cts::findings
