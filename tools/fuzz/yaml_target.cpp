// SPDX-License-Identifier: Apache-2.0
// The YAML of the project: each reader takes the same text, says what is wrong inside it, and does not fall over.
#include <string>

#include "framework/reader/read_call.h"
#include "framework/reader/read_spec.h"
#include "framework/reader/write_call.h"
#include "framework/reader/yaml_tree.h"
#include "tools/fuzz/property.h"

namespace npu_cts::fuzz {
namespace {

const Location first{.file = "fuzz.yaml", .line = 1, .column = 1};

/// Returns the invented spec that the reader's own tests use.
const Spec& spec_under_test() {
  static const Result<Spec> spec = reader::read_spec(NPU_CTS_SOURCE_DIR "/framework/reader/golden/spec");
  return spec.value();
}

template <class T>
void hold_faults(const Result<T>& result, std::string_view text) {
  if (!result) hold_diagnostics(result.diagnostics(), text, first);
}

bool has_values(const Call& call) {
  for (const auto& [key, value] : call.arguments) {
    const Tensor* const tensor = std::get_if<Tensor>(&value);
    if (tensor != nullptr && !tensor->values.empty()) return true;
  }
  return false;
}

void hold_call(std::string_view text) {
  const Result<Call> call = reader::read_call(text, first.file, spec_under_test());
  hold_faults(call, text);
  if (!call || has_values(*call)) return;
  const OpSpec* const op = find_operator(spec_under_test(), call->op);
  hold(op != nullptr, "a call names an operator of the spec", call->op);
  const std::string written = reader::write_call(spec_under_test(), *op, *call);
  const Result<Call> again = reader::read_call(written, first.file, spec_under_test());
  hold(again && *again == *call, "a call comes back as it was written", written);
}

}  // namespace
}  // namespace npu_cts::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace npu_cts;
  using namespace npu_cts::fuzz;
  const std::string_view text = text_of(data, size);
  hold_diagnostics(reader::read_tree(text, first.file).found, text, first);
  hold_faults(reader::read_op_spec(text, first.file, spec_under_test()), text);
  hold_faults(reader::read_releases(text, first.file), text);
  hold_faults(reader::read_dtypes(text, first.file), text);
  hold_faults(reader::read_products(text, first.file, spec_under_test()), text);
  hold_faults(reader::read_documents(text, first.file, spec_under_test()), text);
  hold_faults(reader::read_statements(text, first.file, spec_under_test()), text);
  hold_call(text);
  return 0;
}
