// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/ascend/device/device_driver.h"
#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/judge/judge_case.h"
#include "suites/device/faulty_device.h"
#include "suites/device/mock_device.h"
#include "suites/device/simulated_device.h"
#include "suites/spec_under_test.h"

namespace npu_cts {

/// A planned case with its values.
struct FilledCase {
  const OpSpec& op;
  Case planned;
  Call call;
};

/// Returns the smallest case of the newest release that `query` ("op/product/*/mode/family…") matches, with its values.
FilledCase case_of(std::string_view query);

/// A device driver over a mocked device, with faults and a simulation behind it.
struct Fixture {
  explicit Fixture(const Target& target = {.product = "atlas_a2", .release = "26.1.0", .mode = "eager"})
      : simulated(target), soc(soc_of(target.product)) {}

  /// Opens the driver.
  Result<std::unique_ptr<run::Driver>> open() {
    return ascend::open_device_driver(device, {.device = 0, .soc_names = {soc}});
  }

  SimulatedDevice simulated;
  FaultyDevice faulty{simulated};
  testing::NiceMock<MockDevice> device{faulty};
  std::string soc;
};

}  // namespace npu_cts
