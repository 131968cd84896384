// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include "framework/ascend/device/device_api.h"

namespace npu_cts {

/// A device mocked with GoogleMock: every call may be expected, and goes to the device behind it.
class MockDevice : public ascend::DeviceApi {
 public:
  /// `behind` must outlive it.
  explicit MockDevice(ascend::DeviceApi& behind);

  MOCK_METHOD(ascend::DeviceStatus, set_device, (std::int32_t device), (override));
  MOCK_METHOD(ascend::DeviceStatus, reset_device, (std::int32_t device), (override));
  MOCK_METHOD(ascend::Answer<ascend::DeviceProperties>, get_properties, (), (override));
  MOCK_METHOD(ascend::Answer<ascend::DeviceAddress>, allocate, (std::size_t bytes), (override));
  MOCK_METHOD(ascend::DeviceStatus, release, (ascend::DeviceAddress address), (override));
  MOCK_METHOD(ascend::DeviceStatus, fill, (ascend::DeviceAddress to, std::byte value, std::size_t bytes), (override));
  MOCK_METHOD(ascend::DeviceStatus, copy_to_device, (ascend::DeviceAddress to, std::span<const std::byte> from),
              (override));
  MOCK_METHOD(ascend::DeviceStatus, copy_to_host, (std::span<std::byte> to, ascend::DeviceAddress from), (override));
  MOCK_METHOD(ascend::Answer<ascend::DeviceStream>, create_stream, (), (override));
  MOCK_METHOD(ascend::DeviceStatus, synchronize_stream, (ascend::DeviceStream stream), (override));
  MOCK_METHOD(ascend::DeviceStatus, destroy_stream, (ascend::DeviceStream stream), (override));
  MOCK_METHOD(ascend::Answer<ascend::Prepared>, get_workspace_size, (const ascend::DeviceCall& call), (override));
  MOCK_METHOD(ascend::DeviceStatus, launch, (const ascend::Launch& launch), (override));
  MOCK_METHOD(ascend::DeviceStatus, destroy_executor, (ascend::DeviceExecutor executor), (override));
  MOCK_METHOD(std::string, last_error, (), (override));
};

}  // namespace npu_cts
