// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "framework/ascend/device/device_api.h"
#include "framework/base/names.h"

namespace npu_cts {

/// What can go wrong on a device, beside what a caller does wrong.
enum class DeviceFault : std::uint8_t {
  out_of_memory,       ///< of an allocation or a stream
  launch_error,        ///< of a launch
  asynchronous_error,  ///< of a kernel, reported when its stream is synchronized
  timeout,             ///< of a synchronization
  refusal,             ///< in the first phase, of a call that is right
  failing_call,        ///< of any call: nothing was done
  lost_device,         ///< at any call: nothing works until the device is reset
  short_copy,          ///< half of the bytes, reported as success
  corrupt_copy,        ///< one bit, reported as success
};
constexpr auto names_of(DeviceFault) {
  return name_list("OutOfMemory", "LaunchError", "AsynchronousError", "Timeout", "Refusal", "FailingCall", "LostDevice",
                   "ShortCopy", "CorruptCopy");
}

/// The functions of a device; the questions for properties and for the last error never fail here.
enum class DeviceFunction : std::uint8_t {
  set_device,
  reset_device,
  get_properties,
  allocate,
  release,
  fill,
  copy_to_device,
  copy_to_host,
  create_stream,
  synchronize_stream,
  destroy_stream,
  get_workspace_size,
  launch,
  destroy_executor,
};

/// Passes calls on to another device, counts them, makes one of them go wrong, and keeps books of what was given and
/// not asked back: a release that failed counts as asked.
class FaultyDevice final : public ascend::DeviceApi {
 public:
  /// `behind` must outlive it.
  explicit FaultyDevice(ascend::DeviceApi& behind) : behind_(behind) {}

  /// Counts calls from 0 on again and lets `fault` strike at call `at`, if it can strike that function.
  void arm(DeviceFault fault, std::size_t at);
  /// Counts calls from 0 on again, and lets all go well.
  void disarm();

  [[nodiscard]] std::size_t calls() const { return calls_; }
  /// Whether the fault made a difference: a short copy onto the right bytes makes none.
  [[nodiscard]] bool struck() const { return struck_; }
  /// What was given and never asked back: buffers, streams, executors.
  [[nodiscard]] std::size_t open_items() const { return open_.size(); }

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
  std::string last_error() override { return struck_ ? "a fault was put in" : behind_.last_error(); }

 private:
  /// Counts a call of `function`. Returns the status it ends with, if it is not to be passed on.
  std::optional<ascend::DeviceStatus> strike(DeviceFunction function);

  ascend::DeviceApi& behind_;
  std::optional<DeviceFault> fault_;
  std::size_t at_ = 0;
  std::size_t calls_ = 0;
  bool struck_ = false;
  bool lost_ = false;
  bool spoil_copy_ = false;  ///< the call under way is the copy that goes wrong
  std::set<std::pair<DeviceFunction, std::uint64_t>> open_;
};

}  // namespace npu_cts
