// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/torch/snippet.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::ascend {
namespace {

/// One argument of the call, as Python sees it.
struct Argument {
  const Parameter* parameter;
  std::string name;  ///< as documented in the release
  const Value* value;
};

/// Writes one program.
class Program {
 public:
  /// `filled` is `call` with values, where the program says any: what its verdict may depend on.
  Program(const BoundSpec& bound, const Call& call, const Call& filled, expand::FillOf fill_of)
      : bound_(bound),
        op_(bound.op()),
        call_(call),
        verdict_(judge(bound, filled).verdict),
        fill_of_(std::move(fill_of)),
        mode_(find_mode(bound.spec(), call.target.mode)) {
    for (const Parameter& parameter : op_.parameters) {
      const auto it = call.arguments.find(parameter.key);
      if (it == call.arguments.end()) continue;
      arguments_.push_back(
          {.parameter = &parameter, .name = name_in(parameter, bound.spec(), call.target), .value = &it->second});
    }
  }

  std::string write() {
    const Target& target = call_.target;
    line("# {}, release {}, {}, {}: the documents say '{}' of this call", op_.name, target.release, target.product,
         target.mode, name_of(verdict_));
    line("# random values are new in each run; 'npu-cts export CASE -o DIR' writes those of a case");
    imports();
    tensors();
    if (op_.module_form) build_module();
    if (!op_.module_form && is_graph()) wrap_function();
    if (is_graph()) compile();
    line("with torch.no_grad():");
    line("    out = {}",
         op_.module_form || is_graph() ? fmt::format("model({})", join(inputs(), ", ")) : function_call());
    results();
    return text_;
  }

 private:
  template <class... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    text_ += fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }

  [[nodiscard]] bool is_graph() const { return mode_ != nullptr && mode_->is_compiled; }

  void imports() {
    line("import torch");
    line("import torch_npu");
    if (is_graph()) line("import torchair");
    if (op_.module_form) line("from {} import {}", op_.import_path, op_.name);
    line("");
  }

  void tensors() {
    const SlotCall slots(bound_, call_.arguments);
    for (const Argument& argument : arguments_) {
      const auto* const tensor = std::get_if<Tensor>(argument.value);
      if (tensor == nullptr) continue;
      const std::string& key = argument.parameter->key;
      line("{} = {}", key, to_python(tensor->type, fill_of_(key), slots));
    }
    line("");
  }

  void results() {
    if (op_.outputs.size() < 2) {
      line("print(out.dtype, tuple(out.shape))");
      line("print(out)");
      return;
    }
    std::vector<std::string> names;
    for (const Output& output : op_.outputs) names.push_back(fmt::format("'{}'", output.name));
    line("for name, one in zip(({}), out):", join(names, ", "));
    line("    print(name, one.dtype, tuple(one.shape))");
    line("    print(one)");
  }

  void build_module() {
    std::vector<std::string> given;
    for (const Argument& argument : arguments_) {
      if (argument.parameter->group == Group::constructor) given.push_back(named(argument));
    }
    line("model = {}({}).npu()", op_.name, join(given, ", "));
    for (const Argument& argument : arguments_) {
      if (argument.parameter->group == Group::variables) line("model.{}.data = {}", argument.name, text_of(argument));
    }
  }

  /// A graph is made from a module: one that calls the function.
  void wrap_function() {
    std::vector<std::string> names{"_"};
    for (const std::string& name : inputs()) names.push_back(name);
    line("class Model(torch.nn.Module):");
    line("    def forward({}):", join(names, ", "));
    line("        return {}\n\n", function_call());
    line("model = Model().npu()");
  }

  void compile() {
    line("backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())");
    line("model = torch.compile(model, backend=backend, dynamic={})", mode_->is_dynamic ? "True" : "False");
  }

  [[nodiscard]] static std::string text_of(const Argument& argument) {
    const bool is_tensor = std::holds_alternative<Tensor>(*argument.value);
    return is_tensor ? argument.parameter->key : to_python(*argument.value, argument.parameter->kind);
  }

  [[nodiscard]] static std::string named(const Argument& argument) {
    return fmt::format("{}={}", argument.name, text_of(argument));
  }

  /// Required tensors stand first and by position: their names differ between pages and programs more than their
  /// places.
  [[nodiscard]] std::string function_call() const {
    std::vector<std::string> given;
    for (const Argument& argument : arguments_) {
      const Parameter& parameter = *argument.parameter;
      const bool leads = parameter.kind == ParameterKind::tensor && !parameter.optional && !parameter.keyword_only;
      given.push_back(leads ? text_of(argument) : named(argument));
    }
    std::stable_partition(given.begin(), given.end(),
                          [](const std::string& one) { return one.find('=') == std::string::npos; });
    return fmt::format("{}.{}({})", op_.import_path, op_.name, join(given, ", "));
  }

  /// Returns the variables that the compiled or built thing is called with.
  [[nodiscard]] std::vector<std::string> inputs() const {
    std::vector<std::string> names;
    for (const Argument& argument : arguments_) {
      const bool is_tensor = std::holds_alternative<Tensor>(*argument.value);
      if (is_tensor && argument.parameter->group == Group::arguments) names.push_back(argument.parameter->key);
    }
    return names;
  }

  const BoundSpec& bound_;
  const OpSpec& op_;
  const Call& call_;
  Verdict verdict_;
  expand::FillOf fill_of_;
  const Mode* mode_;
  std::vector<Argument> arguments_;
  std::string text_;
};

/// Returns the error that Python cannot import the operator, if that is so.
std::optional<Diagnostic> check_import(const OpSpec& op) {
  if (!op.import_path.empty()) return std::nullopt;
  return error_at(Kind::missing_key, {.file = op.file, .line = 1, .column = 1},
                  fmt::format("the spec of '{}' does not say where Python imports it from", op.name),
                  "a program imports the operator before it calls it", "add its place, as 'import: torch_npu'");
}

}  // namespace

Result<std::string> to_snippet(const BoundSpec& bound, const Call& call) {
  if (auto error = check_import(bound.op())) return *std::move(error);
  const auto fill_of = [&](const std::string& key) { return expand::find_fill(bound.op(), "default", key); };
  return Program(bound, call, call, fill_of).write();
}

Result<std::string> to_snippet(const BoundSpec& bound, const Case& planned) {
  if (auto error = check_import(bound.op())) return *std::move(error);
  const auto fill_of = [&](const std::string& key) { return expand::find_fill(bound.op(), planned, key); };
  return Program(bound, planned.call, expand::fill(bound, planned), fill_of).write();
}

}  // namespace npu_cts::ascend
