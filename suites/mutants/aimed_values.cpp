// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/aimed_values.h"

#include <array>
#include <cstddef>
#include <variant>

#include "framework/expand/fill.h"

namespace npu_cts::mutants {
namespace {

/// Cycles of different lengths, which meet in every combination.
const std::array<std::vector<double>, 5> cancelling{
    {{3, -3, 6},
     {1, -1, 2, 0, 127},
     {1.0 / 6, -1.0 / 6, 1.0 / 3, 0.1, 1.0 / 12, 1.5, 3e4},
     {-0.5, 0.5, 1, -1.5, 2, -3, 0.1, -0.3, 4.5, -6, 1.0 / 3},
     {1, 1.0 / 3, 7, 0.7, 1e-3, -1.0 / 9, 3, 1.1, 0.9, 2, -5, 13, 1e-2}}};

}  // namespace

Call with_cancelling_values(const BoundSpec& bound, const Call& call, const AimedNumbers& aimed) {
  std::map<std::string, Fill, std::less<>> fills;
  for (const auto& [key, value] : call.arguments) {
    if (!std::holds_alternative<Tensor>(value)) continue;
    const auto own = aimed.find(key);
    fills[key] = {.kind = FillKind::cycle,
                  .bounds = {},
                  .numbers = own == aimed.end() ? cancelling[fills.size() % cancelling.size()] : own->second,
                  .patterns = {},
                  .columns = {},
                  .at = {}};
  }
  return expand::fill(bound, call, "cancel", [&](const std::string& key) -> const Fill* {
    const auto found = fills.find(key);
    return found == fills.end() ? nullptr : &found->second;
  });
}

}  // namespace npu_cts::mutants
