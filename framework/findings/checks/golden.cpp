#include "framework/findings/checks/golden.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "framework/expand/fill.h"
#include "framework/findings/checks/finding.h"
#include "framework/model/element.h"

namespace npu_cts {
namespace {

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
    Case planned;
    planned.family = "examples";
    planned.call = example.call;
    planned.call.op = op.name;
    planned.call.target = target;
    planned.because = {example.id};
    planned.id = case_id(planned.call, "examples/" + example.id);
    return fill(spec, op, planned);
  }
  return std::nullopt;
}

/// Returns how far the nearest choice comes; nothing where one gives every element, or nobody knows the formula.
std::optional<std::size_t> missed_at(const Example& example, const Call& call, const Formula& formula) {
  std::optional<std::size_t> missed;
  for (const auto& outputs : formula(call)) {
    const auto at = first_difference(outputs.front().tensor, example.golden);
    if (!at) return std::nullopt;
    missed = std::max(missed.value_or(0), *at);
  }
  return missed;
}

bool is_declared(const OpSpec& op, const Example& example) {
  return std::ranges::any_of(op.contradictions, [&](const Contradiction& one) {
    return one.kind == info_of(Kind::golden_not_reproduced).name && one.about == example.id;
  });
}

}  // namespace

Diagnostics check_goldens(const Spec& spec, const Formula& formula) {
  Diagnostics found;
  for (const OpSpec& op : spec.operators) {
    for (const Example& example : op.examples) {
      if (example.golden.empty()) continue;
      const auto call = filled(spec, op, example);
      if (!call) continue;
      const auto missed = missed_at(example, *call, formula);
      if (missed && !is_declared(op, example)) {
        found.push_back({.kind = Kind::golden_not_reproduced,
                         .level = Level::error,
                         .at = example.at,
                         .what = fmt::format("the formula does not give element {} of what example '{}' prints",
                                             *missed, example.id),
                         .why = "a formula that contradicts the printed output is not the documented one",
                         .mend = "correct the formula or the example's data, or declare the contradiction",
                         .notes = {}});
      } else if (!missed && is_declared(op, example)) {
        found.push_back(error_at(Kind::contradiction_not_found, example.at,
                                 fmt::format("the formula gives what example '{}' prints", example.id),
                                 "a declared contradiction must be one", "remove the contradiction"));
      }
    }
  }
  return found;
}

}  // namespace npu_cts
