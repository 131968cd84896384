// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "framework/ascend/device/device_api.h"

// A device in the memory of the host whose every function can be told to fail. Not part of the library.
namespace npu_cts::ascend::testing_device {

/// Copies its first tensor argument to its output. Counts what is held.
class ScriptedDevice : public DeviceApi {
 public:
  std::map<std::string, DeviceStatus> fails;  ///< by function: what it answers instead
  std::string said;                           ///< what last_error returns
  Answer<Prepared> prepared{.status = DeviceStatus::success,
                            .value = {.workspace_size = 16, .executor = DeviceExecutor{1}}};
  std::function<void(const Launch&)> on_launch;  ///< what the kernel does
  std::function<void(std::span<std::byte>)> on_copy_to_host = [](std::span<std::byte>) {};
  std::vector<std::string> calls;  ///< names of the functions that were called
  DeviceCall seen;                 ///< the call of the first phase
  std::string soc = "Chip7";

  /// Returns the memory at `address`.
  std::vector<std::byte>& at(DeviceAddress address) { return memory_.at(address); }
  [[nodiscard]] bool holds_nothing() const { return memory_.empty() && streams_ == 0 && executors_ == 0; }
  [[nodiscard]] bool is_set() const { return set_ > 0; }
  [[nodiscard]] std::size_t count(std::string_view function) const {
    return static_cast<std::size_t>(std::ranges::count(calls, function));
  }

  DeviceStatus set_device(std::int32_t) override {
    const DeviceStatus status = enter("set_device");
    if (status == DeviceStatus::success) ++set_;
    return status;
  }
  DeviceStatus reset_device(std::int32_t) override {
    set_ = 0;
    return enter("reset_device");
  }
  Answer<DeviceProperties> get_properties() override {
    return {.status = enter("get_properties"), .value = {.soc_name = soc, .memory = 1 << 20, .free_memory = 1 << 20}};
  }
  Answer<DeviceAddress> allocate(std::size_t bytes) override {
    const DeviceStatus status = enter("allocate");
    if (status != DeviceStatus::success) return {.status = status};
    next_ += 64;
    memory_[DeviceAddress{next_}].resize(bytes);
    return {.status = status, .value = DeviceAddress{next_}};
  }
  DeviceStatus release(DeviceAddress address) override {
    memory_.erase(address);
    return enter("release");
  }
  DeviceStatus fill(DeviceAddress to, std::byte value, std::size_t bytes) override {
    std::fill_n(at(to).begin(), bytes, value);
    return enter("fill");
  }
  DeviceStatus copy_to_device(DeviceAddress to, std::span<const std::byte> from) override {
    std::ranges::copy(from, at(to).begin());
    return enter("copy_to_device");
  }
  DeviceStatus copy_to_host(std::span<std::byte> to, DeviceAddress from) override {
    std::ranges::copy(at(from), to.begin());
    on_copy_to_host(to);
    return enter("copy_to_host");
  }
  Answer<DeviceStream> create_stream() override {
    const DeviceStatus status = enter("create_stream");
    streams_ += status == DeviceStatus::success ? 1 : 0;
    return {.status = status, .value = DeviceStream{1}};
  }
  DeviceStatus synchronize_stream(DeviceStream) override { return enter("synchronize_stream"); }
  DeviceStatus destroy_stream(DeviceStream) override {
    --streams_;
    return enter("destroy_stream");
  }
  Answer<Prepared> get_workspace_size(const DeviceCall& call) override {
    seen = call;
    Answer<Prepared> answer = prepared;
    if (const DeviceStatus status = enter("get_workspace_size"); status != DeviceStatus::success)
      answer.status = status;
    executors_ += answer.status == DeviceStatus::success ? 1 : 0;
    return answer;
  }
  DeviceStatus launch(const Launch& launch) override {
    --executors_;
    if (on_launch) on_launch(launch);
    return enter("launch");
  }
  DeviceStatus destroy_executor(DeviceExecutor) override {
    --executors_;
    return enter("destroy_executor");
  }
  std::string last_error() override { return said; }

 private:
  DeviceStatus enter(const std::string& function) {
    calls.push_back(function);
    const auto it = fails.find(function);
    return it == fails.end() ? DeviceStatus::success : it->second;
  }

  std::map<DeviceAddress, std::vector<std::byte>> memory_;
  std::uint64_t next_ = 0;
  int streams_ = 0;
  int executors_ = 0;
  int set_ = 0;
};

inline StoredTensor four_bytes(int first) {
  StoredTensor tensor{.type = {.dtype = DType::int8, .shape = {4}}, .strides = {1}, .offset = 0};
  for (int i = 0; i < 4; ++i) tensor.storage.push_back(static_cast<std::byte>(first + i));
  return tensor;
}

/// Returns a call with a tensor x of 1, 2, 3, 4 and an attribute.
inline Request request() { return {.op = "toy", .arguments = {{"axis", std::int64_t{1}}, {"x", four_bytes(1)}}}; }

inline OutputType output_type(std::string alias = "") {
  return {.name = "y", .type = {.dtype = DType::int8, .shape = {4}}, .alias = std::move(alias)};
}

}  // namespace npu_cts::ascend::testing_device
