// SPDX-License-Identifier: Apache-2.0
#include "framework/model/call.h"

#include <variant>

namespace npu_cts {

std::int64_t elements_of(const Call& call) {
  std::int64_t elements = 0;
  for (const auto& [key, value] : call.arguments) {
    if (const auto* tensor = std::get_if<Tensor>(&value)) elements += numel(tensor->type.shape);
  }
  return elements;
}

}  // namespace npu_cts
