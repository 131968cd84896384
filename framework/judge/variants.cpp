// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/variants.h"

#include <algorithm>

#include "framework/rule/evaluate.h"

namespace npu_cts::judging {

std::vector<VariantChoice> variant_choices(const BoundSpec& bound, const Call& call) {
  const SlotCall slots(bound, call.arguments);
  std::vector<VariantChoice> choices{{}};
  for (const auto& [behaviour, when] : bound.implementation_defined()) {
    if (when && decide(*when, slots) != true) continue;
    std::vector<VariantChoice> longer;
    for (const VariantChoice& choice : choices) {
      for (const Variant& variant : behaviour->variants) {
        longer.push_back(choice);
        longer.back()[behaviour->id] = variant.id;
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

bool agrees_with_pins(const VariantChoice& choice, const VariantChoice& pinned) {
  return std::ranges::all_of(choice, [&](const auto& entry) {
    const auto pin = pinned.find(entry.first);
    return pin == pinned.end() || pin->second == entry.second;
  });
}

}  // namespace npu_cts::judging
