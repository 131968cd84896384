// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/model/request.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::judging {

/// Returns every choice of numeric variants that `call` leaves free: one entry (an empty choice) where it touches no
/// implementation-defined behaviour. The first is made of the first variants.
std::vector<VariantChoice> variant_choices(const BoundSpec& bound, const Call& call);

/// Returns whether `choice` has the variants of `pinned` wherever both choose.
bool agrees_with_pins(const VariantChoice& choice, const VariantChoice& pinned);

}  // namespace npu_cts::judging
