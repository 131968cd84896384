// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/expand/expand.h"

namespace npu_cts::expand {

/// Moves what `part` holds to the end of `all`.
void take(Plan part, Plan& all);

/// Moves what `part` holds to where it belongs in `plan`: cases are sorted by id.
void merge(Plan part, Plan& plan);

/// Makes of `plan`, what a search found, that of `target`.
void move_to(const Target& target, Plan& plan);

/// Adds to the refused cases of `plan` what they cover besides: the evidence against their refusal.
void add_contested(const BoundSpec& bound, Plan& plan);

}  // namespace npu_cts::expand
