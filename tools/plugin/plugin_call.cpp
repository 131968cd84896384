// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/plugin_call.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "framework/base/find.h"

namespace npu_cts::wire {
namespace {

/// The dtypes that this version of the ABI has a number for, which is their place in the table.
struct AbiDType {
  DType dtype;
  npu_cts_dtype number;
};
constexpr std::array abi_dtypes{
    AbiDType{DType::boolean, NPU_CTS_BOOL},      AbiDType{DType::int8, NPU_CTS_INT8},
    AbiDType{DType::uint8, NPU_CTS_UINT8},       AbiDType{DType::int16, NPU_CTS_INT16},
    AbiDType{DType::int32, NPU_CTS_INT32},       AbiDType{DType::int64, NPU_CTS_INT64},
    AbiDType{DType::uint64, NPU_CTS_UINT64},     AbiDType{DType::float16, NPU_CTS_FLOAT16},
    AbiDType{DType::bfloat16, NPU_CTS_BFLOAT16}, AbiDType{DType::float32, NPU_CTS_FLOAT32},
    AbiDType{DType::float64, NPU_CTS_FLOAT64},
};
static_assert(std::ranges::all_of(abi_dtypes, [](const AbiDType& row) {
  return static_cast<int>(row.dtype) == static_cast<int>(row.number);
}));
static_assert(static_cast<int>(Layout::transposed) == NPU_CTS_TRANSPOSED);
static_assert(static_cast<int>(Format::blocked) == NPU_CTS_FRACTAL_NZ);

/// The modes that this version of the ABI has a number for.
struct AbiMode {
  std::string_view mode;
  npu_cts_mode number;
};
constexpr std::array abi_modes{AbiMode{"eager", NPU_CTS_EAGER}, AbiMode{"graph_static", NPU_CTS_GRAPH_STATIC},
                               AbiMode{"graph_dynamic", NPU_CTS_GRAPH_DYNAMIC}};

/// Puts a value that is no tensor into `argument`.
struct Put {
  npu_cts_argument& argument;

  void operator()(const None&) const { argument.kind = NPU_CTS_NONE; }
  void operator()(bool flag) const {
    argument.kind = NPU_CTS_BOOLEAN;
    argument.integer = flag ? 1 : 0;
  }
  void operator()(std::int64_t number) const {
    argument.kind = NPU_CTS_INTEGER;
    argument.integer = number;
  }
  void operator()(const std::string& word) const {
    argument.kind = NPU_CTS_WORD;
    argument.word = word.c_str();
  }
  void operator()(DType dtype) const {
    argument.kind = NPU_CTS_DTYPE;
    argument.integer = static_cast<int>(dtype);
  }
  void operator()(const std::vector<std::int64_t>& numbers) const {
    argument.kind = NPU_CTS_INTEGER_LIST;
    argument.integers = numbers.data();
    argument.count = numbers.size();
  }
  void operator()(const PlacedTensor& tensor) const {
    argument.kind = NPU_CTS_TENSOR;
    argument.tensor = {.dtype = static_cast<int>(tensor.type.dtype),
                       .layout = static_cast<int>(tensor.type.layout),
                       .format = static_cast<int>(tensor.type.format),
                       .rank = static_cast<int>(tensor.type.shape.size()),
                       .shape = tensor.type.shape.data(),
                       .strides = tensor.strides.empty() ? nullptr : tensor.strides.data(),
                       .offset = tensor.offset,
                       .data = nullptr,
                       .bytes = tensor.at.bytes};
  }
};

std::string text_of(const char* text, std::size_t most) { return {text, strnlen(text, most)}; }

std::string wrong_output(const npu_cts_output& output) {
  const bool known_dtype = output.dtype >= 0 && static_cast<std::size_t>(output.dtype) < abi_dtypes.size();
  if (!known_dtype) return fmt::format("an output of dtype {}", output.dtype);
  if (output.rank < 0 || output.rank > NPU_CTS_MAX_RANK) return fmt::format("an output of rank {}", output.rank);
  if (output.name[0] == '\0') return "an output without a name";
  return {};
}

bool has_number(DType dtype) { return contains(abi_dtypes, dtype, &AbiDType::dtype); }

}  // namespace

std::int32_t number_of_mode(std::string_view mode) {
  return std::ranges::find(abi_modes, mode, &AbiMode::mode)->number;
}

std::string why_not_carried(const Run& run, std::string_view mode) {
  if (!contains(abi_modes, mode, &AbiMode::mode)) {
    return fmt::format("the mode is {}, which ABI {}.{} has no number for", mode, NPU_CTS_ABI / 1000,
                       NPU_CTS_ABI % 1000);
  }
  for (const auto& [key, value] : run.arguments) {
    const auto* tensor = std::get_if<PlacedTensor>(&value);
    const auto* dtype = tensor != nullptr ? &tensor->type.dtype : std::get_if<DType>(&value);
    if (dtype != nullptr && !has_number(*dtype)) {
      return fmt::format("'{}' is of {}, which ABI {}.{} has no number for", key, name_of(*dtype), NPU_CTS_ABI / 1000,
                         NPU_CTS_ABI % 1000);
    }
  }
  return {};
}

std::vector<npu_cts_argument> arguments_of(
    const Run& run, const std::function<void*(const std::string& key, const PlacedTensor&)>& data_of) {
  std::vector<npu_cts_argument> arguments;
  for (const auto& [key, value] : run.arguments) {
    npu_cts_argument argument = {};
    argument.name = key.c_str();
    std::visit(Put{argument}, value);
    if (const auto* tensor = std::get_if<PlacedTensor>(&value)) argument.tensor.data = data_of(key, *tensor);
    arguments.push_back(argument);
  }
  return arguments;
}

ReadPlan read_plan(const npu_cts_plan& plan) {
  ReadPlan read;
  if (plan.output_count > NPU_CTS_MAX_OUTPUTS) {
    read.trouble = fmt::format("its plan has {} outputs", plan.output_count);
    return read;
  }
  read.prepared.workspace = plan.workspace_bytes;
  for (std::uint32_t i = 0; i < plan.output_count; ++i) {
    const npu_cts_output& output = plan.outputs[i];
    read.trouble = wrong_output(output);
    if (!read.trouble.empty()) return read;
    read.prepared.outputs.push_back({.name = text_of(output.name, sizeof output.name),
                                     .alias = text_of(output.alias, sizeof output.alias),
                                     .dtype = static_cast<DType>(output.dtype),
                                     .shape = Shape(output.shape, output.shape + output.rank)});
  }
  return read;
}

Finished finished_of(npu_cts_status status, const npu_cts_plan& plan) {
  const std::string text = text_of(plan.message, sizeof plan.message);
  const std::string said = text.empty() ? "it does not say why (plan->message is empty)" : text;
  Finished finished{.kind = OutcomeKind::failed, .code = plan.code, .message = text};
  switch (static_cast<int>(status)) {
    case NPU_CTS_OK:
      finished.kind = OutcomeKind::completed;
      return finished;
    case NPU_CTS_UNSUPPORTED:
      finished.kind = OutcomeKind::unsupported;
      return finished;
    case NPU_CTS_INVALID_ARGUMENT:
      finished.kind = OutcomeKind::refused;
      return finished;
    case NPU_CTS_RESOURCE:
      finished.message = "resource: " + said;
      return finished;
    case NPU_CTS_INTERNAL:
      finished.message = "internal: " + said;
      return finished;
    default:
      finished.message = fmt::format("protocol: status {} is none of the ABI's", static_cast<int>(status));
      return finished;
  }
}

}  // namespace npu_cts::wire
