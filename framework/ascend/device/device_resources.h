// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/ascend/device/device_api.h"

namespace npu_cts::ascend {

/// What one call holds on a device; lets go of all of it, the newest first, whichever way the call ends.
class DeviceResources {
 public:
  /// `api` must outlive it.
  explicit DeviceResources(DeviceApi& api) : api_(api) {}
  ~DeviceResources() { close(); }
  DeviceResources(const DeviceResources&) = delete;
  DeviceResources& operator=(const DeviceResources&) = delete;

  /// Returns `bytes` bytes of device memory; the null address for none.
  Answer<DeviceAddress> allocate(std::size_t bytes);
  Answer<DeviceStream> create_stream();

  /// Holds an executor until it is launched.
  void keep(DeviceExecutor executor) { executor_ = executor; }

  /// Launches the executor, which uses it up, whatever the status.
  DeviceStatus launch(const Launch& launch);

  /// Lets go of everything, once. Returns the first status that is not success, or success.
  DeviceStatus close();

 private:
  DeviceApi& api_;
  std::vector<DeviceAddress> buffers_;
  DeviceExecutor executor_ = DeviceExecutor::null;
  DeviceStream stream_ = DeviceStream::null;
};

}  // namespace npu_cts::ascend
