// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/write_call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/base/text.h"
#include "framework/npy/npy.h"

namespace npu_cts::reader {
namespace {

std::string tensor_text(const Tensor& tensor, std::string_view data) {
  const TensorType& type = tensor.type;
  std::string text = fmt::format("{{dtype: {}, shape: {}", name_of(type.dtype), to_text(type.shape));
  if (type.layout != Layout::contiguous) text += fmt::format(", layout: {}", name_of(type.layout));
  if (type.format != Format::nd) text += fmt::format(", format: {}", name_of(type.format));
  if (type.storage_offset != 0) text += fmt::format(", storage_offset: {}", type.storage_offset);
  if (!tensor.values.empty()) text += fmt::format(", data: {}", data);
  return text + "}";
}

/// Writes a value in the notation of call files.
struct CallText : PlainText {
  std::string data = {};  ///< the name of a tensor's data file

  using PlainText::operator();
  std::string operator()(const std::string& word) const { return yaml_scalar(word); }
  std::string operator()(const Tensor& tensor) const { return tensor_text(tensor, data); }
};

std::string data_name(Group group, std::string_view name) { return fmt::format("{}.{}.npy", name_of(group), name); }

}  // namespace

std::string write_call(const Spec& spec, const OpSpec& op, const Call& call) {
  std::string text = fmt::format("call: {}\nproduct: {}\nrelease: {}\nmode: {}\n", call.op, call.target.product,
                                 yaml_scalar(call.target.release), call.target.mode);
  for (const Group group : groups_of_call) {
    std::string lines;
    for (const Parameter& parameter : op.parameters) {
      const auto argument = call.arguments.find(parameter.key);
      if (parameter.group != group || argument == call.arguments.end()) continue;
      const std::string name = name_in(parameter, spec, call.target);
      lines += fmt::format("  {}: {}\n", name, std::visit(CallText{{}, data_name(group, name)}, argument->second));
    }
    if (!lines.empty()) text += fmt::format("{}:\n{}", name_of(group), lines);
  }
  return text;
}

std::optional<Diagnostic> save_call(const std::filesystem::path& folder, const Spec& spec, const OpSpec& op,
                                    const Call& call) {
  for (const Parameter& parameter : op.parameters) {
    const auto argument = call.arguments.find(parameter.key);
    const Tensor* const tensor = argument == call.arguments.end() ? nullptr : std::get_if<Tensor>(&argument->second);
    if (tensor == nullptr || tensor->values.empty()) continue;
    const std::string name = data_name(parameter.group, name_in(parameter, spec, call.target));
    if (auto failed = npy::write_npy(folder / name, *tensor)) return failed;
  }
  return npy::write_bytes(folder / "call.yaml", write_call(spec, op, call));
}

}  // namespace npu_cts::reader
