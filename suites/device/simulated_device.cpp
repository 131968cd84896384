// SPDX-License-Identifier: Apache-2.0
#include "suites/device/simulated_device.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts {
namespace {

struct Soc {
  std::string_view product, name;
};
constexpr std::array<Soc, 3> socs{
    {{"atlas_a2", "Ascend910B3"}, {"atlas_a3", "Ascend910_9391"}, {"atlas_inference", "Ascend310P3"}}};

/// What a call needs beside its tensors: nothing where it works in place, else as much as its outputs, and a page.
std::uint64_t workspace_of(const std::vector<OutputType>& outputs) {
  std::uint64_t bytes = 0;
  for (const OutputType& output : outputs) {
    if (!output.alias.empty()) continue;
    bytes += static_cast<std::uint64_t>(numel(output.type.shape) * bytes_of(output.type.dtype)) + 4096;
  }
  return bytes;
}

/// A missing parameter is a null pointer to an operator; anything else that it refuses is invalid.
ascend::DeviceStatus status_of(const Refusal& refusal, const Request& request) {
  if (refusal.parameter.empty()) return ascend::DeviceStatus::param_invalid;
  const auto argument = request.arguments.find(refusal.parameter);
  const bool is_missing = argument == request.arguments.end() || std::holds_alternative<None>(argument->second);
  return is_missing ? ascend::DeviceStatus::param_nullptr : ascend::DeviceStatus::param_invalid;
}

ArgumentsOf<StoredTensor> on_host(const ArgumentsOf<ascend::DeviceTensor>& arguments) {
  return map_tensors(arguments, [](const std::string&, const ascend::DeviceTensor& held) {
    return StoredTensor{.type = held.type, .strides = held.strides, .offset = held.offset};
  });
}

}  // namespace

std::string_view soc_of(std::string_view product) {
  const auto soc = std::ranges::find(socs, product, &Soc::product);
  return soc == socs.end() ? "" : soc->name;
}

SimulatedDevice::SimulatedDevice(Target target, std::uint64_t capacity)
    : target_(std::move(target)), memory_(capacity) {}

ascend::DeviceStatus SimulatedDevice::refuse(ascend::DeviceStatus status, std::string why) {
  last_error_ = std::move(why);
  return status;
}

ascend::DeviceStatus SimulatedDevice::complain(ascend::DeviceStatus status, const std::string& what) {
  complaints_.push_back(what);
  return refuse(status, what);
}

ascend::DeviceStatus SimulatedDevice::check_set(std::string_view call) {
  if (is_set_) return ascend::DeviceStatus::success;
  return complain(ascend::DeviceStatus::runtime_context_null, fmt::format("{} while no device is set", call));
}

bool SimulatedDevice::is_busy() const {
  return std::ranges::any_of(streams_, [](const auto& stream) { return !stream.second.empty(); });
}

std::string SimulatedDevice::held() const {
  std::vector<std::string> parts;
  const auto add = [&parts](std::size_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"));
  };
  add(memory_.buffers(), "buffer");
  add(executors_.size(), "executor");
  add(streams_.size(), "stream");
  return join(parts, ", ");
}

ascend::DeviceStatus SimulatedDevice::set_device(std::int32_t device) {
  if (device != 0)
    return refuse(ascend::DeviceStatus::runtime_invalid_device, fmt::format("there is no device {}", device));
  is_set_ = true;
  return ascend::DeviceStatus::success;
}

ascend::DeviceStatus SimulatedDevice::reset_device(std::int32_t device) {
  if (device != 0)
    return refuse(ascend::DeviceStatus::runtime_invalid_device, fmt::format("there is no device {}", device));
  memory_.clear();
  executors_.clear();
  streams_.clear();
  is_set_ = false;
  last_error_.clear();
  return ascend::DeviceStatus::success;
}

ascend::Answer<ascend::DeviceProperties> SimulatedDevice::get_properties() {
  if (const auto status = check_set("asked for properties"); status != ascend::DeviceStatus::success)
    return {status, {}};
  return {ascend::DeviceStatus::success,
          {.soc_name = std::string(soc_of(target_.product)),
           .memory = memory_.capacity(),
           .free_memory = memory_.capacity() - memory_.used()}};
}

ascend::Answer<ascend::DeviceAddress> SimulatedDevice::allocate(std::size_t bytes) {
  if (const auto status = check_set("allocated"); status != ascend::DeviceStatus::success) return {status, {}};
  if (bytes == 0) return {complain(ascend::DeviceStatus::runtime_param_invalid, "allocated 0 bytes"), {}};
  const ascend::DeviceAddress address = memory_.allocate(bytes);
  if (address != ascend::DeviceAddress::null) return {ascend::DeviceStatus::success, address};
  const std::uint64_t free = memory_.capacity() - memory_.used();
  return {refuse(ascend::DeviceStatus::memory_allocation, fmt::format("{} bytes asked for, {} free", bytes, free)), {}};
}

ascend::DeviceStatus SimulatedDevice::release(ascend::DeviceAddress address) {
  if (const auto status = check_set("released"); status != ascend::DeviceStatus::success) return status;
  if (is_busy()) return complain(ascend::DeviceStatus::memory_free, "released memory while a stream was at work");
  const std::string wrong = memory_.release(address);
  return wrong.empty() ? ascend::DeviceStatus::success : complain(ascend::DeviceStatus::runtime_param_invalid, wrong);
}

ascend::DeviceStatus SimulatedDevice::fill(ascend::DeviceAddress to, std::byte value, std::size_t bytes) {
  if (const auto status = check_set("filled"); status != ascend::DeviceStatus::success) return status;
  const auto place = memory_.find(to, bytes);
  if (!place) return complain(ascend::DeviceStatus::runtime_param_invalid, "fill: " + memory_.why_not(to, bytes));
  std::ranges::fill(*place, value);
  return ascend::DeviceStatus::success;
}

ascend::DeviceStatus SimulatedDevice::copy_to_device(ascend::DeviceAddress to, std::span<const std::byte> from) {
  if (const auto status = check_set("copied"); status != ascend::DeviceStatus::success) return status;
  const auto place = memory_.find(to, from.size());
  if (!place) return complain(ascend::DeviceStatus::runtime_param_invalid, "copy: " + memory_.why_not(to, from.size()));
  if (is_busy()) return complain(ascend::DeviceStatus::copy_data, "copied to the device while a stream was at work");
  std::ranges::copy(from, place->begin());
  return ascend::DeviceStatus::success;
}

ascend::DeviceStatus SimulatedDevice::copy_to_host(std::span<std::byte> to, ascend::DeviceAddress from) {
  if (const auto status = check_set("copied"); status != ascend::DeviceStatus::success) return status;
  const auto place = memory_.find(from, to.size());
  if (!place) return complain(ascend::DeviceStatus::runtime_param_invalid, "copy: " + memory_.why_not(from, to.size()));
  if (is_busy()) return complain(ascend::DeviceStatus::copy_data, "copied back before the stream was synchronized");
  std::ranges::copy(*place, to.begin());
  return ascend::DeviceStatus::success;
}

ascend::Answer<ascend::DeviceStream> SimulatedDevice::create_stream() {
  if (const auto status = check_set("created a stream"); status != ascend::DeviceStatus::success) return {status, {}};
  const ascend::DeviceStream stream{next_handle_++};
  streams_[stream];
  return {ascend::DeviceStatus::success, stream};
}

ascend::DeviceStatus SimulatedDevice::destroy_stream(ascend::DeviceStream stream) {
  if (const auto status = check_set("destroyed a stream"); status != ascend::DeviceStatus::success) return status;
  const auto known = streams_.find(stream);
  if (known == streams_.end())
    return complain(ascend::DeviceStatus::runtime_invalid_handle, "destroyed a stream that is none");
  const bool was_busy = !known->second.empty();
  streams_.erase(known);
  if (!was_busy) return ascend::DeviceStatus::success;
  return complain(ascend::DeviceStatus::internal_error, "destroyed a stream at work");
}

ascend::DeviceStatus SimulatedDevice::synchronize_stream(ascend::DeviceStream stream) {
  if (const auto status = check_set("synchronized"); status != ascend::DeviceStatus::success) return status;
  const auto known = streams_.find(stream);
  if (known == streams_.end())
    return complain(ascend::DeviceStatus::runtime_invalid_handle, "synchronized what is no stream");
  std::vector<Work> work = std::exchange(known->second, {});
  for (Work& next : work) {
    if (const auto status = execute(next); status != ascend::DeviceStatus::success) return status;
  }
  return ascend::DeviceStatus::success;
}

ascend::Answer<ascend::Prepared> SimulatedDevice::get_workspace_size(const ascend::DeviceCall& call) {
  if (const auto status = check_set("prepared"); status != ascend::DeviceStatus::success) return {status, {}};
  Executor executor{.kernel = kernels::find_kernel(call.op),
                    .request = {.op = call.op, .arguments = on_host(call.arguments)},
                    .workspace_size = 0};
  if (executor.kernel == nullptr)
    return {refuse(ascend::DeviceStatus::inner_find_kernel, "no kernel is registered"), {}};
  for (const auto& [key, value] : call.arguments) {
    if (const auto* tensor = std::get_if<ascend::DeviceTensor>(&value)) executor.tensors.emplace(key, *tensor);
  }
  if (!read_tensors(executor)) return {ascend::DeviceStatus::param_invalid, {}};
  if (const auto refusal = executor.kernel->check(target_, executor.request)) {
    const std::string why = refusal->parameter + ": " + refusal->reason;
    return {refuse(status_of(*refusal, executor.request), why), {}};
  }
  executor.outputs = executor.kernel->outputs(target_, executor.request);
  executor.workspace_size = workspace_of(executor.outputs);
  ascend::Prepared prepared{.workspace_size = executor.workspace_size,
                            .executor = ascend::DeviceExecutor{next_handle_++},
                            .outputs = executor.outputs};
  executors_.emplace(prepared.executor, std::move(executor));
  return {ascend::DeviceStatus::success, std::move(prepared)};
}

ascend::DeviceStatus SimulatedDevice::destroy_executor(ascend::DeviceExecutor executor) {
  if (const auto status = check_set("destroyed an executor"); status != ascend::DeviceStatus::success) return status;
  if (executors_.erase(executor) == 1) return ascend::DeviceStatus::success;
  return complain(ascend::DeviceStatus::runtime_invalid_handle, "destroyed an executor that is none");
}

ascend::DeviceStatus SimulatedDevice::launch(const ascend::Launch& launch) {
  if (const auto status = check_set("launched"); status != ascend::DeviceStatus::success) return status;
  const auto known = executors_.find(launch.executor);
  if (known == executors_.end())
    return complain(ascend::DeviceStatus::param_nullptr, "launched an executor that is none");
  Work work{.executor = std::move(known->second), .launch = launch};
  executors_.erase(known);
  const std::string wrong = wrong_with(launch, work.executor);
  if (!wrong.empty()) return complain(ascend::DeviceStatus::param_invalid, "launch: " + wrong);
  streams_.find(launch.stream)->second.push_back(std::move(work));
  return ascend::DeviceStatus::success;
}

std::string SimulatedDevice::wrong_with(const ascend::Launch& launch, const Executor& executor) {
  if (!streams_.contains(launch.stream)) return "on what is no stream";
  if (launch.workspace_size != executor.workspace_size) {
    return fmt::format("with a workspace of {} bytes instead of {}", launch.workspace_size, executor.workspace_size);
  }
  if (executor.workspace_size > 0 && !memory_.find(launch.workspace, executor.workspace_size)) {
    return "workspace: " + memory_.why_not(launch.workspace, executor.workspace_size);
  }
  if (launch.outputs.size() != executor.outputs.size()) {
    return fmt::format("with {} outputs instead of {}", launch.outputs.size(), executor.outputs.size());
  }
  for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
    const OutputType& output = executor.outputs[i];
    const auto alias = executor.tensors.find(output.alias);
    const bool fits = output.alias.empty() ? launch.outputs[i].type == output.type
                                           : alias != executor.tensors.end() && alias->second == launch.outputs[i];
    if (!fits) return fmt::format("with another tensor for '{}'", output.name);
  }
  return "";
}

bool SimulatedDevice::read_tensors(Executor& executor) {
  for (const auto& [key, tensor] : executor.tensors) {
    auto& storage = std::get<StoredTensor>(executor.request.arguments.find(key)->second).storage;
    storage.clear();
    if (tensor.bytes == 0) continue;
    const auto bytes = memory_.find(tensor.address, tensor.bytes);
    if (!bytes) {
      complain(ascend::DeviceStatus::param_invalid,
               fmt::format("'{}': {}", key, memory_.why_not(tensor.address, tensor.bytes)));
      return false;
    }
    storage.assign(bytes->begin(), bytes->end());
  }
  return true;
}

bool SimulatedDevice::write(const ascend::DeviceTensor& tensor, std::span<const std::byte> bytes) {
  if (bytes.empty()) return true;
  const auto place = memory_.find(tensor.address, bytes.size());
  if (place) {
    if (!std::ranges::equal(*place, bytes)) std::ranges::copy(bytes, place->begin());
    return true;
  }
  complain(ascend::DeviceStatus::aicore_exception, "a kernel wrote: " + memory_.why_not(tensor.address, bytes.size()));
  return false;
}

ascend::DeviceStatus SimulatedDevice::execute(Work& work) {
  if (!read_tensors(work.executor)) return ascend::DeviceStatus::aicore_exception;
  if (work.executor.workspace_size > 0) {
    const auto workspace = memory_.find(work.launch.workspace, work.executor.workspace_size);
    if (!workspace) return complain(ascend::DeviceStatus::aicore_exception, "the workspace is gone");
    std::ranges::fill(*workspace, std::byte{0xEE});
  }
  const auto results = work.executor.kernel->run(target_, work.executor.request);
  for (const auto& [key, tensor] : work.executor.tensors) {
    const auto& stored = std::get<StoredTensor>(work.executor.request.arguments.find(key)->second);
    if (!write(tensor, stored.storage)) return ascend::DeviceStatus::aicore_exception;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!work.executor.outputs[i].alias.empty()) continue;
    if (!write(work.launch.outputs[i], results[i].tensor.values)) return ascend::DeviceStatus::aicore_exception;
  }
  return ascend::DeviceStatus::success;
}

}  // namespace npu_cts
