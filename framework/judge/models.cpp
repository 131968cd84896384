#include "framework/judge/models.h"

#include "framework/rule/evaluate.h"

namespace npu_cts {
std::vector<ModelChoice> model_choices(const BoundSpec& bound, const Call& call) {
  const SlotCall slots(bound, call.arguments);
  std::vector<ModelChoice> choices{{}};
  for (const auto& [freedom, when] : bound.freedoms()) {
    if (when && decide(*when, slots) != true) continue;
    std::vector<ModelChoice> longer;
    for (const ModelChoice& choice : choices) {
      for (const Model& model : freedom->models) {
        longer.push_back(choice);
        longer.back()[freedom->id] = model.id;
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

}  // namespace npu_cts
