// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/run_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::run {
namespace {

using Ids = std::vector<std::string_view>;

Case planned(std::string id) {
  Case one;
  one.id = std::move(id);
  return one;
}

RunInfo info() {
  return {.driver = "plugin:a.so", .driver_version = "1", .spec_digest = "d", .query = "f/*", .tool_version = "0"};
}

record::Journal earlier() {
  return {.info = info(), .planned = {record::planned_of(planned("f/a"))}, .finished = false};
}

TEST(RunInfo, SaysWhatTheRunIsJudgedByInOneOrder) {
  const judging::JudgeOptions options{
      .pinned = {{"rounding", "even"}, {"field", "clip"}}, .extensions = Policy::reject, .unsupported = Policy::allow};
  const RunInfo run = run_info(info(), options);
  EXPECT_EQ(run.unsupported, Policy::allow);
  EXPECT_EQ(run.extensions, Policy::reject);
  EXPECT_EQ(run.numerics, (std::vector<std::string>{"field=clip", "rounding=even"}));
  EXPECT_EQ(run_info(info(), {}), info());
}

TEST(OtherRun, IsNoneWhereAllIsTheSame) { EXPECT_EQ(find_other_run(earlier(), info(), Ids{"f/a"}), std::nullopt); }

struct Change {
  std::string_view name;
  void (*make)(RunInfo& info);
  std::string_view want;
};
void PrintTo(const Change& change, std::ostream* out) { *out << change.name; }

class OtherRunField : public testing::TestWithParam<Change> {};

TEST_P(OtherRunField, IsNamed) {
  RunInfo now = info();
  GetParam().make(now);
  EXPECT_EQ(find_other_run(earlier(), now, Ids{"f/a"}), GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, OtherRunField,
    testing::Values(
        Change{"Driver", [](RunInfo& now) { now.driver = "mock"; }, "another 'driver': 'plugin:a.so', not 'mock'"},
        Change{"DriverVersion", [](RunInfo& now) { now.driver_version = "2"; },
               "another 'driver_version': '1', not '2'"},
        Change{"Spec", [](RunInfo& now) { now.spec_digest = "e"; }, "another 'spec_digest': 'd', not 'e'"},
        Change{"Query", [](RunInfo& now) { now.query = ""; }, "another 'query': 'f/*', not ''"},
        Change{"Tool", [](RunInfo& now) { now.tool_version = "1"; }, "another 'tool_version': '0', not '1'"},
        Change{"ProgramOfTheTool", [](RunInfo& now) { now.tool_digest = "ab"; }, "another 'tool_digest': '', not 'ab'"},
        Change{"Unsupported", [](RunInfo& now) { now.unsupported = Policy::allow; },
               "another 'unsupported': 'reject', not 'allow'"},
        Change{"Extensions", [](RunInfo& now) { now.extensions = Policy::allow; },
               "another 'extensions': 'reject', not 'allow'"},
        Change{"Numerics", [](RunInfo& now) { now.numerics = {"rounding=even"}; },
               "another 'numerics': '', not 'rounding=even'"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(OtherRun, IsOneOfOtherCases) {
  EXPECT_EQ(find_other_run(earlier(), info(), Ids{"f/b"}), "other cases");
  EXPECT_EQ(find_other_run(earlier(), info(), Ids{"f/a", "f/b"}), "other cases");
}

TEST(OtherRun, IsToldByTheDigestOfAPartWithoutItsPlan) {
  record::Journal part = earlier();
  part.planned.clear();
  part.plan = digest_of(Ids{"f/a", "f/b"});
  EXPECT_EQ(find_other_run(part, info(), Ids{"f/a", "f/b"}), std::nullopt);
  for (const Ids& ids : {Ids{}, Ids{"f/a"}, Ids{"f/b"}, Ids{"f/a", "f/c"}, Ids{"f/af", "/b"}})
    EXPECT_EQ(find_other_run(part, info(), ids), "other cases");
}

}  // namespace
}  // namespace npu_cts::run
