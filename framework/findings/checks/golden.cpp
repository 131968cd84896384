// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/checks/golden.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/expand/fill.h"
#include "framework/findings/checks/check.h"
#include "framework/model/element.h"

namespace npu_cts::findings {
namespace {

constexpr KindInfo golden_kind{"golden-not-reproduced", "the formula does not give the printed output",
                               "a formula that contradicts the printed output is not the documented one",
                               "correct the formula or the example's data, or declare the contradiction"};

/// Returns the first element that is not what is printed; nothing where all are.
std::optional<std::size_t> first_difference(const Tensor& output, const std::vector<std::int64_t>& printed) {
  if (numel(output.type.shape) != static_cast<std::int64_t>(printed.size())) return 0;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    if (integer_at(output, i) != printed[i]) return i;
  }
  return std::nullopt;
}

/// Returns the example's call on the first target that it is for, with its data.
std::optional<Call> filled(const Spec& spec, const OpSpec& op, const Example& example) {
  for (const Target& target : supported_targets(spec, op)) {
    if (!holds(example.applies, spec, target)) continue;
    return expand::fill(BoundSpec::bind(spec, op, target), expand::example_case(op, example, target));
  }
  return std::nullopt;
}

/// Returns how far the nearest choice comes in `output`; nothing where one gives every element, or the formula is
/// unknown.
std::optional<std::size_t> missed_at(const Example& example, const std::string& output,
                                     const std::vector<std::vector<NamedTensor>>& choices) {
  std::optional<std::size_t> missed;
  for (const auto& outputs : choices) {
    const auto printed = std::ranges::find(outputs, output, &NamedTensor::name);
    const auto at = printed == outputs.end() ? 0 : first_difference(printed->tensor, example.golden);
    if (!at) return std::nullopt;
    missed = std::max(missed.value_or(0), *at);
  }
  return missed;
}

Findings check_goldens(const Spec& spec, const Formula& formula) {
  Findings found;
  for (const OpSpec& op : spec.operators) {
    for (const Example& example : op.examples) {
      if (example.golden.empty() || op.outputs.empty()) continue;
      const auto call = filled(spec, op, example);
      const auto missed = call ? missed_at(example, op.outputs.front().name, formula(*call)) : std::nullopt;
      if (!missed) continue;
      found.push_back(finding(
          op, example.id, example.at,
          fmt::format("the formula does not give element {} of what example '{}' prints", *missed, example.id)));
      found.back().kind = golden_kind;
    }
  }
  return found;
}

}  // namespace

Engine golden_engine(Formula formula) {
  return {.kinds = {golden_kind},
          .asked = formula != nullptr,
          .run = [formula = std::move(formula)](const Spec& spec) -> Result<EngineAnswer> {
            return EngineAnswer{.found = check_goldens(spec, formula)};
          }};
}

}  // namespace npu_cts::findings
