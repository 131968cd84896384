// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "framework/ascend/device/device_api.h"
#include "framework/run/drive/driver.h"

namespace npu_cts::ascend {

struct DeviceOptions {
  std::int32_t device = 0;
  std::vector<std::string> soc_names;  ///< the chips of the target's product
};

/// Returns a driver that runs calls on a device. After a call that failed it resets the device, so that the next call
/// finds it as new; a device that does not come back fails the next call, which tries again. `api` must outlive the
/// driver. Errors: driver_not_started: the device cannot be set, does not say what it is, or is another chip.
Result<std::unique_ptr<run::Driver>> open_device_driver(DeviceApi& api, DeviceOptions options);

}  // namespace npu_cts::ascend
