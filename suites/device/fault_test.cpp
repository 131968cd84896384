// Every fault at every call of a case: the case is charged, nothing leaks, the next case passes.

#include <algorithm>

#include "suites/device/bed.h"
#include "suites/reference_driver.h"

namespace npu_cts {
namespace {

using testing::IsEmpty;

/// A bed with an open driver that runs one case again and again.
struct CaseBed : Bed {
  explicit CaseBed(const FilledCase& filled_case)
      : Bed(filled_case.planned.call.target), filled(filled_case), driver(std::move(*open())) {}

  CaseResult run() {
    const Observation seen = observe(filled.op, filled.call, *driver);
    const BoundSpec bound = BoundSpec::bind(law(), filled.op, filled.call.target);
    return judge_case(bound, filled.planned, filled.call, seen, kernel_oracle(), {});
  }

  const FilledCase& filled;
  std::unique_ptr<Driver> driver;
};

/// A refusal is what a case that expects one wants: there it is no fault.
bool is_fault(DeviceFault fault, const Case& planned) {
  return fault != DeviceFault::refusal || planned.expected == Verdict::accept;
}

Status charged(DeviceFault fault) { return fault == DeviceFault::timeout ? Status::timeout : Status::fail; }

class FaultAtEveryCall : public testing::TestWithParam<std::string_view> {};

TEST_P(FaultAtEveryCall, IsChargedToItsCaseAloneAndLeavesNothingBehind) {
  const FilledCase filled = case_of(GetParam());
  CaseBed bed(filled);
  bed.faulty.disarm();
  ASSERT_EQ(bed.run().status, Status::pass) << filled.planned.id;
  const std::size_t calls = bed.faulty.calls();
  std::size_t struck = 0;
  for (const DeviceFault fault : all_faults) {
    for (std::size_t call = 0; is_fault(fault, filled.planned) && call < calls; ++call) {
      SCOPED_TRACE(std::string(name_of(fault)) + " at call " + std::to_string(call) + " of " + filled.planned.id);
      bed.faulty.arm(fault, call);
      const CaseResult result = bed.run();
      const bool did_strike = bed.faulty.struck();
      bed.faulty.disarm();
      EXPECT_EQ(name_of(result.status), name_of(did_strike ? charged(fault) : Status::pass)) << result.reason;
      EXPECT_EQ(result.reason.empty(), !did_strike);
      EXPECT_EQ(bed.faulty.open_items(), 0U);
      EXPECT_EQ(bed.simulated.held(), "");
      EXPECT_THAT(bed.simulated.complaints(), IsEmpty());
      EXPECT_EQ(bed.run().status, Status::pass);
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
      Bed bed;
      bed.faulty.arm(fault, call);
      const auto driver = bed.open();
      ASSERT_FALSE(driver);
      EXPECT_EQ(driver.diagnostics().front().kind, Kind::driver_not_started);
      bed.faulty.disarm();
      EXPECT_TRUE(bed.open()) << "the next opening is not held against it";
    }
  }
}

}  // namespace
}  // namespace npu_cts
