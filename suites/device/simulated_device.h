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
class SimulatedDevice final : public ascend::DeviceApi {
 public:
  explicit SimulatedDevice(Target target, std::uint64_t capacity = std::uint64_t{1} << 36);

  ascend::DeviceStatus set_device(std::int32_t device) override;
  ascend::DeviceStatus reset_device(std::int32_t device) override;
  ascend::Answer<ascend::DeviceProperties> get_properties() override;
  ascend::Answer<ascend::DeviceAddress> allocate(std::size_t bytes) override;
  ascend::DeviceStatus release(ascend::DeviceAddress address) override;
  ascend::DeviceStatus fill(ascend::DeviceAddress to, std::byte value, std::size_t bytes) override;
  ascend::DeviceStatus copy_to_device(ascend::DeviceAddress to, std::span<const std::byte> from) override;
  ascend::DeviceStatus copy_to_host(std::span<std::byte> to, ascend::DeviceAddress from) override;
  ascend::Answer<ascend::DeviceStream> create_stream() override;
  ascend::DeviceStatus synchronize_stream(ascend::DeviceStream stream) override;
  ascend::DeviceStatus destroy_stream(ascend::DeviceStream stream) override;
  ascend::Answer<ascend::Prepared> get_workspace_size(const ascend::DeviceCall& call) override;
  ascend::DeviceStatus launch(const ascend::Launch& launch) override;
  ascend::DeviceStatus destroy_executor(ascend::DeviceExecutor executor) override;
  std::string last_error() override { return last_error_; }

  /// What callers did against the protocol, in order.
  [[nodiscard]] const std::vector<std::string>& complaints() const { return complaints_; }

  /// Returns in words what is held and not given back: "2 buffers, 1 stream"; empty for nothing.
  [[nodiscard]] std::string held() const;

 private:
  struct Executor {
    const kernels::Kernel* kernel = nullptr;
    Request request;
    std::map<std::string, ascend::DeviceTensor, std::less<>> tensors = {};
    std::uint64_t workspace_size = 0;
    std::vector<OutputType> outputs = {};
  };
  struct Work {
    Executor executor;
    ascend::Launch launch;
  };

  ascend::DeviceStatus refuse(ascend::DeviceStatus status, std::string why);
  ascend::DeviceStatus complain(ascend::DeviceStatus status, const std::string& what);
  /// Returns context_null, with a complaint, where no device is set.
  ascend::DeviceStatus check_set(std::string_view call);
  [[nodiscard]] bool is_busy() const;
  /// Brings what the executor's tensors hold on the device into its request. Returns whether all of it was there.
  bool read_tensors(Executor& executor);
  [[nodiscard]] std::string wrong_with(const ascend::Launch& launch, const Executor& executor);
  ascend::DeviceStatus execute(Work& work);
  bool write(const ascend::DeviceTensor& tensor, std::span<const std::byte> bytes);

  Target target_;
  SimulatedMemory memory_;
  std::map<ascend::DeviceExecutor, Executor> executors_;
  std::map<ascend::DeviceStream, std::vector<Work>> streams_;
  std::uint64_t next_handle_ = 1;
  bool is_set_ = false;
  std::string last_error_;
  std::vector<std::string> complaints_;
};

/// Returns the SoC name that the runtime reports on a device of `product`; empty for an unknown product.
std::string_view soc_of(std::string_view product);

}  // namespace npu_cts
