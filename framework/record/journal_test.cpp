// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "framework/base/names_testing.h"
#include "framework/record/journal_line.h"
#include "framework/record/journal_testing.h"
#include "framework/record/run_fields.h"

namespace npu_cts::record {
namespace {

using namespace testing_journal;

std::string text_of_example() { return to_text(example()); }

/// The example as if its lines had no links: what `linked` makes a journal of again.
std::string plain_example() { return unlinked(text_of_example()); }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Journal, IsReadBackAsItWasWritten) {
  const auto journal = parse_journal(text_of_example(), "run.jsonl");
  ASSERT_TRUE(journal);
  EXPECT_EQ(*journal, example());
}

TEST(Journal, WithoutPoliciesIsOfARunWithTheDefaults) {
  const std::string text = replaced(
      plain_example(), R"(,"unsupported":"allow","extensions":"reject","numerics":["field=clip","rounding=even"])", "");
  const auto journal = parse_journal(linked(text), "run.jsonl");
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->info.unsupported, Policy::reject);
  EXPECT_EQ(journal->info.extensions, Policy::reject);
  EXPECT_TRUE(journal->info.numerics.empty());
}

TEST(Journal, KeepsEveryStatus) {
  for (const std::string_view name :
       {"pass", "weak", "expected_fail", "skip", "contested", "unexpected_pass", "fail", "crash", "timeout", "error"}) {
    Journal journal = example();
    journal.results[0].status = *find_named<Status>(name);
    if (name == "skip") journal.results[0].outcome = OutcomeKind::unsupported;
    EXPECT_EQ(*parse_journal(to_text(journal), ""), journal) << name;
  }
}

TEST(Journal, KeepsEveryFaultAndItsDetails) {
  for (const Fault fault : every<Fault>) {
    Journal journal = example();
    journal.results[1].attribution = attribution_of(fault, "in words");
    EXPECT_EQ(*parse_journal(to_text(journal), ""), journal) << name_of(fault);
  }
  Journal journal = example();
  journal.results[1].attribution = Attribution{.fault = Fault::out_of_bounds,
                                               .tensor = "y",
                                               .side = TensorEnd::before_start,
                                               .signal = "SIGSEGV",
                                               .code = 3,
                                               .detail = ""};
  EXPECT_EQ(*parse_journal(to_text(journal), ""), journal);
}

TEST(Journal, KeepsWhatWasPrintedAndHowLongItTook) {
  Journal journal = example();
  journal.results[1].printed = {"first", "", "last"};
  journal.results[1].microseconds = 17;
  EXPECT_EQ(*parse_journal(to_text(journal), ""), journal);
}

TEST(Journal, KeepsBehindWhatACaseFails) {
  Journal journal = example();
  journal.results[1].behind = {"f/p/7.2.0/eager/t=1", ""};
  EXPECT_EQ(*parse_journal(to_text(journal), ""), journal);
}

TEST(Journal, ThatIsReproducibleHoldsNothingThatDiffersBetweenTwoRuns) {
  Journal journal = example();
  journal.environments.clear();
  Journal other = example();
  other.results[1].printed = {"at 12:03"};
  other.results[1].microseconds = 17;
  EXPECT_EQ(reproducible(other), journal);
}

TEST(Journal, KeepsWhatChoseItsCasesAndWhatItsVerifierAsked) {
  Journal journal = example();
  journal.info.selection = {
      .queries = {"a/*"}, .excluded = {"a/b"}, .families = {"rows"}, .rules = {"r"}, .listed = {"a/c", "a/d"}};
  journal.info.challenge = "nonce";
  journal.info.filters.tier = Tier::full;
  journal.results[1].outputs = "cafe";
  journal.results[1].another = "with other values";
  journal.results[1].nonce = "nonce";
  journal.results[1].microseconds = 1;
  EXPECT_EQ(*parse_journal(to_text(journal), ""), journal);
}

TEST(Journal, LeavesOutWhatIsNotThere) {
  const std::string text = text_of_example();
  for (const char* key :
       {"queries", "challenge", "printed", "behind", "microseconds", "another", "nonce", "outputs", "fault"})
    EXPECT_THAT(text, testing::Not(testing::HasSubstr(fmt::format("\"{}\"", key)))) << key;
}

TEST(Journal, KeepsEveryLetter) {
  for (const char* letters : {"\"", "\\", "\"\"", "\\\\", " ~", "\t\n\r", "\x01", "\x7F", "中文", "a\"b\\c"}) {
    Journal journal = example();
    journal.results[1].reason = letters;
    EXPECT_EQ(*parse_journal(to_text(journal), ""), journal) << letters;
  }
  EXPECT_THAT(text_of_example(), testing::HasSubstr("with 中文")) << "a person can read it";
}

TEST(Journal, RefusesAFaultOfNoTable) {
  Journal journal = example();
  journal.results[1].attribution = attribution_of(Fault::timeout, "");
  const std::string text = to_text(journal);
  EXPECT_THAT(parse_journal(replaced(text, R"("is":"timeout")", R"("is":"bored")"), "").diagnostics().front().what,
              testing::HasSubstr("unknown is 'bored'"));
  EXPECT_FALSE(parse_journal(replaced(text, R"({"is":"timeout"})", R"({"is":"timeout","side":"left"})"), ""));
}

TEST(Journal, WritesBytesThatAreNoUtf8AsReplacementCharacters) {
  Journal journal = example();
  journal.results[1].reason = "bad \xFF byte";
  const auto read = parse_journal(to_text(journal), "");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->results[1].reason, "bad \uFFFD byte");
}

TEST(Journal, IsReadWhereverItsTextIsCut) {
  const std::string text = text_of_example();
  const std::size_t first_line = text.find('\n') + 1;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto journal = parse_journal(text.substr(0, length), "run.jsonl");
    ASSERT_EQ(journal.has_value(), length >= first_line) << length;
    if (!journal) continue;
    EXPECT_FALSE(journal->finished) << length;
    EXPECT_LE(journal->results.size(), 2U) << length;
    for (const CaseResult& result : journal->results) {
      const bool whole = result == passed("f/a") || result == failed("f/b");
      EXPECT_TRUE(whole || result.status == Status::crash) << length;
    }
  }
}

TEST(Journal, CallsACaseThatBeganAndDidNotEndCrashed) {
  const std::string text = text_of_example();
  const auto journal = parse_journal(text.substr(0, text.find(R"({"end":{"id":"f/b")")), "run.jsonl");
  ASSERT_TRUE(journal);
  ASSERT_EQ(journal->results.size(), 2U);
  EXPECT_EQ(journal->results[1].id, "f/b");
  EXPECT_EQ(journal->results[1].status, Status::crash);
  EXPECT_EQ(journal->results[1].reason, "the process ended inside this case");
}

TEST(Journal, SortsTheCasesThatCrashed) {
  std::vector<std::string> lines = lines_of(plain_example());
  lines.resize(4);
  for (const char* id : {"f/c", "f/a", "f/b"}) lines.push_back(fmt::format(R"({{"begin":"{}"}})", id));
  const auto journal = parse_journal(linked(testing_journal::text_of(lines)), "");
  ASSERT_TRUE(journal);
  ASSERT_EQ(journal->results.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(journal->results, {}, &CaseResult::id));
}

struct Spoiled {
  std::string_view name;
  std::string_view from;
  std::string_view to;
  int line;
  std::string_view what;
};
void PrintTo(const Spoiled& spoiled, std::ostream* out) { *out << spoiled.name; }

class SpoiledJournal : public testing::TestWithParam<Spoiled> {};

TEST_P(SpoiledJournal, IsRefusedAtItsLine) {
  const auto journal = parse_journal(linked(replaced(plain_example(), GetParam().from, GetParam().to)), "run.jsonl");
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.diagnostics()[0].kind, Kind::bad_journal);
  EXPECT_EQ(journal.diagnostics()[0].at.file, "run.jsonl");
  EXPECT_EQ(journal.diagnostics()[0].at.line, GetParam().line);
  EXPECT_THAT(journal.diagnostics()[0].what, testing::HasSubstr(GetParam().what));
  EXPECT_EQ(journal.diagnostics()[0].hint, "give a journal as 'npu-cts run' wrote it, or run the cases again");
}

INSTANTIATE_TEST_SUITE_P(
    Lines, SpoiledJournal,
    testing::Values(
        Spoiled{"NoJson", R"({"begin":"f/a"})", R"({"begin":"f/a")", 5, "no JSON"},
        Spoiled{"EmptyLine", R"({"begin":"f/a"})", "", 5, "no JSON"},
        Spoiled{"NoObject", R"({"begin":"f/a"})", "7", 5, "expected an object"},
        Spoiled{"UnknownLine", R"({"begin":"f/a"})", R"({"start":"f/a"})", 5, "'journal' is missing"},
        Spoiled{"UnknownKey", R"({"begin":"f/a"})", R"({"begin":"f/a","at":1})", 5, "unknown key"},
        Spoiled{"OtherVersion", R"("journal":1)", R"("journal":2)", 1, "another version"},
        Spoiled{
            "SecondRun", R"({"begin":"f/a"})",
            R"({"journal":1,"run":{"driver":"","driver_version":"","spec_digest":"","query":"","tool_version":""}})", 5,
            "second run"},
        Spoiled{"NoRun", R"({"journal":1,)", R"({"begin":"f/a"}
{"journal":1,)",
                1, "does not begin with its run"},
        Spoiled{"UnknownPolicy", R"("unsupported":"allow")", R"("unsupported":"maybe")", 1,
                "run: unknown unsupported 'maybe'"},
        Spoiled{"PolicyIsNoText", R"("extensions":"reject")", R"("extensions":true)", 1, "'extensions' is no text"},
        Spoiled{"NumericsIsNoList", R"(["field=clip","rounding=even"])", R"("field=clip")", 1, "'numerics' is no list"},
        Spoiled{"UnknownExpected", R"("expected":"reject")", R"("expected":"maybe")", 2, "unknown expected 'maybe'"},
        Spoiled{"UnknownStatus", R"("status":"pass")", R"("status":"green")", 6, "unknown status 'green'"},
        Spoiled{"UnknownOutcome", R"("outcome":"refused")", R"("outcome":"x")", 6, "unknown outcome 'x'"},
        Spoiled{"PassesWhatCrashed", R"("outcome":"refused")", R"("outcome":"crashed")", 6,
                "'f/a' cannot end as 'pass': the documents say reject, and its outcome is 'crashed'"},
        Spoiled{"SkipsWhatItRefuses", R"("status":"pass")", R"("status":"skip")", 6, "cannot end as 'skip'"},
        Spoiled{"MissingField", R"("status":"pass",)", "", 6, "'status' is missing"},
        Spoiled{"LineIsNoNumber", R"("line":41)", R"("line":"41")", 2, "'line' is no integer"},
        Spoiled{"LineIsNegative", R"("line":41)", R"("line":-1)", 2, "no line number"},
        Spoiled{"UnknownFamily", R"("family":"rows")", R"("family":"row")", 2, "unknown family 'row'"},
        Spoiled{"BecauseIsNoList", R"("because":["T1.a","scale.rank"])", R"("because":"T1.a")", 2, "no list"},
        Spoiled{"BecauseHoldsNumbers", R"("because":["T1.a","scale.rank"])", R"("because":[1])", 2, "no text"},
        Spoiled{"IndexHoldsText", R"("index":[0,7])", R"("index":["0"])", 8, "mismatch: 'index'"},
        Spoiled{"ModelIsNoText", R"("rounding":"even")", R"("rounding":1)", 8, "no variant"},
        Spoiled{"SizesAreAList", R"("sizes":{"k":4096,"m":3})", R"("sizes":[3])", 8, "'sizes' is no object"},
        Spoiled{"SizeIsText", R"("sizes":{"k":4096,)", R"("sizes":{"k":"",)", 8, "'sizes' holds what is no integer"},
        Spoiled{"LikeANumber", R"("resembles":["sums in int16"])", R"("resembles":[1])", 8, "no text"},
        Spoiled{"PlannedTwice", R"("id":"f/b","op")", R"("id":"f/a","op")", 3, "planned twice"},
        Spoiled{"BeginsUnplanned", R"({"begin":"f/a"})", R"({"begin":"f/x"})", 5, "begins and was not planned"},
        Spoiled{"BeginsTwice", R"({"begin":"f/b"})", R"({"begin":"f/a"})", 7, "begins after its end"},
        Spoiled{"EndsUnplanned", R"({"end":{"id":"f/a")", R"({"end":{"id":"f/x")", 6, "ends and was not planned"},
        Spoiled{"EndsUnbegun", R"({"begin":"f/b"})", R"({"begin":"f/c"})", 8, "'f/b' ends and did not begin"},
        Spoiled{"DigestIsZero", R"("spec_digest":"abcd")",
                R"("spec_digest":"0000000000000000000000000000000000000000000000000000000000000000")", 1,
                "the digest of the spec is zero"},
        Spoiled{"BackendIsNoList", R"("backend":[{"path")", R"("backend":{"path")", 1, "no JSON"},
        Spoiled{"BytesAreNegative", R"("bytes":7)", R"("bytes":-7)", 1, "run: backend: 'bytes' is negative"},
        Spoiled{"NoSuchShard", R"("index":1,"count":2)", R"("index":2,"count":2)", 1, "shards: no part 3 of 2"},
        Spoiled{"NoSuchWordOfAnEnvironment", R"("host":"h")", R"("guest":"h")", 1, "environments: 'host' is missing"},
        Spoiled{"AttemptIsNone", R"("attempt":3)", R"("attempt":0)", 1, "'attempt' is no count from 1 on"},
        Spoiled{"EndsTwice", R"({"end":{"id":"f/b")", R"({"end":{"id":"f/a")", 8, "'f/a' ends twice"},
        Spoiled{"CountsWrong", R"("planned":3,"ended":2)", R"("planned":3,"ended":3)", 9, "3 planned and 3 ended"},
        Spoiled{"CountsNegative", R"("planned":3,)", R"("planned":-3,)", 9, "negative"}),
    [](const auto& row) { return std::string(row.param.name); });

Journal of_order(const std::vector<std::string>& ids, const std::vector<std::string>& ended) {
  Journal journal = example();
  journal.planned.clear();
  journal.results.clear();
  for (const std::string& id : ids) journal.planned.push_back(planned(id));
  for (const std::string& id : ended) journal.results.push_back(passed(id));
  return journal;
}

TEST(Journal, MayPlanAndEndItsCasesInAnyOrder) {
  for (const auto& ids :
       {std::vector<std::string>{"f/a", "f/b", "f/c"}, {"f/c", "f/a", "f/b"}, {"f/b", "f/c", "f/a"}}) {
    const Journal journal = of_order(ids, {"f/b", "f/c", "f/a"});
    EXPECT_EQ(*parse_journal(to_text(journal), ""), journal);
  }
}

TEST(Journal, KnowsItsCasesInAnyOrder) {
  const auto trouble = [](const Journal& journal) {
    return parse_journal(to_text(journal), "").diagnostics().front().what;
  };
  EXPECT_EQ(trouble(of_order({"f/c", "f/a", "f/b", "f/c"}, {})), "'f/c' is planned twice");
  EXPECT_EQ(trouble(of_order({"f/c", "f/a", "f/a"}, {})), "'f/a' is planned twice");
  EXPECT_EQ(trouble(of_order({"f/c", "f/a"}, {"f/b"})), "'f/b' begins and was not planned");
  EXPECT_EQ(trouble(of_order({"f/a", "f/c"}, {"f/c", "f/b"})), "'f/b' begins and was not planned");
}

TEST(Journal, SaysWhyAChainIsBroken) {
  const std::string text = text_of_example();
  const auto journal = parse_journal(replaced(text, R"("op":"frobnicate")", R"("op":"fabricate")"), "run.jsonl");
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.diagnostics()[0].why,
            "each line carries its number and the hash of itself and of all lines above it");
  EXPECT_EQ(journal.diagnostics()[0].at, (Location{.file = "run.jsonl", .line = 2, .column = 0}));
}

TEST(Journal, EndsAtItsEnd) {
  const auto journal = parse_journal(linked(plain_example() + R"({"begin":"f/c"})" + "\n"), "run.jsonl");
  ASSERT_FALSE(journal);
  EXPECT_THAT(journal.diagnostics()[0].what, testing::HasSubstr("goes on after its end"));
}

TEST(Part, WithoutItsPlanBeginsEachCaseOnce) {
  Journal part = example();
  part.plan = "digest";
  part.planned.clear();
  part.finished = false;
  EXPECT_TRUE(parse_chained(to_text(part), "part"));
  part.results.push_back(part.results.front());
  const auto twice = parse_chained(to_text(part), "part");
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.diagnostics().front().what, testing::HasSubstr("'f/a' begins after its end"));
}

TEST(Journal, DoesNotHoldTheSameVerdictTwice) {
  Journal unfinished = example();
  unfinished.finished = false;
  const std::string text = unlinked(to_text(unfinished));
  const std::string last_line = text.substr(text.rfind('\n', text.size() - 2) + 1);
  EXPECT_FALSE(parse_journal(linked(text + last_line), ""));
}

TEST(Journal, EndsAsFinishedOnlyWhereItsLastLineIsWhole) {
  const std::string path = testing::TempDir() + "ends_as_finished.jsonl";
  Journal journal = example();
  journal.finished = true;
  const std::string whole = to_text(journal);
  std::ofstream(path) << whole;
  EXPECT_TRUE(ends_as_finished(path));
  std::ofstream(path) << whole.substr(0, whole.size() - 1);
  EXPECT_FALSE(ends_as_finished(path));
  journal.finished = false;
  std::ofstream(path) << to_text(journal);
  EXPECT_FALSE(ends_as_finished(path));
  std::ofstream(path) << "";
  EXPECT_FALSE(ends_as_finished(path));
  std::filesystem::remove(path);
  EXPECT_FALSE(ends_as_finished(path));
}

/// A journal of `cases` that passed: each has some 700 bytes.
Journal long_journal(int cases) {
  Journal journal = example();
  journal.planned.clear();
  journal.results.clear();
  for (int i = 0; i < cases; ++i) {
    journal.planned.push_back(testing_journal::planned(fmt::format("f/{:06}", i)));
    journal.results.push_back(passed(fmt::format("f/{:06}", i)));
  }
  return journal;
}

TEST(ReadJournal, SaysTheLineOfDamageFarBehindTheFirstPieceThatIsRead) {
  constexpr std::size_t piece = std::size_t{1} << 16U;
  const std::string whole = to_text(long_journal(1000));
  ASSERT_GT(whole.size(), 5 * piece);
  const std::string path = testing::TempDir() + "damaged_far_behind.jsonl";
  for (const std::size_t where : {piece - 1, piece, piece + 1, 2 * piece, 4 * piece + 77}) {
    const std::size_t begin = whole.rfind('\n', where) + 1;
    std::string text = whole;
    text.replace(begin, 2, "?!");
    std::ofstream(path) << text;
    const auto journal = read_journal(path);
    ASSERT_FALSE(journal) << where;
    EXPECT_EQ(journal.diagnostics()[0].at.line,
              1 + std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(begin), '\n'))
        << where;
  }
  std::filesystem::remove(path);
}

TEST(WriteText, GivesNothingMoreAfterWhatItGaveWasNotTaken) {
  constexpr std::size_t most = std::size_t{1} << 18U;
  const Journal journal = long_journal(2000);
  const std::string whole = to_text(journal);
  ASSERT_GT(whole.size(), 3 * most);
  const auto pieces = static_cast<int>(whole.size() / most) + 1;
  for (int last = 1; last <= pieces; ++last) {
    int given = 0;
    std::string taken;
    const auto error = write_text(journal, [&](std::string_view lines) -> std::optional<Diagnostic> {
      if (++given == last) return Diagnostic{.kind = Kind::unwritable_file, .what = "full", .why = "", .hint = ""};
      taken += lines;
      return std::nullopt;
    });
    EXPECT_EQ(given, last);
    ASSERT_TRUE(error) << last;
    EXPECT_EQ(error->what, "full");
    EXPECT_TRUE(whole.starts_with(taken));
    EXPECT_TRUE(taken.empty() || taken.ends_with('\n'));
  }
}

TEST(ReadJournal, SaysWhichFileItCannotRead) {
  const auto journal = read_journal("no/such/run.jsonl");
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.diagnostics()[0].kind, Kind::unreadable_file);
  EXPECT_EQ(journal.diagnostics()[0].at.file, "no/such/run.jsonl");
}

TEST(Cause, HasItsNamesInTheOrderOfItsValues) { EXPECT_EQ(names_as_words<Cause>(), enumerators_of<Cause>()); }

}  // namespace
}  // namespace npu_cts::record
