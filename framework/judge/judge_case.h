// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/model/result.h"
#include "framework/rule/bound_spec.h"
#include "framework/run/drive/driver.h"

namespace npu_cts::judging {

/// Computes the outputs of a legal call under each of some choices of variants, in their order; nothing where the
/// operator has no oracle.
using Oracle =
    std::function<std::vector<std::vector<NamedTensor>>(const Call&, const std::vector<VariantChoice>& choices)>;

/// What a run is judged by, besides the spec.
struct JudgeOptions {
  VariantChoice pinned = {};            ///< implementation-defined behaviours pinned to one variant (--numerics)
  Policy extensions = Policy::reject;   ///< allow: accepting an undocumented call is a warning
  Policy unsupported = Policy::reject;  ///< allow: what is declared unsupported proves nothing, for or against
};

/// Returns the verdict on `planned`, a case at the target of `bound` whose call with values is `call`, from what was
/// seen of it.
CaseResult judge_case(const BoundSpec& bound, const Case& planned, const Call& call, const run::Observation& seen,
                      const Oracle& oracle, const JudgeOptions& options);

}  // namespace npu_cts::judging
