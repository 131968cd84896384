// SPDX-License-Identifier: Apache-2.0
// The reference kernels behind the plugin ABI: the same backend through another attachment must get the same verdicts.

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "framework/model/bytes.h"
#include "kernels/kernel.h"
#include "tools/plugin/npu_cts_plugin.h"

namespace npu_cts {
namespace {

StoredValue value_of(const npu_cts_argument& argument) {
  switch (static_cast<npu_cts_kind>(argument.kind)) {
    case NPU_CTS_NONE:
      return None{};
    case NPU_CTS_BOOLEAN:
      return argument.integer != 0;
    case NPU_CTS_INTEGER:
      return argument.integer;
    case NPU_CTS_WORD:
      return std::string(argument.word);
    case NPU_CTS_DTYPE:
      return static_cast<DType>(argument.integer);
    case NPU_CTS_INTEGER_LIST:
      return std::vector<std::int64_t>(argument.integers, argument.integers + argument.count);
    case NPU_CTS_TENSOR:
      break;
  }
  const npu_cts_tensor& tensor = argument.tensor;
  const auto* bytes = static_cast<const std::byte*>(tensor.data);
  StoredTensor stored{.type = {.dtype = static_cast<DType>(tensor.dtype),
                               .shape = Shape(tensor.shape, tensor.shape + tensor.rank),
                               .layout = static_cast<Layout>(tensor.layout),
                               .format = static_cast<Format>(tensor.format)},
                      .offset = tensor.offset,
                      .storage = {bytes, bytes + tensor.bytes}};
  if (tensor.strides != nullptr) stored.strides.assign(tensor.strides, tensor.strides + tensor.rank);
  return stored;
}

Request request_of(const npu_cts_call& call) {
  Request request{.op = call.op};
  for (std::uint64_t i = 0; i < call.count; ++i) {
    request.arguments.try_emplace(call.arguments[i].name, value_of(call.arguments[i]));
  }
  return request;
}

/// The bytes that `run` copies out, in the order of the plan's outputs: the kernels know their outputs when they are
/// done.
std::vector<std::vector<std::byte>>& computed() {
  static std::vector<std::vector<std::byte>> outputs;
  return outputs;
}

/// Returns the argument of `call` that the kernel wrote in place and that is of the output's type, or "".
std::string alias_of(const npu_cts_call& call, const Request& after, const TensorType& type) {
  for (std::uint64_t i = 0; i < call.count; ++i) {
    const npu_cts_argument& before = call.arguments[i];
    const auto* stored = std::get_if<StoredTensor>(&after.arguments.find(before.name)->second);
    if (stored == nullptr || stored->type.dtype != type.dtype || stored->type.shape != type.shape) continue;
    const std::span given(static_cast<const std::byte*>(before.tensor.data), before.tensor.bytes);
    if (!same_bytes(stored->storage, given)) return before.name;
  }
  return "";
}

void copy_text(std::span<char> to, std::string_view text) {
  const auto length = std::min(text.size(), to.size() - 1);
  std::copy_n(text.begin(), length, to.begin());
  to[length] = '\0';
}

const char* mode_of(int number) {
  switch (static_cast<npu_cts_mode>(number)) {
    case NPU_CTS_EAGER:
      return "eager";
    case NPU_CTS_GRAPH_STATIC:
      return "graph_static";
    case NPU_CTS_GRAPH_DYNAMIC:
      return "graph_dynamic";
  }
  return "";
}

npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) {
  const Target target{.product = call->product, .release = call->release, .mode = mode_of(call->mode)};
  Request request = request_of(*call);
  const kernels::Kernel* kernel = kernels::find_kernel(request.op);
  if (kernel == nullptr) return NPU_CTS_UNSUPPORTED;
  if (const auto refusal = kernel->check(target, request)) {
    copy_text(plan->message, refusal->parameter + ": " + refusal->reason);
    return NPU_CTS_INVALID_ARGUMENT;
  }
  computed().clear();
  for (NamedTensor& tensor : kernel->run(target, request)) {
    npu_cts_output& output = plan->outputs[plan->output_count++];
    const TensorType& type = tensor.tensor.type;
    const std::string alias = alias_of(*call, request, type);
    copy_text(output.name, tensor.name);
    copy_text(output.alias, alias);
    output.dtype = static_cast<int>(type.dtype);
    output.rank = static_cast<int>(type.shape.size());
    std::copy(type.shape.begin(), type.shape.end(), output.shape);
    computed().push_back(
        std::move(alias.empty() ? tensor.tensor.values : std::get<StoredTensor>(request.arguments[alias]).storage));
  }
  return NPU_CTS_OK;
}

npu_cts_status run(const npu_cts_call*, npu_cts_plan* plan) {
  for (std::uint32_t i = 0; i < plan->output_count; ++i) {
    const auto& bytes = computed()[i];
    if (bytes.size() != plan->outputs[i].bytes) return NPU_CTS_INTERNAL;
    if (!bytes.empty()) std::memcpy(plan->outputs[i].data, bytes.data(), bytes.size());
  }
  return NPU_CTS_OK;
}

constexpr npu_cts_plugin table{.abi = NPU_CTS_ABI,
                               .struct_size = sizeof(npu_cts_plugin),
                               .name = "reference",
                               .version = "1",
                               .prepare = prepare,
                               .run = run,
                               .close = nullptr};

}  // namespace
}  // namespace npu_cts

const npu_cts_plugin* npu_cts_plugin_query(std::uint32_t) { return &npu_cts::table; }
