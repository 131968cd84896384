// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <CLI/CLI.hpp>

#include "framework/run/session/session_testing.h"

namespace npu_cts::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Words = std::vector<std::string>;

/// Adds every option that the processes of a run take.
void add_all(CLI::App& app, RunOptions& options) {
  add_run_options(app, options);
  add_limit_options(app, options.limits);
  add_order_options(app, options);
}

RunOptions read(Words words) {
  CLI::App app;
  RunOptions options;
  add_all(app, options);
  std::ranges::reverse(words);  // as the library takes them
  app.parse(words);
  return options;
}

/// Words of a command line, and those that a process of the run must be told.
struct HandedOn {
  std::string_view name;
  Words given;
  Words told;
};
void PrintTo(const HandedOn& row, std::ostream* out) { *out << row.name; }

const std::vector<HandedOn> handed_on{
    {"Spec", {"--spec", "here"}, {"--spec", "here"}},
    {"Driver", {"--driver", "mock"}, {"--driver", "mock"}},
    {"Extensions", {"--extensions", "allow"}, {"--extensions", "allow"}},
    {"Unsupported", {"--unsupported", "allow"}, {"--unsupported", "allow"}},
    {"Op", {"--op", "a", "--op", "b"}, {"--op", "a", "--op", "b"}},
    {"Product", {"--product", "alpha"}, {"--product", "alpha"}},
    {"Release", {"--release", "all"}, {"--release", "all"}},
    {"Mode", {"--mode", "graph"}, {"--mode", "graph"}},
    {"Tier", {"--tier", "full"}, {"--tier", "full"}},
    {"Numerics", {"--numerics", "rounding=even"}, {"--numerics", "rounding=even"}},
    {"Timeout", {"--timeout", "7"}, {"--timeout", "7"}},
    {"Memory", {"--memory", "512"}, {"--memory", "512"}},
    {"Cpu", {"--cpu", "9"}, {"--cpu", "9"}},
    {"Exclude", {"--exclude", "*/data/*"}, {"--exclude", "*/data/*"}},
    {"Family", {"--family", "negative"}, {"--family", "negative"}},
    {"Rule", {"--rule", "R1"}, {"--rule", "R1"}},
    {"Shuffle", {"--shuffle", "0"}, {"--shuffle", "0"}},
    {"Challenge", {"--challenge=-starts-like-an-option"}, {"--challenge=-starts-like-an-option"}},
    {"Dump", {"--dump", "values"}, {"--dump", "values"}},
    {"MaxFailures", {"--max-failures", "3"}, {"--max-failures", "3"}},
    {"FirstFailure", {"-x"}, {"--max-failures", "1"}},
    {"ShowOutput", {"--show-output"}, {"--show-output"}},
    {"Repeat", {"--repeat", "4"}, {"--repeat", "4"}},
    {"Queries", {"same/alpha", "*/R2"}, {"same/alpha", "*/R2"}},
};

class OptionOfARun : public testing::TestWithParam<HandedOn> {};

TEST_P(OptionOfARun, IsHandedOnToItsProcesses) {
  const Words words = to_words(read(GetParam().given));
  const Words& told = GetParam().told;
  EXPECT_NE(std::search(words.begin(), words.end(), told.begin(), told.end()), words.end())
      << testing::PrintToString(words);
  EXPECT_EQ(to_words(read(words)), words) << "a process reads what it was told";
}

INSTANTIATE_TEST_SUITE_P(Each, OptionOfARun, testing::ValuesIn(handed_on),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(OptionsOfARun, AreAllHandedOnButThoseThatAreReadIntoTheList) {
  std::set<std::string> told{"--from", "--failed", "--help"};
  for (const HandedOn& row : handed_on) {
    for (const std::string& word : row.told) told.insert(word.substr(0, word.find('=')));
  }
  CLI::App app;
  RunOptions options;
  add_all(app, options);
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) EXPECT_TRUE(told.contains("--" + name)) << name;
  }
}

TEST(OptionsOfARun, TakeAQueryBehindAnOptionThatMayBeRepeated) {
  const RunOptions options = read({"--op", "a", "same/alpha"});
  EXPECT_THAT(options.filters.ops, ElementsAre("a"));
  EXPECT_THAT(options.selection.queries, ElementsAre("same/alpha"));
}

TEST(OptionsOfARun, RunTheFailuresOfTheUsualJournalWhereNoneIsNamed) {
  EXPECT_EQ(read({"--failed"}).failed, default_journal);
  EXPECT_EQ(read({"--failed", "other.jsonl"}).failed, "other.jsonl");
  EXPECT_EQ(read({}).failed, std::nullopt);
}

TEST(OptionsOfARun, RefuseWhatWouldRunNothingOrProveNothing) {
  for (const Words& words : {Words{"--timeout", "0"}, Words{"--repeat", "0"}, Words{"--max-failures", "0"},
                             Words{"--tier", "most"}, Words{"--extensions", "maybe"}, Words{"--challenge", "short"}})
    EXPECT_THROW(read(words), CLI::ValidationError) << words.front();
}

TEST(IsChallenge, WantsSixteenTo128LettersDigitsHyphensAndUnderlines) {
  EXPECT_TRUE(is_challenge("aZ09-_aZ09-_aZ09"));
  EXPECT_TRUE(is_challenge(std::string(128, 'a')));
  for (const std::string& wrong : Words{std::string(15, 'a'), std::string(129, 'a'), std::string(16, ' '),
                                        "quote'quote'quote", "\xC3\xA4nicht-aus-ascii-"})
    EXPECT_FALSE(is_challenge(wrong)) << wrong;
}

TEST(PlanOptions, NameEveryWordThatTheSpecDoesNotKnow) {
  RunOptions options;
  options.filters.ops = {"same", "smae"};
  options.filters.products = {"alpah"};
  options.filters.releases = {"all", "9.9"};
  options.filters.modes = {"egaer", "graph"};
  const auto plan = plan_options(testing_session::spec_of_same(), options);
  ASSERT_FALSE(plan);
  std::vector<std::string> found;
  for (const Diagnostic& one : plan.diagnostics()) found.push_back(one.what + "; " + one.hint);
  EXPECT_THAT(found,
              ElementsAre("no operator is called 'smae'; write 'same'", "no product is called 'alpah'; write 'alpha'",
                          "no release is called '9.9'; choose one of the known releases",
                          "no mode is called 'egaer'; write 'eager'"));
}

TEST(PlanOptions, TakeTheModesOfAGroup) {
  RunOptions options;
  options.filters.modes = {"graph", "eager"};
  const auto plan = plan_options(testing_session::spec_of_same(), options);
  ASSERT_TRUE(plan);
  EXPECT_THAT(plan->filters.modes, ElementsAre("graph_static", "graph_dynamic", "eager"));
}

TEST(PlanOptions, PlanEveryReleaseForAListWhoseIdsSayWhich) {
  RunOptions options;
  options.selection.listed = {"same/alpha/0.9/eager/rows/whole"};
  options.selection.queries = {"same/*"};
  const auto listed = plan_options(testing_session::spec_of_same(), options);
  ASSERT_TRUE(listed);
  EXPECT_THAT(listed->filters.releases, ElementsAre("all"));
  EXPECT_EQ(listed->query, options.selection.listed);
  options.filters.releases = {"1.0"};
  EXPECT_THAT(plan_options(testing_session::spec_of_same(), options)->filters.releases, ElementsAre("1.0"));
}

TEST(PlanOptions, LeaveNoFamilyOutWhereOtherWordsAreAskedOfEveryCase) {
  RunOptions options;
  options.selection.families = {"negative"};
  const Spec spec = testing_session::spec_of_same();
  EXPECT_THAT(plan_options(spec, options)->families, ElementsAre("negative"));
  options.selection.excluded = {"same/beta"};
  EXPECT_THAT(plan_options(spec, options)->families, IsEmpty());
  options.selection.excluded.clear();
  options.selection.rules = {"R1"};
  EXPECT_THAT(plan_options(spec, options)->families, IsEmpty());
}

}  // namespace
}  // namespace npu_cts::run
