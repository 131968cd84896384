// SPDX-License-Identifier: Apache-2.0
#include "reports/find_conditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "reports/phrases.h"

namespace npu_cts::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

OpSpec operator_of_two() {
  OpSpec op;
  op.name = "op";
  op.parameters.resize(2);
  op.parameters[0].key = "axis";
  op.parameters[1].key = "y";
  return op;
}

/// A run of the invented operator.
class RunOfCalls {
 public:
  /// Adds `count` cases whose calls have `axis` and `y`, and that end as `result`.
  RunOfCalls& add(std::size_t count, std::int64_t axis, std::int64_t y, const CaseResult& result,
                  Verdict expected = Verdict::accept) {
    for (std::size_t i = 0; i < count; ++i) {
      Case planned;
      planned.id = fmt::format("op/{}", calls_.size());
      planned.content = std::to_string(calls_.size());
      planned.call.arguments["axis"] = axis;
      planned.call.arguments["y"] = y;
      record::PlannedCase line;
      line.id = planned.id;
      line.op = "op";
      line.expected = expected;
      journal_.planned.push_back(line);
      journal_.results.push_back(result);
      journal_.results.back().id = planned.id;
      calls_.push_back(std::move(planned));
    }
    return *this;
  }

  /// Returns what is said of its failures: of each kind, then of each suspicion.
  [[nodiscard]] std::vector<std::string> says() const {
    OpReport report;
    Diagnosis diagnosis;
    for (std::size_t i = 0; i < calls_.size(); ++i) diagnosis.add(journal_.planned[i], journal_.results[i]);
    report.suspicions = diagnosis.suspicions();
    report.kinds = diagnosis.kinds();
    const OpSpec op = operator_of_two();
    const FindCase find_case = [&](const std::string& id) { return find_by(calls_, id, &Case::id); };
    if (may_have_conditions(report)) add_conditions(op, cases_in_memory(journal_), find_case, report);
    std::vector<std::string> says = conditions_of(report, Language::en);
    for (const Suspicion& one : report.suspicions) says.push_back(to_text(one, Language::en));
    return says;
  }

 private:
  record::Journal journal_;
  std::vector<Case> calls_;
};

CaseResult ended_wrong(std::vector<std::string> like) {
  CaseResult result;
  result.status = Status::fail;
  result.mismatch = Mismatch{.output = "out", .index = {0}, .got = "1", .want = "2"};
  result.matching_mutants = std::move(like);
  return result;
}

CaseResult ended_refused(Status status) {
  CaseResult result;
  result.status = status;
  result.outcome = OutcomeKind::refused;
  return result;
}

TEST(FindConditions, SaysWhatAllWrongValuesShareAndWhatSomeLookLike) {
  const auto says =
      RunOfCalls().add(9, 1, 5, ended_wrong({})).add(3, 1, 5, ended_wrong({"rounds"})).add(60, 2, 5, {}).says();
  EXPECT_THAT(says, ElementsAre("12 wrong cases: exactly where axis == 1",
                                "the values of an implementation that rounds", "like no mistake that is known here"));
}

TEST(FindConditions, SaysItOnceWhereOneMistakeExplainsAll) {
  const auto says = RunOfCalls().add(9, 1, 5, ended_wrong({"rounds"})).add(60, 2, 5, {}).says();
  EXPECT_THAT(says, ElementsAre("the values of an implementation that rounds; wrong exactly where axis == 1"));
}

TEST(FindConditions, SaysOfAPartWhatTheWholeLacks) {
  const auto says =
      RunOfCalls().add(9, 1, 5, ended_wrong({"rounds"})).add(9, 2, 6, ended_wrong({"cuts"})).add(60, 2, 5, {}).says();
  EXPECT_THAT(says, ElementsAre("the values of an implementation that cuts; wrong exactly where y == 6",
                                "the values of an implementation that rounds; wrong exactly where axis == 1"));
}

TEST(FindConditions, ComparesRefusedCallsWithAcceptedOnes) {
  const auto says = RunOfCalls().add(9, 1, 5, ended_refused(Status::fail)).add(60, 2, 5, {}).says();
  EXPECT_THAT(says, ElementsAre("9 documented calls refused: exactly where axis == 1"));
}

TEST(FindConditions, ComparesAcceptedCallsWithRefusedOnes) {
  CaseResult accepted;
  accepted.status = Status::fail;
  const auto says = RunOfCalls()
                        .add(9, 1, 5, accepted, Verdict::reject)
                        .add(60, 2, 5, ended_refused(Status::pass), Verdict::reject)
                        .add(60, 1, 5, {})
                        .says();
  EXPECT_THAT(says, ElementsAre("9 calls accepted that the documents refuse: exactly where axis == 1"));
}

TEST(FindConditions, FindsNoneWhereNothingIsShared) {
  EXPECT_THAT(RunOfCalls().add(9, 1, 5, ended_refused(Status::fail)).add(60, 1, 5, {}).says(), IsEmpty());
}

TEST(FindConditions, AreForRunsThatEndedAndForResultsThatDependOnTheCallAlone) {
  OpReport report;
  EXPECT_FALSE(may_have_conditions(report));
  report.kinds = {{.cases = 3}};
  EXPECT_TRUE(may_have_conditions(report));
  report.tally.not_run = 1;
  EXPECT_FALSE(may_have_conditions(report)) << "what was not run may contradict it";
  report.tally.not_run = 0;
  report.passes_alone = 1;
  report.failing.emplace_back().result.behind = {""};
  EXPECT_TRUE(may_have_conditions(report)) << "the others may fail alone";
  EXPECT_THAT(
      conditions_of(report, Language::en),
      ElementsAre("1 failed case passes when run again alone: results depend on earlier calls, or are not steady"));
  report.passes_alone = 2;
  report.failing.emplace_back().result.behind = {"invented/a"};
  EXPECT_FALSE(may_have_conditions(report));
  EXPECT_THAT(conditions_of(report, Language::en),
              ElementsAre("2 failed cases pass when run again alone: results depend on earlier calls"));
}

}  // namespace
}  // namespace npu_cts::reports
