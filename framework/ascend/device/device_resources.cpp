// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/device/device_run.h"

#include <utility>

namespace npu_cts::ascend {

Answer<DeviceAddress> DeviceResources::allocate(std::size_t bytes) {
  if (bytes == 0) return {};
  auto answer = api_.allocate(bytes);
  if (answer.status == DeviceStatus::success) buffers_.push_back(answer.value);
  return answer;
}

Answer<DeviceStream> DeviceResources::create_stream() {
  auto answer = api_.create_stream();
  if (answer.status == DeviceStatus::success) stream_ = answer.value;
  return answer;
}

DeviceStatus DeviceResources::launch(const Launch& launch) {
  executor_ = DeviceExecutor::null;
  return api_.launch(launch);
}

DeviceStatus DeviceResources::close() {
  DeviceStatus first = DeviceStatus::success;
  const auto note = [&first](DeviceStatus status) {
    if (first == DeviceStatus::success) first = status;
  };
  if (executor_ != DeviceExecutor::null) note(api_.destroy_executor(std::exchange(executor_, DeviceExecutor::null)));
  while (!buffers_.empty()) {
    const DeviceAddress last = buffers_.back();
    buffers_.pop_back();
    note(api_.release(last));
  }
  if (stream_ != DeviceStream::null) note(api_.destroy_stream(std::exchange(stream_, DeviceStream::null)));
  return first;
}

}  // namespace npu_cts::ascend
