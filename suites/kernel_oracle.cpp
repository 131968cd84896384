// SPDX-License-Identifier: Apache-2.0
#include "suites/kernel_oracle.h"

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "kernels/oracle.h"

namespace npu_cts {

judging::Oracle kernel_oracle() {
  return [](const Call& call, const std::vector<VariantChoice>& choices) -> std::vector<std::vector<NamedTensor>> {
    const kernels::OperatorOracle* const oracle = kernels::find_oracle(call.op);
    if (oracle == nullptr) return {};
    return oracle->answer(call, choices);
  };
}

std::string differing_choices(const OpSpec& op) {
  const kernels::OperatorOracle* const oracle = kernels::find_oracle(op.name);
  if (oracle == nullptr) return {};
  std::map<std::string, std::array<std::string, 2>, std::less<>> variants;  // of the spec and of the oracle
  for (const ImplementationDefined& one : op.implementation_defined) {
    for (const Variant& variant : one.variants) variants[one.id][0] += " " + variant.id;
  }
  for (const kernels::ImplementationDefined& one : oracle->behaviours) {
    for (const std::string_view variant : one.variants) {
      if (!variant.empty()) variants[std::string(one.id)][1] += fmt::format(" {}", variant);
    }
  }
  for (const auto& [id, both] : variants) {
    if (both[0] != both[1]) return fmt::format("{}: the spec has [{} ], the oracle [{} ]", id, both[0], both[1]);
  }
  return {};
}

}  // namespace npu_cts
