// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "framework/run/session/shared_memory.h"

namespace npu_cts::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Returns the plan of a target of one operator.
expand::TargetPlan plan_at(const std::string& product, std::vector<Case> cases) {
  const auto shared = std::make_shared<expand::Plan>(expand::Plan{.cases = std::move(cases)});
  return {.op = nullptr,
          .target = {.product = product, .release = "1.0", .mode = "eager"},
          .start = "same/" + product + "/1.0/eager/",
          .shared = shared};
}

Case planned(Family family, const std::string& content, std::vector<Reason> covers) {
  Case one;
  one.id = "same/first/1.0/eager/" + content_of(family, content);
  one.family = family;
  one.content = content;
  one.covers = std::move(covers);
  return one;
}

std::vector<expand::TargetPlan> planned() {
  const Reason plain{ReasonKind::data_set, "plain"};
  const Reason r1{ReasonKind::rule, "R1"};
  return {plan_at("alpha", {planned(Family::data, "plain", {plain, r1}), planned(Family::negative, "R1", {r1})}),
          plan_at("beta", {planned(Family::negative, "R2", {{ReasonKind::rule, "R2"}})})};
}

std::vector<std::string> ids_of(const Chosen& chosen) {
  std::vector<std::string> ids;
  for (const ChosenCase& one : chosen.cases) ids.push_back(id_of(one).substr(5));
  return ids;
}

TEST(Choose, TakesEveryCaseWhereNothingIsAsked) { EXPECT_EQ(choose(planned(), {}).cases.size(), 3U); }

TEST(Choose, NamesACaseAsItsTargetDoes) {
  const Chosen chosen = choose(planned(), {});
  const Case made = case_of(chosen.cases.back());
  EXPECT_EQ(made.id, "same/beta/1.0/eager/negative/R2");
  EXPECT_EQ(made.call.target.product, "beta");
  EXPECT_EQ(made.family, Family::negative);
}

TEST(Choose, TakesTheCasesOfAnyQueryOnce) {
  RunOptions options;
  options.selection.queries = {"same/beta", "*/R2", "same/alpha/1.0/eager/data/"};
  EXPECT_THAT(ids_of(choose(planned(), options)),
              ElementsAre("alpha/1.0/eager/data/plain", "beta/1.0/eager/negative/R2"));
}

TEST(Choose, NarrowsByFamilyRuleListAndExclusion) {
  RunOptions options;
  options.selection.families = {"negative"};
  EXPECT_EQ(choose(planned(), options).cases.size(), 2U);
  options.selection.rules = {"R1"};
  EXPECT_THAT(ids_of(choose(planned(), options)), ElementsAre("alpha/1.0/eager/negative/R1"));
  options = {};
  options.from = "list";
  options.selection.listed = {"same/alpha"};
  options.selection.excluded = {"*/data/*"};
  EXPECT_THAT(ids_of(choose(planned(), options)), ElementsAre("alpha/1.0/eager/negative/R1"));
}

TEST(Choose, NamesWhatMatchesNoCase) {
  RunOptions options;
  options.selection.queries = {"same/alpha", "same/alpa"};
  options.selection.families = {"negativ", "data"};
  options.selection.rules = {"R3"};
  options.selection.excluded = {"same/bta", "same/beta"};
  EXPECT_THAT(choose(planned(), options).unmatched,
              ElementsAre("same/alpa", "--family negativ", "--rule R3", "--exclude same/bta"))
      << "what another option leaves out already is excluded, too";
}

TEST(Choose, TakesNothingWhereTheListIsEmpty) {
  RunOptions options;
  options.failed = "journal";
  EXPECT_THAT(choose(planned(), options).cases, IsEmpty());
}

TEST(ReadListed, ReadsTheLinesOfAFileThatAreNoComments) {
  const auto file = memory_file("# failures\n  same/alpha \n\nsame/beta/*\n");
  ASSERT_TRUE(file);
  RunOptions options;
  options.from = file->path();
  const auto listed = read_listed(options);
  ASSERT_TRUE(listed);
  EXPECT_THAT(*listed, ElementsAre("same/alpha", "same/beta/*"));
}

TEST(ReadListed, SaysThatAFileIsNotThereOrHasNoLines) {
  for (const char* path : {"/nowhere/list", "/tmp", "/dev/null"}) {
    RunOptions options;
    options.from = path;
    const auto listed = read_listed(options);
    ASSERT_FALSE(listed) << path;
    EXPECT_EQ(listed.diagnostics().front().what, "cannot read the list of cases");
  }
}

TEST(QueryText, IsTheQueryWhereThereIsOneAndElseAllTheWords) {
  RunOptions options;
  EXPECT_EQ(query_text(options), "");
  options.selection.queries = {"same/*"};
  EXPECT_EQ(query_text(options), "same/*");
  options.selection.excluded = {"same/beta"};
  options.from = "/tmp/list";
  options.selection.listed = {"a", "b"};
  EXPECT_EQ(query_text(options), "'same/*' --exclude same/beta a list of 2 lines");
}

TEST(FailureLimit, IsReachedByTheFailuresOfAllThatShareItsFile) {
  const auto file = memory_file(std::string(sizeof(std::size_t), '\0'));
  ASSERT_TRUE(file);
  auto one = FailureLimit::open(file->path(), 2);
  auto other = FailureLimit::open(file->path(), 2);
  ASSERT_TRUE(one && other);
  one->add_failure();
  EXPECT_FALSE(other->is_reached());
  other->add_failure();
  EXPECT_TRUE(one->is_reached());
}

TEST(FailureLimit, SaysThatItsFileIsNotThere) { EXPECT_FALSE(FailureLimit::open("/nowhere/count", 1)); }

}  // namespace
}  // namespace npu_cts::run
