#pragma once

#include <vector>

#include "framework/model/spec.h"

namespace npu_cts {

/// Returns every rule that binds a call of `op` for `target`, in the order of judgement: those written in the spec and those
/// that follow from parameters and rows. Derived ids:
///   KEY.given   a required parameter is given                      (signature)
///   KEY.unknown a parameter this release (product, mode) lacks is not given (signature)
///   KEY.dtype   the dtype is one the parameter lists               (dtype)
///   rows        the dtypes together are in one row                 (dtype; only where the operator has rows)
///   KEY.shape   the shape is one of the alternatives that apply    (shape)
///   KEY.layout, KEY.format                                         (layout)
/// A rule that has nothing to say for `target` (a parameter that lists no dtypes there) is left out.
std::vector<Rule> derive_rules(const Spec& spec, const OpSpec& op, const Target& target);

}  // namespace npu_cts
