#include "framework/judge/models.h"

#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

bool touches(const Spec& spec, const OpSpec& op, const Call& call, const Freedom& freedom) {
  if (!holds(freedom.applies, spec, call.target)) return false;
  return !freedom.when || evaluate(*freedom.when, Facts(spec, op, call)) == Computed(true);
}

}  // namespace

std::vector<ModelChoice> model_choices(const Spec& spec, const OpSpec& op, const Call& call) {
  std::vector<ModelChoice> choices{{}};
  for (const Freedom& freedom : op.freedoms) {
    if (!touches(spec, op, call, freedom)) continue;
    std::vector<ModelChoice> longer;
    for (const ModelChoice& choice : choices) {
      for (const Model& model : freedom.models) {
        longer.push_back(choice);
        longer.back()[freedom.id] = model.id;
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

}  // namespace npu_cts
