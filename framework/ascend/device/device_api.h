// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/ascend/device/device_status.h"
#include "framework/model/request.h"

namespace npu_cts::ascend {

/// An address in a device's memory; the host must never follow it. 0 is no address.
enum class DeviceAddress : std::uint64_t { null = 0 };
enum class DeviceStream : std::uint64_t { null = 0 };
/// A prepared call; used up by the launch.
enum class DeviceExecutor : std::uint64_t { null = 0 };

/// A status and, where it is success, what was asked for.
template <class T>
struct Answer {
  DeviceStatus status = DeviceStatus::success;
  T value{};
};

struct DeviceProperties {
  std::string soc_name;           ///< "Ascend910B3"
  std::uint64_t memory = 0;       ///< bytes in all
  std::uint64_t free_memory = 0;  ///< bytes
};

/// A tensor in a device's memory: StoredTensor, with an address for its storage. No bytes: the null address.
struct DeviceTensor {
  TensorType type;
  std::vector<std::int64_t> strides;
  std::int64_t offset = 0;
  DeviceAddress address = DeviceAddress::null;
  std::size_t bytes = 0;

  friend bool operator==(const DeviceTensor&, const DeviceTensor&) = default;
};

using DeviceValue = ArgumentOf<DeviceTensor>;

/// A call whose tensors lie on the device.
struct DeviceCall {
  std::string op;
  ArgumentsOf<DeviceTensor> arguments = {};
};

/// What the first phase of a call answers.
struct Prepared {
  std::uint64_t workspace_size = 0;  ///< bytes
  DeviceExecutor executor = DeviceExecutor::null;
  std::vector<OutputType> outputs = {};
};

/// The second phase of a call.
struct Launch {
  DeviceExecutor executor = DeviceExecutor::null;
  DeviceAddress workspace = DeviceAddress::null;
  std::uint64_t workspace_size = 0;
  std::vector<DeviceTensor> outputs;  ///< contiguous; of an output that is an argument: that argument
  DeviceStream stream = DeviceStream::null;
};

/// A device as the AscendCL runtime and the two-phase operators show it. Each function names its model; the one
/// departure is that the first phase also says what the outputs will be, since no caller here knows.
/// Copies are synchronous; a launch is not.
class DeviceApi {
 public:
  virtual ~DeviceApi() = default;

  virtual DeviceStatus set_device(std::int32_t device) = 0;    ///< aclrtSetDevice
  virtual DeviceStatus reset_device(std::int32_t device) = 0;  ///< aclrtResetDevice: lets go of all that it holds
  virtual Answer<DeviceProperties> get_properties() = 0;       ///< aclrtGetSocName, aclrtGetMemInfo

  virtual Answer<DeviceAddress> allocate(std::size_t bytes) = 0;  ///< aclrtMalloc: 0 bytes are an invalid parameter
  virtual DeviceStatus release(DeviceAddress address) = 0;        ///< aclrtFree
  virtual DeviceStatus fill(DeviceAddress to, std::byte value, std::size_t bytes) = 0;         ///< aclrtMemset
  virtual DeviceStatus copy_to_device(DeviceAddress to, std::span<const std::byte> from) = 0;  ///< aclrtMemcpy
  virtual DeviceStatus copy_to_host(std::span<std::byte> to, DeviceAddress from) = 0;          ///< aclrtMemcpy

  virtual Answer<DeviceStream> create_stream() = 0;                  ///< aclrtCreateStream
  virtual DeviceStatus synchronize_stream(DeviceStream stream) = 0;  ///< aclrtSynchronizeStream
  virtual DeviceStatus destroy_stream(DeviceStream stream) = 0;      ///< aclrtDestroyStream

  virtual Answer<Prepared> get_workspace_size(const DeviceCall& call) = 0;  ///< aclnn…GetWorkspaceSize
  virtual DeviceStatus launch(const Launch& launch) = 0;                    ///< aclnn…
  virtual DeviceStatus destroy_executor(DeviceExecutor executor) = 0;       ///< aclDestroyAclOpExecutor

  virtual std::string last_error() = 0;  ///< aclGetRecentErrMsg
};

}  // namespace npu_cts::ascend
