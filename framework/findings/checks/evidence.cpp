// SPDX-License-Identifier: Apache-2.0
// The checks of what stands behind a claim: support, examples, questions, implementation-defined behaviours.

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::findings {
namespace {

constexpr std::size_t enough_values = 3;
constexpr std::int64_t largest_tensor = std::int64_t{1} << 40;  ///< bytes; no product of the documents has as much

/// Returns how many values a fill that lists them has; nothing for one that draws them.
std::optional<std::size_t> distinct_values(const Fill& fill) {
  if (fill.kind == FillKind::cycle) return std::set(fill.numbers.begin(), fill.numbers.end()).size();
  if (fill.kind == FillKind::bits) return std::set(fill.patterns.begin(), fill.patterns.end()).size();
  if (fill.kind != FillKind::uniform || fill.bounds.size() != 2) return std::nullopt;
  const auto& low = *fill.bounds[0];
  const auto& high = *fill.bounds[1];
  if (low.kind != ExprKind::integer || high.kind != ExprKind::integer || high.integer < low.integer)
    return std::nullopt;
  return static_cast<std::size_t>(high.integer - low.integer) + 1;
}

bool overflows(const Tensor& tensor) {
  std::int64_t bytes = bytes_of(tensor.type.dtype);
  return std::ranges::any_of(
             tensor.type.shape,
             [&](std::int64_t size) { return size > 0 && __builtin_mul_overflow(bytes, size, &bytes); }) ||
         bytes > largest_tensor;
}

bool asks(const OpSpec& op, const Spec& spec, const OpenQuestion& question) {
  return is_carried(op, question.id) ||
         std::ranges::any_of(
             spec.statements,
             [&](const Statement& one) { return one.disposition == Disposition::open && one.why == question.id; }) ||
         !question.cite.empty();  // a silence is raised by the sentence that ought to have said it
}

}  // namespace

Findings find_uncited_support(const Spec& spec, const OpSpec& op) {
  Findings found;
  if (spec.statements.empty()) return found;  // a spec without an inventory cannot cite
  for (const SupportCell& cell : op.support) {
    if (cell.state == SupportState::yes && cell.cite.empty())
      found.push_back(finding(op, "support", cell.at, "a supported cell cites no sentence"));
  }
  return found;
}

Findings find_support_gaps(const Spec& spec, const OpSpec& op) {
  Findings found;
  if (op.support.empty()) return found;
  for (const auto& page : op.pages) {
    const std::string& release = spec.releases[page.first];
    for (const Product& product : spec.products) {
      const auto is_missing = [&](const Mode& mode) {
        return find_support(spec, op, {.product = product.id, .release = release, .mode = mode.id}) == nullptr;
      };
      const auto mode = std::ranges::find_if(spec.modes.all, is_missing);
      if (mode == spec.modes.all.end()) continue;
      found.push_back(
          finding(op, "support", op.support.front().at,
                  fmt::format("no cell says whether {} is supported in {} in mode {}", product.id, release, mode->id)));
    }
  }
  return found;
}

Findings find_degenerate_examples(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Example& example : op.examples) {
    for (const auto& [key, fill] : example.fills) {
      const auto values = distinct_values(fill);
      const auto argument = example.call.arguments.find(key);
      if (!values || *values >= enough_values || argument == example.call.arguments.end()) continue;
      const auto* tensor = std::get_if<Tensor>(&argument->second);
      if (tensor == nullptr || numel(tensor->type.shape) < static_cast<std::int64_t>(enough_values)) continue;
      found.push_back(finding(op, example.id, example.at,
                              fmt::format("example '{}' fills '{}' with {} distinct value{}", example.id, key, *values,
                                          *values == 1 ? "" : "s")));
    }
  }
  return found;
}

Findings find_examples_in_other_modes(const Spec& spec, const OpSpec& op) {
  Findings found;
  for (const Example& example : op.examples) {
    const std::string& said = example.call.target.mode;
    if (said.empty() && example.applies.modes.empty() && spec.modes.all.size() > 1)
      found.push_back(finding(op, example.id, example.at, fmt::format("example '{}' says no mode", example.id)));
    const auto is_other = [&](const Target& target) {
      return target.mode != said && holds(example.applies, spec, target);
    };
    const auto targets = supported_targets(spec, op);
    const auto other = std::ranges::find_if(targets, is_other);
    if (said.empty() || other == targets.end()) continue;
    found.push_back(
        finding(op, example.id, example.at,
                fmt::format("example '{}' is called in mode {} and holds in mode {}", example.id, said, other->mode)));
  }
  return found;
}

Findings find_size_overflows(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Example& example : op.examples) {
    for (const auto& [key, value] : example.call.arguments) {
      const auto* tensor = std::get_if<Tensor>(&value);
      if (tensor == nullptr || !overflows(*tensor)) continue;
      found.push_back(finding(op, example.id, example.at,
                              fmt::format("'{}' of example '{}' is larger than 1 TiB", key, example.id)));
    }
  }
  return found;
}

Findings find_unused_questions(const Spec& spec, const OpSpec& op) {
  Findings found;
  for (const OpenQuestion& question : op.open) {
    if (asks(op, spec, question)) continue;
    found.push_back(finding(op, question.id, question.at, fmt::format("nothing is left open by '{}'", question.id)));
  }
  return found;
}

Findings find_single_variants(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const ImplementationDefined& behaviour : op.implementation_defined) {
    if (behaviour.variants.size() >= 2) continue;
    found.push_back(finding(op, behaviour.id, behaviour.at,
                            fmt::format("implementation-defined '{}' has one variant", behaviour.id)));
  }
  return found;
}

}  // namespace npu_cts::findings
