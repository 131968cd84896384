// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/rule/bound_spec.h"

namespace npu_cts {

/// Returns every rule that binds a call at the target of `bound`, in the order of judgement: those written in the spec
/// and those that follow from parameters and rows. A step of binding: it asks `bound` only what holds. Derived ids:
///   KEY.given   a required parameter is given                      (signature)
///   KEY.pair    a pair has two entries, or one number stands for both (signature)
///   KEY.unknown a parameter this release (product, mode) lacks is not given (signature)
///   KEY.dtype   the dtype is one the parameter lists               (dtype)
///   rows        the dtypes together are in one row                 (dtype; only where the operator has rows)
///   KEY.shape   the shape is one of the alternatives that apply    (shape)
///   KEY.layout, KEY.format                                         (layout)
/// `require` of "rows" and of KEY.shape is one `or` whose children carry the id of their row or alternative in `name`.
/// The rules are sorted by phase; within one, derived rules come first, then both keep the order of the file.
/// A rule that has nothing to say for the target (a parameter that lists no dtypes there) is left out.
std::vector<Rule> derive_rules(const BoundSpec& bound);

}  // namespace npu_cts
