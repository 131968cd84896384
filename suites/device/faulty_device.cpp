// SPDX-License-Identifier: Apache-2.0
#include "suites/device/faulty_device.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace npu_cts {
namespace {

using enum DeviceFunction;

/// Returns the status that `fault` gives `function`, or nothing where it does not strike it that way.
std::optional<ascend::DeviceStatus> status_of(DeviceFault fault, DeviceFunction function) {
  const auto only = [function](DeviceFunction wanted, ascend::DeviceStatus status) {
    return function == wanted ? std::optional(status) : std::nullopt;
  };
  switch (fault) {
    case DeviceFault::out_of_memory:
      return function == create_stream ? std::optional(ascend::DeviceStatus::no_stream_resource)
                                       : only(allocate, ascend::DeviceStatus::memory_allocation);
    case DeviceFault::launch_error:
      return only(launch, ascend::DeviceStatus::runtime_error);
    case DeviceFault::asynchronous_error:
      return only(synchronize_stream, ascend::DeviceStatus::aicore_exception);
    case DeviceFault::timeout:
      return only(synchronize_stream, ascend::DeviceStatus::stream_sync_timeout);
    case DeviceFault::refusal:
      return only(get_workspace_size, ascend::DeviceStatus::param_invalid);
    case DeviceFault::failing_call:
      return ascend::DeviceStatus::driver_internal_error;
    case DeviceFault::lost_device:
      return ascend::DeviceStatus::lost_heartbeat;
    case DeviceFault::short_copy:
    case DeviceFault::corrupt_copy:
      return std::nullopt;
  }
  std::abort();
}

bool is_copy(DeviceFunction function) { return function == copy_to_device || function == copy_to_host; }

void flip_a_bit(std::span<std::byte> bytes) {
  if (!bytes.empty()) bytes[bytes.size() / 2] ^= std::byte{0x10};
}

}  // namespace

void FaultyDevice::arm(DeviceFault fault, std::size_t at) {
  disarm();
  fault_ = fault;
  at_ = at;
}

void FaultyDevice::disarm() {
  fault_.reset();
  calls_ = 0;
  struck_ = false;
}

std::optional<ascend::DeviceStatus> FaultyDevice::strike(DeviceFunction function) {
  const std::size_t call = calls_++;
  if (lost_) return ascend::DeviceStatus::lost_heartbeat;
  spoil_copy_ = false;
  if (!fault_ || call != at_) return std::nullopt;
  const bool spoils = *fault_ == DeviceFault::short_copy || *fault_ == DeviceFault::corrupt_copy;
  spoil_copy_ = spoils && is_copy(function);
  const auto status = status_of(*fault_, function);
  struck_ = spoil_copy_ || status;
  lost_ = *fault_ == DeviceFault::lost_device;
  return status;
}

ascend::DeviceStatus FaultyDevice::set_device(std::int32_t device) {
  if (const auto status = strike(DeviceFunction::set_device)) return *status;
  return behind_.set_device(device);
}

ascend::DeviceStatus FaultyDevice::reset_device(std::int32_t device) {
  lost_ = false;
  if (const auto status = strike(DeviceFunction::reset_device)) return *status;
  return behind_.reset_device(device);
}

ascend::Answer<ascend::DeviceProperties> FaultyDevice::get_properties() {
  if (const auto status = strike(DeviceFunction::get_properties)) return {*status, {}};
  return behind_.get_properties();
}

ascend::Answer<ascend::DeviceAddress> FaultyDevice::allocate(std::size_t bytes) {
  if (const auto status = strike(DeviceFunction::allocate)) return {*status, {}};
  const auto answer = behind_.allocate(bytes);
  if (answer.status == ascend::DeviceStatus::success) {
    open_.emplace(DeviceFunction::allocate, static_cast<std::uint64_t>(answer.value));
  }
  return answer;
}

ascend::DeviceStatus FaultyDevice::release(ascend::DeviceAddress address) {
  open_.erase({DeviceFunction::allocate, static_cast<std::uint64_t>(address)});
  if (const auto status = strike(DeviceFunction::release)) return *status;
  return behind_.release(address);
}

ascend::DeviceStatus FaultyDevice::fill(ascend::DeviceAddress to, std::byte value, std::size_t bytes) {
  if (const auto status = strike(DeviceFunction::fill)) return *status;
  return behind_.fill(to, value, bytes);
}

ascend::DeviceStatus FaultyDevice::copy_to_device(ascend::DeviceAddress to, std::span<const std::byte> from) {
  if (const auto status = strike(DeviceFunction::copy_to_device)) return *status;
  if (!spoil_copy_) return behind_.copy_to_device(to, from);
  if (*fault_ == DeviceFault::short_copy) return behind_.copy_to_device(to, from.first(from.size() / 2));
  std::vector<std::byte> spoiled(from.begin(), from.end());
  flip_a_bit(spoiled);
  return behind_.copy_to_device(to, spoiled);
}

ascend::DeviceStatus FaultyDevice::copy_to_host(std::span<std::byte> to, ascend::DeviceAddress from) {
  if (const auto status = strike(DeviceFunction::copy_to_host)) return *status;
  if (!spoil_copy_) return behind_.copy_to_host(to, from);
  std::vector<std::byte> whole(to.size());
  const ascend::DeviceStatus status = behind_.copy_to_host(whole, from);
  const std::vector<std::byte> right = whole;
  if (*fault_ == DeviceFault::short_copy) {
    std::ranges::copy(to.subspan(to.size() / 2), whole.begin() + static_cast<std::ptrdiff_t>(to.size() / 2));
  } else {
    flip_a_bit(whole);
  }
  struck_ = whole != right;
  std::ranges::copy(whole, to.begin());
  return status;
}

ascend::Answer<ascend::DeviceStream> FaultyDevice::create_stream() {
  if (const auto status = strike(DeviceFunction::create_stream)) return {*status, {}};
  const auto answer = behind_.create_stream();
  if (answer.status == ascend::DeviceStatus::success) {
    open_.emplace(DeviceFunction::create_stream, static_cast<std::uint64_t>(answer.value));
  }
  return answer;
}

ascend::DeviceStatus FaultyDevice::synchronize_stream(ascend::DeviceStream stream) {
  if (const auto status = strike(DeviceFunction::synchronize_stream)) {
    behind_.synchronize_stream(stream);  // the kernel ended, one way or another
    return *status;
  }
  return behind_.synchronize_stream(stream);
}

ascend::DeviceStatus FaultyDevice::destroy_stream(ascend::DeviceStream stream) {
  open_.erase({DeviceFunction::create_stream, static_cast<std::uint64_t>(stream)});
  if (const auto status = strike(DeviceFunction::destroy_stream)) return *status;
  return behind_.destroy_stream(stream);
}

ascend::Answer<ascend::Prepared> FaultyDevice::get_workspace_size(const ascend::DeviceCall& call) {
  if (const auto status = strike(DeviceFunction::get_workspace_size)) return {*status, {}};
  auto answer = behind_.get_workspace_size(call);
  if (answer.status == ascend::DeviceStatus::success) {
    open_.emplace(DeviceFunction::get_workspace_size, static_cast<std::uint64_t>(answer.value.executor));
  }
  return answer;
}

ascend::DeviceStatus FaultyDevice::launch(const ascend::Launch& launch) {
  open_.erase({DeviceFunction::get_workspace_size, static_cast<std::uint64_t>(launch.executor)});
  if (const auto status = strike(DeviceFunction::launch)) return *status;
  return behind_.launch(launch);
}

ascend::DeviceStatus FaultyDevice::destroy_executor(ascend::DeviceExecutor executor) {
  open_.erase({DeviceFunction::get_workspace_size, static_cast<std::uint64_t>(executor)});
  if (const auto status = strike(DeviceFunction::destroy_executor)) return *status;
  return behind_.destroy_executor(executor);
}

}  // namespace npu_cts
