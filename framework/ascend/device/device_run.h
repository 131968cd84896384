// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
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

/// One call on a device, in the order of the protocol:
///   stream → arguments: allocate, copy, read back → first phase → outputs and workspace → launch → synchronize →
///   copy back outputs and arguments → let go of everything.
/// A refusal in the first phase goes straight to the copy back of the arguments: a refused call must not have written.
/// Copies are held to what they say: what was sent is read back, what comes back is read twice over different bytes.
class DeviceRun {
 public:
  /// `api` and `request` must outlive it.
  DeviceRun(DeviceApi& api, Request& request) : api_(api), request_(request), resources_(api) {}

  /// Runs the call. Writes the storage of `request` only where the call came to its end or was refused, and there what
  /// the device's memory then held.
  Outcome run();

 private:
  using Trouble = std::optional<Outcome>;

  Outcome attempt();
  Trouble upload();
  Trouble upload(const std::string& key, const StoredTensor& stored);
  Outcome compute();
  Trouble reserve_outputs();
  Trouble launch();
  Trouble download_arguments();
  Trouble download_outputs();
  Trouble download(const std::string& what, const DeviceTensor& tensor, std::vector<std::byte>& to);

  /// Returns the outcome of `doing` something that ended with `status`, or nothing where it went well.
  Trouble trouble(std::string_view doing, DeviceStatus status);
  Outcome refusal(DeviceStatus status);

  /// Takes over what came back. Returns the outputs.
  std::vector<NamedTensor> take_over();

  DeviceApi& api_;
  Request& request_;
  DeviceResources resources_;
  DeviceCall call_;
  Prepared prepared_;
  Launch launch_;
  std::map<std::string, std::vector<std::byte>, std::less<>> after_;  ///< storage of the arguments after the call
  std::vector<std::vector<std::byte>> results_;                       ///< of the outputs
};

}  // namespace npu_cts::ascend
