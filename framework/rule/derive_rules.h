#pragma once

#include <string_view>
#include <vector>

#include "framework/model/spec.h"

namespace npu_cts {

/// Id of the rule that joins the rows of dtypes.
inline constexpr std::string_view rows_rule_id = "rows";

/// Returns every rule that binds a call of `op` for `target`, in the order of judgement: those written in the spec and
/// those that follow from parameters and rows. Derived ids:
///   KEY.given   a required parameter is given                      (signature)
///   KEY.unknown a parameter this release (product, mode) lacks is not given (signature)
///   KEY.dtype   the dtype is one the parameter lists               (dtype)
///   rows        the dtypes together are in one row                 (dtype; only where the operator has rows)
///   KEY.shape   the shape is one of the alternatives that apply    (shape)
///   KEY.layout, KEY.format                                         (layout)
/// `must` of "rows" and of KEY.shape is one `or` whose children carry the id of their row or alternative in `name`.
/// The rules are sorted by phase; within one, derived rules come first, then both keep the order of the file.
/// A rule that has nothing to say for `target` (a parameter that lists no dtypes there) is left out.
std::vector<Rule> derive_rules(const Spec& spec, const OpSpec& op, const Target& target);

}  // namespace npu_cts
