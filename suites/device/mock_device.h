// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include "framework/ascend/device/device_api.h"

namespace npu_cts {

/// A device mocked with GoogleMock: every call may be expected, and goes to the device behind it.
class MockDevice : public DeviceApi {
 public:
  /// `behind` must outlive it.
  explicit MockDevice(DeviceApi& behind);

  MOCK_METHOD(DeviceStatus, set_device, (std::int32_t device), (override));
  MOCK_METHOD(DeviceStatus, reset_device, (std::int32_t device), (override));
  MOCK_METHOD(Answer<DeviceProperties>, get_properties, (), (override));
  MOCK_METHOD(Answer<DeviceAddress>, allocate, (std::size_t bytes), (override));
  MOCK_METHOD(DeviceStatus, release, (DeviceAddress address), (override));
  MOCK_METHOD(DeviceStatus, fill, (DeviceAddress to, std::byte value, std::size_t bytes), (override));
  MOCK_METHOD(DeviceStatus, copy_to_device, (DeviceAddress to, std::span<const std::byte> from), (override));
  MOCK_METHOD(DeviceStatus, copy_to_host, (std::span<std::byte> to, DeviceAddress from), (override));
  MOCK_METHOD(Answer<DeviceStream>, create_stream, (), (override));
  MOCK_METHOD(DeviceStatus, synchronize_stream, (DeviceStream stream), (override));
  MOCK_METHOD(DeviceStatus, destroy_stream, (DeviceStream stream), (override));
  MOCK_METHOD(Answer<Prepared>, get_workspace_size, (const DeviceCall& call), (override));
  MOCK_METHOD(DeviceStatus, launch, (const Launch& launch), (override));
  MOCK_METHOD(DeviceStatus, destroy_executor, (DeviceExecutor executor), (override));
  MOCK_METHOD(std::string, last_error, (), (override));
};

}  // namespace npu_cts
