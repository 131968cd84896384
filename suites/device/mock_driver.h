// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "framework/run/drive/driver.h"

namespace npu_cts {

/// Returns a driver for `target` whose device is mocked: the device driver over a GoogleMock device with simulated
/// memory that runs the fast kernels. A call that leaves something on the device, or breaks the device's protocol, has
/// failed. Errors: driver_not_started, for a product whose chip is unknown.
Result<std::unique_ptr<run::Driver>> open_mock_driver(const Target& target);

}  // namespace npu_cts
