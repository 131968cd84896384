// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/open_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::run {
namespace {

using testing::HasSubstr;

TEST(FindDriver, NamesABuiltInOneForTheSuiteToOpen) {
  for (const std::string_view name : built_in_drivers) {
    const auto driver = find_driver(name);
    ASSERT_TRUE(driver);
    EXPECT_EQ(driver->name, name);
    EXPECT_EQ(driver->open, nullptr);
  }
}

TEST(FindDriver, NamesTheNearestDriver) {
  const auto driver = find_driver("mick");
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.diagnostics().front().hint, "write '--driver mock'");
}

TEST(FindDriver, ReportsAWorkerThatDoesNotSayHello) {
  const auto driver = find_driver("exec:/bin/true");
  ASSERT_FALSE(driver);
  EXPECT_THAT(driver.diagnostics().front().what, HasSubstr("'/bin/true' did not start"));
}

}  // namespace
}  // namespace npu_cts::run
