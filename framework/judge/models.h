#pragma once

#include <vector>

#include "framework/model/request.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts {

/// Returns every choice of numeric models that `call` leaves free: one entry (an empty choice) where it touches no
/// freedom. The first is made of the first models.
std::vector<ModelChoice> model_choices(const BoundSpec& bound, const Call& call);

}  // namespace npu_cts
