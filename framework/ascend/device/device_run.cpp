// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/device/device_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/model/storage.h"

namespace npu_cts::ascend {
namespace {

constexpr std::byte unwritten{0xA5};  ///< what outputs hold before the launch

Outcome failure(std::string message) { return {.kind = OutcomeKind::failed, .code = 0, .message = std::move(message)}; }

std::size_t bytes_of(const TensorType& type) {
  return static_cast<std::size_t>(numel(type.shape) * npu_cts::bytes_of(type.dtype));
}

DeviceTensor describe(const StoredTensor& stored, DeviceAddress address) {
  return {.type = stored.type,
          .strides = stored.strides,
          .offset = stored.offset,
          .address = address,
          .bytes = stored.storage.size()};
}

}  // namespace

Outcome DeviceRun::run() {
  Outcome outcome = attempt();
  const auto left = trouble("giving back what the call held", resources_.close());
  const bool went_well = outcome.kind == OutcomeKind::completed || outcome.kind == OutcomeKind::refused ||
                         outcome.kind == OutcomeKind::unsupported;
  if (!went_well) return outcome;
  if (left) return *left;
  outcome.outputs = take_over();
  return outcome;
}

Outcome DeviceRun::attempt() {
  const auto stream = resources_.create_stream();
  if (auto failed = trouble("creating a stream", stream.status)) return *failed;
  launch_.stream = stream.value;
  call_.op = request_.op;
  if (auto failed = upload()) return *failed;
  auto prepared = api_.get_workspace_size(call_);
  if (prepared.status != DeviceStatus::success) {
    Outcome refused = refusal(prepared.status);
    if (refused.kind != OutcomeKind::refused && refused.kind != OutcomeKind::unsupported) return refused;
    if (auto failed = download_arguments()) return *failed;
    return refused;
  }
  prepared_ = std::move(prepared.value);
  resources_.keep(prepared_.executor);
  return compute();
}

DeviceRun::Trouble DeviceRun::upload() {
  const auto nowhere = [](const std::string&, const StoredTensor& held) { return describe(held, DeviceAddress::null); };
  call_.arguments = map_tensors(request_.arguments, nowhere);
  for (const auto& [key, value] : request_.arguments) {
    const auto* stored = std::get_if<StoredTensor>(&value);
    if (stored == nullptr) continue;
    if (auto failed = upload(key, *stored)) return failed;
  }
  return std::nullopt;
}

DeviceRun::Trouble DeviceRun::upload(const std::string& key, const StoredTensor& stored) {
  const auto buffer = resources_.allocate(stored.storage.size());
  const std::string size = fmt::format("{} bytes for '{}'", stored.storage.size(), key);
  if (auto failed = trouble("allocating " + size, buffer.status)) return failed;
  const DeviceTensor tensor = describe(stored, buffer.value);
  call_.arguments.insert_or_assign(key, tensor);
  if (stored.storage.empty()) return std::nullopt;
  if (auto failed = trouble("copying " + size, api_.copy_to_device(buffer.value, stored.storage))) return failed;
  std::vector<std::byte> arrived;
  if (auto failed = download(key, tensor, arrived)) return failed;
  if (arrived == stored.storage) return std::nullopt;
  return failure(fmt::format("the device holds other bytes for '{}' than were copied to it", key));
}

Outcome DeviceRun::compute() {
  if (auto failed = reserve_outputs()) return *failed;
  if (auto failed = launch()) return *failed;
  if (auto failed = download_outputs()) return *failed;
  if (auto failed = download_arguments()) return *failed;
  return {.kind = OutcomeKind::completed, .code = 0, .message = ""};
}

DeviceRun::Trouble DeviceRun::reserve_outputs() {
  for (const OutputType& output : prepared_.outputs) {
    if (!output.alias.empty()) {
      const auto argument = call_.arguments.find(output.alias);
      const auto* tensor = argument == call_.arguments.end() ? nullptr : std::get_if<DeviceTensor>(&argument->second);
      if (tensor == nullptr) return failure(fmt::format("the device writes to '{}', which is no tensor", output.alias));
      if (tensor->type.dtype != output.type.dtype || tensor->type.shape != output.type.shape)
        return failure(
            fmt::format("the device says that '{}' is '{}', and gives it another type", output.name, output.alias));
      launch_.outputs.push_back(*tensor);
      continue;
    }
    const StoredTensor form = store({.type = output.type});
    const auto buffer = resources_.allocate(bytes_of(output.type));
    const std::string size = fmt::format("{} bytes for '{}'", bytes_of(output.type), output.name);
    if (auto failed = trouble("allocating " + size, buffer.status)) return failed;
    launch_.outputs.push_back(describe(form, buffer.value));
    launch_.outputs.back().bytes = bytes_of(output.type);
    if (buffer.value == DeviceAddress::null) continue;
    const DeviceStatus filled = api_.fill(buffer.value, unwritten, bytes_of(output.type));
    if (auto failed = trouble("filling " + size, filled)) return failed;
  }
  return std::nullopt;
}

DeviceRun::Trouble DeviceRun::launch() {
  const auto workspace = resources_.allocate(prepared_.workspace_size);
  const std::string size = fmt::format("allocating a workspace of {} bytes", prepared_.workspace_size);
  if (auto failed = trouble(size, workspace.status)) return failed;
  launch_.executor = prepared_.executor;
  launch_.workspace = workspace.value;
  launch_.workspace_size = prepared_.workspace_size;
  if (auto failed = trouble("launching", resources_.launch(launch_))) return failed;
  return trouble("synchronizing the stream", api_.synchronize_stream(launch_.stream));
}

DeviceRun::Trouble DeviceRun::download_outputs() {
  for (std::size_t i = 0; i < prepared_.outputs.size(); ++i) {
    results_.emplace_back();
    if (!prepared_.outputs[i].alias.empty()) continue;
    if (auto failed = download(prepared_.outputs[i].name, launch_.outputs[i], results_.back())) return failed;
  }
  return std::nullopt;
}

DeviceRun::Trouble DeviceRun::download_arguments() {
  for (const auto& [key, value] : call_.arguments) {
    const auto* tensor = std::get_if<DeviceTensor>(&value);
    if (tensor == nullptr) continue;
    if (auto failed = download(key, *tensor, after_[key])) return failed;
  }
  return std::nullopt;
}

DeviceRun::Trouble DeviceRun::download(const std::string& what, const DeviceTensor& tensor,
                                       std::vector<std::byte>& to) {
  to.assign(tensor.bytes, std::byte{0x00});
  if (tensor.bytes == 0) return std::nullopt;
  std::vector<std::byte> again(tensor.bytes, std::byte{0xFF});
  for (std::vector<std::byte>* copy : {&to, &again}) {
    const DeviceStatus status = api_.copy_to_host(*copy, tensor.address);
    if (auto failed = trouble(fmt::format("copying '{}' back", what), status)) return failed;
  }
  if (to == again) return std::nullopt;
  return failure(fmt::format("two copies of '{}' from the device differ: a copy was short or corrupt", what));
}

std::vector<NamedTensor> DeviceRun::take_over() {
  std::vector<NamedTensor> outputs;
  for (auto& [key, storage] : after_) {
    std::get<StoredTensor>(request_.arguments.find(key)->second).storage = std::move(storage);
  }
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const OutputType& output = prepared_.outputs[i];
    if (output.alias.empty()) {
      outputs.push_back({.name = output.name, .tensor = {.type = output.type, .values = std::move(results_[i])}});
      continue;
    }
    Tensor written = load(std::get<StoredTensor>(request_.arguments.find(output.alias)->second));
    outputs.push_back({.name = output.name, .tensor = {.type = output.type, .values = std::move(written.values)}});
  }
  return outputs;
}

DeviceRun::Trouble DeviceRun::trouble(std::string_view doing, DeviceStatus status) {
  if (status == DeviceStatus::success) return std::nullopt;
  const std::string said = api_.last_error();
  return Outcome{.kind = outcome_of(status, DevicePhase::running),
                 .code = static_cast<std::int64_t>(status),
                 .message = fmt::format("{}: {}{}{}", doing, to_text(status), said.empty() ? "" : ": ", said)};
}

Outcome DeviceRun::refusal(DeviceStatus status) {
  const OutcomeKind kind = outcome_of(status, DevicePhase::preparing);
  if (kind != OutcomeKind::refused && kind != OutcomeKind::unsupported) {
    Outcome outcome = *trouble("preparing", status);
    outcome.kind = kind;
    return outcome;
  }
  const std::string said = api_.last_error();
  return {.kind = kind, .code = static_cast<std::int64_t>(status), .message = said.empty() ? to_text(status) : said};
}

}  // namespace npu_cts::ascend
