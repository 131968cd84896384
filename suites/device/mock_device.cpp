// SPDX-License-Identifier: Apache-2.0
#include "suites/device/mock_device.h"

namespace npu_cts {

MockDevice::MockDevice(ascend::DeviceApi& behind) {
  using testing::Invoke;
  ON_CALL(*this, set_device).WillByDefault(Invoke(&behind, &ascend::DeviceApi::set_device));
  ON_CALL(*this, reset_device).WillByDefault(Invoke(&behind, &ascend::DeviceApi::reset_device));
  ON_CALL(*this, get_properties).WillByDefault(Invoke(&behind, &ascend::DeviceApi::get_properties));
  ON_CALL(*this, allocate).WillByDefault(Invoke(&behind, &ascend::DeviceApi::allocate));
  ON_CALL(*this, release).WillByDefault(Invoke(&behind, &ascend::DeviceApi::release));
  ON_CALL(*this, fill).WillByDefault(Invoke(&behind, &ascend::DeviceApi::fill));
  ON_CALL(*this, copy_to_device).WillByDefault(Invoke(&behind, &ascend::DeviceApi::copy_to_device));
  ON_CALL(*this, copy_to_host).WillByDefault(Invoke(&behind, &ascend::DeviceApi::copy_to_host));
  ON_CALL(*this, create_stream).WillByDefault(Invoke(&behind, &ascend::DeviceApi::create_stream));
  ON_CALL(*this, synchronize_stream).WillByDefault(Invoke(&behind, &ascend::DeviceApi::synchronize_stream));
  ON_CALL(*this, destroy_stream).WillByDefault(Invoke(&behind, &ascend::DeviceApi::destroy_stream));
  ON_CALL(*this, get_workspace_size).WillByDefault(Invoke(&behind, &ascend::DeviceApi::get_workspace_size));
  ON_CALL(*this, launch).WillByDefault(Invoke(&behind, &ascend::DeviceApi::launch));
  ON_CALL(*this, destroy_executor).WillByDefault(Invoke(&behind, &ascend::DeviceApi::destroy_executor));
  ON_CALL(*this, last_error).WillByDefault(Invoke(&behind, &ascend::DeviceApi::last_error));
}

}  // namespace npu_cts
