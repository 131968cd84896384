// SPDX-License-Identifier: Apache-2.0
// Every fault at every call of a case: the case fails, nothing leaks, the next case passes.

#include <algorithm>

#include "suites/device/fixture.h"
#include "suites/kernel_oracle.h"

namespace npu_cts {
namespace {

using testing::IsEmpty;

/// A fixture with an open driver that runs one case again and again.
struct CaseFixture : Fixture {
  explicit CaseFixture(const FilledCase& filled_case)
      : Fixture(filled_case.planned.call.target), filled(filled_case), driver(std::move(*open())) {}

  CaseResult run() {
    const run::Observation seen = run::observe(filled.op, filled.call, *driver);
    const BoundSpec bound = BoundSpec::bind(spec_under_test(), filled.op, filled.call.target);
    return judging::judge_case(bound, filled.planned, filled.call, seen, kernel_oracle(), {});
  }

  const FilledCase& filled;
  std::unique_ptr<run::Driver> driver;
};

/// A refusal is what a case that expects one wants: there it is no fault.
bool is_fault(DeviceFault fault, const Case& planned) {
  return fault != DeviceFault::refusal || planned.expected == Verdict::accept;
}

Status attributed(DeviceFault fault) { return fault == DeviceFault::timeout ? Status::timeout : Status::fail; }

class FaultAtEveryCall : public testing::TestWithParam<std::string_view> {};

TEST_P(FaultAtEveryCall, IsAttributedToItsCaseAloneAndLeavesNothingBehind) {
  const FilledCase filled = case_of(GetParam());
  CaseFixture fixture(filled);
  fixture.faulty.disarm();
  ASSERT_EQ(fixture.run().status, Status::pass) << filled.planned.id;
  const std::size_t calls = fixture.faulty.calls();
  std::size_t struck = 0;
  for (const DeviceFault fault : every<DeviceFault>) {
    for (std::size_t call = 0; is_fault(fault, filled.planned) && call < calls; ++call) {
      SCOPED_TRACE(std::string(name_of(fault)) + " at call " + std::to_string(call) + " of " + filled.planned.id);
      fixture.faulty.arm(fault, call);
      const CaseResult result = fixture.run();
      const bool did_strike = fixture.faulty.struck();
      fixture.faulty.disarm();
      EXPECT_EQ(name_of(result.status), name_of(did_strike ? attributed(fault) : Status::pass)) << result.reason;
      EXPECT_EQ(result.reason.empty(), !did_strike);
      EXPECT_EQ(fixture.faulty.open_items(), 0U);
      EXPECT_EQ(fixture.simulated.held(), "");
      EXPECT_THAT(fixture.simulated.complaints(), IsEmpty());
      EXPECT_EQ(fixture.run().status, Status::pass);
      struck += did_strike ? 1 : 0;
    }
  }
  EXPECT_GE(struck, 2 * calls);  // a failing call and a lost device strike every call
}

INSTANTIATE_TEST_SUITE_P(Case, FaultAtEveryCall,
                         testing::Values("npu_trans_quant_param/atlas_a2/*/eager/data/*",
                                         "npu_quant_scatter_/atlas_a2/*/eager/data/*",
                                         "npu_quant_matmul/atlas_inference/*/eager/data/*",
                                         "npu_quant_scatter_/atlas_a2/*/eager/negative/updates.aligned/*"),
                         [](const auto& row) { return "Number" + std::to_string(row.index); });

TEST(FaultAtTheOpening, SaysThatTheDriverDidNotStart) {
  for (const DeviceFault fault : {DeviceFault::failing_call, DeviceFault::lost_device}) {
    for (std::size_t call = 0; call < 2; ++call) {
      Fixture fixture;
      fixture.faulty.arm(fault, call);
      const auto driver = fixture.open();
      ASSERT_FALSE(driver);
      EXPECT_EQ(driver.diagnostics().front().kind, Kind::driver_not_started);
      fixture.faulty.disarm();
      EXPECT_TRUE(fixture.open()) << "the next opening is not attributed to it";
    }
  }
}

}  // namespace
}  // namespace npu_cts
