// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/device/device_status.h"

#include <gtest/gtest.h>

namespace npu_cts::ascend {
namespace {

TEST(DeviceStatus, ReadsAsCodeAndName) {
  EXPECT_EQ(to_text(DeviceStatus::memory_allocation), "207001 (ACL_ERROR_RT_MEMORY_ALLOCATION)");
  EXPECT_EQ(to_text(DeviceStatus{-7}), "-7 (unknown status)");
}

TEST(DeviceStatus, RefusesOnlyWhilePreparing) {
  EXPECT_EQ(outcome_of(DeviceStatus::param_invalid, DevicePhase::preparing), OutcomeKind::refused);
  EXPECT_EQ(outcome_of(DeviceStatus::param_invalid, DevicePhase::running), OutcomeKind::failed);
}

TEST(DeviceStatus, OfATimeoutIsATimeoutInEveryPhase) {
  EXPECT_EQ(outcome_of(DeviceStatus::stream_sync_timeout, DevicePhase::preparing), OutcomeKind::timed_out);
  EXPECT_EQ(outcome_of(DeviceStatus::stream_sync_timeout, DevicePhase::running), OutcomeKind::timed_out);
}

TEST(DeviceStatus, ThatIsUnknownIsAFailure) {
  EXPECT_EQ(outcome_of(DeviceStatus{424242}, DevicePhase::preparing), OutcomeKind::failed);
}

}  // namespace
}  // namespace npu_cts::ascend
