// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/ascend/device/device_api.h"
#include "kernels/kernel.h"
#include "suites/device/simulated_memory.h"

namespace npu_cts {

/// A device that is not there: memory of its own, and the fast kernels behind their argument checks.
/// A launched call runs when its stream is synchronized, and reads the device's memory as it is then. Whatever a caller
/// does against the protocol gets the status a runtime would give, and is complained of.
class SimulatedDevice final : public DeviceApi {
 public:
  explicit SimulatedDevice(Target target, std::uint64_t capacity = std::uint64_t{1} << 36);

  DeviceStatus set_device(std::int32_t device) override;
  DeviceStatus reset_device(std::int32_t device) override;
  Answer<DeviceProperties> get_properties() override;
  Answer<DeviceAddress> allocate(std::size_t bytes) override;
  DeviceStatus release(DeviceAddress address) override;
  DeviceStatus fill(DeviceAddress to, std::byte value, std::size_t bytes) override;
  DeviceStatus copy_to_device(DeviceAddress to, std::span<const std::byte> from) override;
  DeviceStatus copy_to_host(std::span<std::byte> to, DeviceAddress from) override;
  Answer<DeviceStream> create_stream() override;
  DeviceStatus synchronize_stream(DeviceStream stream) override;
  DeviceStatus destroy_stream(DeviceStream stream) override;
  Answer<Prepared> get_workspace_size(const DeviceCall& call) override;
  DeviceStatus launch(const Launch& launch) override;
  DeviceStatus destroy_executor(DeviceExecutor executor) override;
  std::string last_error() override { return last_error_; }

  /// What callers did against the protocol, in order.
  [[nodiscard]] const std::vector<std::string>& complaints() const { return complaints_; }

  /// Returns in words what is held and not given back: "2 buffers, 1 stream"; empty for nothing.
  [[nodiscard]] std::string held() const;

 private:
  struct Executor {
    const kernels::Kernel* kernel = nullptr;
    Request request;
    std::map<std::string, DeviceTensor, std::less<>> tensors;
    std::uint64_t workspace_size = 0;
    std::vector<OutputType> outputs;
  };
  struct Work {
    Executor executor;
    Launch launch;
  };

  DeviceStatus refuse(DeviceStatus status, std::string why);
  DeviceStatus complain(DeviceStatus status, const std::string& what);
  /// Returns context_null, with a complaint, where no device is set.
  DeviceStatus check_set(std::string_view call);
  [[nodiscard]] bool is_busy() const;
  /// Brings what the executor's tensors hold on the device into its request. Returns whether all of it was there.
  bool read_tensors(Executor& executor);
  [[nodiscard]] std::string wrong_with(const Launch& launch, const Executor& executor);
  DeviceStatus execute(Work& work);
  bool write(const DeviceTensor& tensor, std::span<const std::byte> bytes);

  Target target_;
  SimulatedMemory memory_;
  std::map<DeviceExecutor, Executor> executors_;
  std::map<DeviceStream, std::vector<Work>> streams_;
  std::uint64_t next_handle_ = 1;
  bool is_set_ = false;
  std::string last_error_;
  std::vector<std::string> complaints_;
};

/// Returns the SoC name that the runtime reports on a device of `product`; empty for an unknown product.
std::string_view soc_of(std::string_view product);

}  // namespace npu_cts
