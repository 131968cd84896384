// SPDX-License-Identifier: Apache-2.0
// Journals that somebody bent: each is refused by the check that names what is wrong, at its line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "framework/expand/expand.h"
#include "framework/record/journal_testing.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/honest_run_testing.h"
#include "framework/run/session/session_testing.h"

namespace npu_cts::run {
namespace {

using record::testing_journal::lines_of;
using record::testing_journal::linked;
using record::testing_journal::text_of;
using record::testing_journal::unlinked;
using testing_honest::digest;
using testing_honest::honest_run;
using testing_honest::remove_case;

using Texts = std::vector<std::string>;

/// Returns the two parts of the run.
std::vector<record::Journal> honest_parts() {
  std::vector<record::Journal> parts(2, honest_run());
  for (std::size_t index = 0; index < 2; ++index) {
    const record::Shard shard{.index = index, .count = 2};
    parts[index].shards = {shard};
    std::erase_if(parts[index].planned,
                  [&](const record::PlannedCase& one) { return !record::is_part(shard, one.id); });
    std::erase_if(parts[index].results, [&](const CaseResult& one) { return !record::is_part(shard, one.id); });
  }
  return parts;
}

/// Takes the way of `npu-cts report`.
Result<record::CoveredScope> verify(const Texts& texts) {
  std::vector<record::Journal> parts;
  for (const std::string& text : texts) {
    auto journal = record::parse_journal(text, "run.jsonl");
    if (!journal) return journal.diagnostics();
    parts.push_back(std::move(*journal));
  }
  const auto merged = record::merge_journals(parts);
  if (!merged) return merged.diagnostics();
  const Spec spec = testing_session::spec_of_same();
  return check_plan({spec, digest}, *merged, "run.jsonl");
}

/// Returns the text of the whole run with its lines changed, and nothing else.
Texts edited(const std::function<void(Texts& lines)>& edit) {
  Texts lines = lines_of(to_text(honest_run()));
  edit(lines);
  return {text_of(lines)};
}

/// The same by someone who computes every hash anew.
Texts forged(const std::function<void(Texts& lines)>& edit) {
  Texts lines = lines_of(unlinked(to_text(honest_run())));
  edit(lines);
  return {linked(text_of(lines))};
}

Texts changed(const std::function<void(record::Journal& journal)>& change) {
  record::Journal journal = honest_run();
  change(journal);
  return {to_text(journal)};
}

Texts parts_changed(const std::function<void(std::vector<record::Journal>& parts)>& change) {
  auto parts = honest_parts();
  change(parts);
  Texts texts;
  for (const record::Journal& part : parts) texts.push_back(to_text(part));
  return texts;
}

void replace(std::string& line, std::string_view from, std::string_view to) {
  const std::size_t at = line.find(from);
  ASSERT_NE(at, std::string::npos) << from << line;
  line.replace(at, from.size(), to);
}

/// The place of the `nth` line of its kind, from 0.
std::size_t find(const Texts& lines, std::string_view head, std::size_t nth = 0) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with(head) && nth-- == 0) return i;
  }
  ADD_FAILURE() << head;
  return 0;
}

std::ptrdiff_t at(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }

constexpr std::string_view planned_line = R"({"planned")";
constexpr std::string_view begin_line = R"({"begin")";
constexpr std::string_view end_line = R"({"end")";
constexpr std::string_view done_line = R"({"done")";

struct Tampered {
  std::string_view name;
  std::function<Texts()> make;
  std::string_view what;
  std::string_view line;  ///< the kind of the line that is named; empty: none
};
void PrintTo(const Tampered& row, std::ostream* out) { *out << row.name; }

class TamperedJournal : public testing::TestWithParam<Tampered> {};

TEST_P(TamperedJournal, IsRefusedByTheCheckThatNamesIt) {
  const Texts texts = GetParam().make();
  const auto scope = verify(texts);
  ASSERT_FALSE(scope);
  const Diagnostic& said = scope.diagnostics().front();
  EXPECT_EQ(said.kind, Kind::bad_journal);
  EXPECT_THAT(said.what, testing::HasSubstr(std::string(GetParam().what)));
  if (GetParam().line.empty()) {
    EXPECT_EQ(said.at.line, 0);
  } else {
    const auto lines = lines_of(texts.front());
    ASSERT_GE(said.at.line, 1);
    EXPECT_THAT(lines[static_cast<std::size_t>(said.at.line - 1)], testing::StartsWith(std::string(GetParam().line)));
  }
}

constexpr std::string_view not_as_written = "the line is not as the run wrote it";
constexpr std::string_view removed = "lines were removed or moved";
constexpr std::string_view repeated = "lines were repeated or moved";

/// Someone edits the file.
const std::vector<Tampered> edits{
    {"EditedVerdict",
     [] { return edited([](Texts& lines) { replace(lines[find(lines, end_line)], R"("fail")", R"("pass")"); }); },
     not_as_written, end_line},
    {"EditedReason",
     [] { return edited([](Texts& lines) { replace(lines[find(lines, end_line)], "wrong", "right"); }); },
     not_as_written, end_line},
    {"EditedExpectation",
     [] { return edited([](Texts& lines) { replace(lines[find(lines, planned_line)], "accept", "reject"); }); },
     not_as_written, planned_line},
    {"EditedHeaderDriver", [] { return edited([](Texts& lines) { replace(lines[0], "plugin:a.so", "plugin:b.so"); }); },
     not_as_written, R"({"journal")"},
    {"EditedHeaderQuery",
     [] { return edited([](Texts& lines) { replace(lines[0], R"("query":"")", R"("query":"same/*")"); }); },
     not_as_written, R"({"journal")"},
    {"EditedHeaderDigest", [] { return edited([](Texts& lines) { replace(lines[0], digest, std::string(64, 'c')); }); },
     not_as_written, R"({"journal")"},
    {"EditedBackendHash",
     [] { return edited([](Texts& lines) { replace(lines[0], std::string(64, 'b'), std::string(64, 'c')); }); },
     not_as_written, R"({"journal")"},
    {"EditedSpace", [] { return edited([](Texts& lines) { replace(lines[1], R"({"planned":)", R"({"planned": )"); }); },
     not_as_written, planned_line},
    {"EditedCounts", [] { return edited([](Texts& lines) { replace(lines.back(), R"("ended":)", R"("ended":1)"); }); },
     not_as_written, done_line},
    {"EditedHash",
     [] {
       return edited([](Texts& lines) { lines[1][lines[1].size() - 3] = lines[1].ends_with("0\"}") ? '1' : '0'; });
     },
     not_as_written, planned_line},
    {"HashOfAnotherLine",
     [] {
       return edited([](Texts& lines) {
         constexpr std::size_t hash = 66;
         lines[1].replace(lines[1].size() - hash, hash, lines[2].substr(lines[2].size() - hash));
       });
     },
     not_as_written, planned_line},
    {"RemovedHash", [] { return edited([](Texts& lines) { lines[1] = lines_of(unlinked(lines[1] + "\n"))[0]; }); },
     "no 'line' and 'chain'", planned_line},
    {"EveryHashRemoved", [] { return Texts{unlinked(to_text(honest_run()))}; }, "no 'line' and 'chain'",
     R"({"journal")"},
    {"RemovedPlannedLine", [] { return edited([](Texts& lines) { lines.erase(lines.begin() + 1); }); }, removed,
     planned_line},
    {"RemovedBegin", [] { return edited([](Texts& l) { l.erase(l.begin() + at(find(l, begin_line))); }); }, removed,
     end_line},
    {"RemovedVerdict", [] { return edited([](Texts& l) { l.erase(l.begin() + at(find(l, end_line))); }); }, removed,
     begin_line},
    {"RemovedMiddle",
     [] { return edited([](Texts& l) { l.erase(l.begin() + at(find(l, begin_line)), l.end() - 1); }); }, removed,
     done_line},
    {"RemovedHeader", [] { return edited([](Texts& lines) { lines.erase(lines.begin()); }); }, removed, planned_line},
    {"SwappedPlan", [] { return edited([](Texts& lines) { std::swap(lines[1], lines[2]); }); }, removed, planned_line},
    {"SwappedVerdicts",
     [] { return edited([](Texts& l) { std::swap(l[find(l, end_line)], l[find(l, end_line, 1)]); }); }, removed,
     end_line},
    {"RepeatedPlan", [] { return edited([](Texts& lines) { lines.insert(lines.begin() + 1, lines[1]); }); }, repeated,
     planned_line},
    {"RepeatedVerdict",
     [] {
       return edited([](Texts& l) {
         const std::string line = l[find(l, end_line)];
         l.insert(l.begin() + at(find(l, end_line) + 1), line);
       });
     },
     repeated, end_line},
    {"RepeatedHeader", [] { return edited([](Texts& lines) { lines.insert(lines.begin(), lines[0]); }); }, repeated,
     R"({"journal")"},
    // The hash of that line is right where it stands; the one behind it is not.
    {"VerdictOfAnotherRun",
     [] {
       return edited([](Texts& lines) {
         record::Journal other = honest_run();
         other.results.front().status = Status::pass;
         lines[find(lines, end_line)] = lines_of(to_text(other))[find(lines, end_line)];
       });
     },
     not_as_written, begin_line},
    {"TextBehindTheEnd", [] { return edited([](Texts& lines) { lines.emplace_back("{}"); }); }, "'journal' is missing",
     "{}"},
};

/// Someone computes the hashes anew.
const std::vector<Tampered> forgeries{
    {"ForgedSecondRun", [] { return forged([](Texts& lines) { lines.push_back(lines[0]); }); },
     "the journal goes on after its end", R"({"journal")"},
    {"ForgedVerdictWithoutBegin", [] { return forged([](Texts& l) { l.erase(l.begin() + at(find(l, begin_line))); }); },
     "ends and did not begin", end_line},
    {"ForgedSecondVerdict",
     [] {
       return forged([](Texts& l) {
         std::string line = l[find(l, end_line)];
         replace(line, R"("fail")", R"("pass")");
         l.insert(l.begin() + at(find(l, end_line) + 1), line);
       });
     },
     "ends twice", end_line},
    {"ForgedRepeatedPlan", [] { return forged([](Texts& lines) { lines.insert(lines.begin() + 1, lines[1]); }); },
     "is planned twice", planned_line},
    {"ForgedLatePlan",
     [] {
       return forged([](Texts& l) {
         const std::string line = l[1];
         l.erase(l.begin() + 1);
         l.insert(l.end() - 1, line);
       });
     },
     "begins and was not planned", begin_line},
    {"ForgedCounts", [] { return forged([](Texts& l) { l.erase(l.end() - 3, l.end() - 1); }); }, "the end counts",
     done_line},
    {"ForgedZeroDigest",
     [] { return changed([](record::Journal& one) { one.info.spec_digest = std::string(64, '0'); }); },
     "the digest of the spec is zero", R"({"journal")"},
    {"ForgedDigest", [] { return changed([](record::Journal& one) { one.info.spec_digest = std::string(64, 'c'); }); },
     "its digest is cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc, this one's is "
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     ""},
    {"DroppedCase", [] { return changed([](record::Journal& one) { remove_case(one, 0); }); },
     "the journal lacks 1 case of its plan", ""},
    {"OneCaseLeft",
     [] {
       return changed([](record::Journal& one) {
         while (one.planned.size() > 1) remove_case(one, 0);
       });
     },
     "of its plan", ""},
    {"InventedCase",
     [] {
       return changed([](record::Journal& one) {
         one.planned.push_back(one.planned.front());
         one.planned.back().id += "/more";
       });
     },
     "the journal has 1 case that its plan does not have", ""},
    {"CaseOutsideItsFilter",
     [] { return changed([](record::Journal& one) { one.info.filters.products = {"alpha"}; }); },
     "that its plan does not have", ""},
    {"OtherExpectation",
     [] {
       return changed([](record::Journal& one) {
         one.planned.back().expected = Verdict::unsupported;
         one.results.back().outcome = OutcomeKind::refused;
       });
     },
     "says other things than the spec of 1 case", ""},
    {"OtherPlace", [] { return changed([](record::Journal& one) { one.planned.back().at.line += 1; }); },
     "says other things than the spec of 1 case", ""},
    {"CaseOfNoOperator", [] { return changed([](record::Journal& one) { one.planned.back().op = "nowhere"; }); },
     "says other things than the spec of 1 case", ""},
    {"PartAsTheWhole",
     [] {
       return parts_changed([](std::vector<record::Journal>& parts) {
         parts.pop_back();
         parts[0].shards.clear();
       });
     },
     "the journal lacks", ""},
};

/// Someone puts parts together that do not belong together.
const std::vector<Tampered> mixtures{
    {"SamePartTwice", [] { return parts_changed([](auto& parts) { parts[1] = parts[0]; }); },
     "part 1 of 2 is there twice", ""},
    {"PartsOfOtherCounts",
     [] { return parts_changed([](auto& parts) { parts[1].shards = {{.index = 1, .count = 3}}; }); },
     "part 1 of 2 and part 2 of 3 are not of one run", ""},
    {"WholeBesideAPart", [] { return parts_changed([](auto& parts) { parts[1] = honest_run(); }); },
     "a journal of the whole run stands beside another", ""},
    {"WholeTwice",
     [] {
       return Texts{to_text(honest_run()), to_text(honest_run())};
     },
     "a journal of the whole run stands beside another", ""},
    {"CaseOfTheOtherPart",
     [] { return parts_changed([](auto& parts) { parts[1].planned.push_back(parts[0].planned.front()); }); },
     "is no case of part 2 of 2", ""},
    {"CaseInNoPart", [] { return parts_changed([](auto& parts) { remove_case(parts[1], 0); }); },
     "the journal lacks 1 case of its plan", ""},
    {"LibraryRebuiltBetweenParts",
     [] { return parts_changed([](auto& parts) { parts[1].info.backend[0].sha256[0] = 'c'; }); },
     "the journals are of different runs: another 'backend'", ""},
    {"OtherDriverVersion", [] { return parts_changed([](auto& parts) { parts[1].info.driver_version = "2"; }); },
     "another 'driver_version': '1', not '2'", ""},
    {"OtherPolicy", [] { return parts_changed([](auto& parts) { parts[1].info.unsupported = Policy::allow; }); },
     "another 'unsupported'", ""},
    {"OtherFilter", [] { return parts_changed([](auto& parts) { parts[1].info.filters.modes = {"eager"}; }); },
     "another 'modes'", ""},
};

std::string name_of_row(const testing::TestParamInfo<Tampered>& row) { return std::string(row.param.name); }
INSTANTIATE_TEST_SUITE_P(Edits, TamperedJournal, testing::ValuesIn(edits), name_of_row);
INSTANTIATE_TEST_SUITE_P(Forgeries, TamperedJournal, testing::ValuesIn(forgeries), name_of_row);
INSTANTIATE_TEST_SUITE_P(Mixtures, TamperedJournal, testing::ValuesIn(mixtures), name_of_row);

TEST(HonestJournal, IsTakenWholeAndInParts) {
  const auto whole = verify({to_text(honest_run())});
  ASSERT_TRUE(whole);
  EXPECT_TRUE(record::is_whole(*whole));
  EXPECT_EQ(whole->covered, honest_run().planned.size());
  EXPECT_EQ(*verify(parts_changed([](auto& /*parts*/) {})), *whole);
}

TEST(HonestJournal, OfOnePartOrOneProductIsNoWhole) {
  const auto part = verify(parts_changed([](auto& parts) { parts.pop_back(); }));
  ASSERT_TRUE(part);
  EXPECT_FALSE(record::is_whole(*part));
  const auto product = verify(changed([](record::Journal& one) {
    one.info.filters.products = {"beta"};
    std::erase_if(one.planned, [](const record::PlannedCase& planned) { return planned.target.product != "beta"; });
    one.results.clear();
  }));
  ASSERT_TRUE(product);
  EXPECT_FALSE(record::is_whole(*product));
  EXPECT_EQ(2 * product->covered, product->by_default);
}

TEST(HonestJournal, IsReadUpToATornTail) {
  const std::string text = to_text(honest_run());
  EXPECT_TRUE(verify({text.substr(0, text.size() - 1)}));
}

}  // namespace
}  // namespace npu_cts::run
