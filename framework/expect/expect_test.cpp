// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/expect/apply.h"
#include "framework/expect/update.h"

namespace npu_cts::expect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::string_view today = "2026-07-27";

std::string id(std::string_view content) { return fmt::format("op/alpha/1.0/eager/{}", content); }

void add(record::Journal& journal, std::string_view content, Status status, std::string reason) {
  record::PlannedCase planned;
  planned.id = id(content);
  planned.op = "op";
  planned.target = {.product = "alpha", .release = "1.0", .mode = "eager"};
  journal.planned.push_back(planned);
  CaseResult result;
  result.id = planned.id;
  result.status = status;
  result.reason = std::move(reason);
  journal.results.push_back(std::move(result));
}

/// Six cases: a passes, b1 and b2 fail alike, c fails otherwise, d crashes, e is skipped.
record::Journal journal_of_six() {
  record::Journal journal;
  journal.finished = true;
  add(journal, "a", Status::pass, "");
  add(journal, "b/1", Status::fail, "rounds twice");
  add(journal, "b/2", Status::fail, "rounds twice");
  add(journal, "c", Status::fail, "wrong shape");
  add(journal, "d", Status::crash, "SIGSEGV at 0x7f01");
  add(journal, "e", Status::skip, "left open");
  return journal;
}

std::string entry(std::string_view cases, std::string_view status, std::string_view diagnosis,
                  std::string_view more = "") {
  return fmt::format(
      "  - cases: \"{}\"\n    status: {}\n    diagnosis: \"{}\"\n    reason: known\n    link: https://e.org/1\n"
      "    owner: kernels\n    expires: \"2027-01-31\"\n{}",
      cases, status, diagnosis, more);
}

/// The four failures of the six, all known.
const std::string all_known = "expectations:\n" + entry(id("b/*"), "fail", "rounds twice", "    count: 2\n") +
                              entry(id("c"), "fail", "wrong shape") + entry(id("d"), "crash", "SIGSEGV at *");

Expectations list_of(const std::string& text) {
  auto list = read_expectations(text, "known.yaml");
  if (list) return std::move(*list);
  ADD_FAILURE() << to_text(list.diagnostics().front(), text);
  return {};
}

KnownFailures known_of(const std::string& text, const record::Journal& journal = journal_of_six()) {
  return expect(journal, list_of(text), today).known;
}

Status status_of(const Expected& expected, std::string_view content) {
  return std::ranges::find(expected.journal.results, id(content), &CaseResult::id)->status;
}

TEST(Expect, WaivesWhatFailsAsItsEntrySays) {
  const Expected expected = expect(journal_of_six(), list_of(all_known), today);
  EXPECT_THAT(expected.known.problems, IsEmpty());
  EXPECT_THAT(expected.known.new_ones, IsEmpty());
  EXPECT_EQ(waived_cases(expected.known), 4U);
  EXPECT_EQ(status_of(expected, "b/2"), Status::expected_fail);
  EXPECT_EQ(status_of(expected, "d"), Status::expected_fail);
  EXPECT_EQ(status_of(expected, "a"), Status::pass);
  EXPECT_THAT(std::ranges::find(expected.journal.results, id("d"), &CaseResult::id)->reason,
              StartsWith("known failure until "));
}

TEST(Expect, WaivesWhatIsLikeSeveralMistakesUnderTheNameOfAny) {
  record::Journal journal;
  add(journal, "c", Status::fail, "");
  journal.results[0].mismatch = Mismatch{.output = "out", .index = {}, .got = "", .want = ""};
  journal.results[0].matching_mutants = {"drops a bit", "drops a sign"};
  const auto status_under = [&](std::string_view mistake) {
    const std::string diagnosis = fmt::format("wrong values in 'out': like an implementation that {}", mistake);
    return status_of(expect(journal, list_of("expectations:\n" + entry(id("c"), "fail", diagnosis)), today), "c");
  };
  EXPECT_EQ(status_under("drops a sign"), Status::expected_fail);
  EXPECT_EQ(status_under("drops a byte"), Status::fail);
}

TEST(Expect, CallsAFailureWithoutAnEntryNew) {
  const Expected expected = expect(journal_of_six(), list_of("expectations: []\n"), today);
  EXPECT_THAT(expected.known.new_ones, ElementsAre(id("b/1"), id("b/2"), id("c"), id("d")));
  EXPECT_EQ(status_of(expected, "c"), Status::fail);
}

/// What is wrong with a list, and where the message points.
struct Problem {
  std::string_view name;
  std::string list;
  std::function<void(record::Journal& journal)> change;
  std::string_view what;
  int line;
};
void PrintTo(const Problem& row, std::ostream* out) { *out << row.name; }

const std::vector<Problem> problems{
    {"UnexpectedPass", all_known, [](record::Journal& one) { one.results[3].status = Status::pass; }, "does not fail",
     10},
    {"SkippedInstead", all_known, [](record::Journal& one) { one.results[3].status = Status::skip; }, "does not fail",
     10},
    {"FailsInAnotherWay", all_known, [](record::Journal& one) { one.results[3].reason = "wrong values"; },
     "fails in another way", 10},
    {"CrashesInstead", all_known, [](record::Journal& one) { one.results[3].status = Status::crash; },
     "fails in another way", 10},
    {"Expired", "expectations:\n" + entry(id("c"), "fail", "wrong shape") + "    # last\n", [](record::Journal&) {},
     "held up to", 8},
    {"Unused", all_known + entry(id("nothing"), "fail", "x"), [](record::Journal&) {}, "matches no case of the run",
     24},
    {"Overlapping", all_known + entry(id("b/1"), "fail", "rounds twice"), [](record::Journal&) {},
     "an earlier entry has", 24},
    {"OverBroad", "expectations:\n" + entry(id("b/*"), "fail", "rounds twice"), [](record::Journal&) {},
     "the entry says 1 case, and matches 2", 2},
    {"TooNarrow", "expectations:\n" + entry(id("b/*"), "fail", "rounds twice", "    count: 3\n"),
     [](record::Journal&) {}, "the entry says 3 cases, and matches 2", 9},
    {"OtherProduct", "expectations:\n" + entry(id("c"), "fail", "wrong shape", "    product: beta\n"),
     [](record::Journal&) {}, "matches no case of the run", 2},
};

class ProblemOfAList : public testing::TestWithParam<Problem> {};

TEST_P(ProblemOfAList, IsNamedAtItsLine) {
  record::Journal journal = journal_of_six();
  GetParam().change(journal);
  const bool is_late = GetParam().name == "Expired";
  const auto found = expect(journal, list_of(GetParam().list), is_late ? "2027-02-01" : today).known;
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_THAT(found.problems.front().what, HasSubstr(std::string(GetParam().what)));
  EXPECT_EQ(found.problems.front().at.line, GetParam().line);
  EXPECT_EQ(found.problems.front().at.file, "known.yaml");
}

INSTANTIATE_TEST_SUITE_P(Each, ProblemOfAList, testing::ValuesIn(problems),
                         [](const auto& row) { return std::string(row.param.name); });

/// Returns every problem as it is printed.
std::string printed_problems() {
  std::string text;
  for (const Problem& row : problems) {
    record::Journal journal = journal_of_six();
    row.change(journal);
    const auto found = expect(journal, list_of(row.list), row.name == "Expired" ? "2027-02-01" : today).known;
    for (const Diagnostic& one : found.problems) text += to_text(one, row.list);
  }
  return text;
}

TEST(ProblemsOfLists, ArePrintedAsTheGoldenHasThem) {
  const std::filesystem::path golden =
      std::filesystem::path(NPU_CTS_SOURCE_DIR) / "framework/expect/golden/problems.txt";
  const char* const bless = std::getenv("NPU_CTS_BLESS");
  if (bless != nullptr && std::string_view(bless) == "1") std::ofstream(golden) << printed_problems();
  std::ifstream file(golden);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(printed_problems(), text.str());
}

TEST(Expect, ALastDayStillHolds) {
  EXPECT_THAT(expect(journal_of_six(), list_of(all_known), "2027-01-31").known.problems, IsEmpty());
}

TEST(Expect, AnExpiredEntryWaivesNothing) {
  EXPECT_EQ(waived_cases(expect(journal_of_six(), list_of(all_known), "2027-02-01").known), 0U);
}

/// Makes `journal` one of a run of the group of modes `graph`, which has one mode.
void be_of_graph(record::Journal& journal) {
  journal.info.filters.modes = {"graph"};
  for (record::PlannedCase& planned : journal.planned) planned.target.mode = "graph_static";
}

TEST(Expect, APartOfTheRunDoesNotShowThatAnEntryIsUnused) {
  const std::string list = all_known + entry(id("nothing"), "fail", "x");
  for (const auto& leave_out : std::vector<std::function<void(record::Journal&)>>{
           [](record::Journal& one) { one.info.query = "op/*"; },
           [](record::Journal& one) { one.info.filters.ops = {"other"}; },
           [](record::Journal& one) { one.info.filters.products = {"beta"}; },
           [](record::Journal& one) { be_of_graph(one); },
           [](record::Journal& one) { one.shards = {{.index = 0, .count = 2}}; },
           [](record::Journal& one) { one.finished = false; }}) {
    record::Journal journal = journal_of_six();
    leave_out(journal);
    EXPECT_THAT(known_of(list, journal).problems, IsEmpty());
  }
}

TEST(Expect, AFilterThatTakesAllOfAnEntryShowsThatItIsUnused) {
  record::Journal journal = journal_of_six();
  journal.info.filters.products = {"alpha"};
  journal.info.filters.modes = {"eager"};
  EXPECT_EQ(known_of(all_known + entry(id("nothing"), "fail", "x"), journal).problems.size(), 1U);
}

TEST(Expect, AFilterOfAGroupTakesAllOfItsModes) {
  record::Journal journal = journal_of_six();
  be_of_graph(journal);
  const auto unused = entry("op/alpha/1.0/graph_static/nothing", "fail", "x");
  EXPECT_EQ(known_of(all_known + unused, journal).problems.size(), 1U);
}

TEST(Expect, AReleaseBeyondTheDefaultIsNotSeen) {
  EXPECT_THAT(known_of(all_known + entry("op/alpha/9.9/eager/x", "fail", "x")).problems, IsEmpty());
}

TEST(Expect, AnErrorOfOursIsNeverWaived) {
  record::Journal journal = journal_of_six();
  journal.results[3].status = Status::error;
  EXPECT_THAT(known_of(all_known, journal).new_ones, ElementsAre(id("c")));
}

/// A list that cannot be read.
struct BadList {
  std::string_view name;
  std::string text;
  std::string_view what;
};
void PrintTo(const BadList& row, std::ostream* out) { *out << row.name; }

std::string with(std::string_view from, std::string_view to) {
  std::string text = all_known;
  return text.replace(text.find(from), from.size(), to);
}

const std::vector<BadList> bad_lists{
    {"NoYaml", "expectations: [", "the text is no YAML"},
    {"UnknownKey", with("reason:", "because:"), "because"},
    {"MissingOwner", with("    owner: kernels\n", ""), "owner"},
    {"EmptyReason", with("reason: known", "reason: \"\""), "'reason' is empty"},
    {"NoDay", with("2027-01-31", "2027-02-30"), "'2027-02-30' is no day"},
    {"StatusOfOurs", with("status: fail", "status: error"), "error"},
    {"DiagnosisOfEverything", with("rounds twice", "**"), "the diagnosis fits every failure"},
    {"CountOfNone", with("count: 2", "count: 0"), "an entry is about 0 cases"},
    {"NoCases", with('"' + id("c") + '"', "[]"), "'cases' is empty"},
    {"UnknownMode", all_known + "    mode: egaer\n", "egaer"},
    {"TwoQueriesOnALine", with('"' + id("c") + '"', "[a, b]"), "two queries stand on one line"},
    {"TwoKeysOnALine",
     "expectations:\n  - {cases: a, status: fail, diagnosis: b, reason: c, link: d, owner: e, expires: "
     "\"2027-01-31\"}\n",
     "'status' begins no line"},
};

class UnreadableList : public testing::TestWithParam<BadList> {};

TEST_P(UnreadableList, IsRefused) {
  const auto list = read_expectations(GetParam().text, "known.yaml");
  ASSERT_FALSE(list);
  const auto& found = list.diagnostics();
  EXPECT_TRUE(std::ranges::any_of(found, [&](const Diagnostic& one) {
    return one.what.find(GetParam().what) != std::string::npos;
  })) << to_text(found.front(), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Each, UnreadableList, testing::ValuesIn(bad_lists),
                         [](const auto& row) { return std::string(row.param.name); });

const Grounds grounds{.reason = "new", .link = "https://e.org/2", .owner = "me", .expires = "2026-12-31"};

std::string updated(const std::string& text, const record::Journal& journal, const Grounds& given = grounds) {
  const auto made = update_expectations({.text = text, .at = {.file = "known.yaml"}}, journal, today, given);
  return made ? *made : to_text(made.diagnostics().front());
}

TEST(Update, ChangesNothingOfAListThatHolds) { EXPECT_EQ(updated(all_known, journal_of_six(), {}), all_known); }

TEST(Update, RemovesWhatIsGoneAndKeepsComments) {
  const std::string text =
      "# ours\nexpectations:\n" + entry(id("a"), "fail", "x") + "\n# about c\n" + entry(id("c"), "fail", "wrong shape");
  record::Journal journal = journal_of_six();
  for (const std::size_t known : {1U, 2U, 4U}) journal.results[known].status = Status::pass;
  EXPECT_EQ(updated(text, journal, {}), "# ours\nexpectations:\n\n# about c\n" + entry(id("c"), "fail", "wrong shape"));
}

TEST(Update, NarrowsAQueryToTheCasesThatStillFailAlike) {
  record::Journal journal = journal_of_six();
  journal.results[1].status = Status::pass;
  std::string want = all_known;
  const std::string query = fmt::format("cases: \"{}\"", id("b/*"));
  want.replace(want.find(query), query.size(), fmt::format("cases:\n      - \"{}\"", id("b/2")));
  want.replace(want.find("count: 2"), 8, "count: 1");
  EXPECT_EQ(updated(all_known, journal, {}), want);
}

TEST(Update, WritesOneEntryForEachNewDiagnosis) {
  const std::string text = updated("expectations: []  # none yet\n", journal_of_six());
  EXPECT_THAT(text, testing::StartsWith("expectations:  # none yet\n  - cases:\n      - \"op/alpha/1.0/eager/"));
  const auto found = known_of(text);
  EXPECT_EQ(found.waivers.size(), 3U);
  EXPECT_EQ(waived_cases(found), 4U);
  EXPECT_THAT(found.problems, IsEmpty());
}

TEST(Update, IsIdempotentAndLeavesNoProblem) {
  for (const std::string& list :
       {all_known, "expectations: []\n" + std::string(),
        "expectations:\n" + entry("op/*", "fail", "rounds twice", "    count: 6\n"),
        all_known + entry(id("nothing"), "fail", "x") + entry(id("b/1"), "fail", "rounds twice"),
        "expectations:\n" + entry(id("b"), "fail", "rounds twice")}) {
    const std::string once = updated(list, journal_of_six());
    EXPECT_THAT(known_of(once).problems, IsEmpty()) << once;
    EXPECT_THAT(known_of(once).new_ones, IsEmpty()) << once;
    EXPECT_EQ(updated(once, journal_of_six(), {}), once);
  }
}

TEST(Update, KeepsWhatThePartOfARunDoesNotShow) {
  record::Journal journal = journal_of_six();
  journal.info.query = "op/alpha/1.0/eager/a";
  std::erase_if(journal.planned, [](const record::PlannedCase& one) { return one.id != id("a"); });
  std::erase_if(journal.results, [](const CaseResult& one) { return one.id != id("a"); });
  EXPECT_EQ(updated(all_known, journal, {}), all_known);
}

TEST(Update, LeavesAnExpiredEntryToAPerson) {
  std::string text = all_known;
  text.replace(text.find("2027-01-31"), 10, "2026-01-31");
  EXPECT_EQ(updated(text, journal_of_six(), {}), text);
}

TEST(Update, AsksForTheGroundsOfNewFailures) {
  EXPECT_THAT(updated("expectations: []\n", journal_of_six(), {}), HasSubstr("4 cases fail and are in no entry"));
  Grounds late = grounds;
  late.expires = "2026-07-26";
  EXPECT_THAT(updated("expectations: []\n", journal_of_six(), late), HasSubstr("--expires"));
}

TEST(Update, QuotesWhatYamlWouldReadOtherwise) {
  record::Journal journal = journal_of_six();
  journal.results[3].reason = "says \"a: b\\\" #\x01";
  const std::string text = updated(all_known, journal);
  EXPECT_THAT(known_of(text, journal).problems, IsEmpty()) << text;
}

TEST(Diagnosis, NamesTheRuleOfACallThatShouldHaveBeenRefused) {
  record::PlannedCase planned;
  planned.covers = {"x.rank"};
  CaseResult result;
  result.reason = "accepted";
  result.attribution = attribution_of(Fault::accepted_invalid, "");
  EXPECT_EQ(diagnosis_of(planned, result), "accepted; rule 'x.rank'");
}

TEST(Diagnosis, OfWrongValuesIsTheMistakeThatExplainsThemOrElseTheirPattern) {
  CaseResult result;
  result.mismatch = Mismatch{.output = "out", .index = {}, .got = "", .want = "", .pattern = "the tail of the rows"};
  EXPECT_EQ(diagnosis_of({}, result), "wrong values in 'out': the tail of the rows");
  result.matching_mutants = {"drops a bit", "drops a sign"};
  EXPECT_EQ(diagnosis_of({}, result), "wrong values in 'out': like an implementation that drops a bit");
  EXPECT_EQ(diagnosis_of({}, result, "drops a sign"),
            "wrong values in 'out': like an implementation that drops a sign");
}

TEST(Diagnosis, OfAPlaceInATensorIsTheTensor) {
  CaseResult result;
  result.reason = "non-deterministic: output 'y' at byte 96 of its storage";
  result.attribution = attribution_of(Fault::nondeterministic, "");
  EXPECT_EQ(diagnosis_of({}, result), result.reason) << "about no tensor";
  result.attribution->tensor = "y";
  EXPECT_EQ(diagnosis_of({}, result), "non-deterministic in 'y'");
  result.attribution->fault = Fault::out_of_bounds;
  result.attribution->side = TensorEnd::past_end;
  EXPECT_EQ(diagnosis_of({}, result), "out of bounds in 'y', past its end");
}

}  // namespace
}  // namespace npu_cts::expect
